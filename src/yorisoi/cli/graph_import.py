"""yorisoi graph import FILE...: general triples from files."""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from yorisoi.cli.options import Home, Json, settings
from yorisoi.cli.output import console, print_json, progress_bar
from yorisoi.graph.triple_files import read_triples
from yorisoi.graph_ports import Origin
from yorisoi.settings import Settings
from yorisoi.types import Triple
from yorisoi.wiring import open_workspace


def import_triples(
    files: Annotated[list[Path], typer.Argument(help="Files of triples: .tsv, .txt, .csv, .nt, .jsonl.")],
    remove: Annotated[bool, typer.Option("--remove", help="Withdraw what was imported from these files.")] = False,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Take triples in, each file in place of what was imported from it before."""
    counts = asyncio.run(_import(files, settings(home, "none", "none"), remove))
    if as_json:
        done = "removed" if remove else "imported"
        print_json({done: sum(counts.values()), "files": counts})
    else:
        for name, count in counts.items():
            console.print(f"{name}: {count} triples {'withdrawn' if remove else 'taken in'}", markup=False)


async def _import(files: Sequence[Path], chosen: Settings, remove: bool) -> dict[str, int]:
    if not remove:
        for file in files:  # all are looked at before anything is written
            for _ in read_triples(file):
                pass
    async with open_workspace(chosen, new=not remove) as workspace:
        store = workspace.store.graph
        if remove:
            return {str(file): await store.withdraw(str(file)) for file in files}
        with progress_bar() as progress:
            bar = progress.add_task("import", total=None, detail="")
            counts = {}
            for file in files:
                triples = _watched(read_triples(file), lambda done: progress.update(bar, completed=done))
                counts[str(file)] = await store.put(Origin(name=str(file)), triples)
            progress.update(bar, detail="graph")
            await workspace.graph.network()
        return counts


def _watched(triples: Iterator[Triple], show: Any) -> Iterator[Triple]:
    for number, triple in enumerate(triples, start=1):
        yield triple
        if number % 10_000 == 0:
            show(number)
