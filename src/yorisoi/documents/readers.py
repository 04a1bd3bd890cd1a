"""Who may read a page, said where no field says it: in a line of the text, or in a cell of a table."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice, pairwise

from yorisoi.documents.metadata import COLONS, as_compared, field_name, items, means_groups, readings, spellings
from yorisoi.documents.reader_names import CLOSE, OPEN, named_together, speaks_of_readers, without_addition
from yorisoi.documents.reader_values import (
    defines_readers,
    is_no_value,
    is_prose,
    names_a_few,
    names_one,
    names_somebody,
)
from yorisoi.errors import AccessUnclear
from yorisoi.language.packs import words_of_all

_labels = words_of_all(lambda pack: pack.documents.readers)
HEAD_LINES = 30
"""So many lines of a text, and rows of a table, are looked at: who may read a page is said at its head."""

_NOT_OF_A_FORM = r"(?!(?:(?<=の公開範囲.)|(?<=の閲覧グループ.))\s?の欄(?:から|[をにでへ]))"
"""Behind a colon: one that is spoken of is part of a name, as in 申請書の公開範囲：の欄から選びます."""
_NAMED = re.compile(
    rf"""^[\s"'{{,?:=]*([^\s"'{{,?:=][^"':=]*)["']?\s*[:=]{_NOT_OF_A_FORM}|["']([^"':=]+)["']\s*[:=]{_NOT_OF_A_FORM}"""
)
"""A name and what follows it, at the beginning of a line (`:name:` in reStructuredText and AsciiDoc); in quotation
marks anywhere, as JSON has it."""
_IN_BRACES, _CODE = re.compile("[{},;]"), re.compile("`[^`]*`")
"""`export const meta = {title: "Pay", groups: ["hr"]}`, `{% comment %}groups: hr{% endcomment %}`, if it is not only
mentioned."""
_BEFORE_NAME = re.compile(r"[^\w`]*")
"""Whatever signs stand before a name: `:groups:`, `[//]: # (groups: ...)`, a bullet; but code only mentions a name."""
_NUMBERED = (
    r"[^\w`]*(?:\d{1,3}(?:(?:[.^-]|\\?_)\d{1,3})*(?!\d)[^\w`]*"
    r"|(?:[a-z]|[ivxl]{1,4})[).\]】][^\w`]*|(?:[ぁ-んァ-ヶ]|[一二三四五六七八九十]{1,3})[).、\]】\s][^\w`]*)"
)
_NUMBER = re.compile(rf"{_NUMBERED}(?=\w)")
"""One number before a name, in its normal form: `1. `, `(2)`, `3^1`, ① (a `1` then), `a) `, `iv. `, ア．, 一、."""
_SHOWN = re.compile(f"[:=]{_NOT_OF_A_FORM}|】")
"""What ends a name where it is written for people: `**閲覧グループ**: 人事`, `■公開範囲：人事`, 【閲覧グループ】."""
_ENDS = f":=】：＝﹕︓﹦⁼₌︼⩴⩵⩶{COLONS}"
_ENDS_A_NAME = re.compile(f"[{_ENDS}]{_NOT_OF_A_FORM}")
"""The same before `as_compared` has made them one."""
_THEN_JAPANESE = r"(?=[^\w`]{0,5}[^\x00-\x7f])"
"""What goes on in other letters than Latin ones."""
_ABOUT = re.compile(rf"(?:について|に関して)(?=\s?[{_ENDS}])")
"""What may stand before the end of a name that heads what is said: 公開範囲について：人事部."""
_BORDERS = "|│┃║｜"
_CELL_BORDER = re.compile(rf"(?<!\\)[{_BORDERS}]")
_APART = re.compile(rf"[^\S \n]|[^\S\n]{{2,}}|[{_BORDERS}]")
"""What stands between a name and its value in the columns of a text: a tab, wide blanks, a line."""
_GOES_ON = re.compile(r"^[^\w`]*+[ぁ-ん]")
"""What goes on in hiragana, as a sentence does."""
_VALUE = re.compile(r"^[^\w`]*+\w")
_MAY_END_A_NAME = re.compile(rf"{_ENDS_A_NAME.pattern}|[{CLOSE}]|{_APART.pattern}")
_MENTIONED = re.compile(r"""`[^`]*`|[「『“‘«][^「『“‘«」』”’»]*[:：=][」』”’»]|(?<!\w)"\w[^"]*[:：=]"(?![^\Wぁ-ん])""")
"""Code, and a name in quotation marks with nothing behind it: the field 「公開範囲：」."""
_LINKS = re.compile(r"\[(?=[^\[\]]*\][(\[])")
"""What opens the words of a link: [Groups: a study](study.md)."""
_LABEL = re.compile(
    rf"^(?:{_NUMBERED})?[^\w`]*[{OPEN}]([^{OPEN}{CLOSE}]+)(?![」』])[{CLOSE}]{{1,3}}"
    rf"(?=[^\w`(\[、。,.{CLOSE}]{{0,5}}(?![ぁ-ん])\w)"
)
"""A name in a pair of brackets with something behind it: `[公開範囲] 人事部`.  No link (`[groups](groups.md)`), and no
word of a sentence, as what stands in 「」 is, and what hiragana follows: ［公開範囲］を選びます."""
_HOLDS = re.compile(
    rf"(.*[^{OPEN}{CLOSE}])[{OPEN}]{{1,3}}([^{OPEN}{CLOSE}]*[^\W\d_][^{OPEN}{CLOSE}]*)[{CLOSE}]{{1,3}}[^\w`]*"
)
"""A name with its value in brackets and nothing behind: 公開範囲（人事部限り）."""
_BEFORE_STROKE = re.compile(r"([^/]+)/([^/]+)")
"""A name and its value with a stroke between them: 公開範囲／人事部."""
_MAY_HOLD = re.compile(f"[{CLOSE}/／]")
_BRACKETED = re.compile(rf"(?:{_NUMBERED})?[^\w`]*(?<!\d)[{OPEN}”»][^{OPEN}{CLOSE}]+[{CLOSE}]{{1,3}}(?!(?<=\])\()")
"""What stands in brackets at the beginning of a line, before what it says: `[重要] groups: hr`; no link."""
_REFERENCE = re.compile(r"\[[!-Z^-~ ]+\]")
"""Which link it is, directly behind its words: `[Users][groups] share pages`."""
_OPENS, _POINTS = re.compile("[<＜≪«‹]"), re.compile("[>＞≫»›]")
"""Brackets that point to something, as a path of menus does, where nothing opens them: 設定＞公開範囲."""
_NOTE = re.compile(r"注\W*\d*|\d+[a-z件個点種版つ]?")
_ON_A_SCREEN = re.compile(
    rf"[\[［][^\[\]［］{_ENDS}]{{1,80}}[\]］](?=\s?(?:タブ|ボタン|欄|画面|アイコン|パネル|ダイアログ)(?:[をにがでへ]|から)"
    r"[^。:：]{0,40}(?:開|押|選|クリック|タップ|入力|表示|切り替)"
    r"|\s(?:tab|button|field|screen|icon|panel|dialog)(?:\.(?:\s|$)|\s(?:opens|shows|lists|appears)\b))",
    re.IGNORECASE,
)
"""What a screen calls one of its parts, and what is done with it: ［公開範囲］タブを開きます."""
_LISTED = "、,，;；/／・。"
_COMMA = re.compile("[、,]")
_NUMBERS = rf"[^\s\d]\d++[^\s\d{_BORDERS}{OPEN}＂)）］〕{_LISTED}]{{0,3}}[{_LISTED}]?\s"
"""A number's end in a line, where nothing else parts it: `別紙1 `, `第1号 `, but not `別紙1（公開 `."""
_CLOSES = rf"""(?!(?<=[-=])>)[{CLOSE}](?:(?=[*~"']{{0,3}}\w)|{_THEN_JAPANESE})"""
"""A closing bracket before a name: in Latin letters directly behind it, `[HR]groups: hr`, as prose never has it;
no arrow of code (`user->groups = 1`)."""
_DASH = r"\s[-–—―‒−]{1,3}\s"
_SIGNS = (
    rf"\s[/／]|[•※\u25a0-\u25b5\u25bc-\u25ff]|\s[·‧∙⋅・･](?:(?=\s)|{_THEN_JAPANESE})"
    rf"|(?:{_DASH}|[—―]{{1,2}}){_THEN_JAPANESE}"
)
"""A stroke, bullets (no triangles that point), dots and dashes."""
_PARTS = rf"[^\S ]|\s{{2,}}|{_SIGNS}|[{_BORDERS}{OPEN}＂]|{_CLOSES}|{_NUMBERS}{_THEN_JAPANESE}"
_PARTED = re.compile(_PARTS)
"""What parts the things that one line says: `文書番号：A-1　公開範囲：人事部`, `買収の件【公開範囲：人事部】`,
`別紙1 公開範囲：人事部`, `賞与内規 ― 公開範囲：人事部`."""
_FIELDS_PARTED = re.compile(
    rf"^(?:(?=\s)|{_THEN_JAPANESE})|{_PARTS}|[、,，;；]|{_DASH}|(?:(?<![a-zA-Z])\s|[/／・。]){_THEN_JAPANESE}"
)
"""The same behind a field or in brackets, where a value may itself be a field: `Owner: Yamada; groups: hr`,
`Status: Draft - groups: hr`, `備考：公開範囲：人事部`.  A space beside Latin letters parts nothing, nor does a stroke
within them (`of two groups: ...`, `users/groups: ...`)."""
_OPENED = re.compile(rf"[{OPEN}{_ENDS}]([^{OPEN}{CLOSE}{_ENDS}]*)$")
_DEFINES = re.compile(rf"\s*(?::\s+|:(?=[^\x00-\x7f])|[：﹕︓{COLONS}]\s*)(.*)")
_MOST_CHARACTERS = 2_000
"""Of a line: what is said at its beginning, within a time that does not grow with it."""
_MOST_OF_NAME = 80
_MOST_OF_BRACKETED = 160
"""Characters of a line within which what stands in brackets before a name begins."""
HEAD_BYTES = 256_000
"""Of a file that cannot be read: the longest front matter, three bytes a character, and the head below it."""
_MOST_LINES = 2_000
"""Of it: this happens outside of the box, and each name is held against all that readers are called."""
_OLD_ENCODINGS = ("cp932", "euc_jp", "gb18030", "big5", "euc_kr")
"""Any text in one of them may pass for one in another."""
ENCODINGS = ("utf-8", *_OLD_ENCODINGS, "iso2022_jp", "utf-16-le", "utf-16-be")
_ENDS_A_BLOCK = re.compile(r"(?:-{3,}|\+{3,}|;{3,}|\.{3}|\}|-->)")
"""A line that ends a block, whatever opened it."""
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f]")
_CELL_LINES = re.compile(r"\n|\s/\s|(?<![\x00-\x7f])\s(?![\x00-\x7fぁ-ん])")
"""What parts the lines of a cell, also where they were joined: with ` / ` in Markdown, with a blank in HTML."""
_TWO_LANGUAGES = re.compile(r"(?<=[^\x00-\x7f])[\s/|]+(?=[!-~])|(?<=[!-~])[\s/|]+(?=[^\x00-\x7f])")
_TRANSLATED = re.compile(r"([^\x00-\x7f]{1,80}+)[\s/|]*[a-z][a-z\s]{0,80}")
"""A name and its translation before the end of a name in a line; the other way round what is before may be anything."""
_OF_ANY_LIST = frozenset(("group", "グループ", "グループ名", "access"))
"""Other words for readers that a column of any list is called by: whom a row belongs to, how to get there."""
_EDGES = re.compile(
    r"^[^\w`]+|(?:[^\w`]|(?<![a-z] )(?<![a-z] [(\[])\d|(?:(?<=範囲)|(?<=グループ))(?:等|など|名|区分))+$"
)
"""Signs around a name, what ends it loosely (公開範囲等), and the number of a note, but not of one that is counted:
`Groups 1`, `Groups (2)`."""
_INSIDE = re.compile(r"[\s/*~]+|(?<=公開|閲覧)の(?=範囲|グループ)")
"""What may stand within a name that is broken in two lines, emphasised in part, or told as a phrase: 公開の範囲."""
_LONGEST_STRETCHED = 12
"""Characters of a name that blanks make columns of: 閲　覧　グ　ル　ー　プ."""
_SEPARATORS = re.compile(r"[^\w\s/-]+")


