"""Everything that was measured over a store, for one page: each number with its command, date, store and turns."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from yorisoi.errors import DataSetError
from yorisoi.evaluation import run_file
from yorisoi.evaluation.comparing import packed_trace, question_of
from yorisoi.evaluation.experiment import Row, Run
from yorisoi.evaluation.run_file import RunFile, as_run

Readable = Callable[[dict[str, Any]], Sequence[str]]
_OF_THE_RUN = ("command", "data", "data_sha256", "yorisoi")
"""What a run's `of` holds beside settings."""
_TOLD = ("ci95", "scored", "misses", "standings", "said", "settings", "figures")
"""Parts of a report that its figures and rows tell already."""


def read_runs(folder: Path, more: Sequence[Path] = ()) -> tuple[list[RunFile], list[str]]:
    """The runs of a folder and others that are named, newest first; and the files in the folder that are none.

    Raises DataSetError: one that is named is none.
    """
    found, broken = [run_file.load(path) for path in more], []
    for path in sorted(folder.glob("*.jsonl")):
        try:
            found.append(run_file.load(path))
        except DataSetError as error:
            broken.append(str(error))
    return sorted(found, key=lambda run: str(run.about.get("at", "")), reverse=True), broken


def page_data(runs: Sequence[RunFile], defaults: Mapping[str, Any], readable: Readable, **about: Any) -> dict[str, Any]:
    """What the report page shows.  Of runs of the same things the newest brings its rows along, the others their
    figures."""
    seen: set[str] = set()
    shown = []
    for run in runs:
        of = json.dumps(run.about.get("of", {}), sort_keys=True)
        shown.append(_run(run, defaults, readable, with_rows=of not in seen or of == "{}"))
        seen.add(of)
    return {"runs": shown, **about}


def _run(file: RunFile, defaults: Mapping[str, Any], readable: Readable, *, with_rows: bool) -> dict[str, Any]:
    run, of, store = as_run(file), file.about.get("of", {}), file.about.get("store", {})
    rows = [row for row in run.rows if "settings" not in row.case.labels or row.trace]
    groups = _groups(Run(rows=tuple(rows)))
    words = [str(of.get("command") or file.about.get("command", "")), str(of.get("data", ""))]
    where = str(store.get("home", ""))
    if "documents" in store:
        where += f"  {store['documents']} / {store['passages']}"
    return {
        "title": "  ".join(word for word in words if word),
        "command": str(file.about.get("command", "")),
        "at": str(file.about.get("at", "")),
        "store": where,
        "file": str(file.path),
        "settings": [
            f"{name} = {value}"
            for name, value in of.items()
            if name not in _OF_THE_RUN and value not in (None, defaults.get(name), [], False)
        ],
        "unfinished": file.report is None,
        "failed": len(run.failed),
        "groups": groups,
        "notes": _notes(file.report or {}, groups),
        "rows": [_row(row, readable) for row in rows] if with_rows else [],
    }


def _groups(run: Run) -> list[dict[str, Any]]:
    """All rows, or those of each setting where several were tried."""
    parts = run.by_label("settings") or {"": run.figures()}
    return [
        {
            "name": name,
            "figures": {
                figure: {"mean": of.mean, "ci95": of.ci95, "cases": of.cases} for figure, of in figures.items()
            },
        }
        for name, figures in parts.items()
    ]


def _notes(report: Mapping[str, Any], groups: Sequence[Mapping[str, Any]]) -> list[str]:
    """What else was told of the run, such as a judge's leanings."""
    known = {figure for group in groups for figure in group["figures"]}
    return [
        f"{name}: {json.dumps(value, ensure_ascii=False)}"
        for name, value in report.items()
        if name not in known and name not in _TOLD and value not in (None, [], {})
    ]


def _row(row: Row, readable: Readable) -> dict[str, Any]:
    output = row.output
    return {
        "id": row.case.id,
        "question": question_of(row),
        "kind": row.case.labels.get("kind", ""),
        "group": row.case.labels.get("settings", ""),
        "output": output.get("text", output) if isinstance(output, Mapping) else output,
        "scores": {name: round(score, 4) for name, score in row.scores.items()},
        "why": dict(row.why),
        "failure": "; ".join(f"{name}: {why}" for name, why in row.failures.items()),
        "trace": packed_trace(row, readable),
    }
