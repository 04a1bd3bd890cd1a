"""Everything that was measured over a store, for one page: each number with its command, date, store and turns."""

import json
import os
from collections.abc import Callable, Mapping, Sequence, Set
from pathlib import Path
from typing import Any

from yorisoi.errors import DataSetError
from yorisoi.evaluation import run_file
from yorisoi.evaluation.comparing import expected_of, expected_text, packed_trace, question_of
from yorisoi.evaluation.degrading import reasons
from yorisoi.evaluation.experiment import Figure, Row, Run
from yorisoi.evaluation.run_file import RunFile, as_run
from yorisoi.evaluation.told_pages import told_pages

Readable = Callable[[dict[str, Any]], Sequence[str]]
_OF_THE_RUN = ("command", "data", "data_sha256", "yorisoi")
"""What a run's `of` holds beside settings."""
_TOLD = ("ci95", "scored", "misses", "standings", "said", "settings", "figures", "each", "wrong", "degraded")
"""Parts of a report that its figures and rows tell already."""
_OF_CASES = ("misses", "each", "wrong", "said")
"""Parts of a report that are lists of cases, with what was asked, expected or answered."""
_FIRST = 10
"""Of an output that is a list, such as a ranking, what is shown."""
_PARTS = 12
"""Values that a label may have for figures to be told of each: more of them would be a list of cases."""


def read_runs(
    folder: Path, more: Sequence[Path] = (), groups: frozenset[str] = frozenset()
) -> tuple[list[RunFile], list[str]]:
    """The runs of a folder and others that are named, newest first; and the files in the folder that are none, or that
    a reader with these access groups may not read.

    Raises DataSetError: one that is named is such a file.
    """
    found, broken = [run_file.readable(run_file.load(path), groups) for path in more], []
    for path in sorted(folder.glob("*.jsonl")):
        try:
            found.append(run_file.readable(run_file.load(path), groups))
        except DataSetError as error:
            broken.append(str(error))
    return sorted(found, key=lambda run: str(run.about.get("at", "")), reverse=True), broken


def is_over(file: RunFile, home: str) -> bool:
    """Whether a run was made over the store of this home, however either names it, or does not say over which."""
    there = str(file.about.get("store", {}).get("home", home))
    try:
        return there == home or os.path.realpath(there) == os.path.realpath(home)
    except ValueError:  # a path that cannot be one
        return False


def without_gone(file: RunFile, home: str, sources: Set[str]) -> RunFile:
    """A run over the store without the rows that tell of, or expect, a page which is gone from it or which the reader
    may not read, and without later turns of a conversation with such a row; `sources` are those of the pages that there
    are.  Its report tells of no such row either; its figures stay those of all.  A run over another store stays as it
    is."""
    if not is_over(file, home):
        return file
    store = file.about.get("store", {})
    searched = "documents" in store or not store  # else its trace tells of what else was measured
    there = {source.rpartition("#")[2] for source in sources if "#" in source}
    kept, left = dict[str, Row](), set[str]()
    for name, row in file.rows().items():
        session = row.output.get("session") if isinstance(row.output, Mapping) else None
        if session not in left and told_pages(row, traced=searched) <= sources and _rows_expected(row) <= there:
            kept[name] = row
        elif session:
            left.add(session)
    if len(kept) == len(file.rows()):
        return file
    return RunFile(file.path, file.about, kept, _report_on(kept.keys(), file.report))


