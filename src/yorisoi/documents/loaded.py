"""A document as it was read, before it is cut into passages."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import PurePath

from yorisoi.language.packs import pack_of
from yorisoi.types import Language

_PLACE = re.compile(r"^(?:0\d{1,2}[-_. 　]|\d{1,2}_|\d{1,2}[.．][ 　])\s*(?=[^\W\d])")


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedDocument:
    """One document in Markdown with what is known about it; the fields mean what they mean in `Document`."""

    title: str
    text: str
    """Markdown with `\\n` line ends, without front matter, shortcodes and HTML."""
    language: Language
    fragment: str = ""
    """Which part of the file it is, such as the FAQ id; empty when it is the whole file."""
    section: tuple[str, ...] = ()
    """Headings above all of it, such as a FAQ's category."""
    owner: str | None = None
    contact: str | None = None
    updated: date | None = None
    applies_to: Mapping[str, str] = field(default_factory=dict)
    groups: frozenset[str] = frozenset()
    notices: tuple[str, ...] = ()
    """What should be known of the file, though it was read."""


def title_of_file(name: str) -> str:
    """What a document is called that has no title: the file's name, without a number that keeps files in order.

    >>> title_of_file("docs/06_夜間の急患について.txt"), title_of_file("24-hour support.md")
    ('夜間の急患について', '24-hour support')
    """
    return _PLACE.sub("", PurePath(name).stem)


def is_a_code(title: str, language: Language) -> bool:
    """Whether a file's name is in other letters than what it says: `ryokin`, `doc_0312` of a Japanese one."""
    return title.isascii() and not pack_of(language).analysis.spaced
