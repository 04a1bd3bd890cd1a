"""What the memory room asks of a store: conversations, episodes, what was concluded from them, and forgetting.

Part of `yorisoi.ports`, which holds the others and the roof over all, `Store`.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from yorisoi.types import NOTHING, Episode, Fact, Reflection, Session, Turn, UserId


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """An episode as the store keeps it."""

    episode: Episode
    vector: NDArray[np.float32] | None
    """Shape (dimension,); None until it is settled, or for good in a store without embeddings."""
    terms: tuple[str, ...] | None
    """Its words as `yorisoi.memory.words` takes them; None until it is settled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryChanges:
    """What became of one user's episodes since a revision."""

    revision: int
    """Of the user's memory now."""
    whole: bool
    """Something vanished or was reworded: `episodes` are all there are, and whatever was read before is void."""
    episodes: tuple[Remembered, ...]
    """New and changed ones, in the order in which they were first stored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewFact:
    """A fact on its way into the store; the fields mean what they mean in `Fact`."""

    kind: str
    topic: str
    text: str
    span: tuple[int, int]
    by: str
    supersedes: tuple[int, ...] = ()
    """Facts that no longer hold now: ids, or -n for the n-th new fact of the same call, from 1."""
    superseded_by: int | None = None
    """The fact that has taken its place already: the evidence is older than what is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """What was worked out about an episode after the turn."""

    episode: int
    importance: int
    vector: NDArray[np.float32] | None
    terms: tuple[str, ...]
    facts: tuple[NewFact, ...] = ()
    confirmed: tuple[int, ...] = ()
    """Facts that were said once more; ids as in `NewFact.supersedes`."""


class SessionStore(Protocol):
    """Conversations.  A session belongs to the user who began it; to everyone else it does not exist."""

    async def load(self, user: UserId, session: str, *, last: int | None = None, before: int | None = None) -> Session:
        """The session with all its turns, or with the `last` so many, each with its index; of those `before` that index
        where it is given; empty when it is new.

        Raises StoreError: it is another user's."""
        ...

    async def turns(self, user: UserId, places: Collection[tuple[str, int]]) -> dict[tuple[str, int], Turn]:
        """The user's turns at these places (session, index); those that are gone, or another's, are left out."""
        ...

    async def append(
        self,
        user: UserId,
        session: str,
        turns: Sequence[Turn],
        *,
        learnt: Mapping[str, str] = NOTHING,
        since: int | None = None,
    ) -> int:
        """Add turns at the end, each as an episode, with the attributes learnt from the first, in one transaction;
        returns the index of the first.

        Raises ErasedMeanwhile, here as in every call with `since`: something of the user's was erased, or corrected,
        after that revision of the memory, which what is to be kept was made from.  0, None: from none."""
        ...

    async def sessions(self, user: UserId, limit: int = 20, *, begun: bool = False) -> list[Session]:
        """The user's sessions, newest first; with `begun` only the first turn of each."""
        ...

    async def rename(self, user: UserId, session: str, title: str, *, since: int | None = None) -> None:
        """Call the session so; an empty title takes its name away.  The title is erased with the session's turns,
        with an utterance that it repeats, and with one of the session that it has a word of.  `since`: see `append`.
        Raises StoreError: the user has no such session."""
        ...


