"""One page of everything measured: every number leads to its rows, every row to its turn."""

import base64
import json
import os
import re
import zlib
from pathlib import Path
from typing import Any

import pytest

from yorisoi.errors import DataSetError
from yorisoi.evaluation import Case, Row, Run, run_file
from yorisoi.evaluation.judging import cases_of
from yorisoi.evaluation.page import page
from yorisoi.evaluation.reporting import page_data, read_runs, without_gone

TRACE = {"steps": [{"name": "search", "seconds": 0.12345678, "query": "夏季休暇"}]}


def readable(trace: Any) -> list[str]:
    return [f"{step['name']} {step['seconds']} {step['query']}" for step in trace["steps"]]


def keep(path: Path, at: str, scores: list[float], *, finished: bool = True, **of: Any) -> None:
    about = {
        "command": "yorisoi eval answers set.jsonl",
        "at": at,
        "store": {"home": "/srv", "documents": 3, "passages": 9},
    }
    kept = run_file.begin(path, {**about, "of": {"command": "eval answers", "data": "set.jsonl", **of}})
    for n, score in enumerate(scores):
        case = Case(id=f"q{n}", input={"question": f"問{n}"}, labels={"kind": "clear"})
        kept.keep(
            Row(case=case, output={"text": "3日です。"}, scores={"facts": score}, trace=TRACE, why={"facts_absent": []})
        )
    kept.keep(Row(case=Case(id="broken", input="問"), failures={"system": "down"}))
    if finished:
        kept.finish({"facts": sum(scores) / len(scores), "judge": "fake", "failed": 1})


def data_of(folder: Path) -> Any:
    runs, _ = read_runs(folder)
    return page_data(runs, {"search.k": 60.0, "chat": "auto"}, readable, home="/srv", documents=3, passages=9, at="now")


def test_a_number_has_its_command_date_store_settings_rows_and_traces(tmp_path: Path) -> None:
    keep(tmp_path / "one.jsonl", "2026-04-01", [1.0, 0.0], chat="none", **{"search.k": 60.0})
    [run] = data_of(tmp_path)["runs"]
    assert (run["title"], run["command"], run["at"], run["store"]) == (
        "eval answers  set.jsonl",
        "yorisoi eval answers set.jsonl",
        "2026-04-01",
        "/srv  3 / 9",
    )
    assert run["settings"] == ["chat = none"]
    assert run["groups"][0]["figures"]["facts"]["mean"] == 0.5
    assert (run["failed"], run["unfinished"], run["notes"]) == (1, False, ['judge: "fake"'])
    assert run["whole"] == [("failed", 1)]
    assert [(row["question"], row["scores"]) for row in run["rows"]] == [
        ("問0", {"facts": 1.0}),
        ("問1", {"facts": 0.0}),
        ("問", {}),
    ]
    assert zlib.decompress(base64.b64decode(run["rows"][0]["trace"])).decode() == "search 0.1235 夏季休暇"


def test_of_runs_of_the_same_things_the_newest_brings_its_rows(tmp_path: Path) -> None:
    keep(tmp_path / "a.jsonl", "2026-04-01", [0.0])
    keep(tmp_path / "b.jsonl", "2026-04-03", [1.0])
    keep(tmp_path / "c.jsonl", "2026-04-02", [0.5], finished=False, chat="none")
    runs = data_of(tmp_path)["runs"]
    assert [(run["at"], len(run["rows"]), run["unfinished"]) for run in runs] == [
        ("2026-04-03", 2, False),
        ("2026-04-02", 2, True),
        ("2026-04-01", 0, False),
    ]
    assert runs[2]["groups"][0]["figures"]["facts"]["mean"] == 0.0
    assert [run["newer"] for run in runs] == [None, None, 0]