def line_of_groups(lines: Iterable[str]) -> str | None:
    """The first line that begins with a name that says who may read something, as a field does."""
    return next((_short(line) for line in lines if any(map(_begins_with_groups, readings(line)))), None)


def _begins_with_groups(line: str) -> bool:
    within = _IN_BRACES.split(_CODE.sub("", line)) if "{" in line or "}" in line else ()
    found = [either for each in (line, *within) for either in _NAMED.findall(as_compared(each))]
    names = (name.strip() for either in found for name in either)
    return any(len(name) <= _MOST_OF_NAME and without_addition(name) in spellings("groups") for name in names)


def line_at_head(lines: Iterable[str], *, of_field: bool = False) -> str | None:
    """The first line that says who may read a text, in a field or as people write it; of prose, not of a block.

    Those `of_field` are its value: what parts things behind a field parts them from their beginning on.
    """
    return next((_short(line) for line in lines if line_of_groups([line]) or _is_shown(line, of_field=of_field)), None)


def line_of_readers(lines: Iterable[str]) -> str | None:
    """The first line that begins with a name of readers, or nearly, or with another word for them; of a block only."""
    for line in lines:
        found = [each for read in readings(line) for each in _NAMED.findall(_unnumbered(as_compared(read)))]
        names = (name.strip() for each in found for name in each)
        if any(means_groups(name) or speaks_of_readers(name) for name in names if name):
            return _short(line)
    return None


