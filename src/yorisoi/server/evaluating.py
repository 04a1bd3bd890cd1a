"""Evaluations over HTTP: the runs that the home keeps, and new ones, each as a process of its own.

A process, the same as `yorisoi eval ...`, since an evaluation computes for minutes and must not hold up anybody's turn;
it leaves the same files.
"""

import asyncio
import json
import os
from asyncio.subprocess import PIPE
from collections.abc import AsyncGenerator, Mapping, Set
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from yorisoi.errors import DataSetError
from yorisoi.evaluation import run_file
from yorisoi.evaluation.reporting import without_gone
from yorisoi.own_python import own_python
from yorisoi.server.errors import Refused
from yorisoi.settings import Settings

Kind = Literal["answers", "dialogue", "intent", "rewrite", "users"]
"""Commands of `yorisoi eval` that measure the store with one file."""
_MAIN = "from yorisoi.cli.main import main; main()"
_EVERY_S = 1.0


@dataclass(frozen=True, slots=True)
class Working:
    """The evaluation goes on."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Reader:
    """Who looks at runs."""

    groups: frozenset[str]
    sources: Set[str]
    """Of the pages that these access groups may read now."""


def kept(home: Path, reader: Reader) -> list[dict[str, Any]]:
    """The runs of the home that the reader may see, newest first, each with its figures; a file that is none of ours is
    left out."""
    rows = []
    for path in (home / run_file.FOLDER).glob("*.jsonl"):
        with suppress(DataSetError):
            rows.append(_row(path, _open_to(reader, home, run_file.load(path))))
    return sorted(rows, key=lambda row: (str(row["at"]), row["name"]), reverse=True)


def one(home: Path, name: str, reader: Reader) -> dict[str, Any]:
    """A run with its report, without cases that tell of pages which are gone or closed to the reader.

    Raises Refused: there is none of that name for this reader.
    """
    path = home / run_file.FOLDER / f"{name}.jsonl"
    if Path(name).name != name or not os.path.isfile(path):  # that of pathlib fails for names that are too long
        raise Refused("not_found", detail=name)
    found = run_file.load(path)
    try:
        shown = _open_to(reader, home, found)
    except DataSetError as error:
        raise Refused("not_found", detail=name) from error
    return {**_row(path, shown), "about": shown.about, "report": shown.report}


def _open_to(reader: Reader, home: Path, found: run_file.RunFile) -> run_file.RunFile:
    """What the command line shows of a run.  Raises DataSetError: it was made for readers who may read more."""
    return without_gone(run_file.readable(found, reader.groups), str(home.absolute()), reader.sources)


def _row(path: Path, found: run_file.RunFile) -> dict[str, Any]:
    about, report = found.about, found.report or {}
    return {
        "name": path.stem,
        "at": about.get("at"),
        "command": about.get("of", {}).get("command"),
        "data": about.get("of", {}).get("data"),
        "rows": len(found.rows()),
        "finished": found.report is not None,
        "figures": {name: value for name, value in report.items() if isinstance(value, int | float)},
    }


async def evaluate(
    settings: Settings, kind: Kind, data: Path, limit: int | None = None
) -> AsyncGenerator[Working | Mapping[str, Any], None]:
    """Measure with the file; tells every second that it goes on, and last the report that the command prints.

    Closing the iterator ends the process.  Raises DataSetError: what the command says of the file, in its one line.
    """
    command = ["eval", kind, str(data), "--home", str(settings.home), "--chat", settings.chat, "--json"]
    command += ["--embedding", settings.embedding, *(["--limit", str(limit)] if limit else [])]
    process = await asyncio.create_subprocess_exec(*own_python("-c", _MAIN, *command), stdout=PIPE, stderr=PIPE)
    telling = asyncio.create_task(process.communicate())
    try:
        seconds = 0
        while not (await asyncio.wait([telling], timeout=_EVERY_S))[0]:
            seconds += 1
            yield Working(seconds)
        told, complaint = await telling
        # Status 1 is a figure below what it should be, or cases that failed: the report says which.
        if process.returncode not in (0, 1) or not told.strip():
            raise DataSetError(complaint.decode(errors="replace").strip().rpartition("\n")[2].removeprefix("yorisoi: "))
        yield json.loads(told)
    finally:
        if process.returncode is None:
            process.terminate()
        await asyncio.gather(telling, return_exceptions=True)