def test_a_newer_run_of_fewer_cases_takes_no_rows_from_an_older_one(tmp_path: Path) -> None:
    keep(tmp_path / "a.jsonl", "2026-04-01", [0.0, 1.0, 0.5])
    keep(tmp_path / "b.jsonl", "2026-04-02", [1.0])
    run_file.begin(tmp_path / "c.jsonl", {**run_file.load(tmp_path / "b.jsonl").about, "at": "2026-04-03"})
    runs = data_of(tmp_path)["runs"]
    assert [(run["at"], len(run["rows"]), run["newer"]) for run in runs] == [
        ("2026-04-03", 0, None),
        ("2026-04-02", 2, None),
        ("2026-04-01", 4, None),
    ]


def test_a_case_shows_what_was_expected_the_head_of_a_ranking_and_what_it_went_without(tmp_path: Path) -> None:
    kept = run_file.begin(tmp_path / "faq.jsonl", {"of": {"command": "eval faq"}})
    kept.keep(Row(case=Case(id="q", input="問", expected=["f9"]), output=[f"f{n}" for n in range(50)]))
    kept.keep(Row(case=Case(id="p", input="問", expected=["f30"]), output=[f"f{n}" for n in range(50)]))
    output = {"text": "3日です。", "degraded": ["answer: late"]}
    kept.keep(Row(case=Case(id="r", input="問", expected={"answer": "5日です。"}), output=output))
    [run] = data_of(tmp_path)["runs"]
    first, ranking, answer = run["rows"]
    assert first["expected"] == "f30", "the worst of rows with the same scores"
    assert (ranking["expected"], answer["expected"]) == ("f9", "5日です。")
    assert ranking["output"].split() == [*(f"f{n}" for n in range(10)), "…", "(50)"]
    assert (ranking["degraded"], answer["degraded"], run["degraded"]) == ((), ("answer: late",), 1)


def test_settings_that_were_tried_stand_apart(tmp_path: Path) -> None:
    kept = run_file.begin(tmp_path / "tune.jsonl", {"of": {"command": "eval tune"}})
    for name, score, trace in (("k=10", 1.0, TRACE), ("k=60", 0.0, TRACE), ("k=99", 0.0, None)):
        kept.keep(
            Row(
                case=Case(id=name, input="問", labels={"settings": name}),
                output="答",
                scores={"facts": score},
                trace=trace,
            )
        )
    [run] = data_of(tmp_path)["runs"]
    assert {group["name"]: group["figures"]["facts"]["mean"] for group in run["groups"]} == {"k=10": 1.0, "k=60": 0.0}


def test_numbers_are_told_by_label_and_those_of_the_whole_beside_them(tmp_path: Path) -> None:
    kept = run_file.begin(tmp_path / "a.jsonl", {"of": {"command": "eval faq"}})
    for n, (way, score) in enumerate((("title", 1.0), ("user", 0.0), ("user", 0.5))):
        case = Case(id=f"{n}", input="問", labels={"way": way, "id": f"{n}", "language": "ja"})
        kept.keep(Row(case=case, scores={"mrr": score}))
    kept.finish({"mrr": 0.5, "by_way": {"user": {"mrr": 0.25}}, "comparison": {"p": 0.2, "with": "k=3"}, "auc": 0.9})
    [run] = data_of(tmp_path)["runs"]
    told = {(group["label"], group["name"]): group["figures"]["mrr"]["mean"] for group in run["groups"]}
    assert told[("", "")] == 0.5
    assert (told[("way", "user")], told[("way", "title")]) == (0.25, 1)
    assert ("language", "ja") not in told, "there is one language"
    assert run["whole"] == [("comparison p", 0.2), ("auc", 0.9)]
    assert run["notes"] == ['comparison with: "k=3"']
    assert run["rows"][1]["labels"]["way"] == "user"


def test_what_is_no_run_is_told_where_it_lies_and_refused_where_it_is_named(tmp_path: Path) -> None:
    keep(tmp_path / "a.jsonl", "2026-04-01", [0.0])
    (tmp_path / "b.jsonl").write_text("{}\n")
    runs, broken = read_runs(tmp_path)
    assert len(runs) == 1
    assert "b.jsonl is not a run" in broken[0]
    with pytest.raises(DataSetError, match="not a run"):
        read_runs(tmp_path, [tmp_path / "b.jsonl"])


