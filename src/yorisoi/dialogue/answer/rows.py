"""Rows of tables in a text that stands as sentences: of a row alone nobody knows what its cells are."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby, takewhile

from yorisoi.dialogue.answer.bands import bands
from yorisoi.dialogue.interpret.correction import places
from yorisoi.language import Pos, Utterance, morphemes, normal_form
from yorisoi.language.plain import loading_nothing
from yorisoi.language.sentences import ROW
from yorisoi.language.tables import announces, cells, left_out, stand_by_themselves
from yorisoi.types import Hit, Passage

_RULE = re.compile(r"^[ \t]*\|?[ \t]*:?-[-:| \t]*\n", re.MULTILINE)
"""Below what the columns are called."""
_REMARK = re.compile(r"([（(][^（()）]{1,30}[)）])\s*$")
_GOES_ON = re.compile(r"\A(?:[ \t]*\|.*\n)??[ \t]*(?:\| … )+\|\n")
"""The heading that is said again where the rows below it go on in another passage."""
_PARAGRAPHS = re.compile(r"\n[ \t]*\n")
_AROUND, _AROUND_ALL = 320, 80
"""Characters that are told of what stands before a table in its section, or behind it; where something is already."""
_AS_NEAR = 2.0
"""Nats behind the best row of a table up to which other rows are told with it."""
_NEARLY_ALL = 2 / 3
"""Of the rows, from which all are told: 35 products and not 29 of them."""
_POINTS = re.compile(r"(?:[※＊†]\d*|\*\d+|注\d+)+$")
"""Behind what a cell says, where notes say more of it."""
_BARE = re.compile(r"[\d.,]+")
_NAMING = (Pos.NOUN, Pos.PROPER, Pos.NUMBER)


def as_told(said: Sequence[str]) -> list[str]:
    """The sentences, all rows of a table as one where they do not stand by themselves: none of them is told without
    the others."""
    told: list[str] = []
    for is_row, group in groupby(said, key=lambda one: ROW.match(one) is not None):
        lines = list(group)
        told += lines if not is_row or stand_by_themselves(lines) else ["".join(lines)]
    return told


def heads(said: Sequence[str]) -> list[int]:
    """Of each sentence where its table begins, whose first row says what the columns are called; of what stands in no
    table, itself."""
    found: list[int] = []
    for at, one in enumerate(said):
        follows = at and ROW.match(one) and ROW.match(said[at - 1]) and said[at - 1].count("\n") == 1
        found.append(found[-1] if follows else at)
    return found


def named(said: Sequence[str], at: int, colon: str = ": ") -> str:
    """The row in one line, what it is about first, then each cell behind what its column is called, which makes no tag
    of them, and what the line above the table ends with: （単位：円）; "" of all but rows below the first."""
    head = heads(said)[at]
    columns, row = cells(said[head]), cells(said[at])
    if head == at or len(columns) != len(row):
        return ""
    if {*row} == {"…"}:  # rows that are left out
        return "…"
    others = zip(columns[1:], row[1:], strict=True)
    told = [f"{column}{colon}{cell}" for column, cell in others if cell]
    remark = _REMARK.search(said[head - 1]) if head else None
    return loading_nothing(" — ".join(filter(None, (row[0], " | ".join(told)))) + (remark[1] if remark else ""))


def with_rows_meant(hits: Sequence[Hit], page: Sequence[Passage], asked: Utterance, *, whole: bool) -> list[Hit]:
    """The hits, the first, where it is a row of a table each of whose rows is a passage (`documents/pack.py`), with the
    others of its `page` that are meant: all as a `whole`; those that have most of the cells that were named
    (「A4用紙とA3用紙の単価」, 「経理部の社員は」); else those that come as near: 「どんなプランがありますか」."""
    if not hits or (table := table_of(hits[0].passage)) is None:
        return list(hits)
    first = hits[0]
    rows = [each for each in page if table_of(each) == table]
    if not rows:  # the page has changed since it was found
        return list(hits)
    near = {hit.passage.id for hit in hits if hit.score >= first.score - _AS_NEAR}
    named = {row.id for row in _named(rows, asked)}
    meant = [row for row in rows if row.id in (named or near)]
    if whole or len(meant) > _NEARLY_ALL * len(rows):
        meant = rows
    if all(row.id != first.passage.id for row in meant):
        first = replace(first, passage=meant[0])
    told = {row.id for row in meant}
    return [with_rows(first, rows, meant), *(hit for hit in hits[1:] if hit.passage.id not in told)]


def _named(rows: Sequence[Passage], asked: Utterance) -> list[Passage]:
    """The rows with most of the cells that are said in what was asked, of one within another the longer one, or that
    bound a number said (13kg以上15kg未満, 14kg).  A cell that stands in several columns names none (あり), and no
    verb or mere number is one: 12 may be a room's, and 12人."""
    told = [[_POINTS.sub("", normal_form(cell)) for cell in cells(_parted(row.text)[1])] for row in rows]
    columns = list(zip(*told, strict=False))
    times = Counter(cell for column in columns for cell in set(column))
    names = [cell for cell, count in times.items() if count == 1 and len(cell) > 1 and not _BARE.fullmatch(cell)]
    said, language, taken = asked.normal, asked.language, list[tuple[int, int]]()
    nouns = [word for word in morphemes(said, language) if word.pos in _NAMING or not asked.pack.analysis.tagged]
    held = [0] * len(rows)
    for cell in sorted(names, key=lambda cell: (-len(cell), cell)):
        found = [at for at in places(cell, said, language) if any(at[0] <= each.start < at[1] for each in nouns)]
        if found := [at for at in found if not any(b <= at[0] and at[1] <= e for b, e in taken)]:
            taken += found
            held = [has + any(column[at] == cell for column in columns) for at, has in enumerate(held)]
    head = list(map(normal_form, cells(_columns(rows[0].text).partition("\n")[0])))
    if banded := bands([head, *told], said, language, rows[0].language):
        held = [has + holds for has, holds in zip(held, banded.hold, strict=True)]
    return [row for row, has in zip(rows, held, strict=True) if has == max(held) > 0]


