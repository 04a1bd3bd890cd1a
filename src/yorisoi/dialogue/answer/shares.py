"""How likely it is of each section that was found that it is the one that answers."""

from collections.abc import Sequence

import numpy as np

from yorisoi.retrieval.reranking import SAID
from yorisoi.types import Hit

_FOUND, _SAID = 0.85, 0.33
"""What a nat of the score and one of the log-odds weigh: a conditional logit on 935 turns of conversations over small
collections, as they ran (decision 198)."""


def shares(found: Sequence[Hit]) -> list[float]:
    """Of each of these sections the probability that it answers, if one of them does.

    p_i = exp z_i / sum_j exp z_j,  z = 0.85 score + 0.33 log-odds that it answers what was said last
    """
    z = np.array([_FOUND * hit.score + _SAID * odds for hit, odds in zip(found, answers_said(found), strict=True)])
    weights = np.exp(z - z.max(initial=0.0))
    return (weights / weights.sum()).tolist() if len(z) else []


def answers_said(found: Sequence[Hit]) -> list[float]:
    """Of each the log-odds that it answers what was said last, where it was read; of others the least of these."""
    unread = min((hit.legs[SAID].score for hit in found if SAID in hit.legs), default=0.0)
    return [hit.legs[SAID].score if SAID in hit.legs else unread for hit in found]


def sections(hits: Sequence[Hit]) -> list[Hit]:
    """The best hit of every section, best first."""
    best: dict[tuple[int, tuple[str, ...]], Hit] = {}
    for hit in hits:
        best.setdefault((hit.passage.document.id, hit.passage.section), hit)
    return list(best.values())