def test_no_text_becomes_a_part_of_the_report(tmp_path: Path) -> None:
    hostile = "</script><img src=x onerror=alert(1)>"
    kept = run_file.begin(tmp_path / "a.jsonl", {"command": hostile, "of": {"data": hostile}})
    kept.keep(Row(case=Case(id=hostile, input=hostile), output=hostile, scores={hostile: 1.0}))
    text = page("report", data_of(tmp_path), "ja")
    [held] = re.findall(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)
    assert "<" not in held
    assert json.loads(held)["runs"][0]["rows"][0]["output"] == hostile


@pytest.mark.parametrize(
    "head",
    [
        {"of": "x"},
        {"store": 5},
        {"of": {}, "store": [1]},
        {"of": {"groups": "board"}},
        {"of": {"groups": {"board": 1}}},
        {"of": {"groups": [["board"]]}},
    ],
)
def test_a_run_that_is_broken_in_its_head_is_one_line(tmp_path: Path, head: dict[str, Any]) -> None:
    (tmp_path / "a.jsonl").write_text(json.dumps({"run": 1, "about": head}) + "\n")
    with pytest.raises(DataSetError, match="not a run"):
        run_file.load(tmp_path / "a.jsonl")


@pytest.mark.parametrize(("line", "said"), [({"report": 5}, "report"), ({"scores": {"facts": 1e308}}, "row")])
def test_nor_is_one_with_a_report_or_scores_that_are_none(tmp_path: Path, line: dict[str, Any], said: str) -> None:
    keep(tmp_path / "a.jsonl", "2026-04-01", [1.0], finished=False)
    lines = (tmp_path / "a.jsonl").read_text().splitlines()
    broken = line if "report" in line else {**json.loads(lines[1]), **line}
    (tmp_path / "a.jsonl").write_text("\n".join([*lines, json.dumps(broken), ""]))
    with pytest.raises(DataSetError, match=said):
        run_file.load(tmp_path / "a.jsonl")


@pytest.mark.parametrize(
    "part",
    [
        {"output": {"session": [1], "citations": []}},
        {"output": {"degraded": 5}},
        {"input": {"sources": 5}},
        {"input": {"sources": [["a.md"]]}},
        {"labels": {"kind": [1]}},
        {"trace": [1]},
        {"scores": [1]},
        {"scores": None},
        {"seconds": 10**400},
        {"scores": {"a": 10**400}},
    ],
)
def test_nor_is_one_with_a_row_of_which_a_part_is_of_another_form(tmp_path: Path, part: dict[str, Any]) -> None:
    keep(tmp_path / "a.jsonl", "2026-04-01", [1.0], finished=False)
    lines = (tmp_path / "a.jsonl").read_text().splitlines()
    (tmp_path / "a.jsonl").write_text("\n".join([*lines, json.dumps({**json.loads(lines[1]), **part}), ""]))
    with pytest.raises(DataSetError, match="line 4 is not a row"):
        run_file.load(tmp_path / "a.jsonl")


def test_a_store_of_which_only_the_documents_are_counted_is_told_all_the_same(tmp_path: Path) -> None:
    kept = run_file.begin(tmp_path / "a.jsonl", {"of": {}, "store": {"home": "/srv", "documents": 2}})
    kept.keep(Row(case=Case(id="q", input="問"), output="x"))
    assert data_of(tmp_path)["runs"][0]["store"] == "/srv  2 / "


@pytest.mark.parametrize(
    "line",
    [
        rb'{"run":1,"about":{"of":{"command":"\ud800"},"at":"\ud800"}}',
        rb'{"run":1,"about":{"of":{"\udc00":1}}}',
        b'{"run":1,"about":{"at":"\xed\xa0\x80"}}',
    ],
)
def test_nor_is_one_with_half_a_character(tmp_path: Path, line: bytes) -> None:
    (tmp_path / "a.jsonl").write_bytes(line + b"\n")
    with pytest.raises(DataSetError, match="line 1 is not JSON of whole characters"):
        run_file.load(tmp_path / "a.jsonl")


