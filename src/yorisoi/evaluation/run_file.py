"""A run on disk, JSON Lines: what was measured, a row as soon as it is done, and the report at the end.

    {"run": 1, "about": {"command": "yorisoi eval answers set.jsonl", "at": "2026-04-01T09:00:00+00:00", "of": {...}}}
    {"id": "leave-07", "input": ..., "expected": ..., "labels": {...}, "output": ..., "scores": {...}, "trace": {...}}
    {"report": {...}}

A row that stands twice counts as it stands last.  A line that was cut off when the process was killed is dropped.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from yorisoi.errors import DataSetError
from yorisoi.evaluation.experiment import Case, Row, Run
from yorisoi.json_values import loads
from yorisoi.tracing import plain

FOLDER = "evaluations"
"""Of a home, where runs are kept."""
FORM = 1
_LARGEST = 1e100
"""Of a score: sums of more, and squares, are no numbers."""


class RunFile:
    """Where the rows of one run are kept: see `begin`, `resume` and `load`."""

    def __init__(self, path: Path, about: Mapping[str, Any], rows: Mapping[str, Row], report: Any = None) -> None:
        self.path, self.about, self.report = path, about, report
        self._rows = dict(rows)

    def rows(self) -> Mapping[str, Row]:
        return self._rows

    def keep(self, row: Row) -> None:
        self._rows[row.case.id] = row
        fields = asdict(row)
        self._append({**fields.pop("case"), **fields})

    def finish(self, report: Mapping[str, Any]) -> None:
        """Keep what is told of the run."""
        self.report = report
        self._append({"report": report})

    def _append(self, value: Mapping[str, Any]) -> None:
        with self.path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(_line(value))


def check_new(path: Path) -> None:
    """Raises DataSetError when there is such a file already: before anything is asked, not after it."""
    _check_name(path)
    if path.exists():
        raise DataSetError(f"{path} exists: --resume goes on with it, another --out begins anew")


def _check_name(path: Path) -> None:
    """Raises DataSetError: the name of the file is no text, so that nothing can tell of it."""
    try:
        path.name.encode()
    except UnicodeEncodeError as error:
        named = str(path).encode(errors="backslashreplace").decode()
        raise DataSetError(f"{named}: the name of a run has to be UTF-8") from error


def begin(path: Path, about: Mapping[str, Any]) -> RunFile:
    """A new run.  Raises DataSetError: there is such a file, or it cannot be made."""
    check_new(path)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)  # answers may quote restricted pages
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.write(_line({"run": FORM, "about": about}))
    except OSError as error:
        raise DataSetError(f"{path}: a run cannot be kept there: {error.strerror}") from error
    return RunFile(path, about, {})


def resume(path: Path, about: Mapping[str, Any]) -> RunFile:
    """The run that was begun there, where it is of the same things.

    Raises DataSetError: not a run, or its `of` differs from that of `about`, which the message names.
    """
    found = load(path)
    if differs := _differing(found.about, about):
        name = differs[0]
        theirs, mine = found.about.get("of", {}).get(name), plain(about.get("of", {})).get(name)
        raise DataSetError(
            f"{path} is a run of something else ({name} is {theirs!r} there, {mine!r} now): "
            "name another file with --out"
        )
    whole = path.read_bytes()
    if not whole.endswith(b"\n"):
        with path.open("r+b") as file:
            file.truncate(whole.rfind(b"\n") + 1)
    return found


def same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two runs, by what is said about them, are of the same things."""
    return not _differing(one, other)


