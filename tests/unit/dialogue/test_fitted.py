"""The fitted numbers: one form, one small file."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.dialogue.conversations import hit, ja, wording
from tests.unit.dialogue.fitted_by_hand import FITTED

from yorisoi.dialogue import fitted as module
from yorisoi.dialogue.clarify.evidence import READ, features
from yorisoi.dialogue.fitted import Floats, Kernel, Linear, fitted, load, save, unit
from yorisoi.dialogue.interpret.interpretations import continuing

MOST_BYTES = 500_000
NUMBERS = st.lists(st.floats(-4, 4), min_size=2, max_size=2)


@pytest.mark.parametrize("ours", [False, True], ids=["by hand", "those that come with Yorisoi"])
def test_what_is_saved_is_loaded_again(ours: bool, tmp_path: Path) -> None:
    models = fitted() if ours else FITTED
    save(models, tmp_path / "fitted.npz")
    again = load(tmp_path / "fitted.npz")
    assert again.encoder == models.encoder
    assert np.allclose(again.mean, models.mean, atol=1e-3)
    for name in ("follows", "oneself", "continues", "action", "action_unread"):
        kept, had = getattr(again, name), getattr(models, name)
        assert (kept.classes, kept.names) == (had.classes, had.names)
        assert np.allclose(kept.weights, had.weights, rtol=1e-3, atol=1e-3)
        assert np.allclose(kept.bias, had.bias, rtol=1e-3, atol=1e-3)
    for reading in np.random.default_rng(7).normal(size=(20, models.vague.projection.shape[1])).astype(np.float32):
        given_, kept_ = (1 / (1 + np.exp(-each.vague.log_odds(unit_of(reading)))) for each in (models, again))
        assert kept_ == pytest.approx(given_, abs=0.01)


def unit_of(reading: Floats) -> Floats:
    return reading / np.float32(np.linalg.norm(reading))


def test_what_ships_is_small() -> None:
    assert Path(module.__file__).with_name("fitted.npz").stat().st_size < MOST_BYTES


def test_what_ships_knows_every_action() -> None:
    assert set(fitted().action.classes) == {"answer", "ask", "none", "talk"}


def test_what_ships_weighs_nothing_that_the_turn_does_not_tell() -> None:
    """A feature that is renamed would silently count for nothing."""
    told = continuing(ja("課長は？"), wording(), False, [hit(1, "a")], [hit(2, "b")], [], None, False)
    about = (ja("課長は？"), ja("課長は？"), wording())
    state = {"passages": 10, "in_conversation": True, "asked_back": 1, "goes_on": 0.5}
    found, _ = features(*about, [hit(1, "出張", cosine=0.9)], {}, **state)  # type: ignore[arg-type]
    nothing, _ = features(*about, [], {}, **state)  # type: ignore[arg-type]
    assert set(fitted().continues.names) <= set(told)
    assert set(fitted().action_unread.names) <= set(found) | set(nothing)
    assert set(fitted().action.names) <= set(found) | set(nothing) | set(READ)


@given(NUMBERS)
def test_several_classes_share_a_probability_of_one_by_the_exponential_of_their_odds(x: list[float]) -> None:
    model = Linear(
        classes=("a", "b"),
        names=("p", "q"),
        weights=np.array([[1, -2], [0.5, 3]], np.float32),
        bias=np.array([0.5, -1], np.float32),
    )
    given_ = dict(zip(model.names, x, strict=True))
    odds = np.array([x[0] - 2 * x[1] + 0.5, 0.5 * x[0] + 3 * x[1] - 1])
    shares = np.exp(odds) / np.exp(odds).sum()
    assert list(model.probabilities(given_).values()) == pytest.approx(shares.tolist(), abs=1e-4)
    assert model.probabilities(np.array(x, np.float32)) == pytest.approx(model.probabilities(given_))


def test_a_single_class_is_a_yes_or_no_and_what_is_not_given_is_zero() -> None:
    model = Linear(
        classes=("yes",), names=("p", "q"), weights=np.array([[2, 5]], np.float32), bias=np.array([1], np.float32)
    )
    assert model.probabilities({"p": 1.0})["yes"] == pytest.approx(1 / (1 + np.exp(-3)))
    assert model.parts({"p": 1.0}, "yes") == {"p": 2.0, "q": 0.0}


def test_odds_that_are_far_apart_do_not_overflow() -> None:
    model = Linear(
        classes=("a", "b"), names=("p",), weights=np.array([[1e4], [-1e4]], np.float32), bias=np.zeros(2, np.float32)
    )
    assert model.probabilities({"p": 1.0}) == {"a": 1.0, "b": 0.0}


def test_parts_tell_what_speaks_for_a_class_against_the_others() -> None:
    model = Linear(
        classes=("a", "b"), names=("p",), weights=np.array([[3], [1]], np.float32), bias=np.zeros(2, np.float32)
    )
    assert model.parts({"p": 2.0}, "a") == {"p": 2.0}
    assert model.parts({"p": 2.0}, "b") == {"p": -2.0}


@given(NUMBERS)
def test_a_kernel_weighs_what_was_kept_by_how_near_it_is(x: list[float]) -> None:
    kept, weights = np.array([[1, 0], [0, 2], [3, 3]], np.float32), np.array([1, -2, 0.5], np.float32)
    projection = np.array([[1, 0], [1, 1]], np.float32)
    model = Kernel(gamma=0.3, projection=projection, kept=kept, weights=weights, bias=0.25)
    at = (x[0], x[0] + x[1])
    terms = [
        weight * np.exp(-0.3 * ((at[0] - one[0]) ** 2 + (at[1] - one[1]) ** 2))
        for weight, one in zip(weights, kept, strict=True)
    ]
    assert model.log_odds(np.array(x, np.float32)) == pytest.approx(sum(terms) + 0.25, abs=1e-3)


@given(st.lists(st.floats(0.1, 5), min_size=8, max_size=8), st.floats(0.1, 100))
def test_readings_are_of_unit_length_in_both_halves_however_long_they_were(reading: list[float], length: float) -> None:
    mean = np.full((2, 4), 0.1, dtype=np.float32)
    one = unit(np.array(reading, np.float32), mean)
    assert np.linalg.norm(one.reshape(2, -1), axis=1) == pytest.approx([1, 1], abs=1e-4)
    assert unit(np.array(reading, np.float32) * np.float32(length), mean) == pytest.approx(one, abs=2e-3)
