"""Weighted reciprocal rank fusion against numbers worked by hand and a plain restatement."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yorisoi.retrieval.fusion import reciprocal_rank_fusion

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