def test_nor_is_one_whose_name_is_no_text(tmp_path: Path) -> None:
    keep(tmp_path / "a.jsonl", "2026-04-01", [1.0])
    path = tmp_path / os.fsdecode(b"\xff.jsonl")
    (tmp_path / "a.jsonl").rename(path)
    runs, [broken] = read_runs(tmp_path)
    assert runs == []
    assert broken.endswith("the name of a run has to be UTF-8")
    broken.encode()
    with pytest.raises(DataSetError, match="UTF-8"):
        run_file.begin(path.with_name(f"2{path.name}"), {"of": {}})


@pytest.mark.parametrize("trace", [{"steps": 5}, {"turns": 5}, {"steps": [{"name": 5}]}, {"steps": [7]}])
def test_a_trace_that_is_none_is_one_line(tmp_path: Path, trace: dict[str, Any]) -> None:
    kept = run_file.begin(tmp_path / "a.jsonl", {"of": {}})
    kept.keep(Row(case=Case(id="q", input="問"), output="x", trace=trace))
    with pytest.raises(DataSetError, match="trace of 'q'"):
        data_of(tmp_path)


def test_a_run_for_others_is_not_shown_and_refused_where_it_is_named(tmp_path: Path) -> None:
    keep(tmp_path / "open.jsonl", "2026-04-01", [1.0], groups=[])
    keep(tmp_path / "closed.jsonl", "2026-04-02", [1.0], groups=["board"])
    found, left_out = read_runs(tmp_path)
    assert [each.path.name for each in found] == ["open.jsonl"]
    assert "--group" in left_out[0]
    assert len(read_runs(tmp_path, groups=frozenset({"board"}))[0]) == 2
    with pytest.raises(DataSetError, match="board"):
        read_runs(tmp_path / "none", [tmp_path / "closed.jsonl"])


def test_rows_that_rest_on_a_page_that_is_gone_or_closed_are_left_out(tmp_path: Path) -> None:
    kept = run_file.begin(tmp_path / "a.jsonl", {"of": {}, "store": {"home": "/srv"}})
    for name, cited, expected in (
        ("stays", ["faq.csv#1", "https://e.example/", "HTTP://E.example/"], ["#1"]),
        ("cites", ["a.md"], []),
        ("cites a row that is named as an address", ["faq.csv#http://r1"], []),
        ("expects", ["faq.csv#1"], ["#2"]),
    ):
        output = {
            "text": "x",
            "did": "answer",
            "citations": [{"number": at, "source": source} for at, source in enumerate(cited, start=1)],
        }
        kept.keep(Row(case=Case(id=name, input="問", expected={"pages": expected}), output=output))
    there = {"faq.csv#1", "b.md"}
    assert without_gone(kept, "/srv", there).rows().keys() == {"stays"}
    assert without_gone(kept, "/srv", {*there, "a.md", "faq.csv#2", "faq.csv#http://r1"}) is kept
    assert without_gone(kept, "/elsewhere", set()) is kept


@pytest.mark.parametrize(
    "row",
    [
        {"output": {"text": "x", "pages": ["a.md\n題\n節"]}},
        {"output": {"exchanges": [{"say": "問", "done": {"text": "x", "pages": ["a.md\n題"]}}]}},
        {"output": {"text": "どれですか", "offered": [{"text": "甲", "source": "a.md"}]}},
        {"output": {"text": "x"}, "trace": {"steps": [{"name": "fuse", "hits": [{"source": "a.md"}]}]}},
        {"trace": {"turns": [{"steps": [{"name": "search", "questions": [{"hits": [{"source": "a.md"}]}]}]}]}},
    ],
    ids=["dialogue", "users", "asks back", "found only", "a turn of several"],
)
def test_a_row_rests_on_every_page_that_it_tells_of(row: dict[str, Any], tmp_path: Path) -> None:
    kept = run_file.begin(tmp_path / "a.jsonl", {"of": {}, "store": {"home": "/srv", "documents": 2}})
    kept.keep(Row(case=Case(id="q", input={"question": "問", "pages": ["a"]}), **row))
    loaded = run_file.load(kept.path)
    assert not without_gone(loaded, "/srv", {"b.md"}).rows()
    assert without_gone(loaded, "/srv", {"a.md", "b.md"}) is loaded


