"""A training learns, can be interrupted, and ends the same; it starts from what was learnt before."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from yorisoi.errors import StoreError
from yorisoi.graph.answers import Ids, KnownAnswers, questions
from yorisoi.graph.config import TrainConfig
from yorisoi.graph.ranking import figures, filtered_ranks
from yorisoi.graph.sampled_softmax import gradient
from yorisoi.graph.saved import load_training, save_training
from yorisoi.graph.training import Training, begin, train
from yorisoi.graph.transe import TransE

CONFIG = TrainConfig(dimension=16, epochs=30, batch=16, negatives=20, rate=0.2, l2=0.0)


def mrr(model: TransE, triples: Ids) -> float:
    return figures(filtered_ranks(model, triples, KnownAnswers(triples, 2)))["mrr"]


def test_what_was_learnt_ranks_first(line: Ids) -> None:
    losses: list[float] = []
    untrained = mrr(begin(30, 2, CONFIG).model, line)
    model = train(begin(30, 2, CONFIG), line, lambda _, loss: losses.append(loss))
    assert len(losses) == CONFIG.epochs
    assert losses[-1] < losses[0] / 2
    assert mrr(model, line) > 2 * untrained


def test_equal_seeds_give_equal_vectors_and_others_do_not(line: Ids) -> None:
    config = replace(CONFIG, epochs=2)
    one, same = (train(begin(30, 2, config), line) for _ in range(2))
    other = train(begin(30, 2, replace(config, seed=1)), line)
    np.testing.assert_array_equal(one.entities, same.entities)
    assert not np.array_equal(one.entities, other.entities)


def test_an_interrupted_training_ends_as_one_that_was_not(line: Ids, tmp_path: Path) -> None:
    config, file = replace(CONFIG, epochs=4), tmp_path / "training.npz"

    def interrupt(training: Training, _: float) -> None:
        save_training(file, training, "line")
        if training.epoch == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(begin(30, 2, config), line, interrupt)
    again = load_training(file, config, "line")
    assert again is not None
    assert again.epoch == 2
    np.testing.assert_array_equal(train(again, line).entities, train(begin(30, 2, config), line).entities)


def test_progress_of_other_triples_or_settings_is_not_taken_up(tmp_path: Path) -> None:
    file = tmp_path / "training.npz"
    assert load_training(file, CONFIG, "line") is None
    save_training(file, begin(30, 2, CONFIG), "line")
    assert load_training(file, CONFIG, "another") is None
    assert load_training(file, replace(CONFIG, seed=1), "line") is None
    file.write_bytes(b"broken")
    with pytest.raises(StoreError, match="train again"):
        load_training(file, CONFIG, "line")


def test_the_gradient_is_that_of_the_loss() -> None:
    """Against differences of the loss, written anew in plain loops."""
    rng = np.random.default_rng(3)
    asked, targets, negatives = (rng.normal(size=(size, 4)).astype(np.float32) for size in (3, 3, 5))
    true = (np.array([0, 2]), np.array([1, 4]))

    def loss() -> float:
        total = 0.0
        for row in range(3):
            right = -float(np.sum((asked[row].astype(float) - targets[row]) ** 2))
            total -= right
            terms = [np.exp(right)]
            for column in range(5):
                if (row, column) not in [(0, 1), (2, 4)]:
                    distance = float(np.sum((asked[row].astype(float) - negatives[column]) ** 2))
                    terms.append(np.exp(-distance) * 40 / 5)
            total += float(np.log(np.sum(terms)))
        return total

    found = gradient(asked, targets, negatives, true, entities=40)
    assert found.loss == pytest.approx(loss(), rel=1e-4)
    for moved, slope in ((asked, found.asked), (targets, found.targets), (negatives, found.negatives)):
        for at in np.ndindex(*moved.shape):
            before, by = moved[at], np.float32(1e-2)
            moved[at] = before + by
            above = loss()
            moved[at] = before - by
            below = loss()
            moved[at] = before
            assert slope[at] == pytest.approx((above - below) / (2 * by), abs=2e-2)


def test_known_answers_are_those_of_both_directions(line: Ids) -> None:
    known = KnownAnswers(np.concatenate([line, line[:3]]), 2)
    asked = questions(np.array([[0, 0, 5]]), 2)
    rows, answers = known.of(asked)
    assert list(zip(rows.tolist(), answers.tolist(), strict=True)) == [(0, 1), (1, 4)]
