"""Does a FAQ answer a query that was made for it?  Told by how the embedding model reads the two together.

    z = w . features + b
    features = (words, cosine, log-odds that the FAQ answers, the lead of others in each; what was read of the query)

Similarity cannot tell it: a question that the FAQ does not answer is about the same thing as one that it does.  Read
together, the query's tokens have attended to the FAQ's, and the layers in the middle still know what came of it.
Fitted on the labelled queries of benchmarks/faq_labelled, and on the good ones under other FAQs, by
benchmarks/answered.py, which says how well it does on FAQs that it was not fitted on.
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np

from yorisoi.evaluation.faq.bearing import Bearing, Floats
from yorisoi.types import Language


@dataclass(frozen=True)
class Probe:
    """A linear model of what `features` gives."""

    encoder: str
    """The embedding model that it was fitted on."""
    languages: frozenset[Language]
    """Those of the FAQs that it was fitted on: of others it knows nothing."""
    weights: Floats
    bias: float
    """Of which so much is taken off that 0 is where a query is rejected."""

    def unanswered(self, bearing: Bearing) -> Floats | None:
        """(queries,) Above 0 where the FAQ does not seem to answer, never for FAQs in other languages; None where the
        embedding model is another one, or there is one FAQ only."""
        found = features(bearing)
        if found is None or bearing.encoder != self.encoder:
            return None
        known = [bearing.faqs[bearing.position[query.faqs[0]]].language in self.languages for query in bearing.queries]
        return np.where(known, found @ self.weights + self.bias, -np.inf).astype(np.float32)


def features(bearing: Bearing) -> Floats | None:
    """(queries, 6 + width); None where there is nothing to read, or no other FAQ to compare with."""
    if bearing.read is None or bearing.cosine is None or bearing.answers is None or len(bearing.faqs) < 2:
        return None
    rows = np.arange(len(bearing.queries))
    own = np.array([bearing.position[query.faqs[0]] for query in bearing.queries])
    columns = []
    for nearness in (bearing.covered, bearing.cosine):
        others = nearness.copy()
        others[rows, own] = -np.inf
        columns += [nearness[rows, own], others.max(axis=1) - nearness[rows, own]]
    own_answer, other_answer = bearing.answers.T
    columns += [own_answer, other_answer - own_answer]
    return np.hstack([np.stack(columns, axis=1), bearing.read]).astype(np.float32)


@cache
def fitted() -> Probe:
    """The one that comes with Yorisoi."""
    kept = json.loads(files(__package__).joinpath("answered.json").read_text(encoding="utf-8"))
    weights = np.array(kept["weights"], dtype=np.float32)
    return Probe(kept["encoder"], frozenset(kept["languages"]), weights, float(kept["bias"]))
