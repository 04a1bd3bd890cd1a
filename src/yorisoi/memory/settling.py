"""What is worked out about an episode after the turn, when nobody waits any more.

Episodes are stored at once and settled later: embedded, weighed, searched for facts.  What is not settled is known to
the store, so a process that is killed loses nothing, and each batch is one transaction that settles an episode only
once, so that nothing is kept twice.
"""

import contextlib
from asyncio import Lock
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

from yorisoi.errors import BackendError
from yorisoi.memory.importance import importance
from yorisoi.memory.persona.extracting import facts_in
from yorisoi.memory.persona.kinds import Found
from yorisoi.memory.persona.merging import Known, about_the_same, known, merged
from yorisoi.memory.reflecting import Reflector
from yorisoi.memory.weighing import Weighed, Weigher
from yorisoi.memory.words import USER, in_person, words_of
from yorisoi.memory_ports import EpisodeStore, NewFact, PersonaStore, Settled
from yorisoi.ports import Embedder
from yorisoi.types import Episode, UserId

_BATCH = 32
"""Episodes of one transaction: about a second of embedding on two cores."""
_PORTION = 4_000
"""Characters of them, some seconds of embedding: others' memories come in between, each user's in turn."""
_BY = "rules"


class Settler:
    """Settles episodes over one store; several may work on the same store."""

    def __init__(
        self,
        episodes: EpisodeStore,
        persona: PersonaStore,
        embedder: Embedder | None,
        reflector: Reflector | None = None,
        weigher: Weigher | None = None,
    ) -> None:
        self._episodes, self._persona, self._embedder = episodes, persona, embedder
        self._reflector, self._weigher = reflector, weigher
        self._one_at_a_time = Lock()
        self._of_user: WeakValueDictionary[UserId, Lock] = WeakValueDictionary()

    async def run(self) -> int:
        """Settle everything that waits, of every user; returns how many episodes were looked at."""
        return sum([await self.settle(user) for user in await self._episodes.waiting()])

    async def settle(self, user: UserId) -> int:
        """Settle what waits of one user, oldest first, and reflect on it if it is time to.

        Without a working embedder episodes are settled without vectors: their words are found all the same.
        Every turn calls this when it is done; calls for one user wait for each other, so that a user who speaks faster
        than is settled costs no work twice.
        """
        async with self._of_user.setdefault(user, Lock()):
            return await self._settle(user)

    async def _settle(self, user: UserId) -> int:
        done = 0
        weighed: dict[str, Weighed] = {}
        while True:
            revision = await self._episodes.revision(user)
            waiting = await self._episodes.unsettled(user, _BATCH)
            if not waiting:
                break
            batch = _portion(waiting)
            await self._weigh(batch, weighed)
            async with self._one_at_a_time:
                if await self._episodes.revision(user) != revision:
                    continue  # the user spoke while others' memories were worked on
                if await self._episodes.settle(user, await self._worked_out(user, batch, weighed), revision):
                    done += len(batch)
        if done and self._reflector:
            async with self._one_at_a_time:
                with contextlib.suppress(BackendError):  # what has piled up stays, and the next turn tries again
                    await self._reflector.reflect(user)
        return done

    async def _worked_out(
        self, user: UserId, batch: Sequence[Episode], weighed: Mapping[str, Weighed]
    ) -> list[Settled]:
        vectors = await self._embedded(batch)
        holding, new = known(await self._persona.facts(user)), 0
        settled = []
        for episode, vector in zip(batch, vectors, strict=True):
            by_model = weighed.get(episode.text) if episode.speaker == USER else None
            facts, confirmed = _learnt(episode, self._found(episode, by_model), holding, new)
            new += len(facts)
            settled.append(
                Settled(
                    episode=episode.id,
                    importance=by_model.importance if by_model else importance(episode.text, news=bool(facts)),
                    vector=vector,
                    terms=words_of(episode),
                    facts=facts,
                    confirmed=confirmed,
                )
            )
        return settled

    async def _weigh(self, batch: Sequence[Episode], weighed: dict[str, Weighed]) -> None:
        """Have the model weigh what the user said; what it fails at is left to the rules.

        `weighed`: by text, what it has said already: when the user goes on talking meanwhile, the batch is looked at
        again, but nothing is asked twice.  Others' memories do not wait for this call.
        """
        new = [each for each in batch if each.speaker == USER and each.text not in weighed]
        if self._weigher and new:
            with contextlib.suppress(BackendError):
                by_id = await self._weigher.weigh(new)
                weighed.update({each.text: by_id[each.id] for each in new if each.id in by_id})

    def _found(self, episode: Episode, by_model: Weighed | None) -> Iterator[tuple[Found, str]]:
        """(fact, who found it): what the rules find, and what the model finds beyond that.

        Facts come from the user's own words alone: what the assistant, a document or somebody else said proves nothing.
        """
        by_rules = facts_in(episode.text) if episode.speaker == USER else []
        yield from ((found, _BY) for found in by_rules)
        if self._weigher and by_model:
            for found in by_model.facts:
                if not any(_say_the_same(found, each) for each in by_rules):
                    yield found, self._weigher.name

    async def _embedded(self, batch: Sequence[Episode]) -> Sequence[NDArray[np.float32] | None]:
        if self._embedder is None:
            return [None] * len(batch)
        try:
            return list(await self._embedder.embed_passages([in_person(episode) for episode in batch]))
        except BackendError:
            return [None] * len(batch)


def _portion(waiting: Sequence[Episode]) -> Sequence[Episode]:
    """The first of them, as far as others are not kept waiting: one at least."""
    lengths = accumulate(len(each.text) for each in waiting)
    return waiting[: max(1, sum(length <= _PORTION for length in lengths))]


def _learnt(
    episode: Episode, found: Iterable[tuple[Found, str]], holding: list[Known], before: int
) -> tuple[tuple[NewFact, ...], tuple[int, ...]]:
    """(new facts, facts said once more) of an episode; `before`: how many the batch has brought so far."""
    new: list[NewFact] = []
    confirmed: list[int] = []
    for each, by in found:
        fact = merged(each, episode.at, by, holding, before + len(new) + 1)
        if isinstance(fact, NewFact):
            new.append(fact)
        else:
            confirmed.append(fact)
    return tuple(new), tuple(confirmed)


def _say_the_same(one: Found, other: Found) -> bool:
    """Of two facts in one utterance: they are about the same, or the same words were read as the same kind."""
    overlap = one.span[0] < other.span[1] and other.span[0] < one.span[1]
    return about_the_same(one.topic, other.topic) or (one.kind == other.kind and overlap)
