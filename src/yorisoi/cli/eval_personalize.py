"""yorisoi eval personalize FILES...: do topics lie where people's interests are?"""

import asyncio
import random
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from yorisoi.cli.options import Chat, Embedding, Home, Json, settings
from yorisoi.cli.output import console, print_json, progress_bar
from yorisoi.errors import ConfigError, MalformedReply
from yorisoi.evaluation.aspects import ASPECTS, VERSION, judge
from yorisoi.evaluation.people import Simulated, simulated_people
from yorisoi.evaluation.personalising import FIGURES, Offered, report
from yorisoi.graph.learnt import save
from yorisoi.graph.network import Network
from yorisoi.graph.personal import PersonalGraph
from yorisoi.graph.triple_files import read_triples
from yorisoi.graph.vectors import learn
from yorisoi.graph_ports import Origin
from yorisoi.ports import ChatModel, ChatRequest, Message
from yorisoi.settings import Settings
from yorisoi.types import UserId
from yorisoi.wiring import Workspace, open_workspace

CONDITIONS = ("random", "popular", "graph", "graph+episodes")
"""The first two do not know whom they talk to: what lies within reach at random, and what of it has most edges."""
_INSTRUCTIONS = "あなたは旅の案内係です。質問に二、三文の日本語で答え、話題があれば役に立つものに触れてください。"


