"""Two settings over the same questions when something goes wrong: interrupted, a dead model, no difference."""

import csv
import json
import time
from pathlib import Path
from typing import Any

import pytest
from tests.journeys.test_bad_input import assert_one_line

from yorisoi.evaluation import run_file
from yorisoi.testing.fake_openai import said, serving

pytestmark = pytest.mark.slow

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


def test_a_comparison_is_kept_where_it_is_told_and_its_sheet_is_read_back_from_there(
    at_once: Any, home: Path, sides: tuple[Path, ...], tmp_path: Path
) -> None:
    kept, sheet = tmp_path / "kept" / "comparison.jsonl", tmp_path / "sheet.csv"
    words = ("eval", "compare", *sides, "--chat", "none", "--embedding", "none", "--home", home, "--blind")
    words = (*words, "--sheet", sheet, "--out", kept, "--json")
    told = at_once(*words).json
    assert told["run"] == str(kept)
    assert not list((home / "evaluations").glob("comparison-*.jsonl"))
    assert_one_line(at_once(*words), "exists", "--resume")
    again = at_once(*words, "--resume").json
    assert (again["comparison"], again["figures"]) == (told["comparison"], told["figures"]), "the sheets stay its own"

    with sheet.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    rows[0]["判定"] = "A"
    with sheet.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    assert_one_line(at_once("eval", "comments", sheet, "--home", home), "not kept in", "--comparison")
    side = next((home / "evaluations").glob("eval-answers-*.jsonl"))
    assert_one_line(at_once("eval", "comments", sheet, "--comparison", side, "--home", home), "is not")
    read = at_once("eval", "comments", sheet, "--comparison", kept, "--home", home, "--json").json
    assert read["a"] + read["b"] == 1


def test_answers_kept_before_a_page_was_closed_are_in_no_new_comparison(
    at_once: Any, home: Path, sides: tuple[Path, ...], tmp_path: Path
) -> None:
    page, html, sheet = tmp_path / "phoenix.md", tmp_path / "page.html", tmp_path / "sheet.csv"
    page.write_text("# 鳳凰計画の日程\n\n鳳凰計画の発表は四月一日です。\n", "utf-8")
    at_once("ingest", page, "--home", home)
    asked = {"id": "phoenix", "question": "鳳凰計画の発表はいつですか", "facts": [["四月一日"]]}
    with sides[2].open("a", encoding="utf-8") as file:
        file.write(json.dumps(asked, ensure_ascii=False) + "\n")
    words = ("--chat", "none", "--embedding", "none", "--home", home)
    runs = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    for run in runs:
        at_once("eval", "answers", sides[2], *words, "--out", run)
        assert "四月一日" in run.read_text("utf-8")
    at_once("eval", "compare", *sides, *words)
    for kept in _runs(home).values():
        kept.write_text("".join(kept.read_text("utf-8").splitlines(keepends=True)[:-1]), "utf-8")  # interrupted
    page.write_text("---\ngroups: [board]\n---\n" + page.read_text("utf-8"), "utf-8")
    at_once("ingest", page, "--home", home)
    for given, again in ((runs, ()), (sides, ("--resume",))):
        told = at_once("eval", "compare", *given, *words, *again, "--html", html, "--sheet", sheet, "--json")
        assert (told.json["cases"], "left out" in told.err) == (3, True)
        assert "四月一日" not in html.read_text("utf-8") + sheet.read_text("utf-8")


def test_floors_of_a_comparison_are_for_b_and_for_its_difference_from_a(
    at_once: Any, home: Path, sides: tuple[Path, ...]
) -> None:
    words = ("eval", "compare", *sides, "--chat", "none", "--embedding", "none", "--home", home)
    reached = at_once(*words, "--at-least", "facts=0.9", "--at-least", "facts b-a=0")
    assert reached.status == 0, reached.err
    low = at_once(*words, "--at-least", "facts b-a=0.1")
    assert low.status == 1
    assert "facts b-a 0.0 < 0.1" in low.err
    assert_one_line(at_once(*words, "--at-least", "recal=0.5"), "no such figure", "page_recall")
