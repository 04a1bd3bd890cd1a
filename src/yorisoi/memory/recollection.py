"""The memories of many users over one store: each user's own are read once and then followed."""

from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from yorisoi.memory.cue import Cue, cue_of
from yorisoi.memory.mind import Mind
from yorisoi.memory.recall import RecallConfig, recall
from yorisoi.memory.words import ASSISTANT
from yorisoi.memory_ports import EpisodeStore, PersonaStore
from yorisoi.types import Episode, Language, Recalled, UserId

_EPISODES_KEPT = 100_000
"""Of all users together: about 250 MB with vectors of 384 dimensions."""
_A_USER = 400
"""Episodes that weigh as much as what there is of a user besides: a covariance, .6 MB."""
_A_WORD = 1e-9
"""Coverage of a question that shares any word of its subject."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallQuery:
    """What one's memory is asked."""

    question: str
    language: Language
    vector: NDArray[np.float32] | None
    """Of the question, as queries are embedded."""
    now: datetime
    in_view: Collection[tuple[str, int]] = ()
    """Turns (session, index) that need not be remembered."""


class Recollection:
    """Recalls what users said.  Reads of the store are exact: what was written before a call is seen by it."""

    def __init__(self, episodes: EpisodeStore, persona: PersonaStore, config: RecallConfig | None = None) -> None:
        self._episodes, self._persona = episodes, persona
        self.config = config or RecallConfig()
        self._minds: OrderedDict[UserId, Mind] = OrderedDict()
        self._stale: dict[UserId, dict[int, int]] = {}

    async def recall(self, user: UserId, query: RecallQuery) -> list[Recalled]:
        """What comes to mind, best first."""
        mind, cue, seen = await self._asked(user, query)
        facts = await self._facts(user) if cue.kinds else {}
        return recall(mind, cue, query.now, self.config, leave_out=seen, stale=self._stale.get(user), facts=facts)

    async def _facts(self, user: UserId) -> dict[int, str]:
        """Kinds of the facts that hold, by the episode that is their evidence."""
        return {fact.episode: fact.kind for fact in await self._persona.facts(user)}

    async def search(self, user: UserId, query: RecallQuery, limit: int) -> list[Recalled]:
        """Search in old conversation: the user's episodes nearest to the question, however old or slight.

        Neither recency nor importance counts, and nothing stands in for what no longer holds, unlike in `recall`.
        """
        mind, cue, seen = await self._asked(user, query)
        only_relevance = replace(
            self.config, recency_weight=0.0, importance_weight=0.0, min_coverage=_A_WORD, limit=limit
        )
        return recall(mind, cue, query.now, only_relevance, leave_out=seen)

    async def rank(self, user: UserId, query: RecallQuery, limit: int) -> list[Recalled]:
        """The user's episodes in the order in which they would come to mind, whether or not they do."""
        mind, cue, seen = await self._asked(user, query)
        many, stale = replace(self.config, limit=limit), self._stale.get(user)
        return recall(mind, cue, query.now, many, leave_out=seen, stale=stale, always=True)

    async def behind(self, user: UserId, told: Episode, turns: int) -> list[Episode]:
        """What was said in the same conversation in the turns behind an episode, in their order; nothing behind an
        event."""
        mind = await self.mind(user)
        rows = (mind.row_of_turn(told.session, told.turn + at + 1) for at in range(turns)) if told.turn >= 0 else ()
        return [mind.episodes[row] for row in rows if row is not None]

    async def _asked(self, user: UserId, query: RecallQuery) -> tuple[Mind, Cue, list[int]]:
        """The user's memory, what asks it, and the episodes of the turns in view."""
        mind = await self.mind(user)
        rows = (mind.row_of_turn(*turn) for turn in query.in_view)
        seen = [mind.episodes[row].id for row in rows if row is not None]
        return mind, cue_of(query.question, query.language, query.vector, mind.speakers, query.now), seen

    async def mind(self, user: UserId) -> Mind:
        """The user's memory as it is now."""
        mind = self._minds.get(user) or Mind(user)
        changes = await self._episodes.since(user, mind.revision)
        if changes.revision != mind.revision:
            self._stale[user] = dict(await self._persona.stale(user))
            mind.follow(changes)
        self._keep(mind)
        return mind

    def _keep(self, mind: Mind) -> None:
        """The users who spoke last stay."""
        self._minds[mind.user] = mind
        self._minds.move_to_end(mind.user)
        held = sum(len(each) + _A_USER for each in self._minds.values())
        while held > _EPISODES_KEPT and len(self._minds) > 1:
            user, oldest = self._minds.popitem(last=False)
            self._stale.pop(user, None)
            held -= len(oldest) + _A_USER


def together(first: Sequence[Recalled], others: Sequence[Recalled]) -> list[Recalled]:
    """All of them, those of the others that are not among the first behind them."""
    known = {each.episode.id for each in first}
    return [*first, *(each for each in others if each.episode.id not in known)]


def places(recalled: Sequence[Recalled]) -> list[tuple[str, int]]:
    """(session, index) of all that came to mind: what is made of it is erased with it."""
    return [(each.session, each.turn) for each in _every(recalled)]


def replies(recalled: Iterable[Recalled]) -> list[tuple[str, int]]:
    """The same of our replies among it."""
    return [(each.session, each.turn) for each in _every(recalled) if each.speaker == ASSISTANT]


def _every(recalled: Iterable[Recalled]) -> Iterator[Episode]:
    for memory in recalled:
        yield from (memory.episode, *memory.neighbours, *memory.also)
        if memory.in_place_of is not None:
            yield memory.in_place_of
