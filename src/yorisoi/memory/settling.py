"""What is worked out about an episode after the turn, when nobody waits any more.

Episodes are stored at once and settled later: embedded, weighed, searched for facts.  What is not settled is known to
the store, so a process that is killed loses nothing, and each batch is one transaction that settles an episode only
once, so that nothing is kept twice.
"""

import contextlib
from asyncio import Lock
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import accumulate
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

from yorisoi.errors import BackendError, ErasedMeanwhile
from yorisoi.language import spelt_out
from yorisoi.memory.importance import importance
from yorisoi.memory.lull import Lull
from yorisoi.memory.persona.extracting import facts_in
from yorisoi.memory.persona.kinds import Found
from yorisoi.memory.persona.merging import Known, about_the_same, known, merged
from yorisoi.memory.reflecting import Reflector
from yorisoi.memory.weighing import Weighed, Weigher
from yorisoi.memory.words import ASSISTANT, USER, in_person, words_of
from yorisoi.memory_ports import EpisodeStore, NewFact, PersonaStore, Settled
from yorisoi.ports import Embedder
from yorisoi.types import Episode, UserId

_BATCH = 32
"""Episodes of one transaction: about a second of embedding on two cores."""
_PORTION = 4_000
"""Characters of them, some seconds of embedding: others' memories come in between, each user's in turn."""
_AT_ONCE = 8
"""Texts of one call of the embedder: a moment of one core."""
_BEGINNING = 100
"""Characters of a reply that are embedded.  What it is about is told first; the rest is found by its words and by the
question that it answers.  To embed an answer took longer than all else in a turn without a model."""
_REPLIES = 2_000
"""Replies whose vectors are remembered, 1.5 KB each: many are told the same."""
_PATIENCE_S, _SHORT_PATIENCE_S = 2.0, 0.2
"""For a lull in which to begin, and in which to go on; a server that has none for longer settles all the same."""
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
        self.lull = Lull()
        self.leaving = False
        """What waits is left to the next process: set by one that is told to stop and should not be kept waiting."""
        self._replies: OrderedDict[bytes, NDArray[np.float32]] = OrderedDict()
        """By a digest of the text: what was said to somebody is not kept."""

    async def run(self) -> int:
        """Settle everything that waits, of every user; returns how many episodes were looked at."""
        return sum([await self.settle(user) for user in await self._episodes.waiting()])

    async def settle_in_a_lull(self, user: UserId) -> None:
        """Settle what waits of one user soon, but not while others wait for an answer."""
        await self.lull.wait(_PATIENCE_S)
        await self.settle(user)

    async def settle(self, user: UserId) -> int:
        """Settle what waits of one user, oldest first, and reflect on it if it is time to.

        Without a working embedder episodes are settled without vectors: their words are found all the same.
        Calls for one user wait for each other, so that a user who speaks faster than is settled costs no work twice.
        """
        async with self._of_user.setdefault(user, Lock()):
            return await self._settle(user)

    async def _settle(self, user: UserId) -> int:
        done = 0
        weighed: dict[str, Weighed] = {}
        vectors: dict[str, NDArray[np.float32] | None] = {}
        while not self.leaving and (waiting := await self._episodes.unsettled(user, _BATCH)):
            batch = _portion(waiting)
            is_all = len(batch) == len(waiting) < _BATCH
            await self._weigh(batch, weighed)
            async with self._one_at_a_time:
                if self.leaving:
                    break  # many may have waited here: after an hour of more than it could do a server took minutes
                await self._embed(batch, vectors)
                # What takes long is done: of a user who goes on talking it would never be, if it had to be done anew.
                revision = await self._episodes.revision(user)
                batch = [each for each in await self._episodes.unsettled(user, _BATCH) if in_person(each) in vectors]
                if not await self._episodes.settle(
                    user, await self._worked_out(user, batch, vectors, weighed), revision
                ):
                    continue  # the user spoke at this moment
            done += len(batch)
            if is_all:
                break  # what was said since has a call of its own that waits for this one
        if done and self._reflector:
            async with self._one_at_a_time:
                # What has piled up stays, and the next turn tries again.
                with contextlib.suppress(BackendError, ErasedMeanwhile):
                    await self._reflector.reflect(user)
        return done

    async def _worked_out(
        self,
        user: UserId,
        batch: Sequence[Episode],
        vectors: Mapping[str, NDArray[np.float32] | None],
        weighed: Mapping[str, Weighed],
    ) -> list[Settled]:
        by_models = [weighed.get(episode.text) if episode.speaker == USER else None for episode in batch]
        found = [list(self._found(episode, said)) for episode, said in zip(batch, by_models, strict=True)]
        ever = await self._persona.facts(user, superseded=True) if any(found) else []
        # What puts a fact right is that fact, or was.
        right = {fact.episode for fact in ever if fact.by == USER}
        found = [[] if episode.id in right else told for episode, told in zip(batch, found, strict=True)]
        holding, new = known([fact for fact in ever if fact.superseded_by is None]), 0
        settled = []
        for episode, by_model, told in zip(batch, by_models, found, strict=True):
            facts, confirmed = _learnt(episode, told, holding, new)
            new += len(facts)
            settled.append(
                Settled(
                    episode=episode.id,
                    importance=by_model.importance if by_model else importance(episode.text, news=bool(facts)),
                    vector=vectors[in_person(episode)],
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

    async def _embed(self, batch: Sequence[Episode], vectors: dict[str, NDArray[np.float32] | None]) -> None:
        """`vectors`: by text, what is known already; None where there is no working embedder."""
        told = {in_person(each) for each in batch if each.speaker == ASSISTANT}
        new = [text for text in dict.fromkeys(map(in_person, batch)) if text not in vectors]
        read = {text: text[:_BEGINNING] if text in told else text for text in new}
        known = {of: self._replies[_key(of)] for of in read.values() if _key(of) in self._replies}
        known |= await self._embedded([of for of in dict.fromkeys(read.values()) if of not in known])
        vectors |= {text: known.get(of) for text, of in read.items()}
        for of in {read[text] for text in new if text in told} & known.keys():
            self._replies[_key(of)] = known[of]
            self._replies.move_to_end(_key(of))
        while len(self._replies) > _REPLIES:
            self._replies.popitem(last=False)

    async def _embedded(self, texts: Sequence[str]) -> Mapping[str, NDArray[np.float32]]:
        """By text, as far as there is a working embedder: a few at a time, so that who asks meanwhile has a core."""
        vectors: dict[str, NDArray[np.float32]] = {}
        if self._embedder is None:
            return vectors
        with contextlib.suppress(BackendError):
            for start in range(0, len(texts), _AT_ONCE):
                await self.lull.wait(_SHORT_PATIENCE_S)
                some = texts[start : start + _AT_ONCE]
                vectors |= zip(some, await self._embedder.embed_passages(some), strict=True)
        return vectors


def _key(text: str) -> bytes:
    return blake2b(text.encode(), digest_size=16).digest()


def _portion(waiting: Sequence[Episode]) -> Sequence[Episode]:
    """The first of them, as far as others are not kept waiting: one at least."""
    lengths = accumulate(spelt_out(each.text) for each in waiting)
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
