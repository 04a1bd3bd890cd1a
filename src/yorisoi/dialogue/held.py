"""How many of some words a text has."""

from collections.abc import Sequence


def held(words: Sequence[str], normal: str) -> float:
    """Share of the words that stand in a text in its normal form; 0 where there are none."""
    return sum(word in normal for word in words) / len(words) if words else 0.0