def personalize(
    files: Annotated[list[Path], typer.Argument(help="Files of triples.")],
    interest: Annotated[str, typer.Option(help="The relation whose tails are the kinds of things people care for.")],
    place: Annotated[str, typer.Option(help="The node that is asked about.")] = "北海道",
    people: Annotated[int, typer.Option(min=2, help="Simulated people.")] = 20,
    hops: Annotated[int, typer.Option(min=1, max=3, help="How far from the place things may lie.")] = 2,
    seed: Annotated[int, typer.Option(min=0, help="Of the people.")] = 13,
    chat: Chat = "none",
    embedding: Embedding = None,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Simulated people talk, then ask for places to see: what are they offered?"""
    chosen = settings(home, chat, embedding)
    with tempfile.TemporaryDirectory(prefix="yorisoi-eval-") as folder:
        own = chosen.model_copy(
            update={"home": Path(folder), "graph": replace(chosen.graph, hops=hops)}
        )  # never the user's own store
        found = asyncio.run(_experiment(files, own, interest, place, people, seed))
    found |= {"people": people, "place": place, "interest": interest, "hops": hops, "seed": seed}
    if as_json:
        print_json(found)
    else:
        _print(found)


async def _experiment(
    files: Sequence[Path], chosen: Settings, interest: str, place: str, count: int, seed: int
) -> dict[str, Any]:
    async with open_workspace(chosen) as workspace:
        for file in files:
            await workspace.store.graph.put(Origin(name=str(file)), read_triples(file))
        graph = workspace.graph
        network = await graph.network()
        asked_about = network.names.node(place)
        if asked_about is None:
            raise ConfigError(f"the graph has no node {place}; name one with --place")
        crowd = simulated_people(network, interest, place, count, seed)
        with progress_bar() as progress:
            bar = progress.add_task("learn", total=None, detail="")
            save(learn(network, [], chosen.graph.train), graph.folder, await workspace.store.graph.version())
            progress.update(bar, description="talk", total=count, completed=0)
            offered = []
            for person in crowd:
                topics = await _asked(workspace, person, place, network, asked_about)
                offered.append(Offered(person=person, topics=topics))
                progress.advance(bar)
        found: dict[str, Any] = {"conditions": report(network, offered)}
        if workspace.chat:
            found["judge"] = await _judged(workspace.chat, place, offered)
        return found


def question_about(place: str) -> str:
    return f"{place}に行こうと思っているんだけど、おすすめの観光地はある?"


async def _asked(
    workspace: Workspace, person: Simulated, place: str, network: Network, node: int
) -> dict[str, list[str]]:
    """What the person is offered under each condition, after having talked."""
    user = UserId(person.name)
    await workspace.store.sessions.append(user, f"before-{person.name}", person.past)
    await workspace.assistant.settle(user)
    reach = within_reach(workspace.graph, network, node)
    few = min(workspace.graph.config.nearest, len(reach))
    topics = {"random": random.Random(person.name).sample(reach, few), "popular": reach[:few]}
    for name, from_episodes in (("graph", False), ("graph+episodes", True)):
        graph = PersonalGraph(
            workspace.store.graph, workspace.graph.folder, replace(workspace.graph.config, from_episodes=from_episodes)
        )
        workspace.assistant.graph = graph
        reply = await workspace.assistant.reply(question_about(place), user=user, session=f"{name}-{person.name}")
        topics[name] = [topic.name for topic in reply.topics]
    return topics


def within_reach(graph: PersonalGraph, network: Network, node: int) -> list[str]:
    """The candidates for topics from a node, those with most edges first, whoever asks."""
    reach, frontier = {node}, [node]
    for _ in range(graph.config.hops):
        frontier = [int(to) for each in frontier for to in network.around(each, graph.config.candidates)[0]]
        frontier = [to for to in dict.fromkeys(frontier) if to not in reach]
        reach.update(frontier)
    order = sorted(reach - {node}, key=lambda at: (-network.degree(at), at))
    return [network.spellings[at] for at in order if network.degree(at) >= graph.config.degree]


async def _judged(model: ChatModel, place: str, offered: Sequence[Offered]) -> dict[str, Any]:
    """Answers written with the topics of each condition, compared with one that is written without any."""
    sums: dict[str, dict[str, list[float]]] = {}
    failed = 0
    for each in offered:
        plain = await _written(model, place, [])
        about = f"「{each.person.interest}」に関心がある。話したもの: {'、'.join(each.person.spoken_of)}"
        for name in CONDITIONS[2:]:
            answer = await _written(model, place, each.topics[name])
            try:
                without, with_topics = await judge(model, about, question_about(place), (plain, answer))
            except MalformedReply:
                failed += 1
                continue
            for condition, scores in (("plain", without), (name, with_topics)):
                for aspect, score in scores.items():
                    sums.setdefault(condition, {}).setdefault(aspect, []).append(score)
    means = {name: {aspect: round(sum(of) / len(of), 3) for aspect, of in by.items()} for name, by in sums.items()}
    return {"model": model.name, "prompt": VERSION, "failed": failed, "scores": means}


async def _written(model: ChatModel, place: str, topics: Sequence[str]) -> str:
    said = question_about(place) + (f"\n\n話題: {' / '.join(topics)}" if topics else "")
    messages = (Message(role="system", content=_INSTRUCTIONS), Message(role="user", content=said))
    return (await model.complete(ChatRequest(messages=messages, max_tokens=200))).text


def _print(found: dict[str, Any]) -> None:
    wide = max(len(name) for name in found["conditions"])
    console.print("  ".join(["".ljust(wide), *(name.rjust(24) for name in FIGURES), "different"]), markup=False)
    for name, row in found["conditions"].items():
        cells = [_cell(row, figure).rjust(24) for figure in FIGURES]
        console.print("  ".join([name.ljust(wide), *cells, str(row["different"]).rjust(9)]), markup=False)
    if "judge" in found:
        _table(found["judge"], lambda line: console.print(line, markup=False))


def _cell(row: dict[str, Any], figure: str) -> str:
    low, high = row["ci95"][figure]
    return f"{row[figure]:.3f} [{low:.3f}, {high:.3f}]"


def _table(judged: dict[str, Any], say: Callable[[str], None]) -> None:
    say(f"judge {judged['model']}, prompt {judged['prompt']}, {judged['failed']} comparisons without a usable reply")
    for name, scores in judged["scores"].items():
        say("  ".join([name.ljust(16), *(f"{aspect} {scores[aspect]:.2f}" for aspect in ASPECTS)]))
