"""Filtered ranks against an oracle in plain loops."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from yorisoi.graph.answers import KnownAnswers
from yorisoi.graph.ranking import figures, filtered_ranks
from yorisoi.graph.transe import TransE


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
@given(seed=st.integers(0, 10_000), grid=st.integers(1, 9))
def test_ranks_are_those_of_the_oracle(seed: int, grid: int) -> None:
    model, rng = small_model(seed, grid), np.random.default_rng(seed + 1)
    all_ = np.stack([rng.integers(0, 12, 25), rng.integers(0, 2, 25), rng.integers(0, 12, 25)], axis=1)
    tested = all_[:7]
    ranks = filtered_ranks(model, tested, KnownAnswers(all_, 2))
    known = {tuple(row) for row in all_.tolist()}
    expected = oracle(model, [tuple(row) for row in tested.tolist()], known)
    assert list(zip(ranks.optimistic.tolist(), ranks.pessimistic.tolist(), strict=True)) == expected
    assert (ranks.optimistic <= ranks.realistic).all()
    assert (ranks.realistic <= ranks.pessimistic).all()


def test_equal_scores_of_everything_give_the_middle_rank() -> None:
    model = TransE(entities=np.zeros((9, 2), np.float32), relations=np.zeros((2, 2), np.float32))
    triples = np.array([[0, 0, 1]])
    found = figures(filtered_ranks(model, triples, KnownAnswers(triples, 1)))
    assert found["mrr"] == pytest.approx(1 / 5)
    assert found["mrr_optimistic"] == 1
    assert found["mrr_pessimistic"] == pytest.approx(1 / 9)
