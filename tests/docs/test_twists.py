"""The conversations with a twist are as many as their page says, and their pages are there."""

import json
from collections import Counter
from pathlib import Path

from yorisoi.evaluation.dialogue import load
from yorisoi.language import normal_form

ORGANISATIONS = Path(__file__).parents[2] / "benchmarks" / "organisations"
TWISTS = [each for path in sorted((ORGANISATIONS / "twists").glob("*.jsonl")) for each in load(path)]


def test_there_are_as_many_of_each_kind_as_described() -> None:
    assert Counter(each.kind for each in TWISTS) == {
        "rejection": 20,
        "pronoun": 12,
        "introduction": 10,
        "reaction": 10,
        "worry": 8,
    }
    assert sum(len(each.turns) for each in TWISTS) == 305


def test_every_page_that_is_expected_is_in_its_collection() -> None:
    headings: dict[str, str] = {}
    for path in ORGANISATIONS.glob("*.jsonl"):
        for row in map(json.loads, path.read_text("utf-8").splitlines()):
            name = f"{row['language']}_{row['collection']}"
            headings[name] = f"{headings.get(name, '')}\n{row.get('title', '')}\n{row.get('section', '')}"
    for dialogue in TWISTS:
        there = normal_form(headings[dialogue.id.rpartition("-")[0]])
        assert all(normal_form(page) in there for turn in dialogue.turns for page in turn.page), dialogue.id
