"""Rank metrics against published and hand-worked figures and a plain restatement."""

from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yorisoi.evaluation.ranking import ndcg, recall, reciprocal_rank

DOCUMENTS = [f"d{number}" for number in range(30)]
RANKED = st.lists(st.sampled_from(DOCUMENTS), unique=True, max_size=30)
RELEVANCE = st.dictionaries(st.sampled_from(DOCUMENTS), st.sampled_from([-1.0, 0.0, 0.5, 1.0, 2.0, 3.0])).filter(
    lambda grades: any(grade > 0 for grade in grades.values())
)
K = st.integers(1, 35)


def test_the_graded_example_of_the_literature() -> None:
    """The example of Wikipedia's "Discounted cumulative gain": DCG_6 6.861, ideal 8.740, nDCG .785."""
    grades = {"d1": 3, "d2": 2, "d3": 3, "d4": 0, "d5": 1, "d6": 2, "d7": 3, "d8": 2}
    ranked = ["d1", "d2", "d3", "d4", "d5", "d6"]
    assert ndcg(ranked, grades, 6) == pytest.approx(6.861 / 8.740, abs=5e-5)


def test_one_relevant_document_at_the_third_place() -> None:
    ranked, relevance = ["a", "b", "right", "c"], {"right": 1.0}
    assert ndcg(ranked, relevance, 10) == pytest.approx(0.5)  # 1 / log2(4)
    assert reciprocal_rank(ranked, relevance, 10) == pytest.approx(1 / 3)
    assert [recall(ranked, relevance, k) for k in (1, 2, 3, 10)] == [0, 0, 1, 1]


def test_two_of_three_relevant_documents() -> None:
    ranked, relevance = ["x", "a", "y", "b"], {"a": 1, "b": 1, "c": 1, "x": 0}
    assert recall(ranked, relevance, 4) == pytest.approx(2 / 3)
    assert reciprocal_rank(ranked, relevance, 4) == pytest.approx(1 / 2)
    found, ideal = 1 / log2(3) + 1 / log2(5), 1 + 1 / log2(3) + 1 / 2
    assert ndcg(ranked, relevance, 4) == pytest.approx(found / ideal)
    assert ndcg(ranked, relevance, 2) == pytest.approx((1 / log2(3)) / (1 + 1 / log2(3)))


def test_more_relevant_documents_than_places_leave_recall_below_one_and_ndcg_at_one() -> None:
    ranked = DOCUMENTS[:12]
    relevance = dict.fromkeys(DOCUMENTS[:20], 1.0)
    assert recall(ranked, relevance, 10) == pytest.approx(0.5)
    assert ndcg(ranked, relevance, 10) == pytest.approx(1.0)


def test_the_higher_grade_belongs_in_front() -> None:
    relevance = {"much": 3.0, "some": 1.0}
    assert ndcg(["much", "some"], relevance, 10) == pytest.approx(1.0)
    swapped = (1 + 3 / log2(3)) / (3 + 1 / log2(3))
    assert ndcg(["some", "much"], relevance, 10) == pytest.approx(swapped)


def test_nothing_found_is_zero() -> None:
    for metric in (recall, reciprocal_rank, ndcg):
        assert metric([], {"a": 1.0}, 10) == 0
        assert metric(["b"], {"a": 1.0}, 10) == 0


@pytest.mark.parametrize("relevance", [{}, {"a": 0.0}, {"a": -1.0}])
def test_a_query_without_a_relevant_document_has_no_figures(relevance: dict[str, float]) -> None:
    for metric in (recall, reciprocal_rank, ndcg):
        with pytest.raises(ValueError, match="relevant"):
            metric(["a"], relevance, 10)


@given(RANKED, RELEVANCE, K)
def test_they_agree_with_the_formulas_restated(ranked: list[str], relevance: dict[str, float], k: int) -> None:
    relevant = [document for document in relevance if relevance[document] > 0]
    ranks = {document: place + 1 for place, document in enumerate(ranked)}
    found = [ranks[document] for document in relevant if ranks.get(document, 99) <= k]
    assert recall(ranked, relevance, k) == pytest.approx(len(found) / len(relevant))
    assert reciprocal_rank(ranked, relevance, k) == pytest.approx(max((1 / rank for rank in found), default=0))
    gain = sum(relevance[document] / log2(1 + ranks[document]) for document in relevant if ranks.get(document, 99) <= k)
    best = sorted((relevance[document] for document in relevant), reverse=True)
    ideal = sum(grade / log2(1 + place) for place, grade in enumerate(best[:k], start=1))
    assert ndcg(ranked, relevance, k) == pytest.approx(gain / ideal)


@given(RANKED, RELEVANCE, K)
def test_they_lie_between_nothing_and_one(ranked: list[str], relevance: dict[str, float], k: int) -> None:
    for metric in (recall, reciprocal_rank, ndcg):
        assert 0 <= metric(ranked, relevance, k) <= 1 + 1e-12


@given(RANKED, RELEVANCE, K)
def test_a_document_that_is_not_relevant_put_in_front_never_helps(
    ranked: list[str], relevance: dict[str, float], k: int
) -> None:
    for metric in (recall, reciprocal_rank, ndcg):
        assert metric(["noise", *ranked], relevance, k) <= metric(ranked, relevance, k) + 1e-12


@given(RANKED, RELEVANCE, st.integers(1, 30))
def test_recall_and_reciprocal_rank_grow_with_k(ranked: list[str], relevance: dict[str, float], k: int) -> None:
    assert recall(ranked, relevance, k) <= recall(ranked, relevance, k + 1)
    assert reciprocal_rank(ranked, relevance, k) <= reciprocal_rank(ranked, relevance, k + 1)
