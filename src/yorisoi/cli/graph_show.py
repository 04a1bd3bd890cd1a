"""yorisoi graph stats | topics"""

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np
import typer

from yorisoi.cli.options import Home, Json, User, settings, user_name
from yorisoi.cli.output import aside, console, print_json
from yorisoi.errors import ConfigError
from yorisoi.graph.learnt import load
from yorisoi.language import detect_language
from yorisoi.language.packs import FIRST
from yorisoi.language.plain import in_one_line
from yorisoi.settings import Settings
from yorisoi.types import Step, Topic, UserId
from yorisoi.wiring import Workspace, open_workspace

_SHOWN = 10
"""Sources that are listed for people."""


def stats(home: Home = None, as_json: Json = False) -> None:
    """What the graph holds, and where it comes from."""
    found = asyncio.run(_stats(settings(home, "none", "none")))
    if as_json:
        print_json(found)
        return
    console.print(
        f"{found['nodes']} nodes, {found['edges']} edges, {found['relations']} relations of {found['triples']} triples",
        markup=False,
    )
    sources = sorted(found["sources"], key=lambda source: -source["triples"])
    for source in sources[:_SHOWN]:
        name = in_one_line(source["name"])
        console.print(f"  {source['triples']:8} triples  {name} ({source['method']})", markup=False)
    if len(sources) > _SHOWN:
        console.print(f"           and {len(sources) - _SHOWN} further sources", markup=False)
    for node in found["most_connected"]:
        console.print(f"  {node['degree']:8} edges  {node['name']}", markup=False, style="dim")
    learnt = f"of {found['learnt']} nodes" if found["learnt"] else "none yet: yorisoi graph train"
    console.print(f"vectors: {learnt}", markup=False)


def topics(
    text: Annotated[str, typer.Argument(help="What is said.")],
    user: User = None,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Where a user's interests lead from an utterance, and how each topic was come upon."""
    if not text.strip():
        raise ConfigError("the utterance is empty")
    who = user_name(user)
    found, interests = asyncio.run(_topics(text, who, settings(home, "none", "none")))
    if as_json:
        print_json({"text": text, "user": who, "interests": interests, "topics": found})
        return
    if not interests:
        aside.print(f"nothing of the graph is known to interest {who}", markup=False)
    for topic in found:
        console.print(f"{topic.name}   {topic.distance:.3f} from {who}, near {topic.because}", markup=False)
        console.print(f"    {readable(topic.path)}", markup=False, style="dim")
    if not found:
        console.print("no related topics")


def readable(path: Sequence[Step]) -> str:
    """北海道 -[所在]-> 札幌市, each edge in the direction of its triple."""
    start = path[0].start if path else ""
    arrows = [
        f"-[{step.relation}]-> {step.end}" if step.forward else f"<-[{step.relation}]- {step.end}" for step in path
    ]
    sources = ", ".join(dict.fromkeys(in_one_line(step.source) for step in path))
    return " ".join([start, *arrows]) + f"   ({sources})"


async def need_triples(workspace: Workspace) -> None:
    """Raises ConfigError for a store without a graph."""
    if not len(await workspace.graph.network()):
        raise ConfigError(
            f"no triples in {workspace.settings.home}; take some in first: yorisoi graph import FILE "
            "(or name another store with --home)"
        )


async def _stats(chosen: Settings) -> dict[str, Any]:
    async with open_workspace(chosen, new=False) as workspace:
        network = await workspace.graph.network()
        origins = await workspace.store.graph.origins()
        learnt = load(workspace.graph.folder)
        degrees = network.degrees
        most = np.argsort(-degrees, kind="stable")[:5]
        return {
            "triples": sum(origins.values()),
            "nodes": len(network),
            "edges": len(network.edges),
            "relations": len(network.relations),
            "names": len(network.names),
            "learnt": len(learnt[0].entities) if learnt else 0,
            "sources": [{"name": name, "method": method, "triples": n} for (name, method), n in origins.items()],
            "most_connected": [{"name": network.spellings[int(at)], "degree": int(degrees[at])} for at in most],
        }


async def _topics(text: str, user: UserId, chosen: Settings) -> tuple[tuple[Topic, ...], list[str]]:
    async with open_workspace(chosen, new=False) as workspace:
        await need_triples(workspace)
        network = await workspace.graph.network()
        interests = await workspace.graph.interests(user)
        found = await workspace.graph.topics(user, text, detect_language(text, FIRST))
        return found, [network.spellings[node] for node in interests.weights]
