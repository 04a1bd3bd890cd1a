"""Footnotes told where they are pointed at: what restricts a sentence would stand in another section."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from yorisoi.documents.size import size

if TYPE_CHECKING:
    from bs4 import Tag

_NOTE = re.compile(
    r"^ {0,3}\[\^([^\[\]\s]{1,50})\]:[ \t]*(\S.*(?:\n(?!\[\^)(?: {2,}|\t)?\S.*)*+(?:\n[ \t]*\n(?: {4}|\t).*)*+)\n?",
    re.MULTILINE,
)
_POINTER = re.compile(r"(?P<end>[。．.!?！？]?)[ \t]?\[\^(?P<name>[^\[\]\s]{1,50})\](?!:)")
_END = re.compile(r"[。．.!?！？]\s*$")
_ID = re.compile(r"(?:.*[-_:])?(?:fn|footnote|endnote)s?[-_:]?\w{1,20}")
"""Of a note on a page: pandoc, GitHub, Word by way of mammoth; a reference to literature has another."""
_BACK = "\u21a9\u2191^\ufe0e "
_LONGEST = 600
"""Size of a note that is told within a sentence."""
_TIMES = 10
"""Pointers to one note: to more of them it would fill a page."""


def pointed_at(text: str) -> dict[str, str]:
    """The notes of a Markdown text outside code that are told in their place, by their names."""
    times = Counter(found["name"] for found in _POINTER.finditer(text))
    found: dict[str, str] = {}
    for name, note in _NOTE.findall(text):
        if 0 < times[name] <= _TIMES and size(note) <= _LONGEST:
            found.setdefault(name, " ".join(note.split()))
    return found


def in_their_place(text: str, notes: dict[str, str]) -> str:
    """A stretch of the text with these notes in place of what points at them.

    >>> in_their_place("休めます。[^1]\\n\\n[^1]: 平日に限ります。", {"1": "平日に限ります。"})
    '休めます（注：平日に限ります。）。\\n\\n'
    """

    def told(pointer: re.Match[str]) -> str:
        if pointer["name"] not in notes:
            return pointer[0]
        note = notes[pointer["name"]]
        line = pointer.string[pointer.string.rfind("\n", 0, pointer.start()) + 1 : pointer.start()]
        return _told(note.replace("|", r"\|") if line.lstrip().startswith("|") else note) + pointer["end"]

    return _POINTER.sub(told, _NOTE.sub(lambda found: "" if found[1] in notes else found[0], text))


def put_in_place(element: "Tag") -> None:
    """The same with the notes below a page, each of which leads back to what leads to it."""
    told: list[Tag] = []
    for pointer, note in list(_of_page(element)):
        for link in note.find_all("a", href=re.compile("^#")):
            if not link.get_text().strip(_BACK):
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


def _of_page(element: "Tag") -> Iterator[tuple["Tag", "Tag"]]:
    """(what leads to a note, the note)"""
    notes = {str(note["id"]): note for note in element.find_all(["li", "p", "div", "dd"], id=_ID)}
    pointers = [link for link in element.find_all("a", href=re.compile("^#")) if str(link["href"])[1:] in notes]
    times = Counter(str(link["href"]) for link in pointers)
    for link in pointers:
        note = notes[str(link["href"])[1:]]
        if times[str(link["href"])] <= _TIMES and not link.find_parent(id=_ID):
            yield link, note


def _told(note: str) -> str:
    wide = any(character > "\u2e7f" for character in note)
    return f"（注：{note}）" if wide else f" (note: {note})"
