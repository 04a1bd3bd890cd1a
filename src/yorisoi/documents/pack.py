"""Blocks -> texts of even size, torn where it hurts least."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from yorisoi.documents.blocks import ITEM, Block
from yorisoi.documents.config import DocumentsConfig
from yorisoi.documents.size import OTHER, size
from yorisoi.language.tables import announces, cells, is_ditto, is_heading, left_out, stand_by_themselves

Way = Callable[[str], list[str]]
"""One way to tear a text; the pieces joined are the text."""

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_ENDS, _NOTE = re.compile(r"[。.!?！？][」』）)]*\s*$"), re.compile(r"\s*[（(]?(?:[※＊†]|\*(?!\*)|注(?=[\d:：)）\s]))")
_POINTS = re.compile(r"[※＊†]|\*\d|注\d")
"""In a cell: what the notes below say belongs to it."""
_OPENS = re.compile(r"[ \t]*(?:`{3,}|~{3,}).*")
"""The line that opens code: without it what goes on of it would be text."""
_NAME = re.compile(r".{1,30}?(?:[：:]|\*\*(?=.))")
"""What an item begins with that says what it is about, up to a colon or in bold."""
_SOFT_BREAKS = ("\n", "。", "、", "，", "；", "; ", ", ", " ")
_LEAD_IN_END = ("：", ":", "：**", ":**")
LEADING_LINE = 60
"""Size of one, two short sentences."""
ROWS_APART = 150.0
"""Size from which each row of a table is a text of its own: an embedding of many rows is near to none of what they
say, and what reads question and passage together reads no more than that at once."""
MOST_ROWS = 1000
"""Lines of a table up to which that is so: what is longer is data, and its rows fill passages as sentences do."""
SMALL_TAIL = 0.25
"""A last text smaller than this share of the target is added to the one before, when the maximum allows it."""


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch that is not torn any further."""

    text: str
    size: float
    header: str = ""
    """What has to stand before it where it begins a text, or its table: the rows above that say what it means."""
    leads_in: bool = False
    """It announces the next part, and goes where that goes."""
    apart: bool = False
    """It is a text of its own."""
    goes_on: bool = False
    """It is of the same table as the part before it."""


def pack(blocks: Sequence[Block], by_sentences: Way, config: DocumentsConfig) -> list[str]:
    """The blocks as texts, each filled up to the target and none beyond the maximum.

    A list, a table or code that fits into a text is kept whole, else torn between items, rows (the header repeated) or
    lines (below its fence again); of a table larger than `ROWS_APART` whose rows stand by themselves each row is a
    text, with what stands before the table; a paragraph is torn between sentences, and a sentence only when it is
    longer than the maximum.
    What goes on of an item or a row that is longer begins with what that is about, and what goes on of a list with the
    line that led it in.
    The texts joined are the blocks, but for white space at their edges and what is repeated.  `by_sentences` tears a
    text between sentences; most sections need no tearing.
    """
    groups: list[list[Part]] = [[]]
    filled = 0.0
    parts = [part for stretch in _stretches(blocks, config) for part in _parts(stretch, by_sentences, config)]
    for at, part in enumerate(parts):
        added = _added(groups[-1], part)
        needed = max(added, _of_one_group(parts, at, config))
        if groups[-1] and (part.apart or groups[-1][-1].apart or not _has_room(filled, needed, config)):
            groups.append(_carried(groups[-1], part, config))
            filled, added = _measure(groups[-1]), _added(groups[-1], part)
        groups[-1].append(part)
        filled += added
    texts = (_joined(group).rstrip().lstrip("\n") for group in _with_tail_merged(groups, config))
    return [text for text in texts if text.strip()]


def cut(text: str, limit: float) -> list[str]:
    """A text without sentence ends in pieces of at most `limit`, torn after a comma or a space when there is one.

    The pieces joined are the text.
    """
    pieces, at = [], 0
    while (end := _reach(text, at, limit)) < len(text):
        half = at + (end - at) // 2
        soft = ((text.rfind(mark, half, end), len(mark)) for mark in _SOFT_BREAKS)
        end = next((found + length for found, length in soft if found >= 0), end)
        while end > at + 1 and unicodedata.combining(text[end]):
            end -= 1
        pieces.append(text[at:end])
        at = end
    return [*pieces, text[at:]]


# ---------------------------------------------------------------- filling


def _has_room(filled: float, added: float, config: DocumentsConfig) -> bool:
    """Up to the target; up to the maximum when the text would else stay less than half full."""
    return filled + added <= (config.target if filled >= config.target / 2 else config.maximum)