def _report_on(cases: Set[str], report: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """A report without what it lists of other cases, or of nobody knows which."""
    if report is None:
        return None
    lists = {name: value for name, value in report.items() if name in _OF_CASES and isinstance(value, list)}
    return {**report, **{name: [each for each in value if _case_of(each) in cases] for name, value in lists.items()}}


def _case_of(listed: Any) -> str | None:
    """The id of the row that it is of."""
    if not isinstance(listed, Mapping):
        return None
    if "turn" in listed:
        return f"{listed.get('id')}-{listed['turn']}"
    return str(listed.get("query_id", listed.get("id")))


def _rows_expected(row: Row) -> set[str]:
    """Ids of rows of FAQs that an answer should rest on."""
    return {page[1:] for page in expected_of(row.case.expected).pages if page.startswith("#")}


def page_data(runs: Sequence[RunFile], defaults: Mapping[str, Any], readable: Readable, **about: Any) -> dict[str, Any]:
    """What the report page shows.  A run brings its rows along unless a newer run of the same things has all of these
    cases: then `newer` says which of the runs that is."""
    held: dict[str, list[tuple[int, Set[str]]]] = {}
    shown = []
    for at, run in enumerate(runs):
        of, cases = json.dumps(run.about.get("of", {}), sort_keys=True), run.rows().keys()
        same = held.setdefault(of, []) if of != "{}" else []
        newer = next((number for number, known in same if cases <= known), None)
        shown.append({**_run(run, defaults, readable, with_rows=newer is None), "newer": newer})
        if newer is None:
            same.append((at, cases))
    return {"runs": shown, **about}


def _run(file: RunFile, defaults: Mapping[str, Any], readable: Readable, *, with_rows: bool) -> dict[str, Any]:
    run, of, store = as_run(file), file.about.get("of", {}), file.about.get("store", {})
    rows = [row for row in run.rows if "settings" not in row.case.labels or row.trace]
    groups = _groups(Run(rows=tuple(rows)))
    whole, notes = _beside(file.report or {}, groups)
    words = [str(of.get("command") or file.about.get("command", "")), str(of.get("data", ""))]
    where = str(store.get("home", ""))
    if "documents" in store:
        where += f"  {store['documents']} / {store.get('passages', '')}"
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
        "degraded": sum(bool(reasons(row.output)) for row in rows),
        "groups": groups,
        "whole": whole,
        "notes": notes,
        "rows": [_row(row, readable) for row in sorted(rows, key=_behind, reverse=True)] if with_rows else [],
    }


def _groups(run: Run) -> list[dict[str, Any]]:
    """All rows, or those of each setting where several were tried; and the parts of each label that has several."""
    tried = run.by_label("settings")
    whole = [] if tried else [_group("", "", run.figures())]
    labels = dict.fromkeys(label for row in run.rows for label in row.case.labels)
    return whole + [
        _group(label, value, figures)
        for label in sorted(labels, key=lambda label: label != "settings")
        if label == "settings" or 1 < len({row.case.labels.get(label) for row in run.rows}) <= _PARTS
        for value, figures in (tried if label == "settings" else run.by_label(label)).items()
    ]


def _group(label: str, value: str, figures: Mapping[str, Figure]) -> dict[str, Any]:
    return {
        "label": label,
        "name": value,
        "figures": {figure: {"mean": of.mean, "ci95": of.ci95, "cases": of.cases} for figure, of in figures.items()},
    }


def _beside(
    report: Mapping[str, Any], groups: Sequence[Mapping[str, Any]]
) -> tuple[list[tuple[str, float]], list[str]]:
    """What else was told of the run: numbers over all of its rows, such as a judge's leanings, and notes."""
    told = {*_TOLD, *(figure for group in groups for figure in group["figures"])}
    told |= {f"by_{group['label']}" for group in groups}
    numbers: list[tuple[str, float]] = []
    notes: list[str] = []
    for name, value in report.items():
        if name not in told:
            _sort(name, value, numbers, notes)
    return numbers, notes


def _sort(name: str, value: Any, numbers: list[tuple[str, float]], notes: list[str]) -> None:
    if isinstance(value, Mapping):
        for part, of in value.items():
            _sort(f"{name} {part}", of, numbers, notes)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        numbers.append((name, value))
    elif value not in (None, [], False):
        notes.append(f"{name}: {json.dumps(value, ensure_ascii=False)}")


def _row(row: Row, readable: Readable) -> dict[str, Any]:
    return {
        "id": row.case.id,
        "question": question_of(row),
        "kind": row.case.labels.get("kind", ""),
        "labels": dict(row.case.labels),
        "expected": expected_text(row),
        "output": _output(row.output),
        "degraded": reasons(row.output),
        "scores": {name: round(score, 4) for name, score in row.scores.items()},
        "why": dict(row.why),
        "failure": "; ".join(f"{name}: {why}" for name, why in row.failures.items()),
        "trace": packed_trace(row, readable),
    }


def _behind(row: Row) -> int:
    """Where a ranking has the last of what was expected, from 0; of rows with the same score the worst come first."""
    ranking, expected = row.output, row.case.expected
    if not isinstance(ranking, list) or not isinstance(expected, list):
        return 0
    return max((ranking.index(each) if each in ranking else len(ranking) for each in expected), default=0)


def _output(output: Any) -> Any:
    if isinstance(output, list | tuple):
        more = f"  … ({len(output)})" if len(output) > _FIRST else ""
        return "\n".join(map(str, output[:_FIRST])) + more
    return output.get("text", output) if isinstance(output, Mapping) else output
