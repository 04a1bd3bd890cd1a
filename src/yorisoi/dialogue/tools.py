"""What a model that steers can look up in a turn, and what has come of it."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from yorisoi.dialogue.evidence import Evidence
from yorisoi.dialogue.rewriting import Rewrite
from yorisoi.dialogue.steering import Search, Steered, steer
from yorisoi.dialogue.turn import CurrentTurn, Understood
from yorisoi.ports import ChatModel
from yorisoi.retrieval.search import Found
from yorisoi.types import Assessment, Decision, Hit, Recalled


class Tools:
    """The searches of one turn.  Each shows the model a line for each thing found, and keeps what was found."""

    conversations: Callable[[str], Awaitable[list[Recalled]]] | None = None
    web: Callable[[str], Awaitable[list[Hit]]] | None = None

    def __init__(
        self,
        turn: CurrentTurn,
        rewrite: Rewrite,
        found: Found,
        evidence: Evidence,
        recalled: Sequence[Recalled],
        search: Callable[[CurrentTurn, Rewrite], Awaitable[tuple[Found, Evidence]]],
    ) -> None:
        """What the turn has before the model's first step, and how its documents are searched."""
        self._turn, self._search = turn, search
        self.rewrite, self.found, self.evidence = rewrite, found, evidence
        self.recalled, self.outside = list(recalled), list[Hit]()

    async def steered_by(self, model: ChatModel, max_steps: int) -> Steered:
        """What the model came to by calling functions.  Raises BackendError when it calls none."""
        return await steer(
            model,
            self._turn.text,
            self._turn.language,
            self._turn.history,
            titles=self.found.titles,
            known=self._turn.known,
            searches=self.offered(),
            max_steps=max_steps,
        )

    def offered(self) -> dict[str, Search]:
        """The searches that can be had, by name."""
        searches: dict[str, Search] = {"search_documents": self._documents}
        if self.conversations:
            searches["search_conversations"] = self._conversations
        if self.web:
            searches["search_web"] = self._web
        return searches

    def understood(self, assessment: Assessment, decision: Decision) -> Understood:
        return Understood(
            rewrite=self.rewrite,
            found=self.found,
            evidence=self.evidence,
            recalled=self.recalled,
            assessment=assessment,
            decision=decision,
            web=self.outside,
        )

    async def _documents(self, query: str) -> list[str]:
        """The query beside those that were searched before: the model's words are never alone."""
        self.rewrite = replace(self.rewrite, queries=tuple(dict.fromkeys((*self.rewrite.queries, query))))
        self.found, self.evidence = await self._search(self._turn, self.rewrite)
        return self.found.titles

    async def _conversations(self, query: str) -> list[str]:
        assert self.conversations is not None
        memories = await self.conversations(query)
        known = {memory.episode.id for memory in self.recalled}
        self.recalled += [memory for memory in memories if memory.episode.id not in known]
        return [memory.episode.text for memory in memories]

    async def _web(self, query: str) -> list[str]:
        assert self.web is not None
        hits = await self.web(query)
        known = {hit.passage.document.source for hit in self.outside}
        self.outside += [hit for hit in hits if hit.passage.document.source not in known]
        return [f"{hit.passage.document.title}: {hit.passage.text}" for hit in hits]
