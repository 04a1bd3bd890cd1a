"""yorisoi eval report: one page of everything that was measured over a store."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from yorisoi.cli.config import default_of
from yorisoi.cli.measuring import FOLDER, still_open
from yorisoi.cli.options import Groups, Home, Json, settings
from yorisoi.cli.output import aside, console, print_json
from yorisoi.cli.trace import readable
from yorisoi.errors import DataSetError
from yorisoi.evaluation import page
from yorisoi.evaluation.comparing import language_of, question_of
from yorisoi.evaluation.reporting import page_data, read_runs
from yorisoi.overview import Overview
from yorisoi.settings import Settings, names
from yorisoi.types import group_names
from yorisoi.wiring import open_workspace, own_home


def report(
    runs: Annotated[
        list[Path] | None,
        typer.Argument(help="Runs that were kept elsewhere (--out), beside those of the store.", metavar="[RUN...]"),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(help="Write the page there.  [default: evaluations/report.html of the store]", metavar="FILE"),
    ] = None,
    group: Groups = None,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Write one page of everything measured over the store; every number leads to the turns behind it."""
    chosen = settings(home, "none", "none")
    folder = own_home(chosen) / FOLDER
    html = html or folder / "report.html"
    readers = group_names(group or ())
    found, broken = read_runs(folder, runs or (), readers)
    if not found:
        raise DataSetError(f"{folder} holds no runs: measure something first, such as yorisoi eval answers SET")
    for each in broken:
        aside.print(f"left out: {each}")
    holds = asyncio.run(_held(chosen))
    found = still_open(found, chosen, readers)
    data = page_data(
        found,
        {name: default_of(name) for name in names()},
        readable,
        home=str(chosen.home.absolute()),
        documents=holds.documents,
        passages=holds.passages,
        at=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    asked = [question_of(row) for file in found for row in file.rows().values()]
    page.write(html, page.page("report", data, language_of(asked)))
    if as_json:
        print_json(
            {
                "page": str(html),
                "runs": [
                    {"file": each["file"], "command": each["command"], "at": each["at"], "figures": each["groups"]}
                    for each in data["runs"]
                ],
                "left_out": broken,
            }
        )
        return
    for each in data["runs"]:
        figures = "  ".join(
            f"{name} {of['mean']:.3f}" for group in each["groups"][:1] for name, of in group["figures"].items()
        )
        console.print(f"{each['at'][:19]}  {each['title']}\n    {figures}")
    console.print(f"page: {html}")


async def _held(chosen: Settings) -> Overview:
    async with open_workspace(chosen, new=False) as workspace:
        return await workspace.store.documents.overview(None)
