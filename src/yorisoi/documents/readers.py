"""Who may read a page (decision 195): a field `groups` declares it, and whatever is declared there and cannot be
understood closes the page.  What looks like that field elsewhere in a file is caught by one simple net.

Whoever raises AccessUnclear closes a page: it is skipped, and what was stored of it withdrawn.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, lru_cache
from itertools import dropwhile, islice
from unicodedata import category

from yorisoi.documents.field_names import as_compared, items, spellings
from yorisoi.documents.tables import BREAK
from yorisoi.errors import AccessUnclear
from yorisoi.language.packs import words_of_all
from yorisoi.language.tables import cells
from yorisoi.types import group_names

HEAD_LINES = 30
"""So many lines of a text that hold something, and rows of a table, are looked at."""
HEAD_BYTES = 64_000
"""The same of a file that cannot be read."""
_ENCODINGS = ("utf-8", "utf-16", "cp932", "euc_jp", "gb18030")
_NEARLY = 0.8
"""Similarity (difflib) from which a field is taken for `groups`: `group` has .91, `gruops` .83, `product_group` .63."""
_MOST_CHARACTERS = 1_000
"""Of a line: what it begins with, in a time that does not grow with it."""
_BROKEN = re.compile("[\0\ud800-\udfff]")
"""What an escape of YAML can write and a database cannot."""
_YES, _NO = frozenset("1○◯〇◎●⭕✓✔☑✅"), frozenset("0×✕✖✗✘❌☒☐")
"""As tables have them, in any language."""

_instead_of_groups = words_of_all(lambda pack: [*map(_letters, pack.documents.instead_of_groups)])
_closing_by_yes = words_of_all(lambda pack: [*map(_letters, pack.documents.closing_by_yes)])
_closing_by_no = words_of_all(lambda pack: [*map(_letters, pack.documents.closing_by_no)])
_yes = words_of_all(lambda pack: pack.documents.yes | _YES)
_no = words_of_all(lambda pack: pack.documents.no | _NO)

_TAG = re.compile("</?[a-z][^<>]*>", re.IGNORECASE)
_LABEL, _MOST_LABELS = re.compile(r"(?:[xX]\]|[A-Za-z]{1,8}[.)])(?=\s)"), 3
_MARK_BEHIND = "(?:[^\\w`:∶꞉=】〗]|_)"
"""Marks of emphasis, escaped or not, and brackets; whatever is no letter."""
_BETWEEN_NAMES, _BETWEEN_WORDS = re.compile(r"[^\w -]+"), re.compile(r"[\s_-]+")


def declared_groups(fields: Mapping[str, object]) -> frozenset[str]:
    """The groups that fields, by their names as compared, name; empty: everyone may read the page.

    Raises AccessUnclear: a field says it under another name, twice, or in no names of groups; or none names groups, and
    one says that the page is not for everyone, such as `draft: true` and `公開: ×`.
    """
    check_field_names(fields)
    said = [name for name in spellings("groups") if name in fields]
    if not said:
        _check_open(fields)
        return frozenset()
    if len(said) > 1:
        raise AccessUnclear(f"says twice who may read it: {' and '.join(said)}")
    value = fields[said[0]]
    names = items(value) if isinstance(value, str) else value
    if not isinstance(names, list) or not all(isinstance(name, str) and name.strip() for name in names):
        raise AccessUnclear(f"{said[0]} must be a list of names, such as [hr, legal]")
    if not names:
        raise AccessUnclear(f"{said[0]} names nobody; leave it out where everyone may read")
    if any(map(_BROKEN.search, names)):
        raise AccessUnclear(f"{said[0]} holds a name with a character that no store can keep")
    return group_names(map(str.strip, names))


def check_field_names(names: Iterable[str]) -> None:
    """Raises AccessUnclear: one is nearly `groups`, or another name for it."""
    for name in names:
        if (meant := _meant(name)) not in (None, name):
            raise AccessUnclear(f"has a field {name!r}; if it is to say who may read it, write {meant}")


def names_readers(name: str) -> bool:
    """Whether a field's name, as compared, is `groups`, nearly so, or another name for it."""
    return _meant(name) is not None


def is_about_readers(name: str) -> bool:
    """Whether a field of this name, as compared, is looked at by `declared_groups`."""
    return names_readers(name) or _letters(name) in _closing_by_yes() | _closing_by_no()


