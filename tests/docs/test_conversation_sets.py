"""What wording and going on are fitted on, and the conversations by which all is measured, are what their pages say."""

import csv
import json
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

from yorisoi.dialogue.interpret.wording import Kind
from yorisoi.evaluation.dialogue import Dialogue, load
from yorisoi.language import detect_language, normal_form

ROOT = Path(__file__).parents[2]
TRAINING, DIALOGUES = ROOT / "benchmarks" / "training", ROOT / "benchmarks" / "dialogues"
SHARED = ROOT.parent / "shared" / "data"
FOLDERS = {
    "handbook": (ROOT / "examples",),
    **{name: (DIALOGUES / name,) for name in ("faq", "manual", "notes", "campus_zh", "makerspace_en")},
    "rules": (SHARED / "company_docs_ja",),
    "gitlab": (SHARED / "gitlab_handbook_ja",),
}
COLLECTIONS = pytest.mark.parametrize("name", FOLDERS)
KINDS = {
    *("follow-up", "vague", "topic-change", "consultation", "talk-and-question", "correction"),
    *("not-in-documents", "mixed"),
}


def read(*names: str) -> list[dict[str, Any]]:
    return [json.loads(line) for name in names for line in (TRAINING / name).read_text("utf-8").splitlines()]


WORDINGS = read("kinds_life.jsonl", "kinds_work.jsonl", "kinds_zh_en.jsonl")
GOING_ON = read("continues_life.jsonl", "continues_organisations.jsonl", "continues_work.jsonl")
ANSWERABLE = read("answerable_a.jsonl", "answerable_b.jsonl")


def conversations(name: str) -> list[Dialogue]:
    return load(DIALOGUES / f"{name}.jsonl")


# ---------------------------------------------------------------- the wording


def test_every_wording_is_of_a_kind_a_domain_and_a_language() -> None:
    for row in WORDINGS:
        assert set(row) == {"text", "before", "kind", "domain", "lang"}, row
        assert row["kind"] in set(Kind), row
        assert row["text"] == row["text"].strip() != "", row
        assert row["domain"]
        assert row["lang"] in ("ja", "zh", "en"), row


def test_wordings_are_of_the_size_and_languages_described() -> None:
    assert Counter(row["lang"] for row in WORDINGS) == {"ja": 1600, "zh": 450, "en": 450}
    assert set(Counter(row["kind"] for row in WORDINGS)) == set(Kind)
    assert len({row["domain"] for row in WORDINGS}) >= 20


def test_no_wording_is_there_twice_in_its_domain_after_the_same_words() -> None:
    counted = Counter((row["text"], row["before"], row["domain"], row["lang"]) for row in WORDINGS)
    assert [said for said, times in counted.items() if times > 1] == []


def test_what_replies_has_something_before_it_and_so_has_nearly_all_that_corrects() -> None:
    assert [row for row in WORDINGS if row["kind"] == Kind.REPLY and not row["before"]] == []
    assert mean(bool(row["before"]) for row in WORDINGS if row["kind"] == Kind.CORRECTION) > 0.95


def test_every_kind_is_said_in_every_language_in_the_same_share() -> None:
    for kind in Kind:
        shares = [mean(row["kind"] == kind for row in WORDINGS if row["lang"] == lang) for lang in ("ja", "zh", "en")]
        assert max(shares) - min(shares) < 0.02, (kind, shares)


# ---------------------------------------------------------------- going on


def test_every_row_of_going_on_has_what_was_said_before() -> None:
    for row in GOING_ON:
        assert set(row) - {"returns_to"} == {"said", "reply", "text", "continues", "how", "domain", "lang"}, row
        assert 1 <= len(row["said"]) <= 3, row
        assert all(text.strip() for text in (*row["said"], row["text"])), row
        assert row["continues"] == (row["how"] not in NOT_GOING_ON), row
        assert "returns_to" not in row or row["how"] == "return", row


NOT_GOING_ON = ("new", "marked-new", "repeat", "switch", "complete")


def test_going_on_is_of_the_size_described_and_about_even() -> None:
    assert len(GOING_ON) == 3010
    assert Counter(row["lang"] for row in GOING_ON) == {"ja": 2240, "zh": 380, "en": 390}
    assert 0.4 <= mean(row["continues"] for row in GOING_ON) <= 0.6
    assert len({(*row["said"], row["text"]) for row in GOING_ON}) == len(GOING_ON)


