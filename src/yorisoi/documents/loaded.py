"""A document as it was read, before it is cut into passages."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from yorisoi.types import Language


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