def with_rows(hit: Hit, table: Sequence[Passage], rows: Sequence[Passage]) -> Hit:
    """The hit, one of the rows of the table, with these of them in the page's order; where several are told, a row of …
    stands for those left out, since they look like all."""
    above, _, behind = _parted(table[0].text)
    lines, told = list[str](), {row.id for row in rows}
    for is_told, group in groupby(table, key=lambda row: row.id in told):
        each = [_parted(row.text)[1] for row in group]
        lines += each if is_told else [left_out(cells(each[0])).rstrip()] * (len(told) > 1)
    return replace(hit, passage=replace(hit.passage, text="".join((above, "\n".join(lines), behind))))


def names_columns(passage: Passage) -> bool:
    """Whether rows of a table stand in it below what its columns are called."""
    return bool(_columns(passage.text))


def in_its_place(told: Hit, page: Sequence[Passage], most: int) -> Hit | None:
    """What is told of a table between what its page says right before and behind it in the section, such as until when
    the fees hold.  A table that was torn for its size, since its rows do not stand by themselves, is told as a whole.
    None where what is told of a table of several passages has more characters than `most`."""
    columns = _columns(told.passage.text)
    section = [each for each in page if each.section == told.passage.section]
    at = next((at for at, each in enumerate(section) if each.id == told.passage.id), None)
    if not columns or at is None:
        return told
    begin = end = at
    while begin and _goes_on(section[begin - 1], section[begin], columns):
        begin -= 1
    while end + 1 < len(section) and _goes_on(section[end], section[end + 1], columns):
        end += 1
    first, *others = section[begin : end + 1]
    text = told.passage.text
    if others and not table_of(first):
        text = "\n".join((first.text, *(_GOES_ON.sub("", each.text.partition(columns)[2]) for each in others)))
    if others and len(text) > most:
        return None
    parts = [each.strip() for each in _PARAGRAPHS.split(text)]
    before = _PARAGRAPHS.split(section[begin - 1].text)[::-1] if begin else []
    after = section[end + 1].text if end + 1 < len(section) else ""
    if len(parts) > 1 and not ROW.match(parts[-1]) and ROW.match(after) and announces(parts[-1]):
        text = text.strip().removesuffix(parts.pop()).rstrip()  # which leads in another table
    behind = [] if ROW.search(after) else _PARAGRAPHS.split(after)  # what stands there leads in another table
    above = _beside(before, text, _AROUND if ROW.match(parts[0]) else _AROUND_ALL, slice(-_AROUND, None))[::-1]
    below = _beside(behind, text, _AROUND if ROW.match(parts[-1]) else _AROUND_ALL, slice(_AROUND))
    return replace(told, passage=replace(told.passage, text="\n\n".join((*above, text, *below))))


def _goes_on(before: Passage, after: Passage, columns: str) -> bool:
    """Whether the second is of the same table: it begins with the columns where the first ends with a row, or each is a
    row by itself."""
    if (table := table_of(after)) and table == table_of(before):
        return True
    last = before.text.rstrip().rpartition("\n")[2]
    return columns in before.text and after.text.startswith(columns) and ROW.match(last) is not None


def _beside(paragraphs: Iterable[str], told: str, most: int, part: slice) -> list[str]:
    """Those up to another table for which there is room, nearest first, but for what is told already; where not even
    the nearest has room beside a table of which nothing is told, that part of it."""
    taken: list[str] = []
    for each in takewhile(lambda each: not ROW.match(each), map(str.strip, paragraphs)):
        if each in told:
            continue
        if len(each) > most:
            return taken or [f"…{each[part]}…"] * (most == _AROUND)
        most -= len(each)
        taken.append(each)
    return taken


def _columns(text: str) -> str:
    """What a table's columns are called, with the rule below."""
    for rule in _RULE.finditer(text):
        begin = text.rfind("\n", 0, max(rule.start() - 1, 0)) + 1
        if "|" in rule[0] and ROW.match(text, begin):  # no line that is drawn below another
            return text[begin : rule.end()]
    return ""


def table_of(passage: Passage) -> tuple[int, tuple[str, ...], str, str] | None:
    """Of a passage that is one row of a table where that stands, all above its rows, and all behind them; else None: of
    several rows nobody knows whether others belong to the same table."""
    above, row, behind = _parted(passage.text)
    is_one = above and row and "\n" not in row
    return (passage.document.id, passage.section, above, behind) if is_one else None


def _parted(text: str) -> tuple[str, str, str]:
    """What stands above the rows of a table, its columns' names among it, the rows, and what stands behind them."""
    rule = _RULE.search(text)
    end = rule.end() if rule else 0
    rows, gap, behind = text[end:].partition("\n\n")
    return text[:end], rows.strip(), gap + behind