# ---------------------------------------------------------------- the collections


def pages(name: str) -> list[str]:
    """Every page of a collection as one text: its path, and all that it says; every row of a FAQ by itself."""
    [folder] = FOLDERS[name]
    if not folder.is_dir():
        pytest.skip(f"../shared/data/{folder.name} is not here")
    found = []
    for path in sorted(folder.rglob("*")):
        if path.suffix == ".csv":
            with path.open(encoding="utf-8", newline="") as file:
                found += [f"{path.name}#" + "\n".join(map(str, row.values())) for row in csv.DictReader(file)]
        elif path.is_file() and path.suffix in {".md", ".txt", ".html"}:
            text = path.read_text("utf-8", errors="replace")
            found.append(f"{path.relative_to(folder)}\n{path.parent.name}/{path.name}\n{_plain(text)}")
    return [normal_form(page) for page in found]


def _plain(text: str) -> str:
    parts: list[str] = []
    parser = HTMLParser()
    parser.handle_data = parts.append  # type: ignore[method-assign]
    parser.feed(text)
    return "".join(parts)


@COLLECTIONS
def test_every_page_that_is_expected_is_there(name: str) -> None:
    known = pages(name)
    expected = {page for dialogue in conversations(name) for line in dialogue.turns for page in line.page}
    # Of an answerable question the path, a blank and the heading may be named; a heading is checked by its path alone.
    expected |= {
        row["page"].split()[-1 if ".csv " in row["page"] else 0]
        for row in ANSWERABLE
        if row["store"] == name and row["found"]
    }
    assert expected
    assert sorted(each for each in expected if not any(normal_form(each) in page for page in known)) == []


@COLLECTIONS
def test_every_collection_has_questions_that_it_answers_and_such_that_it_does_not(name: str) -> None:
    rows = [row for row in ANSWERABLE if row["store"] == name]
    assert Counter(row["found"] for row in rows) == {True: 45, False: 55}
    assert all(set(row) == {"store", "text", "found", "page"} for row in rows)
    assert all(bool(row["page"]) == row["found"] for row in rows)
    assert len({row["text"] for row in rows}) == len(rows)


@COLLECTIONS
def test_conversations_are_of_every_kind_and_of_four_turns_or_more(name: str) -> None:
    held = conversations(name)
    assert {dialogue.kind for dialogue in held} == KINDS
    assert mean(len(dialogue.turns) for dialogue in held) >= 4
    assert len({(dialogue.turns[0].say, dialogue.turns[1].say) for dialogue in held}) == len(held)


@COLLECTIONS
def test_what_is_answered_names_its_page_and_what_is_carried_was_said(name: str) -> None:
    for dialogue in conversations(name):
        for line in dialogue.turns:
            assert line.page or line.action != "answer", (dialogue.id, line)
            assert not line.page or line.action in ("answer", "either"), (dialogue.id, line)
        said = normal_form(" ".join(line.say for line in dialogue.turns))
        assert said


def test_there_are_as_many_conversations_as_described() -> None:
    held = [dialogue for name in FOLDERS for dialogue in conversations(name)]
    assert len(held) == 190
    assert len({dialogue.id for dialogue in held}) == len(held)
    languages = Counter(detect_language(" ".join(line.say for line in each.turns), "ja") for each in held)
    assert languages["ja"] > 0.7 * len(held)
    assert min(languages["zh"], languages["en"]) >= 10


# ---------------------------------------------------------------- small collections


EVERYDAY = ROOT / "benchmarks" / "everyday"


@pytest.mark.parametrize("language", ["ja", "zh", "en"])
def test_conversations_over_small_collections_are_of_the_sections_that_are_there(language: str) -> None:
    headings: dict[str, set[str]] = {}
    for line in (EVERYDAY / f"{language}.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        if "text" in row:
            headings.setdefault(f"{language}_{row['collection']}", set()).update((row["title"], row["section"]))
    talks = load(EVERYDAY / "talks" / f"{language}.jsonl")
    assert {each.id.rpartition("-")[0] for each in talks} == set(headings)
    for each in talks:
        assert each.kind in KINDS, each.id
        assert 4 <= len(each.turns) <= 8, each.id
        known = headings[each.id.rpartition("-")[0]]
        for line in each.turns:
            assert set(line.page) <= known, (each.id, line.say)
    assert len(talks) == {"ja": 548, "zh": 264, "en": 216}[language]
