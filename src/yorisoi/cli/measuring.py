"""What measuring commands have in common: where a run is kept, going on with it, progress, figures, exit status."""

import asyncio
import hashlib
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from yorisoi import __version__
from yorisoi.cli.config import value_of
from yorisoi.cli.output import aside, console, print_json, progress_bar
from yorisoi.errors import ConfigError, DataSetError
from yorisoi.evaluation import run_file
from yorisoi.evaluation.experiment import Figure, Run
from yorisoi.evaluation.reporting import is_over, without_gone
from yorisoi.evaluation.run_file import RunFile
from yorisoi.overview import Overview
from yorisoi.settings import Settings, names
from yorisoi.types import Filter
from yorisoi.wiring import open_workspace, own_home

Out = Annotated[
    Path | None,
    typer.Option(
        "--out", help="Keep the run in this file.  [default: one in evaluations/ of the store]", metavar="FILE"
    ),
]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the run that was interrupted.")]
AtLeast = Annotated[
    list[str] | None,
    typer.Option(
        "--at-least", help="End with status 1 when this figure is lower; may be repeated.", metavar="NAME=VALUE"
    ),
]

FOLDER = run_file.FOLDER
"""Of a home, where runs are kept."""
_OF_A_SET = ("*.csv", "corpus.jsonl", "queries.jsonl", "qrels/*.tsv", "qrels.tsv")
_NOT_OF_A_RUN = ("home", "openai.api_key", "rerank.api_key", "openai.timeout_s", "llama.timeout_s", "rerank.timeout_s")
"""Settings that change no result, or that are nobody's business."""


def kept_run(
    command: str,
    chosen: Settings,
    data: Path,
    holds: Overview | None,
    out: Path | None,
    resume: bool,
    *,
    finished_too: bool = False,
    store: Path | None = None,
    **more: Any,
) -> RunFile:
    """The file that a run of the command over the data set is kept in: a new one, or the one that is gone on with.

    `holds` is what the store that is measured holds, None where none is; `more` what else must be the same for a run to
    be gone on with, such as a version.  `finished_too`: a finished run of the same documents is gone on with as well,
    in which nothing is left to be done.  `store`: what the store is made of, where it is not the home's.
    Raises DataSetError: `out` exists and it is not gone on with it; NothingUnfinished.
    """
    about = {
        "command": shlex.join(["yorisoi", *sys.argv[1:]]),
        "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "store": {"home": str((store or chosen.home).absolute()), **_sizes(holds)},
        "of": {
            "command": command,
            "data": data.name,
            "data_sha256": digest(data),
            "yorisoi": __version__,
            **more,
            **{name: value_of(chosen, name) for name in names() if name not in _NOT_OF_A_RUN},
        },
    }
    folder = own_home(chosen, new=not (out or resume)) / FOLDER
    stem = f"{command.replace(' ', '-')}-{data.stem}"
    if resume:
        return run_file.resume(out or _unfinished(folder, stem, about, finished_too), about)
    return run_file.begin(out or folder / f"{stem}-{datetime.now(UTC):%Y%m%dT%H%M%S%f}.jsonl", about)


def still_open(files: Sequence[RunFile], chosen: Settings, readers: frozenset[str]) -> list[RunFile]:
    """The runs without what tells of pages that are gone from the store or closed to the reader; how much that is, is
    told."""
    home = str(chosen.home.absolute())
    if not any(is_over(each, home) for each in files):
        return list(files)
    sources = asyncio.run(_open_to(readers, chosen))
    kept = [without_gone(each, home, sources) for each in files]
    if gone := sum(len(each.rows()) for each in files) - sum(len(each.rows()) for each in kept):
        aside.print(f"{gone} answers are left out: a page that they tell of is gone, or no --group may read it")
    return kept


async def _open_to(readers: frozenset[str], chosen: Settings) -> set[str]:
    """Sources of the store's pages that the reader may read."""
    async with open_workspace(chosen, new=False) as workspace:
        listed = await workspace.store.documents.listed(Filter(groups=readers), limit=None)
        return {each.source for each in listed}


def digest(data: Path) -> str:
    """Of a file, or of what makes a folder a data set: by this it is known again."""
    parts = sorted(part for form in _OF_A_SET for part in data.glob(form)) if data.is_dir() else [data]
    return hashlib.sha256(b"\n".join(part.read_bytes() for part in parts)).hexdigest()[:16]


def _sizes(holds: Overview | None) -> dict[str, int]:
    return {"documents": holds.documents, "passages": holds.passages} if holds else {}