def _differing(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    mine, theirs = plain(one.get("of", {})), plain(other.get("of", {}))
    return sorted(name for name in mine.keys() | theirs.keys() if mine.get(name) != theirs.get(name))


def load(path: Path) -> RunFile:
    """A run as it was kept.  Raises DataSetError: one line that says what is wrong with the file."""
    _check_name(path)
    try:
        lines = path.read_bytes().split(b"\n")[:-1]
    except OSError as error:
        raise DataSetError(f"{path} cannot be read: {error.strerror}") from error
    values = [_value(line, f"{path} line {number}") for number, line in enumerate(lines, start=1)]
    if not values or values[0].get("run") != FORM or not _is_about(values[0].get("about")):
        raise DataSetError(f"{path} is not a run of Yorisoi")
    rows: dict[str, Row] = {}
    report = None
    for number, value in enumerate(values[1:], start=2):
        if "report" in value:
            report = value["report"]
            if not isinstance(report, Mapping):
                raise DataSetError(f"{path} line {number} is not the report of a run")
            continue
        try:
            row = _row(value)
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            raise DataSetError(f"{path} line {number} is not a row of a run") from error
        rows[row.case.id] = row
    return RunFile(path, values[0]["about"], rows, report)


def _is_about(about: Any) -> bool:
    """Of what is said about a run, what others look into."""
    if not isinstance(about, Mapping) or not all(isinstance(about.get(name, {}), Mapping) for name in ("of", "store")):
        return False
    return _are_texts(about.get("of", {}).get("groups"))  # what is none of these would be a run for everybody


def readers(about: Mapping[str, Any]) -> frozenset[str]:
    """The access groups for which it was measured: who is not in all of them may not read it."""
    groups = about.get("of", {}).get("groups")
    return frozenset(map(str, groups)) if isinstance(groups, list | tuple) else frozenset()


def readable(file: RunFile, groups: frozenset[str]) -> RunFile:
    """The run.  Raises DataSetError: it was made for readers who may read more than those in these groups."""
    if closed := sorted(readers(file.about) - groups):
        raise DataSetError(f"{file.path} was made for readers of {', '.join(closed)}: name these with --group")
    return file


def as_run(file: RunFile) -> Run:
    """The rows in the order in which they were done."""
    return Run(rows=tuple(file.rows().values()), about=file.about)


def _row(value: Mapping[str, Any]) -> Row:
    labels = dict(value["labels"])
    given, output, trace = value["input"], value["output"], value["trace"]
    _check_parts(given, output, trace, labels)
    return Row(
        case=Case(id=str(value["id"]), input=given, expected=value["expected"], labels=labels),
        output=output,
        seconds=float(value["seconds"]),
        scores={name: _score(score) for name, score in value["scores"].items()},
        measured=tuple(value["measured"]),
        why=dict(value["why"]),
        failures=dict(value["failures"]),
        trace=trace,
    )


def _check_parts(given: Any, output: Any, trace: Any, labels: Mapping[str, Any]) -> None:
    """Of what may be anything, what others look into.  Raises TypeError."""
    asked = given if isinstance(given, Mapping) else {}
    told = output if isinstance(output, Mapping) else {}
    fits = (
        _are_texts(asked.get("sources")),
        isinstance(told.get("session"), str | None),
        isinstance(told.get("degraded"), list | None),
        isinstance(trace, Mapping | None),
        not any(isinstance(label, Mapping | list) for label in labels.values()),
    )
    if not all(fits):
        raise TypeError("a part of it is of another form")


def _are_texts(value: Any) -> bool:
    return value is None or (isinstance(value, list) and all(isinstance(each, str) for each in value))


def _score(value: Any) -> float:
    score = float(value)
    if not abs(score) <= _LARGEST:
        raise ValueError(f"{score} is no score")
    return score


def _value(line: bytes, where: str) -> Mapping[str, Any]:
    try:
        text = line.decode("utf-8-sig")
        value = loads(text)
        if "\\u" in text:  # which may write half a surrogate pair
            json.dumps(value, ensure_ascii=False).encode()
    except ValueError as error:
        raise DataSetError(f"{where} is not JSON of whole characters") from error
    if not isinstance(value, Mapping):
        raise DataSetError(f"{where} is not a JSON object")
    return value


def _line(value: Any) -> str:
    return json.dumps(plain(value), ensure_ascii=False) + "\n"
