"""Personalised PageRank by push against the sum that defines it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from yorisoi.graph.push import edges_between, personalized_pagerank

NODES = 12


def by_definition(weights: NDArray[np.float64], seeds: dict[int, float], damping: float) -> NDArray[np.float64]:
    """(1 - damping) sum_t damping^t (W^T)^t s, far enough."""
    sums = weights.sum(axis=1, keepdims=True)
    steps = np.divide(weights, sums, out=np.zeros_like(weights), where=sums > 0)
    mass = np.array([seeds.get(node, 0.0) for node in range(len(weights))])
    total = np.zeros(len(weights))
    for _ in range(400):
        total += (1 - damping) * mass
        mass = damping * (steps.T @ mass)
    return total


def by_push(
    weights: NDArray[np.float64],
    seeds: dict[int, float],
    damping: float,
    least: float,
    open_nodes: NDArray[np.bool_] | None = None,
    drawn: NDArray[np.float32] | None = None,
) -> NDArray[np.float64]:
    source, target = np.nonzero(weights)
    edges = edges_between(source, target, weights[source, target], len(weights))
    nodes, ends = personalized_pagerank(
        edges, seeds, damping=damping, least=least, faint=0.0, open_nodes=open_nodes, drawn=drawn
    )
    found = np.zeros(len(weights))
    found[nodes] = ends
    return found


@st.composite
def graphs(draw: st.DrawFn) -> tuple[NDArray[np.float64], dict[int, float]]:
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    weights = rng.random((NODES, NODES)) * (rng.random((NODES, NODES)) < draw(st.floats(0.05, 0.5)))
    np.fill_diagonal(weights, 0.0)
    nodes = draw(st.lists(st.integers(0, NODES - 1), min_size=1, max_size=4, unique=True))
    return weights.astype(np.float32).astype(np.float64), {node: 1 / len(nodes) for node in nodes}


@given(graphs(), st.floats(0.1, 0.9))
def test_it_is_the_sum_over_all_walks(graph: tuple[NDArray[np.float64], dict[int, float]], damping: float) -> None:
    weights, seeds = graph
    found = by_push(weights, seeds, damping, least=1e-12)
    assert found == pytest.approx(by_definition(weights, seeds, damping), abs=1e-6)


@given(graphs(), st.integers(0, NODES - 1), st.floats(0.1, 3.0))
def test_a_node_that_draws_is_one_into_which_all_edges_weigh_more(
    graph: tuple[NDArray[np.float64], dict[int, float]], node: int, more: float
) -> None:
    weights, seeds = graph
    drawn = np.zeros(NODES, dtype=np.float32)
    drawn[node] = more
    heavier = weights.copy()
    heavier[:, node] *= 1 + np.float64(drawn[node])
    assert by_push(weights, seeds, 0.7, 1e-12, drawn=drawn) == pytest.approx(
        by_definition(heavier, seeds, 0.7), abs=1e-6
    )


@given(graphs(), st.floats(0.1, 0.9), st.sampled_from([1e-2, 1e-3]))
def test_what_is_left_out_is_bounded(
    graph: tuple[NDArray[np.float64], dict[int, float]], damping: float, least: float
) -> None:
    weights, seeds = graph
    missing = by_definition(weights, seeds, damping) - by_push(weights, seeds, damping, least)
    assert missing.min() > -1e-6
    assert missing.sum() <= NODES * least + 1e-6


@given(graphs(), st.lists(st.integers(0, NODES - 1), max_size=6))
def test_a_closed_node_is_as_if_it_were_not_there(
    graph: tuple[NDArray[np.float64], dict[int, float]], closed: list[int]
) -> None:
    weights, seeds = graph
    open_nodes = np.ones(NODES, dtype=bool)
    open_nodes[closed] = False
    without = weights.copy()
    without[closed, :] = without[:, closed] = 0.0
    expected = by_definition(without, {node: mass for node, mass in seeds.items() if open_nodes[node]}, 0.7)
    expected[closed] = 0.0
    assert by_push(weights, seeds, 0.7, 1e-12, open_nodes) == pytest.approx(expected, abs=1e-6)


def test_worked_by_hand() -> None:
    weights = np.zeros((3, 3))
    weights[0, 1], weights[0, 2], weights[1, 0] = 3.0, 1.0, 1.0
    # one step from 0: three quarters to 1, one to 2; 1 leads back to 0, 2 nowhere
    back = 0.7 * 0.7 * 0.75
    at_0 = 0.3 / (1 - back)
    assert by_push(weights, {0: 1.0}, 0.7, 1e-12) == pytest.approx([at_0, at_0 * 0.7 * 0.75, at_0 * 0.7 * 0.25])
