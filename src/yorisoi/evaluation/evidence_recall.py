"""How much of the evidence a memory brings back: recall@k over questions, for any memory that ranks what was spoken."""

import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from yorisoi.evaluation.locomo import ANSWERABLE, Conversation, MemoryQuestion

DEPTHS = (5, 10)

Rank = Callable[[Conversation, MemoryQuestion], Awaitable[Sequence[str]]]
"""Ids of what was spoken, the most useful first, at least `max(DEPTHS)` where there are as many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """What a memory made of one question."""

    conversation: str
    question: MemoryQuestion
    ranking: tuple[str, ...]
    ms: float

    def recall(self, k: int) -> float:
        """Share of the evidence among the first k."""
        return len(set(self.question.evidence) & set(self.ranking[:k])) / len(self.question.evidence)


async def rank_all(conversation: Conversation, rank: Rank) -> list[Ranked]:
    """Every question of a conversation that has evidence, one after the other."""
    ranked = []
    for question in conversation.questions:
        if question.evidence:
            began = time.perf_counter()
            ranking = tuple(await rank(conversation, question))
            ms = 1000 * (time.perf_counter() - began)
            ranked.append(Ranked(conversation=conversation.id, question=question, ranking=ranking, ms=ms))
    return ranked


def report(ranked: Sequence[Ranked]) -> dict[str, object]:
    """Means over the answerable questions (categories 1 to 4), by category and by conversation.

    A question with several pieces of evidence counts the share that was found.  Categories without questions are left
    out; the adversarial ones stand in the breakdown only.
    """
    answerable = [each for each in ranked if each.question.category in ANSWERABLE]
    categories = dict.fromkeys((*ANSWERABLE, *(each.question.category for each in ranked)))
    by_category = {name: [each for each in ranked if each.question.category == name] for name in categories}
    conversations = dict.fromkeys(each.conversation for each in ranked)
    times = [each.ms for each in ranked]
    return {
        **_means(answerable),
        "p50_ms": round(float(np.percentile(times, 50)), 3) if times else None,
        "p95_ms": round(float(np.percentile(times, 95)), 3) if times else None,
        "by_category": {name: _means(rows) for name, rows in by_category.items() if rows},
        "by_conversation": {
            name: _means([each for each in answerable if each.conversation == name]) for name in conversations
        },
    }


def _means(rows: Iterable[Ranked]) -> dict[str, float | int | None]:
    listed = list(rows)
    means = {
        f"recall@{k}": round(float(np.mean([each.recall(k) for each in listed])), 4) if listed else None for k in DEPTHS
    }
    return {"questions": len(listed), **means}
