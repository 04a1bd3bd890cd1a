"""The rankings of all legs for one question -> one, as the settings say."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from yorisoi.ports import PassageIndex
from yorisoi.retrieval.config import SearchConfig
from yorisoi.retrieval.fusion import reciprocal_rank_fusion, score_fusion
from yorisoi.retrieval.legs import Leg, LegQuery, LegRun, Ranked
from yorisoi.types import LegRank

_NEAREST = 10
"""Passages by which a leg is judged that cannot judge other languages itself."""


@dataclass(frozen=True, slots=True)
class Fused:
    """All candidates, best first, and what each leg's ranking of the question itself says of them."""

    ranked: Ranked
    literal: Mapping[int, float]
    """By passage, the weighted normalised scores of the legs that count words, for the first query; empty by rank."""


async def fuse(runs: Sequence[LegRun], queries: Sequence[LegQuery], index: PassageIndex, config: SearchConfig) -> Fused:
    """By the weighted sum of normalised scores, or by reciprocal ranks.  Ties by id."""
    weights = weights_of(runs, config)
    if config.fusion == "rank":
        rankings = {run.name: [i for i, _ in run.ranking.proposed] for run in runs}
        return Fused(reciprocal_rank_fusion(rankings, weights=weights, k=config.k), {})
    ids = sorted({i for run in runs for i, _ in run.ranking.proposed})
    if not ids:
        return Fused([], {})
    languages = await index.languages(ids)
    normalised = await _normalised(runs, queries, ids, languages)
    scores = score_fusion(normalised, weights=weights)
    other = [i in languages and languages[i] != queries[0].language for i in ids]
    scores = scores - config.other_language * np.array(other)
    ranked = sorted(zip(ids, scores.tolist(), strict=True), key=lambda scored: -scored[1])  # stable: ties by id
    literal = [weights[run.name] * normalised[run.name] for run in runs if run.leg.literal and not run.number]
    return Fused(ranked, dict(zip(ids, np.sum(literal, axis=0).tolist(), strict=True)) if literal else {})


def weights_of(runs: Iterable[LegRun], config: SearchConfig) -> dict[str, float]:
    """By run; those of the queries after the first weigh less."""
    return {run.name: run.leg.weight * (config.further_query_weight if run.number else 1.0) for run in runs}


async def _normalised(
    runs: Sequence[LegRun], queries: Sequence[LegQuery], ids: Sequence[int], languages: Mapping[int, str]
) -> dict[str, NDArray[np.float64]]:
    """By run, shape (ids,)."""
    of_leg: dict[Leg, list[LegRun]] = {}
    for run in runs:
        of_leg.setdefault(run.leg, []).append(run)
    found: dict[str, NDArray[np.float64]] = {}
    for leg, own in of_leg.items():
        scores = await leg.normalised([queries[run.number] for run in own], [run.ranking for run in own], ids)
        found |= {run.name: row for run, row in zip(own, scores, strict=True)}
    nearest = {run.number: run.ranking.scored for run in runs if run.leg.across_languages}
    bound = [run for run in runs if not run.leg.across_languages and nearest.get(run.number)]
    if bound and len(set(languages.values())) > 1:
        for run in bound:
            own_language = [languages.get(i) == queries[run.number].language for i in ids]
            found[run.name] = _across_languages(ids, found[run.name], own_language, nearest[run.number])
    return found


def _across_languages(
    ids: Sequence[int], scores: NDArray[np.float64], own_language: Sequence[bool], nearest: Ranked
) -> NDArray[np.float64]:
    """A passage in another language than the question can hardly hold its words, which says nothing against it.

    It gets at least the upper quartile of what the nearest passages in the question's own language have, nearest to a
    leg that can judge all languages: passing by what it would have is fair, being the best for want of words is not.
    """
    own = {i: score for i, score, is_own in zip(ids, scores.tolist(), own_language, strict=True) if is_own}
    near = sorted([own[i] for i, _ in nearest if i in own][:_NEAREST])
    if not near:
        return scores
    return np.where(own_language, scores, np.maximum(scores, near[3 * len(near) // 4]))


def ranks(runs: Iterable[LegRun], passages: Iterable[int]) -> dict[int, dict[str, LegRank]]:
    """By passage and run, where it stands."""
    found: dict[int, dict[str, LegRank]] = {passage: {} for passage in passages}
    for run in runs:
        for rank, (passage, score) in enumerate(run.ranking.scored, start=1):
            if passage in found:
                found[passage][run.name] = LegRank(rank=rank, score=score)
    return found