def _added(group: Sequence[Part], part: Part) -> float:
    return part.size + (0 if group and part.goes_on else size(part.header))


def _of_one_group(parts: Sequence[Part], at: int, config: DocumentsConfig) -> float:
    """Size of a heading in a table with all rows below it, where these fit into a text; 0 of any other part."""
    if not (parts[at].leads_in and parts[at].goes_on):
        return 0
    whole = parts[at].size
    for row in map(parts.__getitem__, range(at + 1, len(parts))):
        if not row.goes_on or row.leads_in or row.apart:
            break
        whole += row.size
        if whole > config.maximum:
            return 0
    return whole


def _measure(group: Sequence[Part]) -> float:
    return sum(_added(group[max(0, i - 1) : i], part) for i, part in enumerate(group))


def _carried(group: list[Part], part: Part, config: DocumentsConfig) -> list[Part]:
    """The beginning of the next group: the line that leads in the part, taken from the end of this one."""
    if len(group) > 1 and group[-1].leads_in and _measure([group[-1], part]) <= config.maximum:
        return [group.pop()]
    return []


def _with_tail_merged(groups: list[list[Part]], config: DocumentsConfig) -> list[list[Part]]:
    if len(groups) > 1 and not groups[-2][-1].apart and _measure(groups[-1]) < SMALL_TAIL * config.target:
        merged = groups[-2] + groups[-1]
        if _measure(merged) <= config.maximum:
            return [*groups[:-2], merged]
    return groups


def _joined(group: Sequence[Part]) -> str:
    return "".join(("" if at and part.goes_on else part.header) + part.text for at, part in enumerate(group))


# ---------------------------------------------------------------- tearing


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A block, and what becomes of it with those around it."""

    block: Block
    apart: bool = False
    """It is torn into rows, each a text of its own."""
    lead: str = ""
    """What stands before each of these."""
    notes: str = ""
    """What stands behind each of them."""
    leads_in: bool = False
    """It goes where the table behind it goes."""


def _stretches(blocks: Sequence[Block], config: DocumentsConfig) -> Iterator[_Stretch]:
    """The blocks.  What stands right before a table that is torn into rows is told with each of them, and stays a text
    beside them where it is longer than a line; of other tables titles are, with notes below, since a sentence may be
    about the table above, unless each table has one before it and none is behind the last."""
    led = _are_led_in(blocks)
    alone = sum(block.kind == "table" for block in blocks) == 1
    before: list[Block] = []
    for at, block in enumerate(blocks):
        if block.kind == "paragraph" or _is_line(block):
            before.append(block)
            continue
        if block.kind == "list":
            yield from map(_Stretch, before)
            lead = before[-1].text if before and before[-1].kind == "paragraph" and _is_line(before[-1]) else ""
            yield _Stretch(block, lead=lead)
            before = []
            continue
        above = _right_before(before) if block.kind == "table" else []
        lead = "".join(each.text for each in above)
        torn, short = alone and _is_torn(block, config), size(lead) <= 2 * LEADING_LINE
        notes = _right_below(blocks[at + 1 :]) if torn else ""
        torn = torn and (notes is not None or not _POINTS.search(block.text))
        told = torn and short and size(lead + _header(block)) <= config.maximum / 2
        led_in = not torn and short and bool(above) and (led or _is_title(above[0]))
        if led_in or (told and size(lead) <= LEADING_LINE):
            before = before[: len(before) - len(above)]
        yield from map(_Stretch, before)
        before = []
        if led_in:
            yield _Stretch(Block(kind="paragraph", lines=[lead]), leads_in=True)
        yield _Stretch(block, torn, lead if told else "", (notes or "") if torn else "")
    yield from map(_Stretch, before)


def _are_led_in(blocks: Sequence[Block]) -> bool:
    """Whether right before each table a line stands, all of them sentences or none, and none behind the last; or each
    announces its table."""
    above = [each for each, table in pairwise(blocks) if table.kind == "table"]
    if blocks[0].kind == "table" or not all(map(_is_line, above)):
        return False
    alike = len({_ENDS.search(each.text) is None for each in above}) == 1
    return (alike and blocks[-1].kind == "table") or all(announces(each.text) for each in above)


def _right_before(before: Sequence[Block]) -> list[Block]:
    """The last paragraph with the notes below it and the title lines above it: 表2　大阪, （単位：円）, ※税込."""
    taken: list[Block] = []
    for block in reversed(before):
        if taken and not _NOTE.match(taken[0].text) and not _is_title(block):
            break
        taken.insert(0, block)
    return taken


def _right_below(after: Sequence[Block]) -> str | None:
    """The notes behind a table, or the one short sentence that ends the section (another may lead in what follows it):
    価格はすべて税抜です。; None where they are longer than a line."""
    said = list(takewhile(_is_note, after))
    if len(after) == 1 and _is_line(after[0]) and _ENDS.search(after[0].text):
        said = [after[0]]
    text = "".join(block.text for block in said)
    return text if size(text) <= LEADING_LINE else None


def _is_note(block: Block) -> bool:
    """Or a list of nothing else."""
    items = [ITEM.sub("", line, count=1) for line in block.lines if line.strip()] if block.kind == "list" else []
    return all(map(_NOTE.match, items)) if items else block.kind == "paragraph" and bool(_NOTE.match(block.text))


def _is_title(block: Block) -> bool:
    return _is_line(block) and not _ENDS.search(block.text)


def _is_line(block: Block) -> bool:
    """A short one, or the only item of a list, and no note (※)."""
    short = block.kind in ("paragraph", "list") and size(block.text) <= LEADING_LINE
    return short and len(block.text.strip().splitlines()) == 1 and not _NOTE.match(block.text)


def _is_torn(block: Block, config: DocumentsConfig) -> bool:
    """Whether each row is a text of its own: of a larger table whose rows stand by themselves below a header."""
    if block.kind != "table" or len(block.lines) > MOST_ROWS or size(block.text) <= ROWS_APART:
        return False
    header = _header(block)
    rows = [line for at, line in enumerate(block.lines) if at != 1 and line.strip()]
    return bool(header and rows[1:]) and size(header) <= config.maximum / 2 and stand_by_themselves(rows)


def _header(block: Block) -> str:
    """What a table's columns are called, with the rule below; "" of one without."""
    lines = block.lines
    is_rule = len(lines) > 2 and "-" in lines[1] and not lines[1].strip(" \t|:-\n")
    return "".join(lines[:2]) if is_rule else ""


