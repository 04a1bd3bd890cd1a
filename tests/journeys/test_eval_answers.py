"""Answers measured, two settings compared, and what people wrote read back: as a team does it, offline."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.journeys.test_bad_input import assert_one_line

from yorisoi.evaluation import sheets
from yorisoi.testing.fake_openai import completion, said, serving

pytestmark = pytest.mark.slow

QUESTIONS = (
    {"id": "carry", "question": "正社員の年休の繰り越しの上限", "answer": "最大40日です。", "facts": [["40日"]],
     "pages": ["annual-leave-regular"], "kind": "leave"},
    {"id": "pay", "question": "給料日はいつでしょうか", "answer": "毎月25日です。", "facts": [["25日"]],
     "pages": ["faq_018"]},
    {"id": "pool", "question": "社内プールの営業時間を教えてください", "found": False, "kind": "not there"},
    {"id": "bare", "question": "休暇"},
)  # fmt: skip


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    path = tmp_path / "set.jsonl"
    path.write_text("".join(json.dumps(each, ensure_ascii=False) + "\n" for each in QUESTIONS), encoding="utf-8")
    return path


def runs(home: Path, what: str) -> list[Path]:
    return sorted((home / "evaluations").glob(f"{what}-*.jsonl"))


def test_answers_are_measured_and_every_row_leads_to_its_trace(at_once: Any, home: Path, questions: Path) -> None:
    told = at_once("eval", "answers", questions, "--chat", "none", "--home", home, "--json").json
    assert (told["cases"], told["failed"], told["passed_over"], told["scored"]["facts"]) == (3, 0, 1, 2)
    assert told["facts"] == told["page_recall"] == told["citation_recall"] == told["not_found"] == 1.0
    assert told["cosine"] > told["cosine_others"]
    assert set(told["by_kind"]) == {"leave", "all", "not there"}
    rows = [json.loads(line) for line in Path(told["run"]).read_text().splitlines()]
    assert rows[1]["trace"]["utterance"] == rows[1]["input"]["question"]
    assert "leave/annual-leave-regular.md" in rows[1]["output"]["citations"][0]["source"]
    assert rows[-1]["report"]["facts"] == 1.0


def test_nothing_of_the_questions_is_kept_in_the_store(at_once: Any, home: Path, questions: Path) -> None:
    before = (home / "yorisoi.db").read_bytes()
    at_once("eval", "answers", questions, "--chat", "none", "--home", home, "--out", home / "run.jsonl")
    assert QUESTIONS[0]["question"].encode() not in (home / "yorisoi.db").read_bytes()  # type: ignore[attr-defined]
    assert len((home / "yorisoi.db").read_bytes()) == len(before)


def test_a_run_goes_on_where_it_stopped(at_once: Any, home: Path, questions: Path) -> None:
    words = ("eval", "answers", questions, "--chat", "none", "--home", home, "--json")
    whole = at_once(*words).json
    [kept] = runs(home, "eval-answers")
    kept.write_text("".join(kept.read_text().splitlines(keepends=True)[:2]) + '{"id": "pay", "inp')
    again = at_once(*words, "--resume").json
    assert again == whole
    assert runs(home, "eval-answers") == [kept]
    assert_one_line(at_once(*words, "--resume"), "no unfinished run")
    assert_one_line(at_once(*words, "--out", kept), "exists")
    assert_one_line(at_once(*words, "--out", kept, "--resume", "--embedding", "none"), "something else", "embedding")


def test_a_figure_below_its_floor_ends_with_1(at_once: Any, home: Path, questions: Path) -> None:
    words = ("eval", "answers", questions, "--chat", "none", "--home", home)
    assert at_once(*words, "--at-least", "facts=0.9").status == 0
    low = at_once(*words, "--at-least", "cosine=0.999")
    assert low.status == 1
    assert "cosine" in low.err.splitlines()[-1]
    assert_one_line(at_once(*words, "--at-least", "cosine"), "NAME=VALUE")


def test_a_model_answers_and_another_judges_facts_and_citations(at_once: Any, home: Path, questions: Path) -> None:
    judgement = {"action": "answer", "say": "", "choices": [], "clarity": 1, "is_question": 1, "is_consultation": 5}
    judgement |= {"in_internal_docs": 1, "ask_person": 5, "question": "正社員の年休の繰り越しの上限"}
    verdicts = {
        "judgement": judgement,
        "facts": {"facts": [{"fact": 1, "verdict": "present"}]},
        "pairs": {"pairs": [{"pair": 1, "supports": "no"}]},
    }

    def reply(body: dict[str, Any]) -> Any:
        if "response_format" in body:
            return said(json.dumps(verdicts[body["response_format"]["json_schema"]["name"]], ensure_ascii=False))
        shown = body["messages"][-1]["content"]
        mark = next(line.split("]")[0] for line in shown.splitlines() if "繰り越しと年5日" in line)
        text = f"保有できるのは最大40日です{mark}]。"
        if not body.get("stream"):
            return said(text)
        piece = {"index": 0, "delta": {"content": text}, "finish_reason": "stop"}
        return 200, f"data: {json.dumps(completion([piece]) | {'object': 'chat.completion.chunk'})}\n\ndata: [DONE]\n\n"

    words = ("eval", "answers", questions, "--chat", "openai:m", "--judge", "openai:j", "--limit", "1", "--home", home)
    with serving(reply) as (url, seen):
        env = {"OPENAI_API_KEY": "any", "YORISOI_OPENAI__BASE_URL": url}
        told = at_once(*words, "--json", env=env).json
    assert (told["chat"], told["judge"], told["facts"], told["citation_recall"]) == ("openai:m", "openai:j", 1.0, 1.0)
    assert (told["judged_facts"], told["contradicted"], told["judged_citation_recall"]) == (1.0, 0.0, 0.0)
    assert len(seen) == 4  # understanding, answering, facts, citations: nothing is made of what was asked
    row = json.loads(Path(told["run"]).read_text().splitlines()[1])
    assert row["why"]["judged_unsupported"] == ["[4] 保有できるのは最大40日です。"]


def test_two_settings_are_compared_and_what_people_wrote_is_read_back(
    at_once: Any, home: Path, questions: Path, tmp_path: Path
) -> None:
    (tmp_path / "a.toml").write_text("")
    (tmp_path / "b.toml").write_text('[search]\nfusion = "rank"\n[turn.answer]\nquotes = 1\n')
    words = ("eval", "compare", tmp_path / "a.toml", tmp_path / "b.toml", questions, "--chat", "none", "--home", home)
    told = at_once(*words, "--sheet", tmp_path / "s.csv", "--json").json
    assert told["cases"] == 4
    assert [name for name, _, _ in told["settings"]] == ["search.fusion", "turn.answer.quotes"]
    assert set(told["figures"]["facts"]) == {"cases", "a", "b", "difference", "ci95", "p", "better", "worse", "equal"}
    assert "給料日はいつでしょうか" in Path(told["page"]).read_text()

    rows = sheets.read(tmp_path / "s.csv")
    columns = list(rows[0])
    verdicts = [("Aがよい", "詳しい"), ("A", ""), ("同じ", ""), ("", "")]
    filled = [
        [*(row[column] for column in columns[:8]), *verdict, row[columns[10]]]
        for row, verdict in zip(rows, verdicts, strict=True)
    ]
    sheets.write(tmp_path / "hanako.csv", columns, filled)
    said = at_once("eval", "comments", tmp_path / "hanako.csv", "--home", home, "--json").json
    assert (said["a"], said["b"], said["same"], said["comments"], said["p"]) == (2, 0, 1, 1, 0.5)
    again = at_once("eval", "comments", tmp_path / "hanako.csv", "--by", "太郎", "--home", home, "--json").json
    assert again["everybody"]["by"] == ["hanako", "太郎"]
    assert again["everybody"]["a"] == 2, "each question once"
    assert again["everybody"]["p"] == 0.5
    assert again["everybody"]["comments"] == 2
    at_once("eval", "comments", tmp_path / "hanako.csv", "--home", home)
    assert len(runs(home, "comments")) == 2
    assert_one_line(at_once("eval", "comments", tmp_path / "hanako.csv", "--home", tmp_path / "other"), "not kept")


def test_one_page_holds_everything_that_was_measured(at_once: Any, home: Path, questions: Path, tmp_path: Path) -> None:
    assert_one_line(at_once("eval", "report", "--home", home), "no runs")
    at_once("eval", "answers", questions, "--chat", "none", "--home", home)
    (tmp_path / "talk.jsonl").write_text(
        '{"id": "a", "kind": "thanks", "turns": [{"say": "ありがとう！", "action": "talk"}]}\n', encoding="utf-8"
    )
    at_once("eval", "dialogue", tmp_path / "talk.jsonl", "--home", home)
    (home / "evaluations" / "notes.jsonl").write_text("[]\n")
    told = at_once("eval", "report", "--home", home, "--json").json
    assert [run["figures"][0]["figures"]["turns_right"]["mean"] for run in told["runs"][:1]] == [1.0]
    assert "facts" in told["runs"][1]["figures"][0]["figures"]
    assert len(told["left_out"]) == 1
    text = Path(told["page"]).read_text()
    assert "ありがとう！" in text
    assert "eval dialogue  talk.jsonl" in text


def test_runs_that_were_kept_are_compared_without_answering_anew(
    at_once: Any, home: Path, questions: Path, tmp_path: Path
) -> None:
    for name, embedding in (("a", "auto"), ("b", "none")):
        out = tmp_path / f"{name}.jsonl"
        at_once("eval", "answers", questions, "--chat", "none", "--embedding", embedding, "--home", home, "--out", out)
    told = at_once("eval", "compare", tmp_path / "a.jsonl", tmp_path / "b.jsonl", "--home", home)
    assert told.status == 0, told.err
    assert "embedding: auto -> none" in told.out
    assert "facts" in told.out


def test_what_cannot_be_compared_is_one_line_and_nothing_is_written(
    at_once: Any, home: Path, questions: Path, tmp_path: Path
) -> None:
    toml = tmp_path / "a.toml"
    toml.write_text("")
    assert_one_line(at_once("eval", "compare", toml, toml, "--home", home), "SET of questions is needed")
    assert_one_line(at_once("eval", "compare", toml, tmp_path / "no.toml", questions, "--home", home), "does not exist")
    assert_one_line(
        at_once("eval", "compare", toml, toml, questions, "--sheet", "a.txt", "--home", home), ".xlsx or .csv"
    )
    assert_one_line(
        at_once("eval", "compare", toml, toml, questions, "--html", "/nowhere/page.html", "--home", home),
        "no such folder",
    )
    assert_one_line(at_once("eval", "comments", toml, "--home", home), "a sheet is a file in")
    assert not list((home / "evaluations").glob("comparison-*"))
