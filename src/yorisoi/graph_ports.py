"""What the graph room asks of a store: triples with their origins, and focus words.

Part of `yorisoi.ports`, which holds the others and the roof over all, `Store`; and what a graph of passages tells.
"""

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from yorisoi.types import Focus, Passage, Triple, UserId


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where triples come from."""

    name: str
    """The imported file, or the document's source."""
    passage_id: int | None = None
    """The passage that says so; None for an import."""
    method: str = "import"
    """`import`, `rules`, or the model's name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """A triple as the store keeps it."""

    triple: Triple
    source: str
    """The name of its origin."""
    method: str = "import"
    """Of its origin."""


class GraphStore(Protocol):
    """General triples with their origins, and the focus words of users' episodes.

    When a passage is removed or changed, or its document's readers change, its triples are gone with it; when an
    episode goes, its focus words are.  Only triples that every user may see are to be stored.
    """

    async def put(self, origin: Origin, triples: Iterable[Triple]) -> int:
        """Store the triples of an origin in place of those it had, in one transaction; returns how many.

        None of a passage that is gone or not open to everyone, as it may be by now though `unbuilt` told of it.
        """
        ...

    async def put_all(self, found: Sequence[tuple[Origin, Sequence[Triple]]]) -> None:
        """`put` for several origins, in one transaction."""
        ...

    async def withdraw(self, name: str) -> int:
        """Remove everything that comes from the file or document of that name; returns how many triples that was."""
        ...

    async def version(self) -> str:
        """Changes whenever triples come or go, and differs from all that other histories of the store have had, such as
        the one that a backup put an end to.  `0-0` where there are none."""
        ...

    def triples(self) -> AsyncIterator[list[Stated]]:
        """All of them, in batches, in the order in which they were stored."""
        ...

    async def origins(self) -> dict[tuple[str, str], int]:
        """(name, method) -> triples."""
        ...

    async def unbuilt(self, method: str, limit: int) -> list[Passage]:
        """Passages open to everyone that have no triples by this method yet, in order of their ids."""
        ...

    async def unheard(self, user: UserId) -> dict[int, str]:
        """Episode -> what the user said there, of those whose focus words are not known yet, or whose text changed."""
        ...

    async def hear(self, user: UserId, found: Mapping[int, tuple[str, Sequence[Focus]]]) -> None:
        """Keep the focus words of episodes, with the text that they come from; what is gone or another user's is left
        out."""
        ...

    async def focus(self, user: UserId) -> list[Focus]:
        """The focus words of all the user said, oldest first."""
        ...

    async def spoken(self, user: UserId) -> dict[str, list[tuple[str, int]]]:
        """Focus word -> (session, index) of the turns in which the user said it."""
        ...

    async def crowd(self, limit: int) -> list[list[Focus]]:
        """The focus words of at most so many users, one list each, without saying whose they are."""
        ...


# ---------------------------------------------------------------- passages and the names in them


@dataclass(frozen=True, slots=True, kw_only=True)
class Walked:
    """Where a walk over the names in passages ended."""

    passages: list[tuple[int, float]]
    """Ids with the probability that the walk ends there, best first."""
    named: tuple[str, ...]
    """What the question names, as it is written in the documents."""
    paths: Mapping[int, tuple[str | int, ...]]
    """For the best passages, how the walk came to each: names, as they are written, and ids of passages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that passages say."""

    text: str
    passages: tuple[int, ...]
    """Ids of those that it rests on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a community is about."""

    title: str
    """Empty: its names tell it."""
    summary: str
    """Two or three sentences; empty without a model."""
    findings: tuple[Finding, ...]
    importance: int
    """1..10."""
    by: str
    """The model's name, or `rules`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Community:
    """Passages and names that belong together."""

    id: int
    """Within the communities of one reader's view, for as long as they are not found anew."""
    level: int
    """0: at the top."""
    parent: int | None
    """The community that was divided into this one and others."""
    passages: tuple[int, ...]
    """Ids, the most central first."""
    names: tuple[str, ...]
    """As they are written, the most central first."""
    report: Report | None = None
    """By a model, where one was made of just these passages."""

    @property
    def title(self) -> str:
        return (self.report and self.report.title) or " / ".join(self.names[:3])
