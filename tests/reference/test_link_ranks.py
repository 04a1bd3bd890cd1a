"""Filtered ranks against an oracle in plain loops."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from yorisoi.graph.answers import KnownAnswers
from yorisoi.graph.ranking import figures, filtered_ranks
from yorisoi.graph.transe import TransE, irreflexive


def small_model(seed: int, grid: int) -> TransE:
    """Whole numbers, so that ties are frequent and exact."""
    rng = np.random.default_rng(seed)
    return TransE(
        entities=rng.integers(0, grid, (12, 2)).astype(np.float32),
        relations=rng.integers(0, grid, (4, 2)).astype(np.float32),
    )


def oracle(
    model: TransE, triples: list[tuple[int, int, int]], known: set[tuple[int, int, int]]
) -> list[tuple[int, int]]:
    """(optimistic, pessimistic) of every question, tails first."""

    def distance(source: int, relation: int, entity: int) -> float:
        if source == entity and model.irreflexive is not None and model.irreflexive[relation]:
            return float("inf")
        return float(np.sum((model.entities[source] + model.relations[relation] - model.entities[entity]) ** 2))

    ranks = []
    for tail_wanted in (True, False):
        for head, relation, tail in triples:
            source, target = (head, tail) if tail_wanted else (tail, head)
            row = relation if tail_wanted else relation + 2
            others = [
                distance(source, row, other)
                for other in range(12)
                if other != target
                and ((head, relation, other) if tail_wanted else (other, relation, tail)) not in known
            ]
            mine = distance(source, row, target)
            optimistic = 1 + sum(other < mine for other in others)
            ranks.append((optimistic, optimistic + sum(other == mine for other in others)))
    return ranks


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10_000), grid=st.integers(1, 9), ruled=st.booleans())
def test_ranks_are_those_of_the_oracle(seed: int, grid: int, ruled: bool) -> None:
    model, rng = small_model(seed, grid), np.random.default_rng(seed + 1)
    model.irreflexive = np.array([True, False, True, False]) if ruled else None
    all_ = np.stack([rng.integers(0, 12, 25), rng.integers(0, 2, 25), rng.integers(0, 12, 25)], axis=1)
    tested = all_[:7]
    ranks = filtered_ranks(model, tested, KnownAnswers(all_, 2))
    known = {tuple(row) for row in all_.tolist()}
    expected = oracle(model, [tuple(row) for row in tested.tolist()], known)
    assert list(zip(ranks.optimistic.tolist(), ranks.pessimistic.tolist(), strict=True)) == expected
    assert (ranks.optimistic <= ranks.realistic).all()
    assert (ranks.realistic <= ranks.pessimistic).all()


def test_a_thing_comes_last_about_itself_in_relations_that_lead_to_others() -> None:
    triples = np.array([[0, 0, 1], [2, 0, 3], [4, 1, 4], [5, 1, 6]])
    assert irreflexive(triples, 3).tolist() == [True, False, False] * 2, "of the third nothing is known"
    married = TransE(entities=np.eye(9, 4, dtype=np.float32), relations=np.zeros((4, 4), np.float32))
    asked = np.array([[0, 0, 1]])
    before = filtered_ranks(married, asked, KnownAnswers(asked, 2)).optimistic
    married.irreflexive = irreflexive(triples, 2)
    assert (before - filtered_ranks(married, asked, KnownAnswers(asked, 2)).optimistic).tolist() == [1, 1]


def test_equal_scores_of_everything_give_the_middle_rank() -> None:
    model = TransE(entities=np.zeros((9, 2), np.float32), relations=np.zeros((2, 2), np.float32))
    triples = np.array([[0, 0, 1]])
    found = figures(filtered_ranks(model, triples, KnownAnswers(triples, 1)))
    assert found["mrr"] == pytest.approx(1 / 5)
    assert found["mrr_optimistic"] == 1
    assert found["mrr_pessimistic"] == pytest.approx(1 / 9)