def check_text(text: str, *, columns: bool = True, of_field: bool = False) -> None:
    """Raises AccessUnclear: a text, or the value `of_field`, that seems to say at its head who may read it.

    Without `columns` a table's cells count only where they begin a row.
    """
    head = _head(text)
    if found := line_at_head(head, of_field=of_field):
        raise AccessUnclear(f"has the line {found!r}, which is no field: who may read it is unclear")
    rows = (_cells(line) for line in head if _CELL_BORDER.search(line))
    check_rows(row if columns else row[:1] for row in rows)
    check_rows([name for each in readings(line) for name in _before_values(each, columns=columns)] for line in head)


def check_unseen(text: str, *, of_field: bool = False) -> None:
    """Raises AccessUnclear: what a file holds and nobody sees seems to say at its head who may read it.

    It is there for machines, as fields are: other words for readers count too, which speak of anything in prose.
    """
    if found := line_of_readers(_head(text)):
        raise AccessUnclear(f"has the line {found!r} where nobody sees it: who may read it is unclear")
    check_unseen_rows(_cells(line) for line in _head(text) if _CELL_BORDER.search(line))
    check_text(text, of_field=of_field)


def check_unseen_rows(rows: Iterable[Sequence[str]], unseen: Callable[[int, int], bool] = lambda *_: True) -> None:
    """Raises AccessUnclear: a cell that nobody sees, of those at (row, column), is another word for readers, with
    something behind it or below; what names them counts where it is seen too (`check_rows`)."""
    head = [*islice(rows, HEAD_LINES)]
    lowest = {at: number for number, row in enumerate(head) for at, cell in enumerate(row) if _holds_something(cell)}
    for number, row in enumerate(head):
        last = max((at for at, cell in enumerate(row) if _holds_something(cell)), default=0)
        for at, cell in enumerate(row):
            if unseen(number, at) and (at < last or number < lowest.get(at, 0)) and _calls_readers(cell):
                raise AccessUnclear(
                    f"has a table with the cell {_short(cell)!r} that nobody sees: who may read it is unclear"
                )


