"""Whether a passage is about another thing of the kind that was named: X100 and not X200, 上海店 and not 北京店."""

import re
from collections.abc import Iterator
from itertools import pairwise

from yorisoi.language import Pos, morphemes, normal_form
from yorisoi.types import Language, Passage

_NUMBERED = re.compile(
    r"(?<![a-z0-9])([a-z]{1,8}-?)(\d{1,5})(?![\d.,:])"
    r"|([^\W\d_a-z]{2})(\d{1,5})(?=[のはをがにでともへや、。?!\s]|$)"
    r"|(第)(\d{1,5})(?=[^\W\d_])"
)
"""What something is called with a number, and that; not what only counts: 午後3時, 20円."""


def is_of_another(passage: Passage, text: str, language: Language) -> bool:
    """Whether of a kind of thing that the text names one of, the passage names others only.

    >>> list(_numbered("x200と会議室13の料金"))
    [('x', '200'), ('議室', '13')]
    """
    said, told = normal_form(text), normal_form(passage.in_context)
    headings = normal_form(" ".join((passage.document.title, *passage.section)))
    others = _by_kind(_numbered(told)), _by_kind(_proper(headings, passage.language))
    named = _by_kind(_numbered(said)), _by_kind(_proper(said, language))
    return any(
        kind in theirs and not own & theirs[kind] and not any(name in told for name in own if not name.isdecimal())
        for ours, theirs in zip(named, others, strict=True)
        for kind, own in ours.items()
    )


def _by_kind(named: Iterator[tuple[str, str]]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for kind, name in named:
        found.setdefault(kind, set()).add(name)
    return found


def _numbered(text: str) -> Iterator[tuple[str, str]]:
    """(what is numbered, its number)"""
    for found in _NUMBERED.finditer(text):
        kind, number = filter(None, found.groups())
        yield kind, number


def _proper(text: str, language: Language) -> Iterator[tuple[str, str]]:
    """(what kind of thing it is, its name), where that stands right before: 北京店."""
    for name, kind in pairwise(morphemes(text, language)):
        if name.pos is Pos.PROPER and kind.pos in (Pos.NOUN, Pos.SUFFIX) and name.end == kind.start:
            yield kind.normal, name.normal
