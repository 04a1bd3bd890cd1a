"""What there is in a store of documents.  Part of `yorisoi.ports`, which holds the rest of it."""

from dataclasses import dataclass
from typing import Protocol

from yorisoi.types import Document


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A document in a list."""

    document: Document
    passages: int
    first: int | None
    """Id of its first passage; None: it has none."""


class Catalogue(Protocol):
    """Which documents there are."""

    async def listed(self, groups: frozenset[str]) -> list[Listed]:
        """Every document that a reader of these access groups may read, in order of source."""
        ...
