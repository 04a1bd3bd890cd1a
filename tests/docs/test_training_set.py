"""The labelled utterances over handbooks are well formed, and length does not give their labels away."""

import json
from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import cycle, pairwise
from pathlib import Path
from statistics import mean
from typing import Any

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]


def _read(name: str) -> list[dict[str, Any]]:
    lines = (ROOT / "benchmarks" / "training" / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


SINGLE = _read("utterances.jsonl")
PAIRS = _read("pairs.jsonl")
MORE = _read("more.jsonl")
CONVERSATIONS = _read("conversations.jsonl")
LONE = _read("single.jsonl")
FOLDERS = _read("folders.jsonl")
FOLDERS_WITHIN = [u for u in FOLDERS if u["history"]]
FOLDERS_ALONE = [u for u in FOLDERS if not u["history"]]
WITHIN = [u for u in CONVERSATIONS if u["history"]]
ALONE = [u for u in CONVERSATIONS if not u["history"]]
LATER = MORE + CONVERSATIONS + LONE + FOLDERS
UTTERANCES = SINGLE + PAIRS + LATER
SETS = pytest.mark.parametrize(
    "utterances",
    [SINGLE, PAIRS, MORE, WITHIN, ALONE, LONE, FOLDERS_WITHIN, FOLDERS_ALONE],
    ids=["utterances", "pairs", "more", "within", "alone", "lone", "folders_within", "folders_alone"],
)
STORES = {
    "gitlab": ROOT.parent / "shared" / "data" / "gitlab_handbook_ja",
    "company": ROOT.parent / "shared" / "data" / "company_docs_ja",
    "examples": ROOT / "examples",
}
REASONS = {
    "ask": {
        *("bare_topic", "depends_on_country", "depends_on_role", "missing_slot"),
        *("vague_long", "consultation_vague", "pronoun"),
    },
    "search": {
        *("specific", "short_np", "named_country", "polite_clear", "definition", "procedure"),
        *("consultation_specific", "not_in_docs"),
    },
}
FOLLOWS = {
    *("ellipsis", "topic_before", "left_open", "vague_after", "new_topic"),
    *("reply", "correction", "drawn_out", "place_told", "thanks"),
}


def test_every_utterance_has_these_fields_and_no_others() -> None:
    fields = {"store", "text", "label", "kind", "gold", "why"}
    assert [u for u in SINGLE if set(u) != fields] == []
    assert [u for u in MORE if set(u) != fields] == []
    assert [u for u in PAIRS if set(u) != fields | {"group"}] == []
    assert [u for u in CONVERSATIONS + LONE if set(u) != fields | {"history"}] == []
    assert [u for u in LONE if u["history"]] == []
    assert [u for u in FOLDERS_WITHIN if set(u) != fields | {"history", "follows"}] == []
    assert [u for u in FOLDERS_ALONE if set(u) != fields | {"history"}] == []


def test_every_value_is_one_of_those_described() -> None:
    for u in UTTERANCES:
        assert u["store"] in STORES, u
        assert u["kind"] in {"question", "consultation"}, u
        assert u["why"] in REASONS[u["label"]], u
        assert u["text"] == u["text"].strip() != "", u


def test_what_was_said_before_is_up_to_six_turns_of_the_user_and_us_in_turn() -> None:
    for u in CONVERSATIONS + FOLDERS:
        assert len(u["history"]) <= 6, u
        for turn, role in zip(u["history"], cycle(["user", "assistant"]), strict=False):
            assert set(turn) == {"role", "text"}, u
            assert turn["role"] == role, u
            assert turn["text"] == turn["text"].strip() != "", u


def test_every_follow_up_follows_something_in_one_of_the_ways_described() -> None:
    assert {u["follows"] for u in FOLDERS_WITHIN} == FOLLOWS


def test_no_utterance_is_there_twice() -> None:
    # A follow-up may return after another history, with the other label.
    times = Counter((u["text"], u["label"] if "follows" in u else "") for u in UTTERANCES)
    assert [text for (text, _), count in times.items() if count > 1] == []


def test_what_is_answered_has_a_page_and_what_is_not_has_none() -> None:
    wrong = [u for u in UTTERANCES if u["label"] == "search" and (u["gold"] is None) != (u["why"] == "not_in_docs")]
    assert wrong == []


@SETS
def test_labels_are_even_and_length_does_not_tell_them(utterances: list[dict[str, Any]]) -> None:
    lengths = {label: [len(u["text"]) for u in utterances if u["label"] == label] for label in REASONS}
    assert 0.45 <= len(lengths["ask"]) / len(utterances) <= 0.55
    assert abs(mean(lengths["ask"]) - mean(lengths["search"])) <= 0.15 * mean(lengths["search"])


@pytest.mark.parametrize(
    "utterances",
    [PAIRS, MORE, WITHIN, ALONE, LONE, FOLDERS_WITHIN, FOLDERS_ALONE],
    ids=["pairs", "more", "within", "alone", "lone", "folders_within", "folders_alone"],
)
def test_a_decision_by_length_alone_is_a_coin_toss(utterances: list[dict[str, Any]]) -> None:
    assert 0.45 <= _area_under_curve(utterances, lambda u: len(u["text"])) <= 0.55


def _area_under_curve(utterances: list[dict[str, Any]], length: Callable[[dict[str, Any]], int]) -> float:
    asked, searched = ([length(u) for u in utterances if u["label"] == label] for label in ("ask", "search"))
    return mean((a > s) + (a == s) / 2 for a in asked for s in searched)


def test_every_group_of_pairs_holds_both_labels() -> None:
    groups: dict[int, list[str]] = {}
    for u in PAIRS:
        groups.setdefault(u["group"], []).append(u["label"])
    assert {group: labels for group, labels in groups.items() if set(labels) != set(REASONS)} == {}
    assert {len(labels) for labels in groups.values()} <= {2, 3, 4}


def _pairs_of_letters(text: str) -> set[str]:
    letters = [letter for letter in text if letter.isalnum()]
    return {first + second for first, second in pairwise(letters)}


def _is_told_apart_by_history(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return "follows" in one and "follows" in other and one["label"] != other["label"]


@pytest.mark.slow
def test_what_the_later_sets_say_none_of_the_sets_has_said_in_nearly_the_same_words() -> None:
    letters = [_pairs_of_letters(u["text"]) for u in UTTERANCES]
    sizes = np.array([len(each) for each in letters])
    holders: dict[str, list[int]] = defaultdict(list)  # pair -> the utterances before that have it
    near = []
    for at, (u, pairs) in enumerate(zip(UTTERANCES, letters, strict=True)):
        if at >= len(SINGLE + PAIRS):
            shared = np.bincount([other for pair in pairs for other in holders[pair]], minlength=at)
            alike = np.flatnonzero(2 * shared >= 0.7 * (sizes[at] + sizes[:at]))  # Dice's coefficient
            before = [UTTERANCES[other] for other in alike]
            near += [(u["text"], one["text"]) for one in before if not _is_told_apart_by_history(one, u)]
        for pair in pairs:
            holders[pair].append(at)
    assert near == []


@pytest.mark.parametrize("store", STORES)
def test_every_page_named_exists(store: str) -> None:
    folder = STORES[store]
    if not folder.is_dir():
        pytest.skip(f"../shared/data/{folder.name} is not here")
    pages = [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.suffix in {".md", ".csv"}]
    golds = {u["gold"] for u in UTTERANCES if u["store"] == store and u["gold"]}
    assert sorted(gold for gold in golds if not any(gold in page for page in pages)) == []
