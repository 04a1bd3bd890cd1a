"""Fusion by rank and by score against numbers worked by hand and plain restatements."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from yorisoi.ports import Moments
from yorisoi.retrieval.fusion import reciprocal_rank_fusion, score_fusion, surprise

RANKINGS = st.dictionaries(
    st.sampled_from(["vector", "lexical", "vector/2", "lexical/2"]),
    st.lists(st.integers(0, 30), unique=True, max_size=20),
)


def test_it_gives_the_sums_worked_by_hand() -> None:
    fused = reciprocal_rank_fusion({"vector": ["a", "b"], "lexical": ["b", "c"]}, weights={"lexical": 2.0}, k=60)
    assert fused == [
        ("b", pytest.approx(1 / 62 + 2 / 61)),
        ("c", pytest.approx(2 / 62)),
        ("a", pytest.approx(1 / 61)),
    ]


@given(RANKINGS, st.floats(0, 100))
def test_it_agrees_with_the_formula_restated(rankings: dict[str, list[int]], k: float) -> None:
    expected = {
        d: sum(1 / (k + ranking.index(d) + 1) for ranking in rankings.values() if d in ranking)
        for ranking in rankings.values()
        for d in ranking
    }
    assert dict(reciprocal_rank_fusion(rankings, k=k)) == pytest.approx(expected)


@given(RANKINGS, st.randoms())
def test_it_ignores_the_order_of_its_lists(rankings: dict[str, list[int]], random: Random) -> None:
    names = list(rankings)
    random.shuffle(names)
    assert reciprocal_rank_fusion({name: rankings[name] for name in names}) == reciprocal_rank_fusion(rankings)


@given(st.lists(st.integers(), unique=True))
def test_one_list_keeps_its_order(ranking: list[int]) -> None:
    assert [key for key, _ in reciprocal_rank_fusion({"only": ranking})] == ranking


@pytest.mark.parametrize(("k", "weights"), [(-1, {}), (60, {"vector": -0.1})])
def test_negative_parameters_are_refused(k: float, weights: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="negative"):
        reciprocal_rank_fusion({"vector": [1]}, weights=weights, k=k)


def test_scores_are_summed_with_their_weights_and_what_is_absent() -> None:
    fused = score_fusion(
        {"vector": [("a", 3.0), ("b", 2.0)], "lexical": [("b", 1.5), ("c", 4.0)]},
        weights={"lexical": 0.5},
        absent={"vector": 1.0},
    )
    assert fused == [("a", 3.0), ("c", 3.0), ("b", 2.75)]


def test_negative_weights_are_refused() -> None:
    with pytest.raises(ValueError, match="negative"):
        score_fusion({"vector": [("a", 1.0)]}, weights={"vector": -1.0})


@given(st.integers(0, 2**32 - 1))
def test_a_surprise_is_that_of_the_deviation_among_all_cosines(seed: int) -> None:
    rng = np.random.default_rng(seed)
    vectors = (rng.normal(size=(200, 8)) + 2).astype(np.float32)  # a narrow cone, as e5's
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    query = vectors[0]
    cosines = vectors @ query
    moments = Moments(mean=vectors.mean(axis=0), covariance=np.cov(vectors.T, bias=True).astype(np.float32))
    given_scores = surprise(list(enumerate(cosines.tolist())), query, moments)
    deviations = (cosines - cosines.mean()) / cosines.std()
    expected = deviations * abs(deviations) / 2
    assert [score for _, score in given_scores] == pytest.approx(expected.tolist(), rel=1e-2, abs=1e-3)


def test_a_collection_of_like_passages_makes_no_giants() -> None:
    same = Moments(mean=np.array([1, 0], dtype=np.float32), covariance=np.zeros((2, 2), dtype=np.float32))
    assert surprise([("a", 1.0)], np.array([1, 0], dtype=np.float32), same) == [("a", 0.0)]
    assert surprise([("a", 0.9)], np.array([1, 0], dtype=np.float32), None) == [("a", 0.9)]