class EpisodeStore(Protocol):
    """What one user said, with vectors.  No call reaches another user's episodes.

    An episode is stored at once (`SessionStore.append` keeps every turn as one, in the same transaction) and settled
    later: its importance, words and vector are worked out afterwards.  Until then importance is 1.  Every change of a
    user's memory raises the user's revision.
    """

    async def add(self, user: UserId, episodes: Sequence[tuple[Episode, NDArray[np.float32] | None]]) -> list[int]:
        """Store episodes and return the ids that the store gave them (their own are ignored); those with a vector
        count as settled, the others wait.  Events are numbered by the store (see `Episode.turn`)."""
        ...

    async def all(self, user: UserId) -> tuple[list[Episode], NDArray[np.float32] | None]:
        """Every episode of the user, oldest first, and their vectors row by row (None: there are none)."""
        ...

    async def revision(self, user: UserId) -> int:
        """Of the user's memory now; where nothing is kept, the one from which it will count up."""
        ...

    async def since(self, user: UserId, revision: int) -> MemoryChanges:
        """What changed after that revision; everything after revision 0."""
        ...

    async def touch(self, user: UserId, ids: Collection[int], at: datetime, *, since: int | None = None) -> None:
        """Note that these were used at `at`.  `since`: see `SessionStore.append`."""
        ...

    async def waiting(self) -> list[UserId]:
        """Users who have episodes that are not settled, those who have waited longest first."""
        ...

    async def unsettled(self, user: UserId, limit: int) -> list[Episode]:
        """The user's oldest episodes that are not settled."""
        ...

    async def settle(self, user: UserId, settled: Sequence[Settled], revision: int) -> bool:
        """Keep what was worked out, with the facts found, in one transaction.

        False, and nothing is done, when the user's memory has changed since `revision`: look again.  An episode that is
        settled already, or gone, is left alone with its facts."""
        ...

    async def correct(self, user: UserId, episode: int, text: str) -> None:
        """Put other words in place of an episode's; it waits to be settled anew, and its facts are gone, as is
        whatever was concluded from it.

        Raises StoreError: the user has no such episode."""
        ...


class PersonaStore(Protocol):
    """What was concluded about one user: facts with their evidence, reflections.  No call reaches another user's."""

    async def facts(self, user: UserId, *, superseded: bool = False) -> list[Fact]:
        """The facts that hold, in the order in which they were learnt; with `superseded` those that held, too."""
        ...

    async def stale(self, user: UserId) -> Mapping[int, int]:
        """Episodes of whose facts none holds any more, and for each the episode that says what holds now."""
        ...

    async def correct(self, user: UserId, fact: int, event: Episode) -> Fact:
        """Supersede a fact, or the one that has taken its place, by all that an event says, which is added to the
        episodes; returns the new fact.  Raises StoreError: there is no such fact."""
        ...

    async def reflections(self, user: UserId) -> list[Reflection]:
        """Oldest first."""
        ...

    async def reflect(
        self, user: UserId, reflections: Sequence[Reflection], *, read: Collection[int], since: int | None = None
    ) -> None:
        """Store reflections (their ids are ignored).  `read`: the episodes that they were drawn from, more than each
        names as its evidence; they are erased with any of them.  `since`: see `SessionStore.append`.  Raises
        StoreError: an episode is not this user's."""
        ...


ErasedKind = Literal["episode", "fact", "reflection", "turn", "trace", "attribute", "comment", "name"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasedItem:
    """One thing that goes."""

    kind: ErasedKind
    id: str
    """Such as e12, f3, r1; session and index of a turn; a trace's id; an attribute's name; the session of a name."""
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Erased:
    """How many rows of each kind are gone, or would go."""

    episodes: int = 0
    facts: int = 0
    reflections: int = 0
    turns: int = 0
    traces: int = 0
    attributes: int = 0
    sessions: int = 0
    other: int = 0
    """Whatever else was kept of the user, such as feedback."""
    items: tuple[ErasedItem, ...] = ()
    """What goes when single things are erased."""
    said_again: tuple[ErasedItem, ...] = ()
    """Episodes that stay and hold the same words: they were said more than once."""


class Erasure(Protocol):
    """Forgetting for good: what is erased is no longer in the store's files when the call returns."""

    async def items(
        self,
        user: UserId,
        *,
        episodes: Collection[int] = (),
        facts: Collection[int] = (),
        reflections: Collection[int] = (),
        preview: bool = False,
    ) -> Erased:
        """Erase single things and what derives from them; `preview` only tells what would go.

        With an episode go its turn, the reply to it, every reply and trace that its words went into (`Turn.sources`),
        facts and reflections that rest on it, its focus words, an attribute learnt from the turn, and what was
        commented on it; with the last turn the session, whose id is free then and stands in no feedback.  Nothing else
        the user said goes.  What an erased fact had superseded holds again; what other episodes had said once more is
        learnt from them anew.  Raises StoreError: the user has no such thing; nothing is erased then."""
        ...

    async def everything(self, user: UserId) -> Erased:
        """Erase all that is kept of the user, conversations and traces included."""
        ...
