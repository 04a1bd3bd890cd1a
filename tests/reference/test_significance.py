"""The randomisation test and the bootstrap against cases worked by hand and what theory says of them."""

import itertools
import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from yorisoi.evaluation.significance import bootstrap_interval, compare, randomisation_test

FIGURES = st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.63, 1.0]), min_size=1, max_size=9)


def test_five_queries_all_better_by_as_much_have_p_of_two_in_thirty_two() -> None:
    """Only all plus and all minus part the two as far: 2 / 2^5."""
    assert randomisation_test(np.full(5, 0.1)) == pytest.approx(2 / 32)


def test_queries_that_do_not_differ_change_no_p() -> None:
    assert randomisation_test(np.array([0.1] * 5 + [0.0] * 100)) == pytest.approx(2 / 32)


def test_the_same_figures_twice_are_no_difference() -> None:
    same = compare([0.2, 1.0, 0.0], [0.2, 1.0, 0.0])
    assert (same.difference, same.p, same.ci95, same.equal) == (0.0, 1.0, (0.0, 0.0), 3)


@given(FIGURES)
def test_with_few_queries_the_p_is_that_of_all_signs_tried(values: list[float]) -> None:
    differences = [value - 0.4 for value in values]
    seen = abs(sum(differences))
    signs = list(itertools.product((1, -1), repeat=len(values)))
    sums = [abs(sum(sign * value for sign, value in zip(each, differences, strict=True))) for each in signs]
    expected = sum(total >= seen - 1e-9 for total in sums) / len(signs)
    assert randomisation_test(np.array(differences)) == pytest.approx(expected)


def test_with_many_queries_the_drawn_p_comes_near_the_one_of_the_normal_law() -> None:
    differences = np.random.default_rng(3).normal(0.02, 0.2, size=400)
    z = abs(differences.sum()) / float(np.sqrt((differences**2).sum()))
    expected = 2 * (1 - statistics.NormalDist().cdf(z))
    assert randomisation_test(differences) == pytest.approx(expected, abs=0.015)
    assert randomisation_test(differences) == randomisation_test(differences), "seeded"


def test_a_large_difference_never_has_a_p_of_zero() -> None:
    assert randomisation_test(np.full(200, 0.5), rounds=999) == pytest.approx(1 / 1000)


def test_chance_differences_are_called_significant_about_as_often_as_promised() -> None:
    random = np.random.default_rng(5)
    ps = [randomisation_test(random.normal(0, 1, size=40), rounds=400) for _ in range(300)]
    assert 0.02 <= np.mean(np.array(ps) <= 0.05) <= 0.09


def test_the_interval_is_that_of_the_central_limit_theorem() -> None:
    differences = np.random.default_rng(7).normal(0.1, 0.3, size=1000)
    margin = 1.96 * differences.std() / np.sqrt(1000)
    low, high = bootstrap_interval(differences)
    assert (low, high) == pytest.approx((differences.mean() - margin, differences.mean() + margin), abs=0.002)


@given(FIGURES)
def test_turned_round_the_difference_changes_its_sign_and_p_stays(values: list[float]) -> None:
    other = [0.5] * len(values)
    one, reverse = compare(values, other, rounds=50), compare(other, values, rounds=50)
    assert one.difference == pytest.approx(-reverse.difference)
    assert one.p == pytest.approx(reverse.p)
    assert (one.better, one.worse, one.equal) == (reverse.worse, reverse.better, reverse.equal)


@pytest.mark.parametrize(("one", "other"), [([], []), ([1.0], [1.0, 0.5])])
def test_figures_of_other_queries_are_refused(one: list[float], other: list[float]) -> None:
    with pytest.raises(ValueError, match="same queries"):
        compare(one, other)
