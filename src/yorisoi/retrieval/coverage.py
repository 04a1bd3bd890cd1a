"""A reranker without a model: how much of the question does one sentence of the passage hold?"""

import re
from collections.abc import Sequence
from functools import lru_cache
from math import log

from yorisoi.language import spelling
from yorisoi.ports import Terms
from yorisoi.types import Language, Passage

_SENTENCE = re.compile(r"[。！？!?\n]+|\.(?=\s)")
"""Coarser than `language.sentences`, which is too slow for twenty passages a query; the same where it matters."""


def coverage(terms: Terms, passages: Sequence[Passage]) -> list[float]:
    """For each passage, between 0 and 1, the mean over the question's words and its character bigrams of

        max_s sum_{u in s} rarity(u) / sum_u rarity(u)      rarity(u) = ln((n + 1) / (n_u + 1/2))

    n passages, n_u of which hold u; for a question without bigrams, its words alone.  A question of neither: 0.

    s runs over the sentences of p, each read under the headings of p.  What tells these passages apart counts most; a
    word of all of them counts little, however rare it is elsewhere.  Words are looked for as they are spelt in normal
    form: an inflected verb whose dictionary form is spelt otherwise is missed in every passage alike, and the bigrams
    see what is left of it.
    """
    if not terms:
        return [0.0] * len(passages)
    texts = [_sentences(p.document.title, p.section, p.text, p.language) for p in passages]
    kinds = [tuple(dict.fromkeys(units)) for units in (terms.words, terms.bigrams) if units]  # sums that repeat
    return [sum(shares) / len(kinds) for shares in zip(*(_best_shares(units, texts) for units in kinds), strict=True)]


def together(coverage: float, weight: float) -> float:
    """What BM25 is multiplied by: 1 where a third of the question is covered.

        (1 + weight * coverage) / (1 + weight / 3)

    BM25 adds up words wherever they stand in a passage; in one sentence they are more likely to mean what was asked.
    """
    return (1 + weight * coverage) / (1 + weight / 3)


@lru_cache(maxsize=4096)  # the searches of a turn, and of turns about one thing, find the same passages
def _sentences(title: str, section: tuple[str, ...], text: str, language: Language) -> tuple[str, ...]:
    heading = spelling(" ".join((title, *section)), language)
    normal = spelling(text.replace("\n", "。"), language)  # white space is one in normal form, line breaks too
    found = [sentence for sentence in _SENTENCE.split(normal) if sentence and not sentence.isspace()]
    return tuple(f"{heading}\n{sentence}" for sentence in found) or (heading,)


def _best_shares(units: Sequence[str], texts: Sequence[Sequence[str]]) -> list[float]:
    """The share of the units, by rarity, that the best sentence of each text holds."""
    wholes = ["\n".join(sentences) for sentences in texts]
    held: list[list[tuple[str, float]]] = [[] for _ in texts]  # most units are in no sentence of a text at all
    total = 0.0
    for unit in units:
        holders = [at for at, whole in enumerate(wholes) if unit in whole]
        rarity = log((len(texts) + 1) / (len(holders) + 0.5))
        total += rarity
        for at in holders:
            held[at].append((unit, rarity))
    if not total:
        return [0.0] * len(texts)
    return [
        max([sum([rarity for unit, rarity in of_text if unit in sentence]) for sentence in sentences]) / total
        for of_text, sentences in zip(held, texts, strict=True)
    ]
