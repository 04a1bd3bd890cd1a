"""How near things lie to a person: against the formula in plain Python, and where the middle would mislead."""

import math

import numpy as np
import pytest

from yorisoi.graph.folding import INTERESTS, Space
from yorisoi.graph.nearness import OF_THE_LEAD, distances


def f32(rows: object) -> np.ndarray:
    return np.array(rows, dtype=np.float32)


def squared(one: list[float], other: list[float]) -> float:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def test_the_formula_in_plain_python() -> None:
    candidates, lead = [[0.0, 0.0], [1.0, 2.0], [-3.0, 0.5]], [0.5, 0.0]
    interests, weights = [[1.0, 1.0], [-2.0, 0.0]], [3.0, 1.0]
    expected = []
    for place in candidates:
        density = OF_THE_LEAD * math.exp(-squared(place, lead) / 2)
        for interest, weight in zip(interests, weights, strict=True):
            density += (1 - OF_THE_LEAD) * weight / 4 * math.exp(-squared(place, interest) / 2)
        expected.append(-2 * math.log(density))
    found = distances(f32(candidates), f32(lead), f32(interests), f32(weights))
    assert found == pytest.approx(expected, rel=1e-5)


def test_one_place_alone_gives_the_squared_distance() -> None:
    found = distances(f32([[3.0, 4.0], [50.0, 0.0]]), f32([0.0, 0.0]), f32([[0.0, 0.0]]), f32([2.0]))
    assert found == pytest.approx([25.0, 2500.0])


def test_what_lies_by_an_interest_is_nearer_than_the_middle_between_two() -> None:
    interests = f32([[4.0, 0.0], [-4.0, 0.0]])
    beside, between = distances(f32([[4.0, 1.0], [0.0, 0.0]]), f32([0.0, 9.0]), interests, f32([1.0, 1.0]))
    assert beside < between


def test_a_stronger_interest_draws_nearer() -> None:
    interests, lead = f32([[4.0, 0.0], [-4.0, 0.0]]), f32([0.0, 9.0])
    strong, weak = distances(f32([[5.0, 0.0], [-5.0, 0.0]]), lead, interests, f32([3.0, 1.0]))
    assert strong < weak


def test_the_strongest_interests_count_and_what_is_unknown_is_infinitely_far() -> None:
    entities = np.random.default_rng(1).standard_normal((INTERESTS + 4, 8)).astype(np.float32)
    entities[-1] = np.nan
    space = Space(entities=entities, interest=np.zeros(8, np.float32), interested=np.zeros(8, np.float32))
    nodes = np.arange(INTERESTS + 2)
    weights = np.linspace(2, 1, len(nodes), dtype=np.float32)
    candidates = np.array([3, INTERESTS + 2, INTERESTS + 3])
    found = space.distances(candidates, nodes, weights)
    assert np.isinf(found[2])
    assert np.isfinite(found[:2]).all()
    assert found == pytest.approx(space.distances(candidates, nodes[:INTERESTS], weights[:INTERESTS]))
    unknown = np.array([INTERESTS + 3])
    assert np.isinf(space.distances(candidates, unknown, np.ones(1, np.float32))).all()