def _parts(stretch: _Stretch, by_sentences: Way, config: DocumentsConfig) -> Iterator[Part]:
    block = stretch.block
    whole = size(block.text)
    # What is kept whole beyond the target leaves room for the line that leads it in.
    fits = whole <= (config.target if block.kind == "paragraph" else max(config.target, config.maximum - LEADING_LINE))
    if fits and not stretch.apart:
        small = block.kind == "paragraph" and whole < config.target / 4
        yield Part(block.text, whole, leads_in=stretch.leads_in or (small and _leads_in(block)))
        return
    if block.kind == "table":
        yield from _rows(stretch, by_sentences, config)
        return
    if block.kind == "list":
        yield from _listed(stretch, by_sentences, config.maximum)
        return
    opens = _OPENS.match(block.text) if block.kind == "code" else None
    fence = f"{opens[0]}\n" if opens else ""
    ways = (_LINE.findall,) if block.kind == "code" else (by_sentences,)
    for at, piece in enumerate(_torn(block.text, ways, config.maximum - size(fence))):
        yield Part(piece, size(piece), fence if at else "", goes_on=at > 0)


def _listed(stretch: _Stretch, by_sentences: Way, most: float) -> Iterator[Part]:
    """Items, and what says what each means where it begins a text: the line that leads the list in and the items that
    it stands below, all of these or none, since a part may say the opposite."""
    for outer in _outer_items(stretch.block.text):
        above: list[tuple[int, str]] = []
        for item in [outer] if size(stretch.lead + outer) <= most else _items(outer):
            margin, first = len(item) - len(item.lstrip(" \t")), item.partition("\n")[0] + "\n"
            above = [each for each in above if each[0] < margin]
            header = stretch.lead + "".join(line for _, line in above)
            header = header if size(header) <= most / 2 else ""
            about = _about(ITEM.sub("", item, count=1))
            for at, piece in enumerate(_torn_below(about, item, (by_sentences,), most - size(header))):
                yield Part(piece, size(piece), header + (about if at else ""), goes_on=bool(header) or at > 0)
            above.append((margin, first))


def _rows(stretch: _Stretch, by_sentences: Way, config: DocumentsConfig) -> Iterator[Part]:
    """Rows, each with what says what it means, but where neither half a text nor all rows leave room for the header."""
    block, header = stretch.block, _header(stretch.block)
    own = [line for line in block.lines[2 if header else 0 :] if line.strip() or not stretch.apart]
    if size(header) > config.maximum / 2 and size(header) + max(map(size, own)) > config.maximum:
        own, header = block.lines, ""
    behind = f"\n\n{stretch.notes}" if stretch.notes else ""
    rows = ((line, header, False) for line in own) if stretch.apart else _below(header, own, config.maximum / 2)
    goes_on = False
    for line, rows_above, leads_in in rows:
        above = stretch.lead + rows_above
        about = _about(cells(line)[0])
        for at, piece in enumerate(_torn_below(about, line, (by_sentences,), config.maximum - size(above + behind))):
            text = piece.rstrip() + behind if behind else piece
            yield Part(text, size(text), above + about if at else above, leads_in, stretch.apart, goes_on)
            goes_on = True


