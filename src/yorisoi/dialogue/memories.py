"""What was said before, in this conversation or in others, as a turn looks back on it."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from yorisoi.dialogue.answer.recalling import recall, told_by_user
from yorisoi.dialogue.interpret.amending import amending, may_put_right, puts_right
from yorisoi.dialogue.interpret.said_here import SaidHere, said_before, said_here, told_all
from yorisoi.dialogue.interpret.stated import told
from yorisoi.dialogue.interpret.wording import MAY_RECALL, WordingReader
from yorisoi.dialogue.patterns import is_question
from yorisoi.dialogue.turn import TurnState
from yorisoi.dialogue.withheld import readable_memories
from yorisoi.errors import BackendError
from yorisoi.language import Utterance
from yorisoi.memory.recollection import RecallQuery, Recollection, together
from yorisoi.memory.words import ASSISTANT
from yorisoi.ports import Store
from yorisoi.retrieval.search import Searcher
from yorisoi.types import Episode, Language, Recalled

_CONVERSATIONS = 3
"""Things said in other conversations that a model which steers gets of a search in them, at least."""
_BEHIND = 20
"""Turns behind what was told, the replies among them, that may put it right."""
_AMENDING = 2
"""What was put right last, told with it."""
_LOOKED_THROUGH = 30
"""Memories among which what was told is looked for."""


class Memories:
    """Over one store; each turn sees its user's own."""

    def __init__(self, store: Store, memory: Recollection, searcher: Searcher, reader: WordingReader) -> None:
        self._store, self._memory, self._searcher, self._reader = store, memory, searcher, reader

    async def look_back(self, turn: TurnState) -> None:
        """Find what comes to mind, and where the utterance may ask for what was told, or put it right, that."""
        with turn.trace.step("recall") as step:
            turn.recalled = await self._coming_to_mind(turn)
            recalls, amends = turn.wording.recalls >= MAY_RECALL, may_put_right(turn.said)
            asks_more = is_question(turn.text, turn.language) and turn.evidence.in_best < 1
            near = await self._near(turn) if recalls or amends or asks_more else []
            turn.told_all = asks_more and await self._told_all(turn, near)
            if turn.told_all or recalls:
                await self._look_for_what_was_told(turn, near)
            elif amends:
                turn.told_before = [
                    told(each.episode.text, turn.language) for each in told_by_user(near, turn.language)
                ]
            step.note(recalled=turn.recalled, said_here=turn.said_here)

    async def _look_for_what_was_told(self, turn: TurnState, near: Sequence[Recalled]) -> None:
        turn.said_here = await self._said_here(turn)
        if not turn.said_here.is_meant:
            facts = [each for each in turn.recalled if "fact" in each.why]
            many = told_by_user(near, turn.language)
            before = await said_before(turn.said, many, self._reader, self._searcher.embedder)
            found = together(facts, before)
            turn.recalled = await self._put_right(turn, found, many)

    async def _told_all(self, turn: TurnState, near: Sequence[Recalled]) -> bool:
        """Whether one has told of all that is named, here or elsewhere; asked where the best passage has not all."""
        said = [each.text for each in turn.history if each.speaker == "user"]
        before = [each.episode.text for each in near if each.episode.speaker != ASSISTANT]
        return await told_all(turn.said, [*said, *before], self._reader)

    async def _said_here(self, turn: TurnState) -> SaidHere:
        return await said_here(turn.said, turn.history, self._reader, self._searcher.embedder)

    async def tell(self, turn: TurnState) -> str:
        """What was said before, in the user's own words."""
        here = turn.said_here or await self._said_here(turn)
        return recall(turn.said, turn.threads, here, turn.recalled)

    async def search(self, turn: TurnState, query: str) -> list[Recalled]:
        """What the user said in other conversations that has to do with the query."""
        most = max(self._searcher.config.conversations, _CONVERSATIONS)
        found = await self._memory.search(turn.user, _query(turn, query, await self._embedded(query)), most)
        return await self._readable(turn, found)

    async def _coming_to_mind(self, turn: TurnState) -> list[Recalled]:
        """And what a search in the user's conversations finds, where that is set."""
        most, asked = self._searcher.config.conversations, _query(turn, turn.question, turn.found.query_vector)
        recalled = await self._memory.recall(turn.user, asked)
        searched = await self._memory.search(turn.user, asked, most) if most else []
        return await self._readable(turn, together(recalled, searched))

    async def _readable(self, turn: TurnState, recalled: Sequence[Recalled]) -> list[Recalled]:
        return await readable_memories(self._store, turn.user, recalled, turn.within.groups)

    async def _near(self, turn: TurnState) -> list[Recalled]:
        """What was said in other conversations, by how near it is to the utterance."""
        is_found = turn.question == turn.text
        vector = turn.found.query_vector if is_found else await self._embedded(turn.text)
        return await self._memory.rank(turn.user, _query(turn, turn.text, vector), _LOOKED_THROUGH)

    async def _put_right(self, turn: TurnState, told: Sequence[Recalled], many: Sequence[Recalled]) -> list[Recalled]:
        """What was told, each behind it with what puts it right of what was said then, or of all that is near."""
        found: dict[int, list[Recalled]] = {}
        for each in told:
            later = await self._said_then(turn, each.episode)
            known = [each.episode.text, *(it.text for it in later)]
            others = (it.episode for it in many if it.episode.at > each.episode.at)
            later += [it for it in others if puts_right(_as_stated(it, turn.language), known)]
            last = sorted({it.id: it for it in later}.values(), key=lambda it: it.at)[-_AMENDING:]
            found[each.episode.id] = [replace(each, episode=it, neighbours=(), in_place_of=each.episode) for it in last]
        behind = {it.episode.id for later in found.values() for it in later}
        first = [each for each in told if each.episode.id not in behind]
        return [it for each in first for it in (each, *found[each.episode.id])]

    async def _said_then(self, turn: TurnState, told: Episode) -> list[Episode]:
        """What puts it right of what was said behind it in its conversation."""
        behind = await self._memory.behind(turn.user, told, _BEHIND)
        later = [(spoken.speaker == told.speaker, spoken.text) for spoken in behind]
        return [behind[at] for at in await amending(told.text, later, turn.language, self._reader)]

    async def _embedded(self, query: str) -> NDArray[np.float32] | None:
        if self._searcher.embedder is None:
            return None
        try:
            vectors: NDArray[np.float32] = await self._searcher.embedder.embed_queries([query])
        except BackendError:  # then by words alone
            return None
        return np.asarray(vectors[0])


def _as_stated(episode: Episode, language: Language) -> Utterance:
    return Utterance(told(episode.text, language) or episode.text, language)


def _query(turn: TurnState, question: str, vector: NDArray[np.float32] | None) -> RecallQuery:
    return RecallQuery(question=question, language=turn.language, vector=vector, now=turn.at, in_view=turn.in_view)
