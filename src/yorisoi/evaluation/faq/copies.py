"""How nearly two wordings are the same."""

from yorisoi.evaluation.wording import rouge_l
from yorisoi.language import normal_form
from yorisoi.types import Language

NEAR_COPY = 0.9
"""Likeness from which on two wordings are nearly the same: one letter in ten differs."""


def likeness(one: str, other: str, language: Language) -> float:
    """ROUGE-L F1 of the normal forms without the mark at the end: over letters, or words where spaces part them."""
    return rouge_l(bare(one), bare(other), language)


def bare(text: str) -> str:
    return normal_form(text).rstrip("?!。.！？ ")
