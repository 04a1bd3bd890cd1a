"""The training set of when to ask back is well formed, and length does not give its labels away."""

import json
from collections import Counter
from pathlib import Path
from statistics import mean

import pytest

ROOT = Path(__file__).parents[2]
LINES = (ROOT / "benchmarks" / "training" / "utterances.jsonl").read_text(encoding="utf-8").splitlines()
UTTERANCES = [json.loads(line) for line in LINES]
STORES = {"gitlab": "gitlab_handbook_ja", "company": "company_docs_ja"}
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


def test_every_utterance_has_these_fields_and_no_others() -> None:
    wrong = [u for u in UTTERANCES if set(u) != {"store", "text", "label", "kind", "gold", "why"}]
    assert wrong == []


def test_every_value_is_one_of_those_described() -> None:
    for u in UTTERANCES:
        assert u["store"] in STORES, u
        assert u["kind"] in {"question", "consultation"}, u
        assert u["why"] in REASONS[u["label"]], u
        assert u["text"] == u["text"].strip() != "", u


def test_no_utterance_is_there_twice() -> None:
    assert [text for text, times in Counter(u["text"] for u in UTTERANCES).items() if times > 1] == []


def test_what_is_answered_has_a_page_and_what_is_not_has_none() -> None:
    wrong = [u for u in UTTERANCES if u["label"] == "search" and (u["gold"] is None) != (u["why"] == "not_in_docs")]
    assert wrong == []


def test_labels_are_even_and_length_does_not_tell_them() -> None:
    lengths = {label: [len(u["text"]) for u in UTTERANCES if u["label"] == label] for label in REASONS}
    assert 0.45 <= len(lengths["ask"]) / len(UTTERANCES) <= 0.55
    assert abs(mean(lengths["ask"]) - mean(lengths["search"])) <= 0.15 * mean(lengths["search"])


@pytest.mark.parametrize("store", STORES)
def test_every_page_named_exists(store: str) -> None:
    folder = ROOT.parent / "shared" / "data" / STORES[store]
    if not folder.is_dir():
        pytest.skip(f"../shared/data/{STORES[store]} is not here")
    pages = [path.relative_to(folder).as_posix() for path in folder.rglob("*.md")]
    golds = {u["gold"] for u in UTTERANCES if u["store"] == store and u["gold"]}
    assert sorted(gold for gold in golds if not any(gold in page for page in pages)) == []
