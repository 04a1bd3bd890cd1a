"""A turn while it is being made: what is known of it, and what it was taken to mean."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from yorisoi.dialogue.conversation_words import Conversation, asked_in_a_row
from yorisoi.dialogue.cues import is_small_talk, wants_to_be_asked
from yorisoi.dialogue.evidence import Asked, Evidence
from yorisoi.dialogue.gate import Gate
from yorisoi.dialogue.policy import Thresholds, need_of
from yorisoi.dialogue.reading import read
from yorisoi.dialogue.rewriting import Rewrite
from yorisoi.ports import Embedder, Overview
from yorisoi.retrieval.search import Found
from yorisoi.tracing import Trace
from yorisoi.types import (
    Assessment,
    Choice,
    Decision,
    Degraded,
    Filter,
    Hit,
    Language,
    Recalled,
    Reply,
    Session,
    Topic,
    Turn,
    UserId,
)


@dataclass(slots=True, kw_only=True)
class CurrentTurn:
    """What is known of the turn so far; filled in step by step."""

    text: str
    user: UserId
    at: datetime
    within: Filter
    trace: Trace
    session: Session
    """The end of it that is looked back at."""
    first: int
    """Index of the first of its turns."""
    known: dict[str, str]
    language: Language
    gate: Gate
    choice: Choice | None
    passes_all: bool
    """The user finds none of the choices offered fitting."""
    just_answer: bool
    thresholds: Thresholds
    store: Overview
    """What the store held when the turn began."""
    degraded: list[Degraded]
    topics: tuple[Topic, ...] = ()
    older: tuple[str, ...] = ()
    """Questions from before the history, oldest first, that a rewrite may need a name from."""

    @property
    def history(self) -> Sequence[Turn]:
        return self.session.turns

    @property
    def index(self) -> int:
        """Of this turn in its session."""
        return self.first + len(self.history)

    @property
    def in_view(self) -> list[tuple[str, int]]:
        """The turns (session, index) that are looked back at, so that nobody has to remember them."""
        return [(self.session.id, index) for index in range(self.first, self.index)]

    @property
    def is_ordered(self) -> bool:
        """The user has said whether to be asked, so that no model needs to."""
        return self.just_answer or self.passes_all or wants_to_be_asked(self.text)

    @property
    def is_small_talk(self) -> bool:
        return self.choice is None and is_small_talk(self.text, self.language)

    @property
    def ask_backs_in_a_row(self) -> int:
        return len(asked_in_a_row(self.history))

    async def asked(self, rewrite: Rewrite, embedder: Embedder | None) -> Asked:
        """What is held against the passages found."""
        resolved = rewrite.by not in ("unchanged", "choice")
        return Asked(
            text=rewrite.question,
            language=self.language,
            known=self.known,
            reading=await read(self.text, embedder),
            conversation=Conversation(
                text=self.text,
                language=self.language,
                history=self.history,
                standalone=self.gate.standalone,
                resolved=resolved,
            ),
            passages=self.store.passages,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """What an utterance was taken to mean, and what is to be done about it."""

    rewrite: Rewrite
    found: Found
    evidence: Evidence
    recalled: Sequence[Recalled]
    assessment: Assessment
    decision: Decision
    web: Sequence[Hit] = ()
    """Found on the web, where a model that steers searched there."""

    @property
    def need(self) -> float:
        """The probability that something has to be asked for, as far as the decision rests on it."""
        return need_of(self.assessment)


def reply_summary(reply: Reply) -> dict[str, object]:
    """What a trace keeps of the reply."""
    return {
        "action": reply.action,
        "rule": reply.rule,
        "text": reply.text,
        "question": reply.question,
        "need": need_of(reply.assessment),
    }
