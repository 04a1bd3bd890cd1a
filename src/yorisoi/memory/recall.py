"""What comes to mind of what a person said before."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from yorisoi.types import Episode, Recalled


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallConfig:
    recency_weight: float = 1.0
    importance_weight: float = 1.0
    relevance_weight: float = 1.0
    """All three are 1 in Generative Agents (Park et al., UIST 2023)."""
    decay_per_hour: float = 0.995
    """Theirs as well."""
    limit: int = 3
    min_relevance: float = 0.85
    """Cosine below which nothing comes to mind: e5 puts unrelated Japanese sentences at about .78 to .84."""

    def __post_init__(self) -> None:
        if not 0 < self.decay_per_hour <= 1:
            raise ValueError("memory: decay_per_hour must lie in (0, 1]")


def recall(
    episodes: Sequence[Episode],
    vectors: NDArray[np.float32] | None,
    query: NDArray[np.float32] | None,
    now: datetime,
    config: RecallConfig,
) -> list[Recalled]:
    """The episodes that matter now, best first.

        score = a_recency * decay^hours + a_importance * importance/10 + a_relevance * cosine

    each of the three min-max normalised over the episodes; hours since the episode was last used.  `vectors` has shape
    (episodes, dimension), `query` (dimension,), both of unit length.  Episodes less relevant than `min_relevance` are
    left out; without vectors nothing is relevant, so nothing is recalled.  Ties go to the newer one.
    Source: Park et al., Generative Agents, UIST 2023, section 4.1.
    """
    if not episodes or vectors is None or query is None:
        return []
    hours = np.array([max(0.0, (now - episode.last_used).total_seconds() / 3600) for episode in episodes])
    recency = config.decay_per_hour**hours
    weight = np.array([episode.importance / 10 for episode in episodes])
    relevance = vectors @ query
    score = (
        config.recency_weight * _min_max(recency)
        + config.importance_weight * _min_max(weight)
        + config.relevance_weight * _min_max(relevance)
    )
    order = sorted(range(len(episodes)), key=lambda i: (-score[i], -episodes[i].at.timestamp()))
    return [
        Recalled(
            episode=episodes[i],
            score=float(score[i]),
            recency=float(recency[i]),
            importance=float(weight[i]),
            relevance=float(relevance[i]),
        )
        for i in order
        if relevance[i] >= config.min_relevance
    ][: config.limit]


def _min_max(values: NDArray[np.floating]) -> NDArray[np.floating]:
    """Onto 0..1; equal values all become 0, since they tell nothing apart."""
    low, high = values.min(), values.max()
    return (values - low) / (high - low) if high > low else np.zeros_like(values)