class NothingUnfinished(DataSetError):
    """There is no run to go on with."""


def _unfinished(folder: Path, stem: str, about: Mapping[str, Any], finished_too: bool) -> Path:
    """The newest run of the same things that was interrupted, or in which something failed."""
    for path in sorted(folder.glob(f"{stem}-*.jsonl"), reverse=True):
        found = run_file.load(path)
        finished = found.report is not None and not found.report.get("failed")
        taken = not finished or (finished_too and found.about.get("store") == about["store"])
        if taken and run_file.same(found.about, about):
            return path
    raise NothingUnfinished(f"{folder} holds no unfinished run of the same questions and settings to go on with")


def say_closed(faqs: int) -> None:
    """Says how many FAQs are left out, since the reader may not read them."""
    if faqs:
        aside.print(f"{faqs} FAQs are left out, with what is asked about them: no --group may read them")


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """`on_progress` of `evaluate`, shown as a bar."""
    with progress_bar() as bar:
        task = bar.add_task(what, total=None, detail="")
        yield lambda done, total: bar.update(task, completed=done, total=total)


def report_of(run: Run, *labels: str) -> dict[str, Any]:
    """What `--json` prints of a run: each figure's mean by its name, `ci95`, `scored`, `cases`, `failed`, and the means
    again under `by_...` for each label."""
    figures = run.figures()
    report: dict[str, Any] = {
        **_means(figures),
        "ci95": {name: [round(bound, 4) for bound in figure.ci95] for name, figure in figures.items()},
        "scored": {name: figure.cases for name, figure in figures.items()},
        "cases": len(run.rows),
        "failed": len(run.failed),
    }
    for label in labels:
        if parts := run.by_label(label):
            report[f"by_{label}"] = {value: _means(part) for value, part in parts.items()}
    return report


def _means(figures: Mapping[str, Figure]) -> dict[str, float]:
    return {name: round(figure.mean, 4) for name, figure in figures.items()}


def floors(at_least: Sequence[str] | None) -> dict[str, float]:
    """Figure -> what it must reach.  Raises ConfigError: not NAME=VALUE."""
    found = {}
    for pair in at_least or ():
        name, _, value = pair.partition("=")
        try:
            found[name.strip()] = float(value)
        except ValueError as error:
            raise ConfigError(f"--at-least {pair!r}: write NAME=VALUE, such as cosine=0.8") from error
    return found


def finish(
    run: Run,
    report: Mapping[str, Any],
    kept: RunFile,
    *,
    at_least: Mapping[str, float],
    as_json: bool,
    show: Callable[[Mapping[str, Any]], None],
) -> None:
    """Keep the report and print it; the process ends with 1 when a case failed or a figure is below its floor."""
    kept.finish(report)
    check_floors(at_least, [name for name, of in report.items() if isinstance(of, int | float)])
    if as_json:
        print_json({**report, "run": str(kept.path)})
    else:
        show(report)
        console.print(f"kept in {kept.path}")
    for row in run.failed[:5]:
        what, why = next(iter(row.failures.items()))
        aside.print(f"{row.case.id}: {what} failed: {why}")
    if len(run.failed) > 5:
        aside.print(f"... and {len(run.failed) - 5} more failed; --resume tries them again")
    all_degraded = warned_of_degraded(report, report.get("cases", 0))
    if warned_of_low(at_least, report) or run.failed or all_degraded:
        raise typer.Exit(1)


def warned_of_degraded(told: Mapping[str, Any], cases: int, whose: str = "") -> bool:
    """Says how many answers came about without something, and why (see `degraded`); whether all of them did."""
    if not (count := told.get("degraded", 0)):
        return False
    aside.print(f"{whose}{count} of {cases} answers are degraded, and count in the figures as they are:")
    for line in told["degraded_by"]:
        aside.print(f"  {line}")
    return bool(count == cases)


def warned_of_low(at_least: Mapping[str, float], figures: Mapping[str, Any]) -> bool:
    """Says which figures are lower than they must be; whether one is."""
    below = [f"{name} {figures[name]} < {floor}" for name, floor in at_least.items() if figures[name] < floor]
    for each in below:
        aside.print(f"below what it must reach: {each}")
    return bool(below)


def check_floors(at_least: Mapping[str, float], figures: Sequence[str]) -> None:
    """Raises ConfigError: a floor of what is none of these figures."""
    if unknown := next((name for name in at_least if name not in figures), None):
        raise ConfigError(f"--at-least {unknown}: no such figure; there are {', '.join(figures)}")
