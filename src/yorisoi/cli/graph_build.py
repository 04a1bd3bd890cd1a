"""yorisoi graph build: triples from the store's documents."""

import asyncio
from dataclasses import asdict
from typing import Annotated, Any

import typer

from yorisoi.cli.documents import foretold_of_passages, need_documents
from yorisoi.cli.options import Home, Json, settings
from yorisoi.cli.output import console, print_json, progress_bar
from yorisoi.graph.building import RULES, Built, cost
from yorisoi.graph.building import build as take_triples
from yorisoi.settings import Settings
from yorisoi.wiring import open_workspace

_ALL = 10_000_000


def build(
    chat: Annotated[str, typer.Option("--chat", help="Extract by this model; without it by rules.")] = "none",
    limit: Annotated[int | None, typer.Option(min=1, help="Passages at most.")] = None,
    estimate: Annotated[bool, typer.Option("--estimate", help="Only say what a model would take.")] = False,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Take triples from the documents: what is new since the last time."""
    report = asyncio.run(_build(settings(home, chat, "none"), limit or _ALL, estimate))
    if as_json:
        print_json(report)
    elif "triples" in report:
        failed = f", {report['failed']} without a usable reply" if report["failed"] else ""
        console.print(f"{report['triples']} triples of {report['passages']} passages by {report['method']}{failed}")


async def _build(chosen: Settings, limit: int, estimate: bool) -> dict[str, Any]:
    async with open_workspace(chosen, new=False) as workspace:
        await need_documents(workspace)
        store, model = workspace.store.graph, workspace.chat
        method = model.name if model else RULES
        waiting = await store.unbuilt(method, limit)
        report: dict[str, Any] = {"method": method}
        if model or estimate:
            needed = cost(waiting)
            report["estimate"] = asdict(needed)
            foretold_of_passages(**asdict(needed))
        if estimate:
            return report
        with progress_bar() as progress:
            bar = progress.add_task("build", total=len(waiting), detail="")

            def show(built: Built) -> None:
                progress.update(bar, completed=built.passages, detail=f"{built.triples} triples")

            return report | asdict(await take_triples(store, model, limit=limit, on_progress=show))
