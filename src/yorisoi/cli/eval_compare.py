"""yorisoi eval compare ONE OTHER [SET]: two settings over the same questions, as a page and as a sheet."""

import asyncio
import os
import shlex
import sys
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from yorisoi.cli.eval_answers import Limit, MayAsk, Task, answer_all, report_on
from yorisoi.cli.measuring import (
    FOLDER,
    AtLeast,
    NothingUnfinished,
    Out,
    Resume,
    check_floors,
    floors,
    say_closed,
    still_open,
    warned_of_degraded,
    warned_of_low,
)
from yorisoi.cli.options import Chat, Embedding, Groups, Home, Json, settings
from yorisoi.cli.output import aside, console, print_json
from yorisoi.cli.trace import readable
from yorisoi.errors import ConfigError, DataSetError
from yorisoi.evaluation import answer_judge, answer_measures, comparing, page, run_file, sheets
from yorisoi.evaluation.answers import load
from yorisoi.evaluation.degrading import degraded
from yorisoi.evaluation.experiment import Case, Row, Run
from yorisoi.evaluation.run_file import as_run
from yorisoi.types import group_names
from yorisoi.wiring import own_home

SIDES = ("a", "b")
_FIGURES = (*answer_measures.FIGURES, *answer_judge.FIGURES)
_FLOORS = (*_FIGURES, *(f"{name} b-a" for name in _FIGURES))
"""Of B, and of how B differs from A."""


def compare(
    a: Annotated[Path, typer.Argument(help="Settings (.toml), or a run that was kept (.jsonl).", metavar="ONE")],
    b: Annotated[Path, typer.Argument(help="The same, for the other side.", metavar="OTHER")],
    questions: Annotated[
        Path | None, typer.Argument(help="Questions, as for eval answers; for settings.", metavar="[SET]")
    ] = None,
    html: Annotated[
        Path | None, typer.Option(help="Write the page there.  [default: beside the runs]", metavar="FILE")
    ] = None,
    sheet: Annotated[
        Path | None,
        typer.Option(help="Write the sheet there, .xlsx or .csv.  [default: beside the runs]", metavar="FILE"),
    ] = None,
    blind: Annotated[bool, typer.Option("--blind", help="Draw in the sheet whose answer stands under A.")] = False,
    home: Home = None,
    chat: Chat = None,
    embedding: Embedding = None,
    group: Groups = None,
    may_ask: MayAsk = False,
    limit: Limit = None,
    out: Out = None,
    resume: Resume = False,
    at_least: AtLeast = None,
    as_json: Json = False,
) -> None:
    """Answer the same questions with two settings and lay the answers side by side, for people to judge."""
    floor, folder = floors(at_least), own_home(settings(home, chat, embedding)) / FOLDER
    check_floors(floor, _FLOORS)
    for side in (a, b):
        _check_side(side, questions)
    _check_targets(html, sheet)
    readers = group_names(group or ())
    data = load(questions, all_questions=True, groups=readers) if questions else None
    say_closed(data.closed if data else 0)
    about = {
        "command": shlex.join(["yorisoi", *sys.argv[1:]]),
        "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "comparison": uuid.uuid4().hex[:10],
        "blind": blind,
        "of": {
            "command": "eval compare",
            "data": _data_of(a, questions),
            "a": str(a),
            "b": str(b),
            "groups": sorted(readers),
        },
    }
    kept = (run_file.resume if resume else run_file.begin)(out, about) if out else None
    about = dict(kept.about) if kept else about  # of the comparison that is gone on with
    name, blind = str(about["comparison"]), bool(about["blind"])
    html = html or folder / f"comparison-{name}.html"
    sheet = sheet or folder / f"comparison-{name}.xlsx"
    before = [side for side in (a, b) if side.suffix == ".jsonl"]
    loaded = [run_file.readable(run_file.load(side), readers) for side in before]
    store = settings(home, "none", "none")
    read = dict(zip(before, still_open(loaded, store, readers), strict=True))
    runs = []
    for side in (a, b):
        if side in read:
            runs.append(as_run(read[side]))
            continue
        assert questions is not None
        assert data is not None
        with _settings_of(side):
            chosen = settings(home, chat, embedding)
        task = Task(
            questions=questions,
            data=replace(data, cases=data.cases[:limit]),
            groups=readers,
            may_ask=may_ask,
            resume=resume,
            finished_too=True,
        )
        aside.print(f"{SIDES[len(runs)].upper()}: {side}")
        try:
            run, kept_side = asyncio.run(answer_all(task, chosen))
        except NothingUnfinished:
            if not runs:
                raise
            run, kept_side = asyncio.run(answer_all(replace(task, resume=False), chosen))  # interrupted before B
        kept_side.finish(report_on(run, task))
        if resume:  # also with answers from before a page was closed
            [shown] = still_open([kept_side], store, readers)
            run = replace(run, rows=tuple(row for row in run.rows if row.case.id in shown.rows()))
        runs.append(run)
    compared = comparing.pairs(*runs)
    if not compared:
        raise DataSetError(f"{a} and {b} have no question in common")
    kept = kept or run_file.begin(folder / f"comparison-{name}.jsonl", about)
    report = {**_report(about, runs, compared), "page": str(html), "sheet": str(sheet), "run": str(kept.path)}
    for pair in compared:
        kept.keep(_row(pair))
    language = comparing.language_of(comparing.question_of(pair.a) for pair in compared)
    page.write(html, page.page("comparison", comparing.page_data(compared, readable, **_about(report, runs)), language))
    columns, rows, choices = comparing.sheet(compared, name, language, blind=blind)
    sheets.write(sheet, columns, rows, choices=choices)
    kept.finish(report)
    reached = _reached(report["figures"])
    check_floors(floor, tuple(reached))
    if as_json:
        print_json(report)
    else:
        _print(report)
    if report["same_text"] == report["cases"]:
        aside.print("all answers are the same: what the settings differ in makes no difference to these questions")
    all_degraded = [
        warned_of_degraded(told, len(compared), f"{side.upper()}: ") for side, told in report["degraded"].items()
    ]
    if report["failed"]:
        aside.print(f"{report['failed']} questions failed on one side or both; --resume tries them again")
    if warned_of_low(floor, reached) or report["failed"] or any(all_degraded):
        raise typer.Exit(1)


