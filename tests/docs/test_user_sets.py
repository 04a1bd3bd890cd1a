"""The simulated users of the benchmark are what their page says, and what they look for is there."""

from collections import Counter
from pathlib import Path

import pytest
from tests.docs.test_conversation_sets import pages

from yorisoi.evaluation.users import User, cases, load
from yorisoi.language import normal_form

FOLDER = Path(__file__).parents[2] / "benchmarks" / "users"
SETS = {path.stem: load(path) for path in sorted(FOLDER.glob("*.jsonl"))}
ALL: list[User] = [user for users in SETS.values() for user in users]


def test_there_are_as_many_as_described() -> None:
    assert len(cases(ALL)) == 60
    assert len(SETS) >= 5
    assert Counter(user.language for user in ALL) == {"ja": 42, "zh": 9, "en": 9}
    assert min(Counter(user.persona for user in ALL).values()) >= 10


def test_they_begin_vaguely_and_clearly_and_some_look_for_what_is_not_there() -> None:
    begins = Counter(case.labels["begins"] for case in cases(ALL))
    assert begins == {"clear": 39, "vague": 16, "nowhere": 5}


@pytest.mark.parametrize("name", SETS)
def test_every_page_that_answers_is_there(name: str) -> None:
    known = pages(name)
    expected = {page for user in SETS[name] for page in user.pages}
    assert sorted(each for each in expected if not any(normal_form(each) in page for page in known)) == []
