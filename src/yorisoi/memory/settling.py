"""What is worked out about an episode after the turn, when nobody waits any more.

Episodes are stored at once and settled later: embedded, weighed, searched for facts.  What is not settled is known to
the store, so a process that is killed loses nothing, and each batch is one transaction that settles an episode only
once, so that nothing is kept twice.
"""

import asyncio
import contextlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from yorisoi.errors import BackendError
from yorisoi.memory.importance import importance
from yorisoi.memory.persona.extracting import facts_in
from yorisoi.memory.persona.merging import Known, known, merged
from yorisoi.memory.reflecting import Reflector
from yorisoi.memory.words import USER, in_person, words_of
from yorisoi.memory_ports import EpisodeStore, NewFact, PersonaStore, Settled
from yorisoi.ports import Embedder
from yorisoi.types import Episode, UserId

_BATCH = 32
"""Episodes of one transaction: about a second of embedding on two cores."""
_BY = "rules"


class Settler:
    """Settles episodes over one store; several may work on the same store."""

    def __init__(
        self,
        episodes: EpisodeStore,
        persona: PersonaStore,
        embedder: Embedder | None,
        reflector: Reflector | None = None,
    ) -> None:
        self._episodes, self._persona, self._embedder = episodes, persona, embedder
        self._reflector = reflector
        self._one_at_a_time = asyncio.Lock()

    async def run(self) -> int:
        """Settle everything that waits, of every user; returns how many episodes were looked at."""
        return sum([await self.settle(user) for user in await self._episodes.waiting()])

    async def settle(self, user: UserId) -> int:
        """Settle what waits of one user, oldest first, and reflect on it if it is time to.

        Without a working embedder episodes are settled without vectors: their words are found all the same.
        """
        async with self._one_at_a_time:
            done = await self._settle(user)
            if done and self._reflector:
                with contextlib.suppress(BackendError):  # what has piled up stays, and the next turn tries again
                    await self._reflector.reflect(user)
            return done

    async def _settle(self, user: UserId) -> int:
        done = 0
        while True:
            revision = await self._episodes.revision(user)
            batch = await self._episodes.unsettled(user, _BATCH)
            if not batch:
                return done
            if await self._episodes.settle(user, await self._worked_out(user, batch), revision):
                done += len(batch)

    async def _worked_out(self, user: UserId, batch: Sequence[Episode]) -> list[Settled]:
        vectors = await self._embedded(batch)
        holding, new = known(await self._persona.facts(user)), 0
        settled = []
        for episode, vector in zip(batch, vectors, strict=True):
            facts, confirmed = _learnt(episode, holding, new)
            new += len(facts)
            settled.append(
                Settled(
                    episode=episode.id,
                    importance=importance(episode.text),
                    vector=vector,
                    terms=words_of(episode),
                    facts=facts,
                    confirmed=confirmed,
                )
            )
        return settled

    async def _embedded(self, batch: Sequence[Episode]) -> Sequence[NDArray[np.float32] | None]:
        if self._embedder is None:
            return [None] * len(batch)
        try:
            return list(await self._embedder.embed_passages([in_person(episode) for episode in batch]))
        except BackendError:
            return [None] * len(batch)


def _learnt(episode: Episode, holding: list[Known], before: int) -> tuple[tuple[NewFact, ...], tuple[int, ...]]:
    """(new facts, facts said once more) of an episode; `before`: how many the batch has brought so far.

    Facts come from the user's own words alone: what the assistant, a document or somebody else said proves nothing.
    """
    new: list[NewFact] = []
    confirmed: list[int] = []
    if episode.speaker == USER:
        for found in facts_in(episode.text):
            fact = merged(found, episode.at, _BY, holding, before + len(new) + 1)
            if isinstance(fact, NewFact):
                new.append(fact)
            else:
                confirmed.append(fact)
    return tuple(new), tuple(confirmed)
