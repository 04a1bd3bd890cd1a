"""Search in old conversation: what a person said before that has to do with a question, however long ago."""

from collections.abc import Sequence
from math import log

import numpy as np
from numpy.typing import NDArray

from yorisoi.language import analyse, detect_language, keywords
from yorisoi.memory.recall import RecallConfig
from yorisoi.types import Episode, Language, Recalled

_K = 60
"""Of reciprocal rank fusion."""


def search_conversations(
    episodes: Sequence[Episode],
    vectors: NDArray[np.float32] | None,
    question: str,
    language: Language,
    query: NDArray[np.float32] | None,
    limit: int,
    config: RecallConfig,
) -> list[Recalled]:
    """The episodes nearest to the question by meaning and by words, best first, ties to the newer one.

        score = 1 / (60 + rank by cosine) + 1 / (60 + rank by sum_w ln(1 + n / n_w))

    over the words w that are shared with the question, but for those that only ask (教えてください); n episodes, n_w of
    which hold w.  Neither recency nor importance counts, unlike in `recall`.  An episode below `config.min_relevance`
    that shares no word is left out; without vectors the words decide alone.
    """
    if not episodes or limit < 1:
        return []
    said = [frozenset(analyse(each.text, detect_language(each.text, language)).words) for each in episodes]
    asked = _key_words(question, detect_language(question, language))
    rarity = {word: log(1 + len(said) / count) for word in asked if (count := sum(word in words for words in said))}
    shared = np.array([sum(worth for word, worth in rarity.items() if word in words) for words in said])
    relevance, legs = np.zeros(len(episodes)), [(shared, 1e-9)]
    if vectors is not None and query is not None:
        relevance = np.asarray(vectors @ query, dtype=np.float64)
        legs.append((relevance, config.min_relevance))
    score = np.zeros(len(episodes))
    for values, least in legs:
        score += np.where(values >= least, 1 / (_K + _ranks(values)), 0.0)
    order = sorted(range(len(episodes)), key=lambda i: (-score[i], -episodes[i].at.timestamp()))
    return [
        Recalled(episode=episodes[i], score=float(score[i]), recency=0.0, importance=0.0, relevance=float(relevance[i]))
        for i in order[:limit]
        if score[i] > 0
    ]


def _key_words(question: str, language: Language) -> tuple[str, ...]:
    """Each once, in order: sums over them are the same in every process."""
    return tuple(dict.fromkeys(analyse(" ".join(keywords(question, language)), language).words))


def _ranks(values: NDArray[np.float64]) -> NDArray[np.int64]:
    """From 1, equal values the same."""
    return 1 + len(values) - np.searchsorted(np.sort(values), values, side="right").astype(np.int64)
