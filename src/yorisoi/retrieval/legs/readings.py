"""A question that names something, read both ways: as everyday words, and as the model comes."""

from dataclasses import replace

import numpy as np

from yorisoi.reading_ports import PlainReader
from yorisoi.retrieval.legs.leg import LegQuery, Ranked, Ranking
from yorisoi.retrieval.legs.vectors import VectorLeg

_UNRANKED = Ranking(scored=[], candidates=0, complete=False)


class BothReadings:
    """Scores what was found as if the question had been embedded as the mean of both readings.

    What an embedder was taught about everyday words helps questions that are put in them.  These seldom name what pages
    bear as names; for a question that does, the mean of both readings is the better start of a walk (decision 179).
    """

    def __init__(self, leg: VectorLeg, embedder: PlainReader) -> None:
        self._leg, self._embedder = leg, embedder

    async def scored(self, query: LegQuery, found: Ranked) -> Ranked:
        """Best first, ties by id.

            s'(d) = s(d) + w (v(m, d) - v(q, d)),       m = (q + q0) / |q + q0|

        q, q0: the question's vectors with and without what was added to the model; v: normalised scores of the vector
        leg, w: its weight.  Unchanged where the question has no vector.
        """
        if query.vector is None or not found:
            return found
        both = query.vector + (await self._embedder.embed_plainly([query.text]))[0]
        mean = (both / max(1e-6, float(np.linalg.norm(both)))).astype(np.float32)
        ids = [i for i, _ in found]
        before, now = await self._leg.normalised([query, replace(query, vector=mean)], [_UNRANKED] * 2, ids)
        changed = np.nan_to_num(now - before)  # a passage without a vector keeps what it has
        scores = np.array([score for _, score in found]) + self._leg.weight * changed
        return sorted(zip(ids, scores.tolist(), strict=True), key=lambda scored: (-scored[1], scored[0]))
