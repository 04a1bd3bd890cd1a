"""Turns of the experiment with personal topics: what is each person offered?"""

import random
from collections.abc import Sequence
from dataclasses import replace

from yorisoi.evaluation.experiment import Traced
from yorisoi.evaluation.judged_answers import question_about
from yorisoi.graph.network import Network
from yorisoi.graph.personal import PersonalGraph
from yorisoi.types import Turn, UserId
from yorisoi.wiring import Workspace


async def offered_to(workspace: Workspace, name: str, past: Sequence[Turn], place: str, reach: Sequence[str]) -> Traced:
    """Condition -> the topics that somebody with this past is offered, and the turns in which they were; `reach` is
    what could be, see `within_reach`.

    Two conditions do not know whom they talk to: what is within reach at random, and what of it has most edges.
    """
    user = UserId(name)
    await workspace.store.sessions.append(user, f"before-{name}", past)
    await workspace.assistant.settle(user)
    few = min(workspace.graph.config.nearest, len(reach))
    topics = {"random": random.Random(name).sample(reach, few), "popular": list(reach[:few])}
    traces = []
    for condition, from_episodes in (("graph", False), ("graph+episodes", True)):
        config = replace(workspace.graph.config, from_episodes=from_episodes)
        workspace.assistant.graph = PersonalGraph(workspace.store.graph, workspace.graph.folder, config)
        session = f"{condition}-{name}"
        reply = await workspace.assistant.reply(question_about(place), user=user, session=session)
        topics[condition] = [topic.name for topic in reply.topics]
        await workspace.assistant.close()  # until the trace is kept
        traces.append(await workspace.store.traces.load(reply.trace_id, user))
    return Traced(output=topics, trace={"turns": traces})


def within_reach(graph: PersonalGraph, network: Network, node: int) -> list[str]:
    """The candidates for topics from a node, those with most edges first, whoever asks."""
    reach, frontier = {node}, [node]
    for _ in range(graph.config.hops):
        frontier = [int(to) for each in frontier for to in network.around(each, graph.config.candidates)[0]]
        frontier = [to for to in dict.fromkeys(frontier) if to not in reach]
        reach.update(frontier)
    order = sorted(reach - {node}, key=lambda at: (-network.degree(at), at))
    return [network.spellings[at] for at in order if network.degree(at) >= graph.config.degree]