def _reached(figures: Mapping[str, Mapping[str, Any]]) -> dict[str, float]:
    """What floors are held against."""
    return {
        **{name: row["b"] for name, row in figures.items()},
        **{f"{name} b-a": row["difference"] for name, row in figures.items()},
    }


@contextmanager
def _settings_of(file: Path) -> Iterator[None]:
    """Settings come from this file within the block."""
    before = os.environ.get("YORISOI_CONFIG")
    os.environ["YORISOI_CONFIG"] = str(file)
    try:
        yield
    finally:
        if before is None:
            del os.environ["YORISOI_CONFIG"]
        else:
            os.environ["YORISOI_CONFIG"] = before


def _check_side(side: Path, questions: Path | None) -> None:
    """Raises ConfigError: it is not there, or holds settings and there are no questions."""
    if side.is_dir():
        raise ConfigError(f"{side} is a folder: name a file of settings (.toml) or a run (.jsonl)")
    if not side.is_file():
        raise ConfigError(f"{side} does not exist: name a file of settings (.toml) or a run (.jsonl)")
    if side.suffix != ".jsonl" and questions is None:
        raise ConfigError(f"{side} holds settings, so a SET of questions is needed: eval compare ONE OTHER SET")


def _data_of(side: Path, questions: Path | None) -> str:
    """Name of the set that is compared on."""
    return questions.name if questions else str(run_file.load(side).about.get("of", {}).get("data", ""))


