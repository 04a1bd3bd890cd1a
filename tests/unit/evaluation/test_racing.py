"""Settings race over the same questions: what is hopeless stops early, the best is found, what is held out stays so."""

from collections import Counter
from collections.abc import Sequence

import pytest

from yorisoi.evaluation.racing import FIRST, Candidate, candidates_of, race, split

QUESTIONS = [f"q{n:03}" for n in range(128)]


class Field:
    """Candidates with a known share of right answers; which ones differs by candidate."""

    def __init__(self, *shares: float) -> None:
        self.candidates: list[Candidate] = [{} if n == 0 else {"n": n} for n in range(len(shares))]
        self.shares = shares
        self.asked: Counter[int] = Counter()

    async def scores(self, candidate: Candidate, ids: Sequence[str]) -> list[float]:
        n = candidate.get("n", 0)
        self.asked[n] += len(ids)
        return [float((int(each[1:]) * 37 + n) % 100 < 100 * self.shares[n]) for each in ids]


async def test_the_best_is_found_and_the_hopeless_stop_early() -> None:
    field = Field(0.5, 0.05, 0.9, 0.5, 0.1, 0.0)
    standings = await race(field.candidates, QUESTIONS, field.scores)
    assert standings[0].candidate == {"n": 2}
    assert standings[0].questions == len(QUESTIONS)
    assert field.asked[5] == field.asked[1] == FIRST
    assert sum(field.asked.values()) < len(QUESTIONS) * len(field.candidates) / 2
    assert {"worse than the leader" in each.out for each in standings if each.candidate.get("n") in (1, 5)} == {True}


async def test_what_is_set_now_runs_to_the_end_however_bad_it_is() -> None:
    field = Field(0.0, 0.9, 0.8)
    standings = await race(field.candidates, QUESTIONS, field.scores)
    now = next(each for each in standings if not each.candidate)
    assert (now.questions, now.out) == (len(QUESTIONS), "")


async def test_nothing_more_is_asked_once_what_is_set_now_is_alone() -> None:
    field = Field(1.0, 0.0)
    standings = await race(field.candidates, QUESTIONS, field.scores)
    assert standings[0].candidate == {}
    assert field.asked == {0: FIRST, 1: FIRST}


async def test_with_few_questions_all_are_asked_of_everyone() -> None:
    field = Field(0.5, 0.5, 0.6)
    standings = await race(field.candidates, QUESTIONS[:10], field.scores)
    assert {each.questions for each in standings} == {10}


def test_candidates_are_all_points_of_the_space_or_as_many_as_wanted() -> None:
    space = {"search.k": ("10", "60"), "search.fusion": ("rank", "score")}
    assert candidates_of(space, 10, 1) == [
        {},
        {"search.k": "10", "search.fusion": "rank"},
        {"search.k": "10", "search.fusion": "score"},
        {"search.k": "60", "search.fusion": "rank"},
        {"search.k": "60", "search.fusion": "score"},
    ]
    drawn = candidates_of({"a": range(100), "b": range(100)}, 8, 1)
    assert len(drawn) == 8
    assert drawn == candidates_of({"a": range(100), "b": range(100)}, 8, 1)
    assert drawn != candidates_of({"a": range(100), "b": range(100)}, 8, 2)


@pytest.mark.parametrize("share", [0.2, 0.5])
def test_questions_of_one_page_stay_on_one_side(share: float) -> None:
    groups = {f"q{n}": f"page{n // 4}" for n in range(400)}
    tune_on, test_on = split(groups, share, 7)
    assert sorted([*tune_on, *test_on]) == sorted(groups)
    assert not {groups[each] for each in tune_on} & {groups[each] for each in test_on}
    assert len(test_on) == 400 * share
    assert split(groups, share, 7) == (tune_on, test_on)
    assert split(groups, share, 8) != (tune_on, test_on)
