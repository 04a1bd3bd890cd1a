"""Conversations for the tests of rewriting."""

from collections.abc import Sequence
from datetime import UTC, datetime

from yorisoi.dialogue.gate import gate
from yorisoi.dialogue.rewriting import Rewrite, rewrite

from yorisoi.types import Language, Turn

AT = datetime(2026, 4, 1, 9, tzinfo=UTC)


def spoken(*texts: str) -> list[Turn]:
    """User and assistant in turn, the user first."""
    return [Turn(speaker="assistant" if at % 2 else "user", text=text, at=AT) for at, text in enumerate(texts)]


def understood(text: str, language: Language, said: Sequence[str], **more: object) -> Rewrite:
    return rewrite(text, language, gate(text, language), spoken(*said), **more)  # type: ignore[arg-type]


def question(text: str, language: Language, said: Sequence[str], **more: object) -> str:
    return understood(text, language, said, **more).question
