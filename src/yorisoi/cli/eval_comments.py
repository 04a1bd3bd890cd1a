"""yorisoi eval comments SHEET: what people wrote into the sheet of a comparison."""

import shlex
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from yorisoi.cli.measuring import FOLDER
from yorisoi.cli.options import Home, Json, settings
from yorisoi.cli.output import aside, console, print_json
from yorisoi.errors import DataSetError
from yorisoi.evaluation import run_file, sheets
from yorisoi.evaluation.comments import Comment, agreed, counted, filled, unblinded
from yorisoi.evaluation.comparing import VERDICTS
from yorisoi.evaluation.experiment import Row, Run
from yorisoi.evaluation.run_file import RunFile, as_run
from yorisoi.wiring import own_home


def comments(
    sheet: Annotated[Path, typer.Argument(help="The sheet of a comparison, filled in: .xlsx or .csv.")],
    by: Annotated[
        str | None, typer.Option(help="Who filled it in.  [default: the file's name]", metavar="NAME")
    ] = None,
    comparison: Annotated[
        Path | None,
        typer.Option(help="The comparison, where eval compare --out kept it.  [default: in the store]", metavar="FILE"),
    ] = None,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Read verdicts and comments back, count them with a sign test, and keep them beside the comparison."""
    folder = own_home(settings(home, "none", "none")) / FOLDER
    given = filled(sheets.read(sheet))
    kept = _compared(sheet, given.comparison, comparison, folder)
    known = kept.rows()
    if strange := next((each.case for each in given.comments if each.case not in known), None):
        raise DataSetError(f"{sheet}: the question {strange!r} is none of comparison {given.comparison}")
    said = unblinded(given, blind=bool(kept.about.get("blind")))
    who = by or sheet.stem
    _keep(folder, given.comparison, who, said, kept)
    report = {
        "comparison": given.comparison,
        "by": who,
        "questions": len(known),
        **counted(said, as_run(kept)),
        "unread": list(given.unread),
        "everybody": _everybody(folder, given.comparison, as_run(kept)),
        "said": [
            {"id": each.case, "verdict": each.verdict, "comment": each.comment, "swapped": each.swapped}
            for each in said
        ],
    }
    if as_json:
        print_json(report)
    else:
        _print(report)


def _compared(sheet: Path, name: str, file: Path | None, folder: Path) -> RunFile:
    """The comparison that the sheet is of.  Raises DataSetError: it is not there."""
    if file:
        kept = run_file.load(file)
        if kept.about.get("comparison") != name:
            raise DataSetError(f"{sheet} is of comparison {name}, and {file} is not")
        return kept
    file = folder / f"comparison-{name}.jsonl"
    if not file.is_file():
        raise DataSetError(
            f"{sheet} is of comparison {name}, which is not kept in {folder}: see --home, or --comparison for one that "
            "was kept elsewhere"
        )
    return run_file.load(file)


def _keep(folder: Path, comparison: str, who: str, said: list[Comment], compared: RunFile) -> None:
    """In place of what the same person said before of the same comparison."""
    about = {
        "command": shlex.join(["yorisoi", *sys.argv[1:]]),
        "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "of": {
            "command": "eval comments",
            "comparison": comparison,
            "by": who,
            "groups": sorted(run_file.readers(compared.about)),
        },
    }
    before = [path for path, old in _kept(folder, comparison) if old.about["of"]["by"] == who]
    kept = run_file.begin(folder / f"comments-{comparison}-{datetime.now(UTC):%Y%m%dT%H%M%S%f}.jsonl", about)
    rows = compared.rows()
    for each in said:
        scores = {"b_preferred": float(each.verdict == "b")} if each.verdict in ("a", "b") else {}
        output = {"verdict": each.verdict, "comment": each.comment, "swapped": each.swapped}
        of = rows[each.case]
        kept.keep(Row(case=of.case, output=output, scores=scores, measured=("b_preferred",), trace=of.trace))
    kept.finish(counted(said, as_run(compared)))
    for path in before:
        path.unlink()


def _kept(folder: Path, comparison: str) -> list[tuple[Path, RunFile]]:
    return [(path, run_file.load(path)) for path in sorted(folder.glob(f"comments-{comparison}-*.jsonl"))]


def _everybody(folder: Path, comparison: str, compared: Run) -> dict[str, Any]:
    """All sheets of the comparison that were read back, each question once: people on one question are no more
    questions."""
    sheets_read = _kept(folder, comparison)
    all_said = [
        Comment(case=row.case.id, verdict=row.output["verdict"], comment=row.output["comment"])
        for _, each in sheets_read
        for row in each.rows().values()
    ]
    together = agreed(all_said)
    return {
        "by": [each.about["of"]["by"] for _, each in sheets_read],
        "split": sum(each.verdict == "split" for each in together),
        **counted(together, compared),
        "comments": sum(bool(each.comment) for each in all_said),
    }


def _print(report: Mapping[str, Any]) -> None:
    everybody = report["everybody"]
    console.print(f"comparison {report['comparison']}, by {report['by']}: {_line(report)}")
    _more(report)
    if len(everybody["by"]) > 1:
        console.print(
            f"everybody ({', '.join(everybody['by'])}), each question once, as most say: {_line(everybody)}; "
            f"on {everybody['split']} they are split"
        )
        _more(everybody)
    console.print(f"comments by {report['by']}:")
    for each in report["said"]:
        if each["comment"]:
            shown = "  [this sheet shows B's answer as A, and A's as B]" if each["swapped"] else ""
            console.print(f"{each['id']}  {each['verdict'] or '-'}  {each['comment']}{shown}")
    for each in report["unread"]:
        aside.print(f"no verdict: {each}")


def _more(told: Mapping[str, Any]) -> None:
    for kind, counts in told["by_kind"].items():
        console.print(f"  {kind}: {_line(counts)}")
    for figure, agrees in told["agrees_with"].items():
        console.print(f"  {figure} agrees on {agrees['share']:.0%} of {agrees['questions']} questions")


def _line(counts: Mapping[str, Any]) -> str:
    p = f"p = {counts['p']:.4f}" if counts["p"] >= 0.0001 else "p < 0.0001"
    return ", ".join(f"{verdict} {counts[verdict]}" for verdict in VERDICTS) + f"; sign test {p}"
