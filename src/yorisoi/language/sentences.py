"""Sentences, cut so that joining them gives the text back."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from yorisoi.language.packs import pack_of, words_of_all
from yorisoi.types import Language

_CLOSING = re.escape("」』）)】〕》〉]｝}”’\"'")
_END = re.compile(
    rf"""(?: (?<![。！？｡…]) [。！？｡…]* [。！？｡] [{_CLOSING}。！？｡!?…]*   # 。 and the like, with what closes
         |  (?<![!?]) [!?]++ (?! [A-Za-z0-9=&/#] ) [{_CLOSING}]*   # but not the ? of an address
         |  ．(?![0-9０-９])
         |  \.(?= [{_CLOSING}]* (?: \s | $ ) ) [{_CLOSING}]*   # a full stop needs space after it
         |  \n
        ) \s*""",
    re.VERBOSE,
)
_ENDS_LINE = re.compile(r"[。！？｡\n]")
_PAIRS = {"「": "」", "『": "』", "（": "）", "(": ")", "【": "】", "《": "》", "〈": "〉", "“": "”"}
ROW = re.compile(r"^[ \t]*+\|.*$", re.M)
"""Of a table in Markdown."""
_BRACKET = re.compile("[" + re.escape("".join(_PAIRS) + "".join(_PAIRS.values())) + r"]|\n[ \t　]*\n")
_LONGEST_BRACKET = 400
"""Characters.  A bracket that closes later than this, or in another paragraph, is taken for a slip of the pen."""

_abbreviations = words_of_all(lambda pack: pack.marks.abbreviations)
_NUMBERED = re.compile(r"(?:^|\n)\s*\d{1,2}[.．]$")


def sentences(text: str, language: Language) -> list[str]:
    """The sentences of a text, each with its closing marks and the white space after it.

    Ends are 。！？ and their like, and line breaks, but nothing inside brackets, quotation marks and rows of tables.  A
    full stop ends a sentence only before white space, and not after an abbreviation, an initial or a list number.
    Where space stands between words a line that goes on in lower case is the same sentence.
    `"".join(sentences(t, l)) == t`.
    """
    cuts = [match.end() for match in _ends(text, language)]
    borders = [0, *(cut for cut in cuts if cut < len(text)), len(text)]
    return [text[start:end] for start, end in pairwise(borders) if start < end]


def _ends(text: str, language: Language) -> list[re.Match[str]]:
    brackets, rows = _bracketed(text), [row.span() for row in ROW.finditer(text)]
    return [
        match
        for match in _END.finditer(text)
        if _goes_on_behind(match, brackets) and _goes_on_behind(match, rows) and _is_end(text, match, language)
    ]


def _goes_on_behind(match: re.Match[str], stretches: Sequence[tuple[int, int]]) -> bool:
    """Whether it is not inside one of these, which are in order, or ends a sentence behind it as well: （…。）。"""
    at = match.start()
    before = bisect_left(stretches, (at, at)) - 1
    inside = before >= 0 and at < stretches[before][1]
    return not inside or _ENDS_LINE.search(match.string, stretches[before][1] + 1, match.end()) is not None


def _is_end(text: str, match: re.Match[str], language: Language) -> bool:
    mark = text[match.start()]
    if mark in ".．":
        before = text[max(0, match.start() - 12) : match.start() + 1]
        following = text[match.end() : match.end() + 1]
        return not (_NUMBERED.search(before) or (following and _abbreviation().search(before)))
    if mark == "\n":
        return not pack_of(language).analysis.spaced or not text[match.end() : match.end() + 1].islower()
    return True


@cache
def _abbreviation() -> re.Pattern[str]:
    """Of any language, since English ones stand in all; initials too."""
    words = "|".join(sorted(_abbreviations()))
    return re.compile(rf"(?:^|[\s(\[\"'])(?:[A-Za-z]|(?:[A-Za-z]\.)+[A-Za-z]{'|' * bool(words)}{words})\.$")


def _bracketed(text: str) -> list[tuple[int, int]]:
    """The outermost stretches between brackets that match, in order."""
    found: list[tuple[int, int]] = []
    open_at: list[int] = []
    for match in _BRACKET.finditer(text):
        char, at = match.group(), match.start()
        if char in _PAIRS:
            open_at.append(at)
        elif len(char) > 1:
            open_at.clear()
        else:
            while open_at and _PAIRS[text[open_at[-1]]] != char:
                open_at.pop()
            if open_at:
                _close(found, open_at.pop(), at)
    return found


def _close(found: list[tuple[int, int]], start: int, end: int) -> None:
    if end - start > _LONGEST_BRACKET:
        return
    while found and found[-1][0] > start:  # a pair within this one
        found.pop()
    found.append((start, end))
