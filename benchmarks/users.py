"""Simulated users over six collections: do they get what they came for, how soon, and asked what?

    python benchmarks/users.py [--work DIR] [--only NAME] [--write]

The engine as it ships, without a model, beside the trivial policy; `users/*.jsonl` as `yorisoi eval users` describes.
The users were written from the documents alone; their words are in nothing that is fitted, their collections are.
"""

import argparse
import asyncio
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from collections_of import HERE, available, home_of
from yorisoi.cli.eval_users import COLUMNS, report_on, visited
from yorisoi.evaluation.experiment import Run
from yorisoi.evaluation.users import load
from yorisoi.settings import load_settings
from yorisoi.wiring import open_workspace

USERS = HERE / "users"


async def measured(name: str, work: Path) -> tuple[Run, Run]:
    """(the engine's run, the trivial policy's)"""
    async with open_workspace(load_settings(home=home_of(name, work), chat="none")) as workspace:
        return await visited(workspace, load(USERS / f"{name}.jsonl"))


def together(runs: Mapping[str, Run]) -> Run:
    """All rows of all collections."""
    return Run(rows=tuple(row for run in runs.values() for row in run.rows), about=next(iter(runs.values())).about)


def lines(name: str, ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> Iterator[str]:
    for policy, figures in (("engine", ours), ("trivial", theirs)):
        cells = (f"{figures[column]:.2f}" if column in figures else "-" for column in COLUMNS)
        yield f"| {name} | {policy} | " + " | ".join(cells) + " |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, default=Path(".bench"))
    parser.add_argument("--only", help="one collection")
    parser.add_argument("--write", action="store_true", help="keep the table in results/users.md")
    given = parser.parse_args()
    names = [given.only] if given.only else [path.stem for path in sorted(USERS.glob("*.jsonl"))]
    runs = {name: asyncio.run(measured(name, given.work)) for name in names if available(name)}
    every = report_on(
        together({n: ours for n, (ours, _) in runs.items()}), together({n: b for n, (_, b) in runs.items()})
    )
    table = [
        "| users | policy | " + " | ".join(column.replace("_", " ") for column in COLUMNS) + " |",
        "|---|---|" + "---:|" * len(COLUMNS),
        *lines(f"all {every['cases']}", every, every["trivial"]),
    ]
    for name, run in runs.items():
        report = report_on(*run)
        table += lines(name, report, report["trivial"])
    for label in ("persona", "language", "begins"):
        for value, figures in every[f"by_{label}"].items():
            table += lines(value, figures, every["trivial"][f"by_{label}"][value])
    failed = sum(len(run.failed) for both in runs.values() for run in both)
    table += [
        "",
        "left: " + ", ".join(f"{why} {count}" for why, count in every["left"].items()) + f"; failed: {failed}",
    ]
    print("\n".join(table))
    if given.write:
        head = f"# Simulated users\n\n`benchmarks/users.py`, {date.today()}, without a model.\n\n"
        (HERE / "results" / "users.md").write_text(head + "\n".join(table) + "\n", "utf-8")


if __name__ == "__main__":
    main()
