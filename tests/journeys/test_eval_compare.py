"""Two settings over the same questions when something goes wrong: interrupted, a dead model, no difference."""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from tests.journeys.test_bad_input import assert_one_line

from yorisoi.evaluation import run_file
from yorisoi.testing.fake_openai import said, serving

QUESTIONS = (
    {"id": "carry", "question": "正社員の年休の繰り越しの上限", "facts": [["40日"]], "pages": ["annual-leave"]},
    {"id": "pay", "question": "給料日はいつでしょうか", "facts": [["25日"]], "pages": ["faq_018"]},
    {"id": "pool", "question": "社内プールの営業時間を教えてください", "found": False},
)
NOBODY = {"OPENAI_API_KEY": "any", "YORISOI_OPENAI__BASE_URL": "http://127.0.0.1:1/v1"}


@pytest.fixture
def sides(tmp_path: Path) -> tuple[Path, Path, Path]:
    """A, B and the questions."""
    (tmp_path / "a.toml").write_text("")
    (tmp_path / "b.toml").write_text("[turn.answer]\nquotes = 1\n")
    questions = tmp_path / "set.jsonl"
    questions.write_text("".join(json.dumps(each, ensure_ascii=False) + "\n" for each in QUESTIONS), "utf-8")
    return tmp_path / "a.toml", tmp_path / "b.toml", questions


def _runs(home: Path) -> dict[int, Path]:
    """The run of each side, by its setting."""
    paths = sorted((home / "evaluations").glob("eval-answers-*.jsonl"))
    return {run_file.load(path).about["of"]["turn.answer.quotes"]: path for path in paths}


def test_an_interrupted_comparison_goes_on_whichever_side_it_was_at(
    at_once: Any, home: Path, sides: tuple[Path, ...]
) -> None:
    words = ("eval", "compare", *sides, "--chat", "none", "--embedding", "none", "--home", home)
    assert "no unfinished run" in at_once(*words, "--resume").err
    whole = at_once(*words, "--json").json
    assert (whole["figures"]["facts"]["cases"], whole["cases"]) == (2, 3), "over the questions that both have one of"
    both = _runs(home)
    a, b = both[4], both[1]

    def again() -> Any:
        ran = at_once(*words, "--resume", "--json")
        assert ran.json["figures"] == whole["figures"]
        return ran

    a.write_text("".join(a.read_text().splitlines(keepends=True)[:2]))
    b.unlink()
    assert "3 questions, chat model none, 1 of them answered already" in again().err
    assert _runs(home)[4] == a, "A went on, and B began"
    b = _runs(home)[1]
    b.write_text("".join(b.read_text().splitlines(keepends=True)[:3]))
    told = again().err
    assert "3 of them answered already" in told, "A was finished"
    assert "2 of them answered already" in told
    assert _runs(home) == {4: a, 1: b}


def test_a_setting_that_takes_away_what_decides_is_told(at_once: Any, home: Path, sides: tuple[Path, ...]) -> None:
    answers = ("eval", "answers", sides[2], "--chat", "none", "--embedding", "none", "--limit", "1", "--home", home)
    told = "which ranks do not tell"
    assert told in at_once(*answers, env={"YORISOI_SEARCH__FUSION": "rank"}).err
    assert told not in at_once(*answers).err


def test_settings_that_change_no_answer_are_told(at_once: Any, home: Path, sides: tuple[Path, ...]) -> None:
    a, b, questions = sides
    words = ("--chat", "none", "--embedding", "none", "--home", home)
    assert "all answers are the same" in at_once("eval", "compare", a, a, questions, *words).err
    assert "all answers are the same" not in at_once("eval", "compare", a, b, questions, *words).err
    assert_one_line(at_once("eval", "compare", a, questions.parent, questions, *words), "is a folder")


def test_answers_without_the_model_that_was_asked_for_are_told_and_end_with_1(
    at_once: Any, home: Path, sides: tuple[Path, ...]
) -> None:
    dead = ("--chat", "openai:dead", "--embedding", "none", "--home", home)
    ran = at_once("eval", "answers", sides[2], *dead, "--json", env=NOBODY)
    assert ran.status == 1
    assert "3 questions, chat model openai:dead" in ran.err
    assert "3 of 3 answers are degraded" in ran.err
    told = json.loads(ran.out)
    assert (told["degraded"], told["answered"]) == (3, 1.0), "quoted, not failed"
    assert "openai:dead" in told["degraded_by"][0]

    quoting = next((home / "evaluations").glob("eval-answers-*.jsonl")).rename(home / "dead.jsonl")
    at_once("eval", "answers", sides[2], "--chat", "none", *dead[2:], "--out", home / "quoted.jsonl")
    compared = at_once("eval", "compare", quoting, home / "quoted.jsonl", "--home", home)
    assert compared.status == 1
    assert "A: 3 of 3 answers are degraded" in compared.err
    assert "B: " not in compared.err
    page = next((home / "evaluations").glob("comparison-*.html")).read_text()
    assert "openai:dead" in page[page.index('"degraded":{"a":["') :][:200]
    assert at_once("eval", "report", quoting, "--home", home, "--html", home / "report.html").status == 0
    assert '"degraded":["' in (home / "report.html").read_text(), "each case says what it went without"


def test_a_model_slower_than_a_person_would_wait_is_measured_all_the_same(
    at_once: Any, home: Path, sides: tuple[Path, ...]
) -> None:
    def slow(_: dict[str, Any]) -> Any:
        time.sleep(0.3)
        return said("年休は最大40日です。")

    with serving(slow) as (url, seen):
        env = {"OPENAI_API_KEY": "any", "YORISOI_OPENAI__BASE_URL": url, "YORISOI_TURN__FIRST_WORD_S": "0.1"}
        env |= {"YORISOI_OPENAI__CAPABLE": "false"}
        words = ("--limit", "1", "--embedding", "none", "--home", home, "--json")
        ran = at_once("eval", "answers", sides[2], "--chat", "openai:slow", *words, env=env)
    assert len(seen) > 0
    assert "said nothing within" not in ran.err + ran.out
    assert "without a word" not in ran.err + ran.out


def test_a_figure_that_there_is_not_is_refused_before_anything_is_asked(
    at_once: Any, home: Path, sides: tuple[Path, ...]
) -> None:
    refused = at_once("eval", "answers", sides[2], "--at-least", "recal=0.5", "--home", home)
    assert_one_line(refused, "no such figure", "page_recall")
    assert not (home / "evaluations").exists()
