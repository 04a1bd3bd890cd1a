"""The labelled sets are what their pages say: format, gold pages, shares, and lengths that give nothing away."""

import csv
import json
import unicodedata
from collections import Counter
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
SECOND_TEST = ROOT / "benchmarks" / "gitlab_utterances_2.jsonl"
UTTERANCES = [
    ROOT / "examples" / "utterances.jsonl",
    ROOT / "benchmarks" / "gitlab_utterances.jsonl",
    SECOND_TEST,
]
FOLLOWUPS = [ROOT / "examples" / "followups.jsonl", ROOT / "benchmarks" / "gitlab_followups.jsonl"]
TRAINING = ROOT / "benchmarks" / "training"
HANDBOOK_SETS = ("utterances", "pairs", "more", "conversations", "single", "folders")
"""Labelled with ask or search over handbooks; the other training sets are over invented collections."""
PERSONA_EVIDENCE = ROOT / "benchmarks" / "persona_evidence.jsonl"
REAL_PERSONA_CHAT = ROOT.parent / "shared" / "data" / "real_persona_chat"
GITLAB_HANDBOOK = ROOT.parent / "shared" / "data" / "gitlab_handbook_ja" / "handbook"
LONGEST_TOPIC = 12
MOST_SHARED = 0.02
MOST_OVERLAP = 0.7  # of the pairs of letters that two utterances have, as Dice's coefficient
MOST_DIFFERENCE = 0.2  # of the mean lengths of what is asked back and what is searched


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def name(path: Path) -> str:
    return path.name


@pytest.fixture(scope="module")
def handbook() -> set[str]:
    """Names of the sample documents, as they are stored."""
    examples = ROOT / "examples"
    pages = {page.relative_to(examples).as_posix() for page in (examples / "handbook").rglob("*.md")}
    with (examples / "faq.csv").open(encoding="utf-8", newline="") as file:
        return pages | {f"faq.csv#{row['faq_id']}" for row in csv.DictReader(file)}


@pytest.fixture(scope="module")
def gitlab_handbook() -> list[str]:
    """Paths of the pages in data that are not part of this repository."""
    if not GITLAB_HANDBOOK.is_dir():
        pytest.skip("../shared/data/gitlab_handbook_ja is not here: the paths of its pages cannot be checked")
    return [f"/{page.relative_to(GITLAB_HANDBOOK.parent).as_posix()}" for page in GITLAB_HANDBOOK.rglob("*.md")]


