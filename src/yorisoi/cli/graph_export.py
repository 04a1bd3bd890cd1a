"""yorisoi graph export FILE: a person's neighbourhood, or the middle of the graph."""

import asyncio
import json
from pathlib import Path
from typing import Annotated

import typer

from yorisoi.cli.graph_show import need_triples
from yorisoi.cli.options import Home, Json, settings
from yorisoi.cli.output import console, print_json, write_private
from yorisoi.errors import ConfigError
from yorisoi.graph.picture import Neighbourhood, as_graphml, as_html, neighbourhood
from yorisoi.settings import Settings
from yorisoi.tracing import plain
from yorisoi.types import UserId
from yorisoi.wiring import open_workspace


def export(
    file: Annotated[Path, typer.Argument(help="Where to write: .html, .graphml or .json.")],
    user: Annotated[str | None, typer.Option(help="Whose neighbourhood; without it the nodes with most edges.")] = None,
    most: Annotated[int, typer.Option(min=1, help="Nodes at most.")] = 150,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Write a part of the graph as a page, as GraphML or as JSON."""
    if file.suffix.lower() not in (".html", ".graphml", ".json"):
        raise ConfigError(f"{file}: name a file that ends in .html, .graphml or .json")
    part = asyncio.run(_part(user, most, settings(home, "none", "none")))
    try:
        write_private(file, _text(part, file))
    except OSError as error:
        raise ConfigError(f"{file} cannot be written: {error.strerror}") from error
    if as_json:
        print_json({"file": str(file), "nodes": len(part.nodes), "edges": len(part.edges)})
    else:
        console.print(f"{file}: {len(part.nodes)} nodes, {len(part.edges)} edges", markup=False)


def _text(part: Neighbourhood, file: Path) -> str:
    match file.suffix.lower():
        case ".html":
            return as_html(part, part.person or "Yorisoi")
        case ".graphml":
            return as_graphml(part)

    return json.dumps(plain(part.as_json()), ensure_ascii=False, indent=1) + "\n"


async def _part(user: str | None, most: int, chosen: Settings) -> Neighbourhood:
    async with open_workspace(chosen, new=False) as workspace:
        await need_triples(workspace)
        graph = workspace.graph
        interests = await graph.interests(UserId(user)) if user else None
        return neighbourhood(await graph.network(), await graph.space(), interests, user, most)
