"""What a model that steers can look up in a turn, and what has come of it."""

from collections.abc import Awaitable, Callable

from yorisoi.dialogue.steering.calling import Search, Steered, steer
from yorisoi.dialogue.turn import TurnState
from yorisoi.memory.recollection import together
from yorisoi.ports import ChatModel
from yorisoi.types import Hit, Recalled


class Tools:
    """The searches of one turn.  Each shows the model a line for each thing found, and keeps in the turn what was."""

    def __init__(
        self,
        turn: TurnState,
        documents: Callable[[TurnState, str], Awaitable[None]],
        conversations: Callable[[TurnState, str], Awaitable[list[Recalled]]],
        web: Callable[[TurnState, str], Awaitable[list[Hit]]] | None,
    ) -> None:
        """`documents` searches the turn's documents once more, with this query beside what was searched before."""
        self._turn, self._search, self._recall, self._look_up = turn, documents, conversations, web

    async def steered_by(self, model: ChatModel, max_steps: int) -> Steered:
        """What the model came to by calling functions; what it asks is held to what it was given.  Raises BackendError
        when it calls none."""
        turn = self._turn
        steered = await steer(
            model,
            turn.said,
            turn.history,
            titles=turn.found.titles,
            known=turn.known,
            searches=self.offered(),
            max_steps=max_steps,
        )
        return steered.held_to(turn.given, turn.language)

    def offered(self) -> dict[str, Search]:
        """The searches that can be had, by name."""
        own: dict[str, Search] = {"search_documents": self._documents, "search_conversations": self._conversations}
        return {**own, "search_web": self._web} if self._look_up else own

    async def _documents(self, query: str) -> list[str]:
        await self._search(self._turn, query)
        return self._turn.found.titles

    async def _conversations(self, query: str) -> list[str]:
        memories = await self._recall(self._turn, query)
        self._turn.recalled = together(self._turn.recalled, memories)
        return [memory.episode.text for memory in memories]

    async def _web(self, query: str) -> list[str]:
        assert self._look_up is not None
        hits = await self._look_up(self._turn, query)
        known = {hit.passage.document.source for hit in self._turn.web}
        new = (hit for hit in hits if hit.passage.document.source not in known)
        self._turn.web = (*self._turn.web, *new)
        return [f"{hit.passage.document.title}: {hit.passage.text}" for hit in hits]