def _holds_something(cell: str) -> bool:
    return any(map(str.isalnum, cell))


def _calls_readers(cell: str) -> bool:
    lines = (cell, *islice(_CELL_LINES.split(cell[:_MOST_CHARACTERS]), HEAD_LINES))
    read = chain.from_iterable(readings(line) for line in lines if len(line) <= _MOST_OF_NAME)
    names = (_EDGES.sub("", _without_signs(each)) for each in read)
    return any(speaks_of_readers(name) and name.casefold() not in _OF_ANY_LIST for name in names)


def check_property(name: str, value: str) -> None:
    """Raises AccessUnclear: a property that somebody gave a file is named as readers are, or says who may read it."""
    named = field_name(name)
    if means_groups(named) or speaks_of_readers(named):
        raise AccessUnclear(f"has a property {_short(name)!r}: who may read it is unclear")
    check_unseen(value, of_field=True)


def check_list(text: str) -> None:
    """Raises AccessUnclear: an item of a list in one line, as keywords are, seems to say who may read a file."""
    check_text("\n".join(items(text)), of_field=True)


def check_rows(rows: Iterable[Sequence[str]], *, prose: bool = False) -> None:
    """Raises AccessUnclear: a table whose first rows name a column, or a line, of who may read it.

    A line within a cell counts too, save in a cell of `prose`; a name that the row's last cell defines does not.
    """
    head = [without_defined(row) for row in islice(rows, HEAD_LINES)]
    if label := next((label for row in head for label, cell in pairwise(row) if _labels_somebody(label, cell)), None):
        raise AccessUnclear(f"has a table with the cell {_short(label)!r}: who may read it is unclear")
    for number, row in enumerate(head):
        for at, cell in enumerate(row):
            lines = () if prose else islice(_CELL_LINES.split(cell[:_MOST_CHARACTERS]), HEAD_LINES)
            values = () if cell.isascii() else _beside_and_below(head, number, at)
            if any(_names_groups(each, values) or _is_shown(each) for each in (cell, *lines)) or _in_two_languages(
                cell
            ):
                raise AccessUnclear(f"has a table with the cell {_short(cell)!r}: who may read it is unclear")


