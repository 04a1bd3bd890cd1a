"""Fusion by rank and by score against numbers worked by hand and plain restatements."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from yorisoi.ports import Moments
from yorisoi.retrieval.background import Background, backgrounds
from yorisoi.retrieval.fusion import reciprocal_rank_fusion, score_fusion

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


def test_scores_are_summed_with_their_weights_and_the_least_where_one_is_missing() -> None:
    fused = score_fusion(
        {"vector": np.array([3.0, 2.0, 1.0]), "lexical": np.array([np.nan, 1.5, 4.0])}, weights={"lexical": 0.5}
    )
    assert fused.tolist() == [3.75, 2.75, 3.0]


def test_negative_weights_are_refused() -> None:
    with pytest.raises(ValueError, match="negative"):
        score_fusion({"vector": np.array([1.0])}, weights={"vector": -1.0})


@given(st.integers(0, 2**32 - 1))
def test_a_normalised_cosine_is_that_of_the_deviation_among_all_cosines(seed: int) -> None:
    rng = np.random.default_rng(seed)
    vectors = (rng.normal(size=(200, 8)) + 2).astype(np.float32)  # a narrow cone, as e5's
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    query = vectors[0]
    cosines = vectors @ query
    covariance = np.cov(vectors.T, bias=True).astype(np.float32)
    own = backgrounds({"ja": Moments(count=200, mean=vectors.mean(axis=0), covariance=covariance)})["ja"]
    to_mean = vectors @ own.mean
    given_scores = own.normalised(cosines[np.newaxis], to_mean, query[np.newaxis])[0]
    deviations = (cosines - cosines.mean()) / cosines.std()
    expected = deviations * abs(deviations) / 2
    assert given_scores == pytest.approx(expected, rel=1e-2, abs=1e-3)
    centred = (vectors - own.mean) @ (query - own.mean)  # what is left of the cosines when no passage is a hub
    deviations = (centred - centred.mean()) / cosines.std()
    # hubness 1 where much is known, 1.5 where a third of it is left out for there being only 200 vectors
    for each, hubness in ((replace(own, trust=1.0), 1.0), (own, 1.5)):
        without_hubs = each.normalised(cosines[np.newaxis], to_mean, query[np.newaxis], hubness)[0]
        assert without_hubs == pytest.approx(deviations * abs(deviations) / 2, rel=1e-2, abs=1e-2)


def test_of_two_passages_as_near_the_one_that_is_near_to_all_counts_less() -> None:
    spread = Background(mean=np.array([1, 0], dtype=np.float32), covariance=np.eye(2, dtype=np.float32))
    query = np.array([[0.6, 0.8]], dtype=np.float32)
    hub, own = spread.normalised(np.array([[0.9, 0.9]]), np.array([0.95, 0.4]), query, hubness=0.4)[0]
    assert own > hub
    as_near = spread.normalised(np.array([[0.9, 0.9]]), np.array([0.95, 0.4]), query)[0]
    assert as_near[0] == as_near[1]


def test_a_collection_of_like_passages_makes_no_giants() -> None:
    same = Background(mean=np.array([1, 0], dtype=np.float32), covariance=np.zeros((2, 2), dtype=np.float32))
    assert same.normalised(np.ones((1, 1)), np.ones(1), np.array([[1, 0]], dtype=np.float32)).tolist() == [[0.0]]


def test_a_language_of_few_vectors_is_drawn_towards_all_of_them() -> None:
    rng = np.random.default_rng(3)
    by_language = {"ja": rng.normal(size=(3000, 4)), "en": rng.normal(size=(2000, 4)) + 1, "zh": np.ones((1, 4)) * 9}
    moments = {
        language: Moments(
            count=len(vectors),
            mean=vectors.mean(axis=0).astype(np.float32),
            covariance=np.cov(vectors.T, bias=True).astype(np.float32) if len(vectors) > 1 else np.zeros((4, 4)),
        )
        for language, vectors in by_language.items()
    }
    found = backgrounds(moments)  # type: ignore[arg-type]
    together = np.concatenate(list(by_language.values()))
    assert found["ja"].mean == pytest.approx(moments["ja"].mean, abs=0.01)
    assert found["ja"].covariance == pytest.approx(moments["ja"].covariance, abs=0.05)
    assert found["en"].mean == pytest.approx(moments["en"].mean, abs=0.02)
    assert found["zh"].mean == pytest.approx(together.mean(axis=0) * 3 / 4 + 9 / 4, abs=0.01)
    assert found["zh"].covariance == pytest.approx(np.cov(together.T, bias=True) * 100 / 101, abs=0.01)
