"""What speaks for asking back, as numbers: of the wording, and of what the search found.

None of these decides alone; `need.py` weighs them.  Scores of hits are in nats (see `retrieval/fusion.py`), so that
differences between them mean the same in every store.
"""

from collections.abc import Mapping, Sequence
from math import log, log1p

import numpy as np

from yorisoi.dialogue.audience import Dependence, holding_for, holds_for
from yorisoi.dialogue.need import BEST, DECLARED, SETTLED
from yorisoi.dialogue.topics import share, told_words
from yorisoi.language import keywords, normal_form
from yorisoi.types import Hit, Language


def search_signals(
    text: str, language: Language, hits: Sequence[Hit], known: Mapping[str, str], depends: Dependence, passages: int
) -> Mapping[str, float]:
    """Signal -> strength, 0..1 but for a few logarithms; what they mean is told in docs/understanding.md.

    `passages` is how many the store holds.  Empty when nothing was found.
    """
    if not hits:
        return {}
    return {**_scores(hits, passages), **_pages(hits), **_words(text, language, hits), **_readers(hits, known, depends)}


def _scores(hits: Sequence[Hit], passages: int) -> dict[str, float]:
    """Is one passage ahead of the others?

    What a rare word is worth grows with the logarithm of the size of the store, and the best score with it.
    """
    fused = np.array([hit.score for hit in hits[:10]])
    scale = max(1.0, abs(float(fused[0])))
    best = hits[0].passage.document.id
    other = next((hit.score for hit in hits if hit.passage.document.id != best), 0.0)
    cosines = np.sort([hit.legs["vector"].score for hit in hits if "vector" in hit.legs])[::-1]
    bm25 = np.sort([hit.legs["lexical"].score for hit in hits if "lexical" in hit.legs])[::-1]
    signals = {
        BEST: log1p(max(0.0, float(fused[0])) / log(2 + passages)),
        "lead": (float(fused[0]) - other) / scale,
        "spread": float(fused.std()) / scale,
    }
    if len(bm25):
        signals["word_match_stands_out"] = float((bm25[0] - bm25[min(4, len(bm25) - 1)]) / bm25[0])
    if len(cosines) > 4 and cosines.std() > 0:
        signals["nearest_stands_out"] = min(5.0, float(cosines[0] - cosines.mean()) / float(cosines.std()))
    if len(bm25) and len(cosines):
        signals["legs_agree"] = float(any(_rank(hit, "vector") <= 3 and _rank(hit, "lexical") <= 3 for hit in hits))
    return signals


def _rank(hit: Hit, leg: str) -> int:
    return hit.legs[leg].rank if leg in hit.legs else len(hit.legs) + 1000


def _pages(hits: Sequence[Hit]) -> dict[str, float]:
    """Is it one page or are there many?"""
    first = hits[0].passage.document.id
    return {
        "pages": (len({hit.passage.document.id for hit in hits[:10]}) - 1) / max(1, len(hits[:10]) - 1),
        "best_page": sum(hit.passage.document.id == first for hit in hits[:15]) / len(hits[:15]),
    }


def _words(text: str, language: Language, hits: Sequence[Hit]) -> dict[str, float]:
    """Where do the words of the utterance stand: on one page, in many titles, in no heading?"""
    every = keywords(text, language)
    told = told_words(text, language)
    texts = [normal_form(hit.passage.in_context) for hit in hits]
    headings = [normal_form(" ".join((hit.passage.document.title, *hit.passage.section))) for hit in hits]
    leaves = [normal_form((hit.passage.document.title, *hit.passage.section)[-1]) for hit in hits]
    ids = [hit.passage.document.id for hit in hits]
    holding = [bool(told) and all(word in each for word in told) for each in texts]
    titled = {page.id for page in (hit.passage.document for hit in hits) if _any(told, normal_form(page.title))}
    headed = {page for page, leaf in zip(ids, leaves, strict=True) if _any(told, leaf)}
    return {
        "held_by_one": float(any(holding[:5])),
        "held_by_passages": sum(holding) / len(hits),
        "held_by_pages": len({page for page, holds in zip(ids, holding, strict=True) if holds}) / 10,
        "titled_pages": min(5, len(titled)) / 5,
        "headed_pages": min(8, len(headed)) / 8,
        "in_headings": max(share(every, each) for each in headings[:5]),
        "heading_is_told": share(keywords(leaves[0], language), normal_form(text)),
    }


def _any(words: Sequence[str], text: str) -> bool:
    return any(word in text for word in words)


def _readers(hits: Sequence[Hit], known: Mapping[str, str], depends: Dependence) -> dict[str, float]:
    """Does the answer depend on who asks?  Is there one for just this reader?"""
    fitting = [hit.passage for hit in holding_for(hits, known)]
    return {
        "depends_on_reader": depends.share,
        "settled_for_reader": depends.settled,
        "best_depends_on_reader": float(depends.first),
        DECLARED: float(depends.declared),
        SETTLED: float(bool(fitting) and bool(fitting[0].document.applies_to.keys() & known.keys())),
        "readers": min(6, len(depends.passages)) / 6,
        "for_this_reader": float(any(holds_for(each).keys() & known.keys() for each in fitting[:3])),
    }