def _beside_and_below(rows: Sequence[Sequence[str]], number: int, at: int) -> list[str]:
    return [*rows[number][at + 1 : at + 2], *(row[at] for row in rows[number + 1 :] if at < len(row))]


def without_defined(row: Sequence[str]) -> Sequence[str]:
    """A row without the name that its last cell defines."""
    filled = [cell for cell in row if cell.strip()]
    last = filled[-1].strip() if len(filled) > 1 else ""
    defined = defines_readers(last) and _names_groups(filled[-2])
    return [*filled[:-2], filled[-1]] if defined else row


def _in_two_languages(cell: str) -> bool:
    """Whether a cell is such a name beside its translation: 公開範囲 Scope; code only mentions it."""
    name = cell.strip()
    return (
        len(name) <= _MOST_OF_NAME
        and "`" not in name
        and any(_names_groups(part) for part in _TWO_LANGUAGES.split(name)[:2] if not part.isascii())
    )


def may_name_groups(text: str) -> bool:
    """Whether a name of who may read something stands in it at all: a quick look before a thorough one."""
    return any(_spelt_in(_bare(each)) for each in readings(text))


def _bare(text: str) -> str:
    return _INSIDE.sub("", as_compared(text))


def _spelt_in(bare: str) -> set[str]:
    return {name for name in spellings("groups") if name in bare}


def may_name_something(text: str) -> bool:
    """Whether something in it ends a name: as quick a look, where other words count too."""
    return ends_a_name(as_compared(text))


def ends_a_name(text: str) -> bool:
    """Whether something in it ends a name, as in each line that says who may read something: the quickest look."""
    return _MAY_END_A_NAME.search(text) is not None


def seem_named(data: bytes, *, table: bool, markup: bool) -> bool:
    """Whether the head of a file of text that cannot be read seems to say who may read it, in whichever encoding; of
    `markup`, whose elements and attributes cannot be told apart then, whether it has any word for that."""
    texts = dict.fromkeys(data[:HEAD_BYTES].decode(encoding, "ignore") for encoding in ENCODINGS)
    return (markup and any(map(may_name_groups, texts))) or any(_seems_to_name(text, table=table) for text in texts)


def check_other_encodings(data: bytes, text: str) -> None:
    """Raises AccessUnclear: in another encoding than in which it was read, which was a guess, a file seems to say who
    may read it, and not in this one."""
    head = text[:HEAD_BYTES]
    if _seems_to_name(head, table=False):
        return
    named = _names_in(head)
    for encoding in _OLD_ENCODINGS:
        other = data[:HEAD_BYTES].decode(encoding, "ignore")
        if _seems_to_name(other, table=False) or _names_in(other) - named:
            raise AccessUnclear(f"may be in {encoding}, where it seems to say who may read it; save it as UTF-8")


