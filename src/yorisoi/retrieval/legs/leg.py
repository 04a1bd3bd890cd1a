"""What a leg is, what it is asked and what it gives."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from yorisoi.ports import DocumentStore, PassageIndex, Terms
from yorisoi.types import Filter, Language

Ranked = list[tuple[int, float]]
"""Passages by id with their scores, best first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LegQuery:
    """One wording of a question, with all that any leg may need of it."""

    text: str
    terms: Terms
    language: Language
    vector: NDArray[np.float32] | None
    """Shape (dimension,), of unit length."""
    no_vector: str = "there is no embedding model"
    """Why there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """The passages that a leg ranked for one query."""

    scored: Ranked
    """On the leg's own scale."""
    candidates: int
    """How many of them it proposes, from the best on; the others are ranked so that their scores are known."""
    complete: bool
    """Whether every passage that has a score at all is among them."""

    @property
    def proposed(self) -> Ranked:
        return self.scored[: self.candidates]


class Leg(Protocol):
    """Ranks passages for a query, and puts its scores on the scale that all legs share.

    - `lacks` says what a query does not have that the leg needs, in words for the user; None: nothing.  A query that
      lacks something is not ranked.
    - `rank` proposes about `candidates` passages that pass the filter, best first, ties by id.
    - `normalised` scores any passages, whether or not it ranked them, against the background of those that have nothing
      to do with the query: shape (queries, passages), in nats, 0 for a passage that is no better than any; NaN where it
      cannot tell.  `rankings` are what `rank` gave for these queries.

    Raises BackendUnavailable when the index cannot be used.
    """

    @property
    def name(self) -> str:
        """In traces, hits and reports; further queries are `name/2`, `name/3`, ..."""
        ...

    @property
    def weight(self) -> float:
        """Of its normalised scores in a fusion, as the settings say."""
        ...

    @property
    def across_languages(self) -> bool:
        """Whether it can judge a passage in another language than the query's."""
        ...

    @property
    def literal(self) -> bool:
        """Whether it counts words: then it matters whether they stand together."""
        ...

    def lacks(self, query: LegQuery) -> str | None: ...

    async def rank(self, query: LegQuery, candidates: int, within: Filter) -> Ranking: ...

    async def normalised(
        self, queries: Sequence[LegQuery], rankings: Sequence[Ranking], ids: Sequence[int]
    ) -> NDArray[np.float64]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """What a leg that goes on from the others' findings made of them."""

    ranked: Ranked
    """The passages in the order that stands, by normalised scores in nats."""
    scored: Ranked
    """The same on the leg's own scale."""
    paths: Mapping[int, tuple[str | int, ...]]
    """How it came to a passage, where that is known: names, and passages by id, the passage itself last."""
    started_from: tuple[str, ...]
    """What in the question it went out from."""


class FollowUp(Protocol):
    """A leg that goes on from what the others found together.

    - `catch_up` brings what it keeps up to the store's newest change; the index is up to date already.
    - `follow` is given the passages found, by id with their normalised scores, best first; None: there is nothing to
      add, and their order stands.

    Raises BackendUnavailable when what it keeps cannot be used.
    """

    @property
    def name(self) -> str: ...

    async def catch_up(self, store: DocumentStore, index: PassageIndex) -> int: ...

    async def follow(self, query: LegQuery, found: Ranked, within: Filter) -> Followed | None: ...


@dataclass(frozen=True, slots=True)
class LegRun:
    """One leg, run for one of a question's queries."""

    leg: Leg
    number: int
    """Of the query, from 0."""
    ranking: Ranking

    @property
    def name(self) -> str:
        return run_name(self.leg, self.number)


def run_name(leg: Leg, number: int) -> str:
    return f"{leg.name}/{number + 1}" if number else leg.name
