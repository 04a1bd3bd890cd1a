"""How good one ranking is, given which documents are relevant.

`ranked` are document ids, best first, each once; `relevance` maps document id to grade.  A grade above 0 is relevant,
and a document without a grade counts as not relevant.  Every figure lies in 0..1, and the mean over queries is what is
reported.  They are those of trec_eval (recall.k, recip_rank over the first k, ndcg_cut.k) and so of BEIR.

Of a query without a relevant document nothing can be said: ValueError.
"""

from collections.abc import Mapping, Sequence
from math import log2

Relevance = Mapping[str, float]


def recall(ranked: Sequence[str], relevance: Relevance, k: int) -> float:
    """The share of the relevant documents that stand among the first k.

        R@k = |relevant & first k| / |relevant|

    Not divided by min(k, |relevant|): with more than k relevant documents it cannot reach 1.
    """
    relevant = _relevant(relevance)
    return len(relevant.intersection(ranked[:k])) / len(relevant)


def reciprocal_rank(ranked: Sequence[str], relevance: Relevance, k: int) -> float:
    """One over the rank of the first relevant document; 0 when none stands among the first k.

        RR@k = 1 / min { r <= k : d_r is relevant },   rank starts at 1

    Source: Voorhees, TREC-8 Question Answering Track, 1999.
    """
    relevant = _relevant(relevance)
    return next((1 / rank for rank, document in enumerate(ranked[:k], start=1) if document in relevant), 0.0)


def ndcg(ranked: Sequence[str], relevance: Relevance, k: int) -> float:
    """Normalised discounted cumulative gain: the grades found, less the later they come, of what was possible.

        nDCG@k = DCG(ranked) / DCG(ideal),   DCG = sum_{r=1..k} grade(d_r) / log2(r + 1)

    The ideal ranking holds all judged documents by falling grade.  The gain is the grade itself, as in trec_eval and
    BEIR, not 2^grade - 1 (Burges et al. 2005); grades below 0 count as 0.
    Source: Järvelin & Kekäläinen, ACM TOIS 2002, with the discount log2(r + 1) that came into use afterwards.
    """
    _relevant(relevance)
    grades = {document: max(0.0, grade) for document, grade in relevance.items()}
    found = [grades.get(document, 0.0) for document in ranked[:k]]
    ideal = sorted(grades.values(), reverse=True)[:k]
    return _dcg(found) / _dcg(ideal)


def _dcg(gains: Sequence[float]) -> float:
    return sum(gain / log2(rank + 1) for rank, gain in enumerate(gains, start=1))


def _relevant(relevance: Relevance) -> set[str]:
    relevant = {document for document, grade in relevance.items() if grade > 0}
    if not relevant:
        raise ValueError("a query without a relevant document has no figures")
    return relevant
