"""The vectors of a store's graph: learnt again, or killed, they go on from where they were."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from tests.unit.graph.test_network import network_of

from yorisoi.graph import vectors
from yorisoi.graph.config import TrainConfig
from yorisoi.graph.learnt import FILE, Learnt, load, save
from yorisoi.graph.network import Network
from yorisoi.graph.saved import read, write
from yorisoi.graph.training import Training

CONFIG = TrainConfig(dimension=16, steps=300, negatives=16)
SPRINGS = [f"{name}温泉" for name in ("登別", "洞爺湖", "定山渓", "湯の川")]
ROWS = [(spring, "種類", "温泉") for spring in SPRINGS] + [(spring, "所在", "北海道") for spring in SPRINGS]
CROWD = [np.array([0, 1]), np.array([2, 3])]


@pytest.fixture(scope="module")
def network() -> Network:
    return asyncio.run(network_of(ROWS))


@pytest.fixture(scope="module")
def learnt(network: Network) -> Learnt:
    return vectors.learn(network, CROWD, CONFIG)


async def test_what_was_learnt_moves_less_than_in_a_training_anew(learnt: Learnt) -> None:
    grown = await network_of([*ROWS, ("別府温泉", "種類", "温泉"), ("別府温泉", "所在", "大分県")])
    again = vectors.learn(grown, CROWD, CONFIG, learnt)
    anew = vectors.learn(grown, CROWD, CONFIG)
    known = [again.names.index(name) for name in learnt.names]

    def moved(other: Learnt) -> float:
        return float(np.linalg.norm(other.entities[known] - learnt.entities, axis=1).mean())

    assert moved(again) < moved(anew) / 2
    still = [again.names.index(name) for name in ("登別温泉", "北海道")]
    before = [learnt.names.index(name) for name in ("登別温泉", "北海道")]
    np.testing.assert_allclose(again.entities[still], learnt.entities[before], atol=0.02)
    assert (again.entity_squares[known] >= learnt.entity_squares).all(), "the sums go on"
    assert (again.entity_squares[known] < 2 * learnt.entity_squares).all(), "and are not held back for ever"
    new = again.entities[again.names.index("別府温泉")]
    kind, elsewhere = (again.entities[again.names.index(name)] for name in ("定山渓温泉", "北海道"))
    assert np.linalg.norm(new - kind) < np.linalg.norm(new - elsewhere)


def test_a_warm_start_begins_with_people_where_they_fold_in(network: Network, learnt: Learnt) -> None:
    losses: list[float] = []

    def first(_: Training, loss: float) -> None:
        losses.append(loss)

    vectors.learn(network, CROWD, CONFIG, learnt, first)
    warm = losses[0]
    losses.clear()
    vectors.learn(network, CROWD, CONFIG, None, first)
    assert warm < losses[0] / 2


def after(epochs: int) -> Callable[[Training, float], None]:
    def kill(training: Training, _: float) -> None:
        if training.epoch == epochs:
            raise KeyboardInterrupt

    return kill


def test_a_killed_training_goes_on(
    network: Network, learnt: Learnt, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors, "KEPT_EVERY_S", 0.0)
    file = tmp_path / vectors.UNFINISHED
    with pytest.raises(KeyboardInterrupt):
        vectors.learn(network, CROWD, CONFIG, on_epoch=after(5), progress=file)
    epochs: list[int] = []
    again = vectors.learn(
        network, CROWD, CONFIG, on_epoch=lambda training, _: epochs.append(training.epoch), progress=file
    )
    assert epochs[0] == 5, "the fifth was killed before it was kept"
    np.testing.assert_array_equal(again.entities, learnt.entities)
    assert not file.exists()


async def test_the_progress_of_another_graph_is_not_taken_up(
    network: Network, learnt: Learnt, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors, "KEPT_EVERY_S", 0.0)
    file = tmp_path / vectors.UNFINISHED
    grown = await network_of([*ROWS, ("別府温泉", "種類", "温泉")])
    with pytest.raises(KeyboardInterrupt):
        vectors.learn(grown, CROWD, CONFIG, on_epoch=after(5), progress=file)
    np.testing.assert_array_equal(
        vectors.learn(network, CROWD, CONFIG, progress=file).entities, learnt.entities, "nor that of other people"
    )


def test_vectors_that_were_kept_without_their_sums_are_still_read(learnt: Learnt, tmp_path: Path) -> None:
    save(learnt, tmp_path, "1-1")
    arrays, about = read(tmp_path / FILE)
    for name in ("entity_squares", "relation_squares", "degrees", "uses"):
        del arrays[name]
    write(tmp_path / FILE, arrays, about)
    loaded = load(tmp_path)
    assert loaded is not None
    np.testing.assert_array_equal(loaded[0].entities, learnt.entities)
    assert not loaded[0].entity_squares.any()
    assert (loaded[0].degrees < 0).all(), "so that everything counts as touched"
