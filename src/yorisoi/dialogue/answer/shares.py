"""How likely it is of each section that was found that it is the one that answers."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from yorisoi.dialogue.answer.expected import EXPECTED, expected
from yorisoi.dialogue.odds import softmax
from yorisoi.language import Utterance
from yorisoi.retrieval.reranking import SAID
from yorisoi.types import Hit

WEIGHTS = np.array((0.89, 0.37, EXPECTED))
"""What a nat of the score and one of the log-odds weigh: a conditional logit on conversations over small collections,
as they ran (`benchmarks/fit_shares.py`, which gives .89 and .38 by 3,625 turns; decision 198)."""
_LIKELIER = 0.3
"""Nats by which a section of another page has to be likelier than the one of the best page to come first."""


def shares(found: Sequence[Hit], asked: Utterance) -> list[float]:
    """Of each of these sections the probability that it answers what was asked last, if one of them does.

    p_i = exp z_i / sum_j exp z_j, z as in `worth`
    """
    return softmax(worth(found, asked))


def worth(found: Sequence[Hit], asked: Utterance) -> NDArray[np.float64]:
    """Of each of these sections how likely it answers what was asked last, in nats.

        z = 0.89 score + 0.37 log-odds that it answers + 2 [it holds the kind of thing that is asked for]

    and 2 more where it is called by that kind.  The log-odds are those of the leg `SAID`, where passages were read; of
    one that was not, the least of the others.
    """
    z: NDArray[np.float64] = features(found, asked) @ WEIGHTS
    return z


def features(found: Sequence[Hit], asked: Utterance) -> NDArray[np.float64]:
    """(sections, 3): what `worth` weighs."""
    wanted = expected(asked)
    unread = min((hit.legs[SAID].score for hit in found if SAID in hit.legs), default=0.0)
    return np.array(
        [
            (hit.score, hit.legs[SAID].score if SAID in hit.legs else unread, wanted.fits(hit) if wanted else 0)
            for hit in found
        ],
        dtype=np.float64,
    ).reshape(-1, len(WEIGHTS))


def likeliest_first(hits: Sequence[Hit], asked: Utterance) -> list[Hit]:
    """The hits, first a section of another page than that of the first, where it is clearly likelier; none to which a
    walk led from there."""
    found = sections(hits)
    z = worth(found, asked)
    page = found[0].passage.document.id if found else None
    others = [at for at, hit in enumerate(found) if hit.passage.document.id != page and not hit.path]
    best = max(others, key=lambda at: z[at], default=None)
    if best is None or z[best] <= z[0] + _LIKELIER:
        return list(hits)
    return [found[best], *(hit for hit in hits if hit is not found[best])]


def sections(hits: Sequence[Hit]) -> list[Hit]:
    """The best hit of every section, best first."""
    best: dict[tuple[int, tuple[str, ...]], Hit] = {}
    for hit in hits:
        best.setdefault(hit.passage.place, hit)
    return list(best.values())
