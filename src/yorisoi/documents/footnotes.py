"""Footnotes told where they are pointed at: what restricts a sentence would stand in another section."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from yorisoi.documents.code import INLINE_CODE, outside_code
from yorisoi.documents.size import size

if TYPE_CHECKING:
    from bs4 import Tag

_NOTE = re.compile(
    r"^ {0,3}\[\^(?P<name>[^\[\]\s]{1,50})\]:[ \t]*(?P<note>[^\s`](?:[^`\n\[]|\[(?!\^))*)$"
    r"(?=\n?\Z|\n[ \t]*\n(?!\t| {2,}\S)|\n {0,3}(?:#{1,6}[ \t]|[-*+|>]|\d{1,9}[.)][ \t]|\[\^|`{3}|~{3}))\n?",
    re.MULTILINE,
)
"""Of one line, without code and pointers to others; what is longer stays where it stands."""
_POINTER = re.compile(r"(?<![\\!\]])(?P<end>[。．.!?！？]?)[ \t]?(?<!\\)\[\^(?P<name>[^\[\]\s]{1,50})\](?![:(\[])")
_END = re.compile(r"[。．.!?！？]\s*$")
_OF_NOTES = frozenset(("fn", "footnote", "endnote"))
"""A part of the id of a note on a page: pandoc, GitHub, Word by way of mammoth; a reference to literature has none."""
_ID_PARTS = re.compile(r"[-_:\d]+")
_POINTER_TEXT = re.compile(r"[\[(（〔]?注?(?:\d{1,3}|[a-z]|[*†‡※]{1,3})[\])）〕]?")
_BLOCKS = ("h1", "h2", "h3", "h4", "h5", "h6", "table", "ul", "ol", "dl", "pre", "blockquote")
_LONGEST = 600
"""Size of a note that is told within a sentence."""
_TIMES = 10
"""Pointers to one note: to more of them it would fill a page."""


def with_notes(stretches: Sequence[tuple[bool, str]]) -> str:
    """A Markdown text, in stretches that are fenced code or not, with its notes in place of what points at them.

    A note of several lines, with code or with pointers of its own stays where it stands, and so does one that nothing
    points at.

    >>> with_notes([(False, "休めます。[^1]\\n\\n[^1]: 平日に限ります。\\n")])
    '休めます（注：平日に限ります。）。\\n\\n'
    """
    pieces = [piece for code, stretch in stretches for piece in ([stretch] if code else _parted(stretch))]
    defined = {each["name"]: each for each in reversed(pieces) if isinstance(each, re.Match)}
    prose = (each for piece in pieces if isinstance(piece, _Prose) for each in INLINE_CODE.split(piece)[::2])
    times = Counter(found["name"] for each in prose for found in _POINTER.finditer(each))
    notes = {
        name: found["note"].strip()
        for name, found in defined.items()
        if 0 < times[name] <= _TIMES and size(found["note"]) <= _LONGEST
    }
    told = []
    for piece in pieces:
        if isinstance(piece, re.Match):
            told.append("" if piece["name"] in notes and defined[piece["name"]] is piece else piece[0])
        else:
            told.append(_in_place(piece, notes) if isinstance(piece, _Prose) else piece)
    return "".join(told)


def put_in_place(element: "Tag") -> None:
    """The same with the notes below a page, each of which leads back to what leads to it."""
    told: list[Tag] = []
    for pointer, note, back in list(_of_page(element)):
        for link in back:
            link.extract()
        said = " ".join(note.get_text(" ").split())
        if said and size(said) <= _LONGEST:
            around = pointer.parent if pointer.parent and pointer.parent.name == "sup" else pointer
            before = around.previous_sibling
            end = _END.search(before) if isinstance(before, str) else None
            if end:
                before.replace_with(before[: end.start()])
            around.replace_with(_told(said) + (end[0] if end else ""))
            told.append(note)
    for note in told:
        note.extract()


class _Prose(str):
    """What is no fenced code, and no note."""

    __slots__ = ()


def _parted(stretch: str) -> Iterator["_Prose | re.Match[str]"]:
    at = 0
    for note in _NOTE.finditer(stretch):
        yield _Prose(stretch[at : note.start()])
        yield note
        at = note.end()
    yield _Prose(stretch[at:])


def _in_place(prose: str, notes: dict[str, str]) -> str:
    def told(pointer: re.Match[str]) -> str:
        if pointer["name"] not in notes:
            return pointer[0]
        note = notes[pointer["name"]]
        line = pointer.string[pointer.string.rfind("\n", 0, pointer.start()) + 1 : pointer.start()]
        return _told(note.replace("|", r"\|") if line.lstrip().startswith("|") else note) + pointer["end"]

    return outside_code(prose, lambda text: _POINTER.sub(told, text))


def _of_page(element: "Tag") -> Iterator[tuple["Tag", "Tag", list["Tag"]]]:
    """(what leads to a note by its mark, the note, what leads back)"""
    notes = {str(note["id"]): note for note in element.find_all(["li", "p", "div", "dd", "aside"], id=_is_of_note)}
    pointers = [link for link in element.find_all("a", href=re.compile("^#")) if str(link["href"])[1:] in notes]
    times = Counter(str(link["href"]) for link in pointers)
    for link in pointers:
        note = notes[str(link["href"])[1:]]
        around = (link, *link.parents)
        names = {f"#{each['id']}" for each in around if each.get("id")}
        back = [each for each in note.find_all("a") if each.get("href") in names]
        holds_more = note.find(_BLOCKS) or note.find(id=_is_of_note)
        told_of = times[str(link["href"])] <= _TIMES and _POINTER_TEXT.fullmatch(
            "".join(link.get_text().lower().split())
        )
        if back and told_of and not holds_more and not any(each.get("id") in notes for each in around):
            yield link, note, back


def _is_of_note(given: object) -> bool:
    return isinstance(given, str) and not _OF_NOTES.isdisjoint(_ID_PARTS.split(given.lower()))


def _told(note: str) -> str:
    wide = any(character > "\u2e7f" for character in note)
    return f"（注：{note}）" if wide else f" (note: {note})"
