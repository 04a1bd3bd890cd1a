"""yorisoi ingest PATH..."""

import asyncio
from pathlib import Path
from typing import Annotated, Any

import typer

from yorisoi.cli.options import Embedding, Home, Json, path, settings
from yorisoi.cli.output import console, print_json, progress_bar
from yorisoi.documents import ingest as take_in
from yorisoi.documents.report import FileDone, IngestReport
from yorisoi.retrieval.catch_up import catch_up
from yorisoi.settings import Settings
from yorisoi.wiring import open_workspace


def ingest(
    paths: Annotated[list[Path], typer.Argument(help="Files and folders.", parser=path)],
    home: Home = None,
    embedding: Embedding = None,
    prune: Annotated[bool, typer.Option("--prune", help="Remove documents whose files are gone.")] = False,
    as_json: Json = False,
) -> None:
    """Take documents in: what is new or has changed since the last time."""
    report, changes = asyncio.run(_ingest(paths, settings(home, "none", embedding), prune))
    if as_json:
        print_json(_summary(report))
    else:
        _print(report, changes)


async def _ingest(paths: list[Path], chosen: Settings, prune: bool) -> tuple[IngestReport, int]:
    async with open_workspace(chosen) as workspace:
        with progress_bar() as progress:
            bar = progress.add_task("ingest", total=None, detail="")

            def show(done: FileDone) -> None:
                progress.update(bar, completed=done.done, total=done.total, detail=done.source[-50:])

            report = await take_in(
                paths,
                store=workspace.store.documents,
                embedder=workspace.embedder,
                config=chosen.documents,
                prune=prune,
                on_progress=show,
            )
            progress.update(bar, detail="index")
            changes = await catch_up(workspace.store.documents, workspace.index)
            if workspace.searcher.graph:
                progress.update(bar, detail="names")
                await workspace.searcher.graph.catch_up(workspace.store.documents, workspace.index)
        return report, changes


def _summary(report: IngestReport) -> dict[str, Any]:
    return {
        "documents": report.documents,
        "passages": report.passages,
        "unchanged": report.unchanged,
        "removed": report.removed,
        "skipped": [{"path": path, "reason": reason} for path, reason in report.skipped],
        "notices": [{"source": source, "notice": notice} for source, notice in _notices(report)],
        "seconds": report.seconds,
    }


def _notices(report: IngestReport) -> list[tuple[str, str]]:
    return [*report.open_rows, *report.notices]


def _print(report: IngestReport, changes: int) -> None:
    console.print(
        f"{report.documents} documents taken in ({report.passages} passages), {report.unchanged} unchanged, "
        f"{report.removed} removed, {len(report.skipped)} skipped; {changes} changes indexed"
    )
    for file, reason in report.skipped:
        console.print(f"  skipped {file}: {reason}", markup=False)
    for source, notice in _notices(report):
        console.print(f"  note on {source}: {notice}", markup=False)