def _about(said: str) -> str:
    """What begins the rest of what was torn: 看護休暇…."""
    first = said.strip().partition("\n")[0]
    named = _NAME.match(first)
    about = named[0] if named else first if size(first) <= LEADING_LINE else ""
    return f"{about}… " if about else ""


def _below(header: str, lines: Sequence[str], most: float) -> Iterator[tuple[str, str, bool]]:
    """Each row, what stands above it where it begins a text, and whether it is a heading of those below it.

    Above stand the header, the last heading (where no other row lacks a cell, or it may be one of another kind) with a
    row of … for those between, and the row that all dittos mean, as far as there is room.  Below a blank row another
    table may begin, or just other rows: the first one takes the header's place, and a blank line parts it from others,
    and rows of which no header is known, lest it is taken for what the columns are called.
    """
    rows = [cells(line) for line in lines]
    names = cells(header.partition("\n")[0])
    regular = all(not any(row) or _heads(row, names) or all(row[:-1]) for row in rows)
    parted, begins, heading, gap = not header, False, "", ""
    said: dict[int, str] = {}
    for at, (line, row) in enumerate(zip(lines, rows, strict=True)):
        goes_on = any(map(any, rows[at + 1 : at + 2]))
        own = f"{line.rstrip()}\n\n" if parted or begins else line
        if not any(row):
            begins, heading, gap, said = any(map(any, rows[:at])), "", "", {}
            if begins:
                yield "\n", "", False
        elif begins:
            yield own, "", goes_on
            header, names, parted, begins = own if size(own) <= most else "", row, True, False
        elif _heads(row, names):
            yield own, header, goes_on
            heading, gap, said = own if regular and size(own) <= LEADING_LINE else "", "", {}
        else:
            above, meant = header, {said.get(column, "") for column, cell in enumerate(row) if is_ditto(cell)}
            for more in (f"{heading}{gap}", *(meant if len(meant) == 1 else ())):
                above += more if size(above + more) <= most else ""
            yield own, above, False
            gap = left_out(row) if heading else ""
            said |= {column: own for column, cell in enumerate(row) if not is_ditto(cell)}


def _heads(row: Sequence[str], names: Sequence[str]) -> bool:
    """Whether a row is a heading of those below it, and no note (※)."""
    return is_heading(row, names) and not _NOTE.match(row[0])


def _torn(text: str, ways: Sequence[Way], limit: float) -> Iterator[str]:
    """Pieces within the limit, each torn in the first way that makes it small enough, hard when there is none."""
    if size(text) <= limit:
        yield text
    elif not ways:
        yield from cut(text, limit)
    else:
        for piece in ways[0](text):
            yield from _torn(piece, ways[1:], limit)


def _torn_below(about: str, text: str, ways: Sequence[Way], limit: float) -> Iterator[str]:
    """The same, where what a text is about stands before all pieces but the first."""
    return _torn(text, ways, limit if size(text) <= limit else limit - size(about))


def _leads_in(block: Block) -> bool:
    text = block.text.strip()
    return text.endswith(_LEAD_IN_END) or (text.startswith("**") and text.endswith("**"))


def _outer_items(text: str) -> list[str]:
    """A list's items, those within an item left in it."""
    margin = len(text) - len(text.lstrip(" \t"))
    return _begun_by(text, lambda line: bool(ITEM.match(line)) and len(line) - len(line.lstrip(" \t")) <= margin)


def _items(text: str) -> list[str]:
    return _begun_by(text, lambda line: bool(ITEM.match(line)))


def _begun_by(text: str, begins: Callable[[str], bool]) -> list[str]:
    """The lines of a text in groups, each beginning with a line that begins one."""
    groups: list[list[str]] = [[]]
    for line in _LINE.findall(text):
        if groups[-1] and begins(line):
            groups.append([])
        groups[-1].append(line)
    return ["".join(group) for group in groups]


def _reach(text: str, at: int, limit: float) -> int:
    """The furthest end such that size(text[at:end]) <= limit, at least one character on."""
    low, high = at + 1, min(len(text), at + int(limit / OTHER) + 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if size(text[at:middle]) <= limit else (low, middle - 1)
    return low
