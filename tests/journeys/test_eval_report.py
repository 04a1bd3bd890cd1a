"""Everything measured over a store on one page: commands keep their runs, and numbers lead to the turns behind them."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from yorisoi.evaluation import run_file
from yorisoi.evaluation.comparing import question_of
from yorisoi.evaluation.experiment import Run

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
LOCOMO = {
    "sample_id": "conv-1",
    "conversation": {
        "speaker_a": "Jon",
        "speaker_b": "Gina",
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [
            {"speaker": "Jon", "dia_id": "D1:1", "text": "Which instrument do you play, Gina?"},
            {"speaker": "Gina", "dia_id": "D1:2", "text": "I play the violin."},
        ],
    },
    "qa": [
        {"question": "What does Gina play?", "answer": "the violin", "evidence": ["D1:2"], "category": 4},
        {"question": "What does Jon play?", "adversarial_answer": "the violin", "evidence": ["D1:2"], "category": 5},
    ],
}


def _first_lines(source: Path, target: Path, count: int) -> Path:
    target.write_text("".join(source.read_text("utf-8").splitlines(keepends=True)[:count]), "utf-8")
    return target


@pytest.fixture
def data(tmp_path: Path) -> dict[str, Path]:
    """Small data of every kind, by command."""
    (tmp_path / "locomo.json").write_text(json.dumps([LOCOMO]))
    faqs = tmp_path / "set"
    faqs.mkdir()
    (faqs / "target_faq.csv").write_text(
        "id,title,body\nf1,夏季休暇,3日取れます。\nf2,VPN,専用の通信路をつなぎます。\n"
    )
    (faqs / "queries_test.csv").write_text("id,query\nf1,夏季休暇は何日ですか\nf2,VPNにつながらない\n")
    spots = []
    for kind in ("温泉", "城"):
        for n in range(14):
            spots += [f"{kind}{n}\t種類\t{kind}", f"{kind}{n}\t所在地\t北海道"]
    (tmp_path / "spots.tsv").write_text("\n".join(spots) + "\n")
    return {
        "intent": _first_lines(ROOT / "examples/utterances.jsonl", tmp_path / "utterances.jsonl", 4),
        "rewrite": _first_lines(ROOT / "examples/followups.jsonl", tmp_path / "followups.jsonl", 3),
        "memory": tmp_path / "locomo.json",
        "retrieval": faqs,
        "personalize": tmp_path / "spots.tsv",
    }


MORE = {"personalize": ("--interest", "種類", "--people", "2", "--hops", "1")}
TOLD = {
    "intent": ("accuracy", "ask_recall", "brier"),
    "rewrite": ("rouge_l", "must_contain", "recall@1", "mrr"),
    "memory": ("recall@5", "recall@10"),
    "retrieval": ("recall@1", "mrr@10", "ndcg@10"),
}


def _measure(at_once: Any, command: str, data: Path, home: Path, *more: Any) -> Any:
    words = ("eval", command, data, *MORE.get(command, ()), "--home", home, "--embedding", "none", "--json", *more)
    return at_once(*words)


def test_every_command_keeps_a_row_and_a_trace_for_each_case(at_once: Any, home: Path, data: dict[str, Path]) -> None:
    for command, given in data.items():
        told = _measure(at_once, command, given, home).json
        kept = run_file.load(Path(told["run"]))
        run = Run(rows=tuple(kept.rows().values()))
        assert kept.about["of"]["command"] == f"eval {command}"
        assert all(row.trace and row.scores for row in run.rows), command
        assert all(question_of(row)[0] not in "{[" for row in run.rows), f"{command}: a person reads the question"
        figures = run.figures()
        for name in TOLD.get(command, ()):
            assert figures[name].mean == pytest.approx(told[name], abs=1e-4), f"{command} {name}"
    page = at_once("eval", "report", "--home", home, "--json").json
    assert {Path(run["file"]).name.split("-")[1] for run in page["runs"]} == set(data)


def test_an_interrupted_run_goes_on_and_a_floor_ends_with_1(
    at_once: Any, home: Path, data: dict[str, Path], tmp_path: Path
) -> None:
    for command, given in data.items():
        out = tmp_path / f"{command}.run"
        whole = _measure(at_once, command, given, home, "--out", out).json
        lines = out.read_text().splitlines(keepends=True)
        out.write_text("".join(lines[:2]))  # the first row, and no report
        first = lines[1]
        again = _measure(at_once, command, given, home, "--out", out, "--resume").json
        assert out.read_text().splitlines(keepends=True)[1] == first, "what was done is not done again"
        timed = {"p50_ms", "p95_ms", "p50_ms_without_embedding", "p95_ms_without_embedding"}
        assert {name: of for name, of in again.items() if name not in timed} == {
            name: of for name, of in whole.items() if name not in timed
        }
        if command in TOLD:
            below = _measure(at_once, command, given, home, "--at-least", f"{TOLD[command][0]}=1.01")
            assert (below.status, "below what it must reach" in below.err) == (1, True)


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here: apt-get install chromium")
def test_two_clicks_lead_from_any_number_to_a_turn(
    at_once: Any, home: Path, data: dict[str, Path], tmp_path: Path
) -> None:
    sync_api = pytest.importorskip("playwright.sync_api", reason="the browser tests need playwright: make setup-dev")
    for command, given in data.items():
        assert _measure(at_once, command, given, home).status == 0
    page_file = tmp_path / "report.html"
    at_once("eval", "report", "--home", home, "--html", page_file)
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(page_file.as_uri())
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        numbers = page.locator("table td button")
        assert numbers.count() > 50
        assert page.locator("table td:nth-child(2)").count() == numbers.count(), "a number that leads nowhere"
        for at in range(numbers.count()):
            numbers.nth(at).click()
            top = "selector => document.querySelector(selector).getBoundingClientRect()"
            page.wait_for_timeout(30)  # until what was only estimated is laid out
            below, head = page.evaluate(top, "#rows .controls"), page.evaluate(top, "#rows article h3")
            assert head["top"] >= below["bottom"], "the question of the first case is in view"
            page.locator("#rows article button").first.click()
            shown = page.locator("dialog[open] pre").inner_text()
            assert " ms\n" in shown, f"{numbers.nth(at).inner_text()} leads to {shown!r}"
            page.locator("dialog button").click()
            page.locator("dialog").wait_for(state="hidden")
        browser.close()
    assert faults == []


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here: apt-get install chromium")
def test_two_clicks_lead_from_a_compared_figure_to_both_turns(at_once: Any, home: Path, tmp_path: Path) -> None:
    sync_api = pytest.importorskip("playwright.sync_api", reason="the browser tests need playwright: make setup-dev")
    (tmp_path / "now.toml").write_text("")
    (tmp_path / "other.toml").write_text("[search]\nneighbours_after = 1\n")
    questions = _first_lines(ROOT / "examples/answers.jsonl", tmp_path / "answers.jsonl", 3)
    settings = (tmp_path / "now.toml", tmp_path / "other.toml", questions, "--chat", "none", "--embedding", "none")
    page_file = tmp_path / "comparison.html"
    made = at_once("eval", "compare", *settings, "--home", home, "--html", page_file, "--sheet", tmp_path / "c.xlsx")
    assert made.status == 0, made.err
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(page_file.as_uri())
        line = page.locator("tbody tr", has_text="facts").first
        for way in range(3):  # A, B, the difference
            line.locator("button").nth(way).click()
            assert page.locator("article").count() == 3
            page.locator("article section.b button").first.click()
            assert "■ decide" in page.locator("dialog[open] pre").inner_text()
            page.locator("dialog button").click()
            page.locator("dialog").wait_for(state="hidden")
        line.locator("button").last.click()
        assert page.locator("article").count() == int(line.locator("button").last.inner_text()), "those that are equal"
        browser.close()