def _names_in(text: str) -> set[str]:
    """Names of who may read something that stand in it at all, and other words for that which are cells of a header,
    none in Latin letters: those are the same in each of these encodings."""
    cells = {field_name(cell) for cell in parts(text.partition("\n")[0][:_MOST_CHARACTERS]) if not cell.isascii()}
    return _spelt_in(_bare(text)) | set(filter(speaks_of_readers, cells))


def _seems_to_name(text: str, *, table: bool) -> bool:
    lines = _CONTROL.sub("", text.replace("\r", "\n")).splitlines()[:_MOST_LINES]
    block = next((at for at, line in enumerate(lines[1:], 1) if _ENDS_A_BLOCK.fullmatch(line.strip())), 0)
    head = [line[:_MOST_CHARACTERS] for line in lines[: max(block, HEAD_LINES)]]
    if line_of_readers(head):
        return True
    try:
        check_text("\n".join(head))
        check_rows([*parts(line)] for line in head if table)
    except AccessUnclear:
        return True
    return False


def _head(text: str) -> list[str]:
    """Its first lines; of a term and what defines it, or begins with its colon, one more: `name: value`."""
    head = [line[:_MOST_CHARACTERS] for line in islice(filter(str.strip, text.splitlines()), HEAD_LINES)]
    defined = ((term, _DEFINES.match(line)) for term, line in pairwise(head))
    return head + [f"{term}: {value[1]}" for term, value in defined if value and not is_prose(value[1])]


def parts(cell: str) -> Iterator[str]:
    """A cell, and what stands in it between signs that might separate cells."""
    yield cell
    yield from _SEPARATORS.split(cell)


def _is_shown(line: str, *, of_field: bool = False) -> bool:
    """Whether a line says who may read something, as people write it: at its beginning, or behind what parts it."""
    return any(_says_readers(each, of_field=of_field) for each in readings(line))


def _says_readers(line: str, *, of_field: bool) -> bool:
    line = _ABOUT.sub("", _ON_A_SCREEN.sub("`", line[:_MOST_CHARACTERS]))
    if any(map(_begins_with_name, [line, *_behind_brackets(line)])):
        return True
    line = _without_pointers(line)
    first = _FIELDS_PARTED if of_field else _PARTED
    tail = line[-2 * _MOST_OF_NAME :]
    if _MAY_HOLD.search(tail) and may_name_groups(tail) and any(map(_holds_readers, (tail, *_behind(first, tail)))):
        return True
    pieces = _ENDS_A_NAME.split(_LINKS.sub("", _MENTIONED.sub("`", line)).replace("】", "】\t"))
    for at, (piece, value) in enumerate(pairwise(pieces)):
        said = _behind(_FIELDS_PARTED if at else first, piece[-_MOST_OF_NAME:])
        of_value = _behind_brackets(piece) if at or of_field else ()
        if any(_is_name(_without_signs(part), value) for part in chain(said, of_value)):
            return True
    return False


def _begins_with_name(line: str) -> bool:
    compared = as_compared(line)
    name, *behind = _SHOWN.split(_without_signs(line), maxsplit=1)
    if behind and _labels_somebody(name, behind[0]):
        return True
    said = [(name, behind[0])] if behind else []
    if label := _LABEL.match(compared):
        said.append((label[1], compared[label.end() :]))
    for name, value in said:
        translated = _TRANSLATED.fullmatch(name)
        if _is_name(name, value) or (translated and _is_name(translated[1], value)):
            return True
    return False


def _labels_somebody(label: str, value: str) -> bool:
    """Whether it is another label of who may read a text, and what stands behind it names somebody."""
    return len(label) <= _MOST_OF_NAME and _EDGES.sub("", as_compared(label)) in _labels() and names_a_few(value)


def _behind_brackets(line: str) -> Iterator[str]:
    """What stands behind each of the brackets that a line, or the value of a field, begins with."""
    at = 0
    while at < _MOST_OF_BRACKETED and (bracketed := _BRACKETED.match(line, at)):
        at = bracketed.end()
        if not (line[at - 1] == "]" and _REFERENCE.match(line, at)):
            yield line[at:]


