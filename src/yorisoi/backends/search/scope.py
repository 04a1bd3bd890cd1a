"""Filters as labels: what a passage is marked with, and which marks a filter asks for.

A passage bears one of the marks asked for in every field if and only if `yorisoi.backends.filtering.passes` says so.
"""

from collections.abc import Iterator

from yorisoi.backends.filtering import BORDERS
from yorisoi.ports import IndexedPassage
from yorisoi.types import Filter

PUBLIC = "*"
"""In the field `groups`: everyone may read it."""
RESTRICTED = "!"
"""In the field `groups`: only some may.  While no passage bears it, nothing has to be asked about groups."""


def labels(passage: IndexedPassage) -> dict[str, tuple[str, ...]]:
    """The marks of a passage by field."""
    groups = tuple(map(_group, sorted(passage.groups)))
    return {
        "language": (passage.language,),
        "source": tuple(dict.fromkeys(_folders(passage.source))),
        "section": tuple(dict.fromkeys(passage.section)),
        "groups": (RESTRICTED, *groups) if groups else (PUBLIC,),
    }


def _folders(source: str) -> Iterator[str]:
    """A source and all that covers it, with and without the border: `a/b#c` -> a, a/, a/b, a/b#, a/b#c."""
    for at, char in enumerate(source):
        if char in BORDERS:
            yield source[:at]
            yield source[: at + 1]
    yield source


def clauses(within: Filter, all_public: bool) -> dict[str, tuple[str, ...]]:
    """Field -> marks of which a passage must bear one; fields that do not restrict are absent."""
    asked: dict[str, tuple[str, ...]] = {
        "language": tuple(within.languages),
        "source": within.sources,
        "section": within.sections,
    }
    if not all_public:
        asked["groups"] = (PUBLIC, *map(_group, sorted(within.groups)))
    return {field: values for field, values in asked.items() if values}


def _group(name: str) -> str:
    """Prefixed, so that no group can be named like a mark."""
    return "=" + name