@lru_cache(maxsize=4096)
def _meant(name: str) -> str | None:
    """The spelling of `groups` that a field's name is, or is taken for, also with something in brackets behind it."""
    for each in dict.fromkeys((name, name.partition("(")[0].strip())):
        if _letters(each) in _instead_of_groups():
            return "groups"
        if near := get_close_matches(each, spellings("groups"), 1, _NEARLY):
            return near[0]
    return None


def _check_open(fields: Mapping[str, object]) -> None:
    for name, value in fields.items():
        asked, said = _letters(name), as_compared(value).strip() if isinstance(value, str) else ""
        if (asked in _closing_by_yes() and said in _yes()) or (asked in _closing_by_no() and said in _no()):
            raise AccessUnclear(f"has a field {name!r} that closes it to everyone; write groups to say who may read it")


def _letters(name: str) -> str:
    """`access_groups`, `access-groups` and `accessGroups` are one name."""
    return _BETWEEN_WORDS.sub("", name)


def check_text(text: str) -> None:
    """Raises AccessUnclear: one of its first lines begins as the field `groups` does, or is a row of a table of which
    `check_rows` says so."""
    head = list(islice(filter(str.strip, text.splitlines()), HEAD_LINES))
    if found := line_of_readers(head):
        raise AccessUnclear(f"has the line {found!r}: if it says who may read the page, declare groups in a field")
    check_rows(cells(line) for line in head if "|" in line)


def check_rows(rows: Iterable[Sequence[str]]) -> None:
    """Raises AccessUnclear: one of a table's first rows has a cell that is a name of `groups`, also with something in
    brackets behind it, or begins as a line may not."""
    for row in islice(rows, HEAD_LINES):
        for cell in row:
            whole = "".join(cell.replace(BREAK, "").split())  # also where a narrow column breaks it
            if _named()[1].fullmatch(_bare(whole)) or line_of_readers(cell.splitlines()):
                found = _short(cell)
                raise AccessUnclear(f"has the cell {found!r}: if it says who may read the page, declare groups")


def line_of_readers(lines: Iterable[str]) -> str | None:
    """The first line that begins as the field `groups` does: `■公開範囲：人事部`, `**groups**: hr`, `[groups] = hr`.

    Before the name may stand what is no letter, as it is written, and behind it marks of emphasis and brackets, then a
    colon, an equals sign or 】.  A name in code (`groups`) is only spoken of.
    """
    return next((_short(line) for line in lines if _named()[0].match(_bare(line))), None)


@cache
def _named() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """The beginning of a line, and a cell."""
    name = f"(?:{'|'.join(map(re.escape, spellings('groups')))})"
    return re.compile(f"{name}{_MARK_BEHIND}*+[:∶꞉=】〗]"), re.compile(rf"{name}(?:[^\w`]|_)*(?:\(.*)?")


def _bare(line: str) -> str:
    """What is compared: without tags, what an item of a list is lettered or chosen with (`a.`, `xiv.`, `[x]`), and what
    stands before the first letter, as it is written: a normal form makes letters of ㊙ and Ⅰ."""
    bare = _TAG.sub("", line[:_MOST_CHARACTERS])
    for _ in range(_MOST_LABELS):
        bare = "".join(dropwhile(_is_no_letter, bare))
        if not (label := _LABEL.match(bare)):
            break
        bare = bare[label.end() :]
    return as_compared(bare)


def _is_no_letter(character: str) -> bool:
    return character != "`" and not category(character).startswith("L")


def _short(line: str) -> str:
    return " ".join(line.split())[:80]


def seems_to_declare(data: bytes) -> bool:
    """Whether at the head of a file of text that cannot be read, in one of the usual encodings, the name of a field of
    readers stands between signs: `groups: [hr]`, `質問,回答,公開範囲`, `<meta name="readers" ...>`."""
    for encoding in _ENCODINGS:
        lines = data[:HEAD_BYTES].decode(encoding, "ignore").splitlines()
        for line in islice(filter(str.strip, lines), HEAD_LINES):
            names = _BETWEEN_NAMES.split(as_compared(line[:_MOST_CHARACTERS]))
            if any(_meant(name.strip(" -")) for name in names):
                return True
    return False
