"""What there is to read for one reader."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

MOST_ATTRIBUTES, MOST_VALUES = 50, 200
"""By which a store tells readers apart, and of one of them: every value is looked for in every utterance."""


def telling_apart(values: Mapping[str, Collection[str]]) -> dict[str, tuple[str, ...]]:
    """Attribute -> values, sorted: the first `MOST_ATTRIBUTES`, without those that have more than `MOST_VALUES`.

    What has thousands of values, such as a number of each page, says nothing of a reader.
    """
    few = [(name, tuple(sorted(known))) for name, known in sorted(values.items()) if len(known) <= MOST_VALUES]
    return dict(few[:MOST_ATTRIBUTES])


@dataclass(frozen=True, slots=True, kw_only=True)
class Overview:
    """Of the documents that one reader may read."""

    documents: int
    passages: int
    extent: int
    """How many things they speak of: passages, but of the rows of a section's tables, each of which is one, the first
    alone."""
    languages: Mapping[str, int]
    """Passages by language."""
    attributes: Mapping[str, tuple[str, ...]]
    """The `applies_to` attributes that tell readers apart (see `telling_apart`) and their values, sorted."""
    groups: frozenset[str]
    """Those of the reader's by which any of them can be read."""
    embedding: str | None
    """Name of the embedding model that the vectors, of this `dimension`, come from."""
    dimension: int | None
