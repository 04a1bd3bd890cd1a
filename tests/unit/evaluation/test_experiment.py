"""Any callable is a system, any function a measure; what failed is told apart from what is bad."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from yorisoi.errors import BackendUnavailable, DataSetError
from yorisoi.evaluation import Case, Row, Run, Traced, evaluate
from yorisoi.evaluation.run_file import as_run, begin, load, resume
from yorisoi.tracing import Trace

CASES = [
    Case(id="summer", input="夏季休暇は何日ですか", expected="3日", labels={"kind": "clear"}),
    Case(id="care", input="看護休暇は何日ですか", expected="5日", labels={"kind": "clear"}),
    Case(id="vague", input="休暇", labels={"kind": "vague"}),
]


def three_days(question: str) -> str:
    return f"{question}: 3日です。"


def says(output: str, case: Case) -> bool | None:
    return case.expected in output if case.expected else None


async def length(output: str, case: Case) -> Mapping[str, float | None]:  # noqa: ARG001
    return {"characters": float(len(output)), "pages": None}


async def test_a_plain_function_is_measured_by_plain_and_async_functions() -> None:
    run = await evaluate(three_days, CASES, [says, length])
    assert [row.scores for row in run.rows] == [
        {"says": 1.0, "characters": 17.0},
        {"says": 0.0, "characters": 17.0},
        {"characters": 9.0},
    ]
    assert run.figures()["says"].mean == 0.5
    assert run.figures()["says"].cases == 2
    assert run.figures()["characters"].ci95[0] >= 9.0
    assert {kind: part["characters"].mean for kind, part in run.by_label("kind").items()} == {
        "clear": 17.0,
        "vague": 9.0,
    }


async def test_an_async_callable_with_a_trace_leads_each_row_to_it() -> None:
    async def system(question: str) -> Traced:
        trace = Trace()
        with trace.step("search") as step:
            step.note(query=question)
        return Traced(output=question, trace=trace.as_json())

    run = await evaluate(system, CASES, {"anything": lambda output, case: output == case.input}, at_once=3)
    assert [row.trace["steps"][0]["query"] for row in run.rows if row.trace] == [case.input for case in CASES]
    assert run.figures()["anything"].mean == 1.0


async def test_a_failure_of_the_system_or_a_measure_is_a_value_and_no_zero() -> None:
    def system(question: str) -> str:
        if "看護" in question:
            raise BackendUnavailable("the server is down")
        return three_days(question)

    def picky(output: str, case: Case) -> float:
        raise ValueError(f"無理です: {case.id} {output}")

    run = await evaluate(system, CASES, [says, picky])
    assert run.figures()["says"].mean == 1.0
    assert "picky" not in run.figures()
    assert run.rows[1].failures == {"system": "BackendUnavailable: the server is down"}
    assert run.rows[0].failures == {"picky": f"ValueError: 無理です: summer {three_days(CASES[0].input)}"}
    assert len(run.failed) == 3


async def test_two_systems_are_compared_over_the_cases_both_were_scored_on() -> None:
    good = await evaluate(lambda question: "3日" if "夏季" in question else "5日", CASES, [says])
    bad = await evaluate(three_days, CASES, [says])
    compared = good.against(bad)["says"]
    assert (compared.difference, compared.better, compared.worse, compared.equal) == (0.5, 1, 0, 1)


async def test_cases_without_an_id_of_their_own_are_refused() -> None:
    with pytest.raises(ValueError, match="same id"):
        await evaluate(three_days, [CASES[0], CASES[0]], [says])
    with pytest.raises(ValueError, match="no cases"):
        await evaluate(three_days, [], [says])


# ---------------------------------------------------------------- kept on disk


class Counted:
    """A system that fails on what it is told to."""

    def __init__(self, *, fails: str = "") -> None:
        self.asked: list[str] = []
        self.fails = fails

    def __call__(self, question: str) -> dict[str, Any]:
        self.asked.append(question)
        if self.fails and self.fails in question:
            raise BackendUnavailable("the server is down")
        return {"text": three_days(question), "days": 3}


def text_says(output: Mapping[str, Any], case: Case) -> bool | None:
    return says(output["text"], case)


def days(output: Mapping[str, Any], _: Case) -> int:
    return int(output["days"])


async def test_a_run_is_gone_on_with_where_it_stopped_and_its_failures_are_tried_again(tmp_path: Path) -> None:
    path, about = tmp_path / "run.jsonl", {"of": {"chat": "none"}}
    first = Counted(fails="看護")
    await evaluate(first, CASES[:2], [text_says], kept=begin(path, about))
    second = Counted()
    run = await evaluate(second, CASES, [text_says], kept=resume(path, about))
    assert second.asked == [CASES[1].input, CASES[2].input]
    assert [row.scores for row in run.rows] == [{"text_says": 1.0}, {"text_says": 0.0}, {}]
    assert {row.case.id: row for row in as_run(load(path)).rows} == {row.case.id: row for row in run.rows}


async def test_a_new_measure_is_made_up_for_from_the_kept_outputs(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    await evaluate(Counted(), CASES, [text_says], kept=begin(path, {}))
    never = Counted()
    run = await evaluate(never, CASES, {"text_says": text_says, "days": days}, kept=resume(path, {}))
    assert never.asked == []
    assert run.figures()["days"].mean == 3.0


async def test_a_case_that_reads_otherwise_now_is_run_again(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    await evaluate(Counted(), CASES, [text_says], kept=begin(path, {}))
    system = Counted()
    changed = Case(id="summer", input="夏休みは何日ですか", expected="3日")
    await evaluate(system, [changed, *CASES[1:]], [text_says], kept=resume(path, {}))
    assert system.asked == ["夏休みは何日ですか"]


async def test_a_line_that_was_cut_off_is_dropped_and_written_over(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    await evaluate(Counted(), CASES, [text_says], kept=begin(path, {}))
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    again = Counted()
    await evaluate(again, CASES, [text_says], kept=resume(path, {}))
    assert again.asked == [CASES[2].input]
    assert [row.case.id for row in as_run(load(path)).rows] == ["summer", "care", "vague"]


def test_a_run_of_something_else_is_not_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    begin(path, {"of": {"search.k": 60.0}})
    with pytest.raises(DataSetError, match=r"search\.k is 60\.0 there, 10\.0 now"):
        resume(path, {"of": {"search.k": 10.0}})


def test_what_is_there_is_never_written_over(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("大事なメモ")
    with pytest.raises(DataSetError, match="exists"):
        begin(tmp_path / "notes.txt", {})
    with pytest.raises(DataSetError, match="not a run"):
        resume(tmp_path / "notes.txt", {})
    assert (tmp_path / "notes.txt").read_text() == "大事なメモ"


def test_a_run_that_is_none_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    begin(path, {})
    path.write_text(path.read_text() + '{"id": "a"}\n')
    with pytest.raises(DataSetError, match="line 2 is not a row"):
        load(path)
    path.write_text("[]\n")
    with pytest.raises(DataSetError, match="not a JSON object"):
        load(path)
    with pytest.raises(DataSetError, match="cannot be read"):
        load(tmp_path / "none.jsonl")


def test_a_finished_run_holds_its_report(tmp_path: Path) -> None:
    kept = begin(tmp_path / "run.jsonl", {"at": "2026-04-01"})
    kept.keep(Row(case=CASES[0], output={"text": "3日"}, scores={"says": 1.0}, measured=("says",)))
    kept.finish({"says": 1.0})
    again = load(tmp_path / "run.jsonl")
    assert again.report == {"says": 1.0}
    assert again.about == {"at": "2026-04-01"}


def test_one_comparison_has_one_interval_however_it_is_told() -> None:
    values = [((7 * n) % 11 / 10, (5 * n) % 7 / 10) for n in range(40)]
    one, other, difference = (
        Run(rows=tuple(Row(case=Case(id=f"{n}", input=n), scores={"x": of(*both)}) for n, both in enumerate(values)))
        for of in (lambda a, _: a, lambda _, b: b, lambda a, b: b - a)
    )
    assert difference.figures()["x"].ci95 == pytest.approx(other.against(one)["x"].ci95, abs=1e-12)
