"""Link prediction measured: at which rank the true answer stands among all entities."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from yorisoi.graph.answers import Ids, KnownAnswers, Questions, questions
from yorisoi.graph.transe import TransE

BATCH = 128
"""Questions at a time: their scores over some ten thousand entities stay in the processor's cache."""
HITS = (1, 3, 10)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranks:
    """Of each question, from 1.  Entities of the same score stand before the true one, behind it, or half of each."""

    optimistic: NDArray[np.int64]
    pessimistic: NDArray[np.int64]

    @property
    def realistic(self) -> NDArray[np.float64]:
        return (self.optimistic + self.pessimistic) / 2


def filtered_ranks(
    model: TransE, triples: Ids, known: KnownAnswers, on_progress: Callable[[int, int], None] | None = None
) -> Ranks:
    """Ranks of the 2n questions of n triples; other answers that are known do not count ("filtered").

    Scores of a batch are one matrix product: -|q - e|^2 = 2 q.e - |e|^2 - |q|^2, of which the last is the same for
    every entity.  The entity that is asked about comes last where the relation forbids it (`transe.irreflexive`).
    Protocol: Bordes et al. 2013; the three ways with ties: Berrendorf et al. 2020.
    """
    asked = questions(triples, model.relation_count)
    entities = np.concatenate([2 * model.entities, -np.square(model.entities).sum(1, keepdims=True)], axis=1)
    columns = np.ascontiguousarray(entities.T)
    better, equal = np.empty(len(asked), dtype=np.int64), np.empty(len(asked), dtype=np.int64)
    for start in range(0, len(asked), BATCH):
        batch = asked.part(start, start + BATCH)
        better[start : start + BATCH], equal[start : start + BATCH] = _counts(model, columns, batch, known)
        if on_progress:
            on_progress(min(start + BATCH, len(asked)), len(asked))
    return Ranks(optimistic=better + 1, pessimistic=better + equal + 1)


def _counts(
    model: TransE, columns: NDArray[np.float32], batch: Questions, known: KnownAnswers
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """How many other entities stand before the true one, and how many beside it."""
    asked = model.translated(batch.source, batch.relation)
    scores = np.concatenate([asked, np.ones((len(batch), 1), dtype=np.float32)], axis=1) @ columns
    own = np.flatnonzero(model.forbids_itself(batch.relation))
    scores[own, batch.source[own]] = -np.inf
    true = scores[np.arange(len(batch)), batch.target]
    better = np.count_nonzero(scores > true[:, None], axis=1)
    equal = np.count_nonzero(scores == true[:, None], axis=1) - 1
    rows, answers = known.of(batch)
    others = answers != batch.target[rows]
    rows, answers = rows[others], answers[others]
    theirs = scores[rows, answers]
    better -= np.bincount(rows[theirs > true[rows]], minlength=len(batch))
    equal -= np.bincount(rows[theirs == true[rows]], minlength=len(batch))
    return better, equal


def figures(ranks: Ranks) -> dict[str, float]:
    """`mrr` and `hits@k` of the realistic ranks; the optimistic and pessimistic ones say how much ties matter."""
    realistic = ranks.realistic
    return {
        "mrr": float(np.mean(1 / realistic)),
        **{f"hits@{k}": float(np.mean(realistic <= k)) for k in HITS},
        "mrr_optimistic": float(np.mean(1 / ranks.optimistic)),
        "mrr_pessimistic": float(np.mean(1 / ranks.pessimistic)),
        "mean_rank": float(np.mean(realistic)),
    }