def _check_targets(html: Path | None, sheet: Path | None) -> None:
    """Raises DataSetError before hours of answering, not after them."""
    for file in filter(None, (html, sheet)):
        if not file.absolute().parent.is_dir():
            raise DataSetError(f"{file} cannot be written: there is no such folder")
    if sheet and sheet.suffix.lower() not in sheets.KINDS:
        raise DataSetError(f"{sheet}: a sheet is a file in {' or '.join(sheets.KINDS)}")


def _report(about: Mapping[str, Any], runs: list[Run], compared: list[comparing.Pair]) -> dict[str, Any]:
    return {
        "comparison": about["comparison"],
        **{name: about["of"][name] for name in (*SIDES, "data")},
        "at": about["at"],
        "cases": len(compared),
        "failed": sum(bool(pair.a.failures or pair.b.failures) for pair in compared),
        "same_text": sum(pair.same_text for pair in compared),
        "same_pages": sum(pair.same_pages for pair in compared),
        "figures": comparing.figures(compared),
        "degraded": dict(zip(SIDES, (degraded(side) for side in comparing.sides(compared)), strict=True)),
        "settings": _differing(runs),
    }


def _differing(runs: list[Run]) -> list[tuple[str, Any, Any]]:
    """Settings that the two runs do not share."""
    one, other = (run.about.get("of", {}) for run in runs)
    return [(name, one.get(name), other.get(name)) for name in one | other if one.get(name) != other.get(name)]


def _about(report: Mapping[str, Any], runs: list[Run]) -> dict[str, Any]:
    def named(side: str, run: Run) -> str:
        return f"{report[side]}  {run.about.get('of', {}).get('model', '')}  {run.about.get('at', '')}"

    return {
        "names": {"a": named("a", runs[0]), "b": named("b", runs[1])},
        "set": report["data"],
        "id": report["comparison"],
        "at": report["at"],
        "figures": report["figures"],
        "degraded": {side: told["degraded_by"] for side, told in report["degraded"].items()},
        "settings": [[name, str(one), str(other)] for name, one, other in report["settings"]],
    }


def _row(pair: comparing.Pair) -> Row:
    """What is kept of a pair: how B differs from A."""
    scores = {
        f"{name} b-a": pair.b.scores[name] - score for name, score in pair.a.scores.items() if name in pair.b.scores
    }
    case = Case(id=pair.a.case.id, input=pair.a.case.input, expected=pair.a.case.expected, labels=pair.a.case.labels)
    output = {"same_text": pair.same_text, "same_pages": pair.same_pages}
    steps = [
        {**step, "name": f"{side} {step['name']}"}
        for side, row in (("A", pair.a), ("B", pair.b))
        for step in (row.trace or {}).get("steps", [])
    ]
    return Row(case=case, output=output, scores=scores, measured=tuple(scores), trace={"steps": steps})


def _print(report: Mapping[str, Any]) -> None:
    console.print(f"A {report['a']}\nB {report['b']}")
    for name, one, other in report["settings"]:
        console.print(f"  {name}: {one} -> {other}")
    console.print(
        f"{report['cases']} questions, {report['same_text']} answers are the same, "
        f"{report['same_pages']} rest on the same pages"
    )
    width = max(map(len, report["figures"]), default=0)
    console.print(
        f"{''.ljust(width)}  questions       A       B     B - A     95 % interval        p   better  worse  equal"
    )
    for name, row in report["figures"].items():
        low, high = row["ci95"]
        console.print(
            f"{name.ljust(width)}  {row['cases']:9} {row['a']:7.3f} {row['b']:7.3f}  {row['difference']:+8.3f}  "
            f"{low:+7.3f} to {high:+.3f}  {row['p']:.4f}  {row['better']:6}  {row['worse']:5}  {row['equal']:5}"
        )
    if report["figures"]:
        console.print("each figure over the questions that A and B both have one of")
    console.print(f"page:  {report['page']}\nsheet: {report['sheet']}   (read it back with yorisoi eval comments)")
    console.print(f"kept in {report['run']}")