def test_later_turns_of_a_conversation_rest_on_what_its_earlier_ones_told(tmp_path: Path) -> None:
    kept = run_file.begin(tmp_path / "a.jsonl", {"of": {}, "store": {"home": "/srv", "documents": 2}})
    for id_, session, pages in (("a-1", "a", []), ("a-2", "a", ["a.md"]), ("a-3", "a", []), ("b-1", "b", ["b.md"])):
        kept.keep(Row(case=Case(id=id_, input="問"), output={"text": "x", "session": session, "pages": pages}))
    assert without_gone(kept, "/srv", {"b.md"}).rows().keys() == {"a-1", "b-1"}


def test_a_report_lists_no_case_whose_row_is_left_out(tmp_path: Path) -> None:
    kept = run_file.begin(tmp_path / "a.jsonl", {"of": {}, "store": {"home": "/srv", "documents": 2}})
    for id_, pages in (("a-1", ["a.md"]), ("b-1", ["b.md"])):
        kept.keep(Row(case=Case(id=id_, input="問"), output={"text": "x", "pages": pages}))
    wrong = [{"id": "a", "turn": 1, "text": "3日"}, {"id": "b", "turn": 1, "text": "4日"}]
    misses = [{"query_id": "a-1", "faqs": {"1": "賞与"}}, {"query_id": "b-1", "faqs": {"2": "休暇"}}]
    kept.finish(
        {"turns_right": 0.0, "wrong": wrong, "misses": misses, "said": [{"id": "a-1"}], "each": [{"text": "問"}]}
    )
    shown = without_gone(kept, "/srv", {"b.md"}).report
    assert shown == {"turns_right": 0.0, "wrong": wrong[1:], "misses": misses[1:], "said": [], "each": []}
    assert without_gone(kept, "/srv", {"a.md", "b.md"}).report == kept.report


def test_a_home_is_the_same_however_it_is_named(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "link").symlink_to("home")
    for number, named in enumerate(("link", "home/../home")):
        kept = run_file.begin(tmp_path / f"{number}.jsonl", {"of": {}, "store": {"home": str(tmp_path / named)}})
        kept.keep(Row(case=Case(id="q", input="問"), output={"text": "x", "pages": ["a.md"]}))
        assert not without_gone(kept, str(tmp_path / "home"), set()).rows()


def test_what_a_judge_read_rests_on_the_pages_of_the_answer(tmp_path: Path) -> None:
    output = {"text": "3日です。", "did": "answer", "citations": [{"number": 1, "source": "a.md"}]}
    [case] = cases_of(Run(rows=(Row(case=Case(id="q", input="問"), output=output),)))
    kept = run_file.begin(tmp_path / "a.jsonl", {"of": {}, "store": {"home": "/srv"}})
    kept.keep(Row(case=case, output={"repeats": []}))
    assert not without_gone(kept, "/srv", {"b.md"}).rows()


def test_a_run_over_no_documents_keeps_traces_that_name_others(tmp_path: Path) -> None:
    kept = run_file.begin(tmp_path / "a.jsonl", {"of": {}, "store": {"home": "/srv"}})
    kept.keep(Row(case=Case(id="q", input="問"), output=[], trace={"steps": [{"hits": [{"source": "spots.tsv"}]}]}))
    assert without_gone(kept, "/srv", set()) is kept
