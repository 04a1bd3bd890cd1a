"""What is said in a turn, and on what it rests."""

from dataclasses import dataclass

from yorisoi.types import Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    text: str
    citations: tuple[Citation, ...] = ()
    doubts: tuple[str, ...] = ()
    """What in it the passages do not say."""