def _without_pointers(line: str) -> str:
    """A line whose signs that only point are no brackets."""
    opened = _OPENS.search(line)
    at = opened.start() if opened else len(line)
    return _POINTS.sub("→", line[:at]) + line[at:]


def _cells(line: str) -> list[str]:
    """Those of a row; in one that is drawn (`│`) none before what is no value."""
    cells = _CELL_BORDER.split(line.strip().lstrip(_BORDERS))
    if "|" in line:
        return cells
    return ["" if is_no_value(behind) else cell for cell, behind in pairwise([*cells, ""])]


def _before_values(line: str, *, columns: bool) -> Iterator[str]:
    """What may be names in a line: what stands in columns before something else, several of them where a name is
    stretched, and behind what parts it; without `columns` only from the first on."""
    pieces = [each.strip() for each in _APART.split(_without_pointers(line)) if any(map(str.isalnum, each))]
    bare = [_bare(each) for each in pieces] if len(pieces) > 1 else []
    for at in range(1, len(bare)):
        for begins in range(at - 1, -1, -1):
            said = "".join(bare[begins:at])
            if begins < at - 1 and len(said) > _LONGEST_STRETCHED:
                break
            if (columns or not begins) and _spelt_in(said) and _is_value(pieces[at]):
                end = "".join(pieces[begins:at])[-_MOST_OF_NAME:]
                whole = end if begins < at - 1 else pieces[begins]
                names = (*dict.fromkeys((whole, end)), *_behind(_PARTED, end))
                together = any(_names_groups(name, pieces[at : at + 1]) for name in names)
                yield from (*names, *(_spelt_in(said) if together else ()))


def _is_value(said: str) -> bool:
    return bool(_VALUE.match(said)) and not (_GOES_ON.match(said) or is_no_value(said))


def _holds_readers(said: str) -> bool:
    """Whether it is such a name and its value in brackets, or behind a stroke where that names somebody; Latin letters
    in both are a name and what is added to it, or a path."""
    stroke = _BEFORE_STROKE.fullmatch(_without_signs(said))
    if stroke and not stroke[1].isascii() and names_a_few(stroke[2]) and _is_name(stroke[1].strip(), stroke[2]):
        return True
    if not (held := _HOLDS.fullmatch(_without_signs(said))) or not _is_name(held[1], held[2]):
        return False
    added = said.isascii() and not names_somebody(held[2])
    return not (added or _NOTE.fullmatch(held[2]) or is_no_value(held[2]))


def _behind(parted: re.Pattern[str], said: str) -> Iterator[str]:
    """What stands behind each thing that parts what is said, to its end; in brackets and behind an end as behind
    a field."""
    yield from (said[found.end() :] for found in parted.finditer(said))
    if parted is _PARTED and (opened := _OPENED.search(said)):
        yield from _behind(_FIELDS_PARTED, opened[1])


def _without_signs(line: str) -> str:
    """Its normal form, without a number and signs before the first word."""
    return _BEFORE_NAME.sub("", _unnumbered(as_compared(line)), count=1)


def _names_groups(cell: str, values: Sequence[str] = ()) -> bool:
    """Whether a cell is such a name, also when it is numbered, and together with another thing where one of the values
    beside and below it names somebody."""
    name = cell.strip()
    return len(name) <= _MOST_OF_NAME and any(
        _is_name(_unnumbered(as_compared(each)), *values, listed=True) for each in readings(name)
    )


def _is_name(name: str, *values: str, listed: bool = False) -> bool:
    """Whether it is such a name in its normal form, also when it is emphasised or broken in two lines, and together
    with another thing where a value names somebody; code only mentions it."""
    if len(name) > _MOST_OF_NAME:
        return False
    together = named_together(name, listed=listed or any(map(_COMMA.search, values)))
    return _is_spelt(name) or (any(map(_is_spelt, together)) and any(map(names_one, values)))


def _is_spelt(name: str) -> bool:
    return _INSIDE.sub("", _EDGES.sub("", without_addition(name))) in spellings("groups")


def _unnumbered(line: str) -> str:
    number = _NUMBER.match(line)
    return line[number.end() :] if number else line


def _short(text: str) -> str:
    return " ".join(text.split())[:80]