def normal(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


def pairs(text: str) -> set[str]:
    """The pairs of neighbouring letters of a text, blanks and width aside."""
    letters = normal(text)
    return {letters[at : at + 2] for at in range(len(letters) - 1)}


def overlap(one: set[str], other: set[str]) -> float:
    """Dice's coefficient of two sets of pairs, 0..1."""
    return 2 * len(one & other) / (len(one) + len(other))


def said(row: dict[str, Any], text: str) -> tuple[str, ...]:
    return (*(normal(turn["text"]) for turn in row["history"]), normal(row[text]))


def assert_history(row: dict[str, Any]) -> None:
    """The user begins, the assistant had the last word before the utterance."""
    turns = row["history"]
    assert [turn["role"] for turn in turns] == ["user", "assistant"] * (len(turns) // 2), row
    assert all(set(turn) == {"role", "text"} and turn["text"].strip() for turn in turns), row


@pytest.mark.parametrize("path", UTTERANCES, ids=name)
def test_every_utterance_has_its_fields(path: Path) -> None:
    for row in read(path):
        assert set(row) - {"lang", "split", "rivals"} == {"history", "text", "label", "kind", "gold", "note"}, row
        assert row["text"].strip()
        assert row["note"].strip()
        assert row["label"] in {"ask", "search"}, row
        assert row["kind"] in {"question", "consultation"}, row
        assert row["gold"] is None or row["label"] == "search", "what is asked back has no right page yet"
        assert_history(row)


@pytest.mark.parametrize("path", FOLLOWUPS, ids=name)
def test_every_followup_has_its_fields(path: Path) -> None:
    for row in read(path):
        assert set(row) - {"lang", "note", "standalone", "at"} == {"history", "query", "reference", "must", "gold"}, row
        assert row["history"]
        assert row["gold"]
        assert row["must"]
        assert_history(row)


@pytest.mark.parametrize("path", FOLLOWUPS, ids=name)
def test_a_reference_holds_what_a_rewrite_must_hold_and_the_followup_lacks_it(path: Path) -> None:
    def holds(text: str, must: list[list[str]]) -> bool:
        return all(any(normal(word) in normal(text) for word in alternatives) for alternatives in must)

    for row in read(path):
        standalone = row.get("standalone", False)
        assert holds(row["reference"], row["must"]), row
        assert holds(row["query"], row["must"]) == standalone, row
        assert (row["reference"] == row["query"]) == standalone, row


@pytest.mark.parametrize(
    ("path", "text"),
    [*((path, "text") for path in UTTERANCES), *((path, "query") for path in FOLLOWUPS)],
    ids=lambda value: value.name if isinstance(value, Path) else "",
)
def test_nothing_is_there_twice(path: Path, text: str) -> None:
    counted = Counter(said(row, text) for row in read(path))
    assert [utterance for utterance, times in counted.items() if times > 1] == []


@pytest.mark.parametrize("path", UTTERANCES, ids=name)
def test_hardly_an_utterance_is_one_that_weights_were_fitted_on(path: Path) -> None:
    """Whoever writes bare topics comes upon the same words: a few may coincide, sentences may not."""
    fitted = {normal(row["text"]) for name in HANDBOOK_SETS for row in read(TRAINING / f"{name}.jsonl")}
    assert fitted
    alone = [row["text"] for row in read(path) if not row["history"]]  # what was said before may turn the label
    shared = [text for text in alone if normal(text) in fitted]
    assert [text for text in shared if len(text) > LONGEST_TOPIC] == []
    assert len(shared) <= MOST_SHARED * len(alone), shared


def test_gold_pages_of_the_sample_handbook_exist(handbook: set[str]) -> None:
    for path in (UTTERANCES[0], FOLLOWUPS[0]):
        for row in read(path):
            if row["gold"] is not None:
                assert sum(row["gold"] in page for page in handbook) == 1, row


@pytest.mark.parametrize("path", UTTERANCES, ids=name)
def test_length_says_nothing_about_the_label(path: Path) -> None:
    """In each language and in each part by itself."""
    parts: dict[tuple[str | None, str | None], dict[str, list[int]]] = {}
    for row in read(path):
        lengths = parts.setdefault((row.get("lang"), row.get("split")), {"ask": [], "search": []})
        lengths[row["label"]].append(len(row["text"]))
    for part, lengths in parts.items():
        ask, search = mean(lengths["ask"]), mean(lengths["search"])
        assert abs(ask - search) <= MOST_DIFFERENCE * max(ask, search), (part, ask, search)


@pytest.mark.parametrize("path", UTTERANCES, ids=name)
def test_both_labels_and_both_kinds_have_their_share(path: Path) -> None:
    rows = read(path)
    assert 0.42 <= mean(row["label"] == "ask" for row in rows) <= 0.52
    assert {(row["label"], row["kind"]) for row in rows} == {
        (label, kind) for label in ("ask", "search") for kind in ("question", "consultation")
    }


def test_the_sample_sets_are_of_the_size_and_languages_described() -> None:
    utterances, followups = read(UTTERANCES[0]), read(FOLLOWUPS[0])
    assert len(utterances) >= 220
    assert len(followups) >= 80
    for rows in (utterances, followups):
        share = {lang: mean(row["lang"] == lang for row in rows) for lang in ("ja", "zh", "en")}
        assert 0.68 <= share["ja"] <= 0.8, share
        assert min(share["zh"], share["en"]) >= 0.1, share
    assert 0.1 <= mean(bool(row["history"]) for row in utterances) <= 0.2
    assert 0.2 <= mean(row.get("standalone", False) for row in followups) <= 0.3


def test_pages_named_in_the_gitlab_sets_exist(gitlab_handbook: list[str]) -> None:
    def pages(part: str) -> list[str]:
        return [page for page in gitlab_handbook if page.endswith(f"/{part}")]

    for path in (*UTTERANCES[1:], FOLLOWUPS[1]):
        for row in read(path):
            for part in [row["gold"], *row.get("rivals", [])]:
                assert part is None or len(pages(part)) == 1, (part, row)


def test_the_gitlab_sets_are_of_the_size_described_and_rivals_are_named() -> None:
    assert len(read(UTTERANCES[1])) >= 240
    assert len(read(SECOND_TEST)) == 200
    assert len(read(FOLLOWUPS[1])) >= 40
    for path in UTTERANCES[1:]:
        utterances = read(path)
        for row in utterances:
            assert "rivals" not in row or (row["label"] == "ask" and len(set(row["rivals"])) >= 2), row
        assert mean("rivals" in row for row in utterances if row["label"] == "ask") >= 0.95


def test_the_second_test_set_is_for_testing_alone_and_made_up_as_described() -> None:
    rows = read(SECOND_TEST)
    assert {row["split"] for row in rows} == {"test"}
    assert mean(bool(row["history"]) for row in rows) == pytest.approx(0.12, abs=0.01)
    assert Counter((row["label"], row["kind"]) for row in rows) == {
        ("ask", "question"): 84,
        ("ask", "consultation"): 12,
        ("search", "question"): 93,
        ("search", "consultation"): 11,
    }


def test_no_utterance_of_the_second_test_set_is_nearly_one_of_another_set() -> None:
    """What was said before may turn the same words, so only utterances that stand alone are compared."""
    sets = (*(TRAINING / f"{name}.jsonl" for name in HANDBOOK_SETS), *UTTERANCES[:2])
    others = [row["text"] for page in sets for row in read(page)]
    others += [row[key] for page in FOLLOWUPS for row in read(page) for key in ("query", "reference")]
    known = [pairs(text) for text in others]
    fresh = {row["text"]: pairs(row["text"]) for row in read(SECOND_TEST) if not row["history"]}
    close = [text for text, own in fresh.items() if any(overlap(own, other) >= MOST_OVERLAP for other in known)]
    assert close == []


def test_both_halves_of_the_gitlab_set_have_the_same_make_up() -> None:
    def make_up(row: dict[str, Any]) -> tuple[object, ...]:
        return row["label"], row["kind"], bool(row["history"]), row["gold"] is None

    halves = {
        half: Counter(make_up(row) for row in read(UTTERANCES[1]) if row["split"] == half) for half in ("dev", "test")
    }
    assert abs(halves["dev"].total() - halves["test"].total()) <= 1
    for kind in halves["dev"] | halves["test"]:
        assert abs(halves["dev"][kind] - halves["test"][kind]) <= 2, (kind, halves)


def test_evidence_of_persona_sentences_is_of_the_size_described() -> None:
    rows = read(PERSONA_EVIDENCE)
    assert len({(row["person"], row["sentence"]) for row in rows}) == len(rows) == 250
    assert sum(bool(row["evidence"]) for row in rows) == 105
    assert sum(len(row["evidence"]) for row in rows) == 225
    read_for = [len(row["evidence"]) + len(row["none"]) for row in rows]
    assert (sum(read_for), min(read_for), max(read_for)) == (2915, 6, 17)
    assert all(not set(row["evidence"]) & set(row["none"]) for row in rows)


def test_utterances_named_as_evidence_are_the_persons_own() -> None:
    if not REAL_PERSONA_CHAT.is_dir():
        pytest.skip("../shared/data/real_persona_chat is not here: its utterances cannot be checked")
    said = {
        f"{dialogue['dialogue_id']}:{index}": utterance["interlocutor_id"]
        for dialogue in read(REAL_PERSONA_CHAT / "dialogues.jsonl")
        for index, utterance in enumerate(dialogue["utterances"])
    }
    for row in read(PERSONA_EVIDENCE):
        assert {said[utterance] for utterance in (*row["evidence"], *row["none"])} == {row["person"]}


def test_claims_are_of_every_kind_and_no_claim_stands_twice_for_a_page() -> None:
    rows = [json.loads(line) for line in (ROOT / "benchmarks" / "claims.jsonl").read_text("utf-8").splitlines()]
    claims = [claim for row in rows for claim in row["claims"]]
    assert (len(rows), len(claims), sum(claim["supported"] for claim in claims)) == (484, 6776, 3120)
    kinds = {claim.get("how") for claim in claims}
    assert kinds == {None, "swapped", "negated", "figure", "condition", "who or where", "added"}
    for row in rows:
        assert row["sections"], row["title"]
        texts = [claim["text"] for claim in row["claims"]]
        assert len(set(texts)) == len(texts) == 14, row["title"]
        assert all(("how" in claim) is not claim["supported"] for claim in row["claims"])
