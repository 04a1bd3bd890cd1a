"""The graph measured: link prediction, names found in an utterance, topics at a turn, folding in.

    python benchmarks/graph.py link DIR... [--seeds 3]      data sets with train.txt, valid.txt, test.txt
    python benchmarks/graph.py pykeen DIR                   seconds to a figure of the validation part, and PyKEEN's
    python benchmarks/graph.py names                        an utterance over a million names
    python benchmarks/graph.py topics [--edges 300000 5000000]
    python benchmarks/graph.py folding DIR                  people of a data set: folded in, and trained again
    python benchmarks/graph.py store                        a million triples in and into memory
    python benchmarks/graph.py table DATA [names topics ...]    all of these, or those named, in one table

DATA is the folder that holds the data sets.  One line of JSON each, with date, machine and load; `table` prints them
once more, as one Markdown table, at the end.  For one core set OMP_NUM_THREADS=1 and OPENBLAS_NUM_THREADS=1.
"""

import argparse
import asyncio
import json
import os
import platform
import random
import resource
import subprocess
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from peers import driver
from yorisoi.backends.store import open_store
from yorisoi.graph.answers import Ids, KnownAnswers
from yorisoi.graph.cache import up_to_date
from yorisoi.graph.config import GraphConfig, TrainConfig
from yorisoi.graph.folding import Space, fold_in
from yorisoi.graph.interests import Interests
from yorisoi.graph.learnt import Learnt
from yorisoi.graph.link_data import LinkData, read_link_data
from yorisoi.graph.names import Names
from yorisoi.graph.nearness import distances
from yorisoi.graph.network import Network, Spellings, _compressed
from yorisoi.graph.ranking import figures, filtered_ranks
from yorisoi.graph.topics import TopicWord, related
from yorisoi.graph.training import Training, begin, fitted, train
from yorisoi.graph.vectors import learn, space_of
from yorisoi.graph_ports import Origin
from yorisoi.types import Triple

SEED = 13
LINK_DATA = ("fb15k237", "wn18rr", "dbp15k_ja", "small_kgs/umls")
FOLDING = {"dimension": 64, "steps": 1000, "negatives": 400}
UTTERANCE = "北海道に行こうと思っているんだけど、おすすめの観光地はある?"


SAID: list[tuple[str, dict[str, Any]]] = []


def say(section: str, **found: Any) -> None:
    SAID.append((section, found))
    machine = {"date": f"{datetime.now(UTC):%Y-%m-%d}", "machine": platform.processor() or platform.machine()}
    load = {"cores": os.cpu_count(), "load": round(os.getloadavg()[0], 1)}
    print(json.dumps({"section": section, **found, **machine, **load}, ensure_ascii=False), flush=True)


def times(call: Callable[[], object], count: int) -> dict[str, float]:
    """Median and 95th percentile of a call, in milliseconds, and the median of its processor time, which others on the
    machine do not lengthen; the first call does not count."""
    call()
    taken, worked = [], []
    for _ in range(count):
        started, cpu = time.perf_counter(), time.thread_time()
        call()
        worked.append(1000 * (time.thread_time() - cpu))
        taken.append(1000 * (time.perf_counter() - started))
    p50, p95 = np.percentile(taken, [50, 95])
    names = ("p50_ms", "p95_ms", "p50_cpu_ms")
    return {name: round(float(value), 3) for name, value in zip(names, (p50, p95, np.median(worked)), strict=True)}


def memory_mb() -> float:
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000, 1)


# ---------------------------------------------------------------- link prediction


def link(folders: list[Path], seeds: int, settings: dict[str, Any]) -> None:
    for folder in folders:
        data = read_link_data(folder)
        known = KnownAnswers(data.all, len(data.relations))
        rows = []
        for seed in range(seeds):
            config = fitted(TrainConfig(seed=seed, **settings), len(data.train), len(data.entities))
            wall, cpu = time.perf_counter(), time.process_time()
            model = train(begin(len(data.entities), len(data.relations), config), data.train)
            row = {"train_s": time.perf_counter() - wall, "train_cpu_s": time.process_time() - cpu}
            wall, cpu = time.perf_counter(), time.process_time()
            row |= figures(filtered_ranks(model, data.parts[data.evaluated], known))
            row |= {"eval_s": time.perf_counter() - wall, "eval_cpu_s": time.process_time() - cpu}
            model.irreflexive = None
            by_distance = figures(filtered_ranks(model, data.parts[data.evaluated], known))
            rows.append(row | {f"{name}_by_distance": by_distance[name] for name in ("mrr", "hits@1", "hits@10")})
        means = {name: round(float(np.mean([row[name] for row in rows])), 4) for name in rows[0]}
        spread = round(float(np.std([row["mrr"] for row in rows])), 4)
        say("link", data=data.name, on=data.evaluated, seeds=seeds, mrr_sd=spread, settings=settings, **means)


SHORT = {"dimension": 64, "rate": 0.3, "l2": 2.0, "negatives": 519, "batch": 512, "epochs": 3, "irreflexive": False}
"""One of the shortest trainings of seventeen tried that reach a MRR of .28 on FB15k-237's validation part."""
PYKEEN = {"dimension": 64, "negatives": 32, "batch": 1024, "rate": 0.002, "norm": 1, "optimizer": "Adam"} | {
    "loss": "nssa",
    "loss_kwargs": {"margin": 9, "adversarial_temperature": 1},
}
"""One of the two quickest of ten tried; peers/pykeen/run.py has what each means."""


def race(folder: Path, goal: float, limit_s: float, settings: dict[str, Any], environments: Path) -> None:
    """Processor seconds until the MRR over the validation part is `goal`: ours, a whole training that is as short as it
    may be, and PyKEEN's, which is stopped at the first epoch that reaches it, or at the limit."""
    settings = settings or SHORT
    data = read_link_data(folder)
    known = KnownAnswers(np.concatenate([data.train, data.parts["valid"]]), len(data.relations))
    config = fitted(TrainConfig(**{"steps": 1} | settings), len(data.train), len(data.entities))
    cpu = time.process_time()
    model = train(begin(len(data.entities), len(data.relations), config), data.train)
    train_cpu_s, cpu = time.process_time() - cpu, time.process_time()
    mrr = figures(filtered_ranks(model, data.parts["valid"], known))["mrr"]
    ours = {"mrr": round(mrr, 4), "cpu_s": round(train_cpu_s, 1), "eval_cpu_s": round(time.process_time() - cpu, 2)}
    say("pykeen", data=data.name, goal=goal, settings=settings, ours=ours)
    given = PYKEEN | {"goal": goal, "limit_s": limit_s}
    parts = next(folder.rglob("train.txt")).parent
    ran = subprocess.run(
        [driver.prepared("pykeen", environments), driver.HERE / "pykeen" / "run.py", parts, json.dumps(given)],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        env={key: value for key, value in os.environ.items() if key != "PYTHONPATH"},
    )
    *epochs, evaluated = [json.loads(line) for line in ran.stdout.splitlines() if line.startswith("{")]
    say("pykeen", data=data.name, goal=goal, peer=given, last=epochs[-1], **evaluated)


# ---------------------------------------------------------------- names


def a_million_names() -> list[str]:
    rng = random.Random(SEED)
    letters = [chr(code) for code in (*range(0x4E00, 0x4E00 + 2500), *range(0x30A1, 0x30F6))]
    names = {"".join(rng.choices(letters, k=rng.randint(2, 10))) for _ in range(1_000_000)}
    return [*names, "北海道", "観光地"]


def names() -> None:
    made = a_million_names()
    before = memory_mb()
    found = Names.of({name: number for number, name in enumerate(made)})
    with tempfile.TemporaryDirectory() as folder:
        found.save(Path(folder))
        size = sum(file.stat().st_size for file in Path(folder).iterdir()) / 1e6
        opening = times(lambda: Names.load(Path(folder)), 20)["p50_ms"]
        loaded = Names.load(Path(folder))
        assert [made[each.node] for each in loaded.find(UTTERANCE, "ja")] == ["北海道", "観光地"]
        found_in = times(lambda: loaded.find(UTTERANCE, "ja"), 300)
    say("names", names=len(made), file_mb=round(size, 1), open_ms=opening, build_mb=memory_mb() - before, **found_in)


# ---------------------------------------------------------------- topics


def random_network(edges: int) -> Network:
    """Ten edges a node on average, degrees as uneven as in a knowledge graph."""
    rng = np.random.default_rng(SEED)
    nodes = edges // 5
    ends = (nodes * rng.random((edges, 2)) ** 2).astype(np.int64)
    made = np.zeros((edges, 4), dtype=np.int32)
    made[:, 0], made[:, 2] = ends[:, 0], ends[:, 1]
    made = made[made[:, 0] != made[:, 2]]
    offsets, neighbours, edge_of = _compressed(made, nodes)
    spellings = Spellings.of([f"節{node}" for node in range(nodes)])
    return Network(
        names=Names.of({"節0": 0}),
        spellings=spellings,
        relations=["関連"],
        sources=["benchmark"],
        edges=made,
        offsets=offsets,
        neighbours=neighbours,
        edge_of=edge_of,
    )


def topics(sizes: list[int]) -> None:
    for edges in sizes:
        _topics(random_network(edges))


def _topics(network: Network) -> None:
    rng = np.random.default_rng(SEED)
    dimension = TrainConfig().dimension
    entities = rng.standard_normal((len(network), dimension), dtype=np.float32)
    shift = rng.standard_normal(dimension, dtype=np.float32)
    space = Space(entities=entities, interest=shift, interested=-shift)
    weights = {int(node): 1.0 for node in rng.integers(0, len(network), 30)}
    interests = Interests(weights=weights, disliked=frozenset())
    words = iter(rng.integers(0, len(network), 2000).tolist())
    config = GraphConfig()
    hub = int(np.argmax(network.degrees))
    say(
        "topics",
        edges=len(network.edges),
        nodes=len(network),
        topics=times(lambda: related(network, space, [TopicWord(node=next(words))], interests, config), 300),
        at_the_largest_hub=times(lambda: related(network, space, [TopicWord(node=hub)], interests, config), 100),
        degree_of_the_hub=network.degree(hub),
        folding_in=times(lambda: fold_in(space, interests.nodes, interests.shares), 100),
        memory_mb=memory_mb(),
    )


# ---------------------------------------------------------------- folding in


def folding(folder: Path, people: int, late: int, settings: dict[str, Any]) -> None:
    """Interests are neighbours of one node, a kind of thing; most people are learnt along, the last ones come later.

    Those who come later are folded in, and learnt in a training that goes on from the vectors with all people: as
    `graph train` does it.  Compared are the nine nearest of the candidates of a turn: what lies within two hops of the
    kind, 300 at most.  The further training moves everything a little, so that it is also told how far two of them
    agree that differ in their seed, how far folding in agrees with the training whose entities it is given, and with
    one that begins anew.  What is left out of each one's interests says which of the places is of more use: its mean
    reciprocal rank among the candidates.
    """
    network = _as_network(read_link_data(folder))
    crowd = _people(network.triples, len(network), people, np.random.default_rng(SEED))
    interests, those = [person.interests for person in crowd], range(people - late, people)
    config = TrainConfig(**settings)
    first, _ = _learnt(network, interests[:-late], config)
    again, places = _learnt(network, interests, config, first)
    other, others = _learnt(network, interests, replace(config, seed=config.seed + 1), first)
    anew, placed_anew = _learnt(network, interests, replace(config, seed=config.seed + 1))
    space, later = (space_of(network, each, same_graph=True) for each in (first, again))
    of_three = defaultdict[str, list[float]](list)
    shares = defaultdict[str, list[float]](list)
    for number in those:
        person = crowd[number]
        ones = np.ones(len(person.interests), dtype=np.float32)
        folded, there = space.lead(person.interests, ones), later.lead(person.interests, ones)
        trained = places[number] + later.interest
        anew_trained, other_trained = placed_anew[number] + _interest(anew), others[number] + _interest(other)
        for way, order in (("", _offered), ("_by_the_vector_alone", _by_lead)):
            wanted = _nearest(order(again.entities, trained, person))
            for name, entities, lead in (
                ("agreement", first.entities, folded),
                ("in_the_new_space", again.entities, there),
                ("of_two_trainings", other.entities, other_trained),
                ("with_one_anew", anew.entities, anew_trained),
            ):
                shares[name + way].append(len(wanted & _nearest(order(entities, lead, person))) / 9)
            of_three["folded_in" + way].append(_rank_of_left_out(order(first.entities, folded, person)))
            of_three["trained_again" + way].append(_rank_of_left_out(order(again.entities, trained, person)))
        middle = first.entities[person.interests].mean(0)
        of_three["middle_of_interests"].append(_rank_of_left_out(_by_lead(first.entities, middle, person)))
    one = crowd[-1].interests
    say(
        "folding",
        data=folder.name,
        people=people,
        late=late,
        **{name: round(float(np.mean(of)), 3) for name, of in shares.items()},
        mrr_of_left_out={name: round(float(np.mean(of)), 3) for name, of in of_three.items()},
        settings=settings,
        **times(lambda: fold_in(space, one, np.ones(len(one), dtype=np.float32)), 100),
    )


@dataclass(frozen=True, kw_only=True)
class Person:
    interests: Ids
    left_out: Ids
    """Further interests that nobody was told of."""
    candidates: Ids


def _as_network(data: LinkData) -> Network:
    edges = np.zeros((len(data.train), 4), dtype=np.int32)
    edges[:, :3] = data.train
    offsets, neighbours, edge_of = _compressed(edges, len(data.entities))
    return Network(
        names=Names.of({data.entities[0]: 0}),
        spellings=Spellings.of(data.entities),
        relations=data.relations,
        sources=[data.name],
        edges=edges,
        offsets=offsets,
        neighbours=neighbours,
        edge_of=edge_of,
    )


def _learnt(network: Network, crowd: list[Ids], config: TrainConfig, known: Learnt | None = None) -> tuple[Learnt, Any]:
    """The vectors, and those of the people, which are forgotten otherwise."""
    seen: list[Training] = []
    learnt = learn(network, crowd, config, known, lambda training, _: seen.append(training))
    return learnt, seen[-1].model.entities[len(network) :]


def _interest(learnt: Learnt) -> Any:
    return learnt.relations[len(learnt.relations) // 2 - 1]


def _people(triples: Ids, nodes: int, people: int, rng: np.random.Generator) -> list[Person]:
    """Each is interested in some ten things that share a neighbour; two further ones are not told."""
    edges = np.zeros((len(triples), 4), dtype=np.int32)
    edges[:, :3] = triples
    offsets, neighbours, _ = _compressed(edges, nodes)

    def around(node: int) -> Ids:
        return np.unique(neighbours[offsets[node] : offsets[node + 1]]).astype(np.int64)

    crowd = []
    for kind in rng.choice(np.flatnonzero(np.diff(offsets) >= 20), people):
        things = around(int(kind))
        chosen = rng.permutation(things)[:12]
        interests, left_out = chosen[:-2], chosen[-2:]
        within = np.setdiff1d(np.unique(np.concatenate([around(int(thing)) for thing in things])), chosen)
        some = rng.choice(within, min(298, len(within)), replace=False)
        crowd.append(Person(interests=interests, left_out=left_out, candidates=np.concatenate([some, left_out])))
    return crowd


def _offered(entities: Any, lead: Any, person: Person) -> Any:
    """Distances of the candidates as a turn orders them."""
    ones = np.ones(len(person.interests), dtype=np.float32)
    return distances(entities[person.candidates], lead, entities[person.interests], ones)


def _by_lead(entities: Any, lead: Any, person: Person) -> Any:
    """Distances of the candidates from where the user's vector leads, the interests left aside."""
    return np.square(entities[person.candidates] - lead).sum(1)


def _nearest(apart: Any) -> set[int]:
    return set(np.argsort(apart)[:9].tolist())


def _rank_of_left_out(apart: Any) -> float:
    """Mean reciprocal rank of the two, the other one left away."""
    others = apart[:-2]
    return float(np.mean([1 / (1 + np.count_nonzero(others < each)) for each in apart[-2:]]))


# ---------------------------------------------------------------- the store


async def store() -> None:
    count = 1_000_000
    with tempfile.TemporaryDirectory() as home:
        async with open_store(Path(home)) as opened:
            started = time.perf_counter()
            made = (Triple(head=f"町{n % 200_000}", relation=f"関係{n % 50}", tail=f"物{n // 3}") for n in range(count))
            await opened.graph.put(Origin(name="benchmark"), made)
            taken = time.perf_counter() - started
            started = time.perf_counter()
            network = await up_to_date(opened.graph, Path(home) / "graph")
            built = time.perf_counter() - started
            opening = time.perf_counter()
            await up_to_date(opened.graph, Path(home) / "graph")
            opened_ms = 1000 * (time.perf_counter() - opening)
            files = sum(file.stat().st_size for file in (Path(home) / "graph").rglob("*") if file.is_file()) / 1e6
        size = (Path(home) / "yorisoi.db").stat().st_size / 1e6
    say(
        "store",
        triples=count,
        put_s=round(taken, 1),
        network_s=round(built, 1),
        open_ms=round(opened_ms, 1),
        nodes=len(network),
        database_mb=round(size),
        files_mb=round(files),
        memory_mb=memory_mb(),
    )


def table(data: Path, wanted: list[str], arguments: argparse.Namespace, settings: dict[str, Any]) -> None:
    """The sections one after the other, and what they said in one table."""
    sections: dict[str, Callable[[], None]] = {
        "link": lambda: link([data / name for name in LINK_DATA], arguments.seeds, settings),
        "pykeen": lambda: race(data / LINK_DATA[0], arguments.goal, arguments.limit, settings, arguments.peers_env),
        "names": names,
        "topics": lambda: topics(arguments.edges),
        "folding": lambda: folding(data / "dbp15k_ja", arguments.people, arguments.late, settings or FOLDING),
        "store": lambda: asyncio.run(store()),
    }
    for name in wanted or sections:
        sections[name]()
    print(f"\n{datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}\n")
    print("| section | what | figures |\n|---|---|---|")
    for section, found in SAID:
        what = " ".join(str(value) for value in found.values() if isinstance(value, str))
        print(f"| {section} | {what} | {_told({k: v for k, v in found.items() if not isinstance(v, str)})} |")


def _told(figures: dict[str, Any]) -> str:
    parts = (
        f"{name} ({_told(value)})" if isinstance(value, dict) else f"{name} {value}" for name, value in figures.items()
    )
    return ", ".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("section", choices=["link", "pykeen", "names", "topics", "folding", "store", "table"])
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--goal", type=float, default=0.28, help="MRR over the validation part, for pykeen")
    parser.add_argument("--limit", type=float, default=900, help="processor seconds for PyKEEN")
    parser.add_argument("--peers-env", type=Path, default=driver.ENVIRONMENTS)
    parser.add_argument("--people", type=int, default=500)
    parser.add_argument("--late", type=int, default=50)
    parser.add_argument("--edges", type=int, nargs="*", default=[300_000, 5_000_000])
    parser.add_argument("--set", nargs="*", default=[], metavar="NAME=VALUE", help="settings of graph.train")
    arguments = parser.parse_args()
    settings = {name: json.loads(value) for name, value in (each.split("=") for each in arguments.set)}
    match arguments.section:
        case "link":
            link(arguments.folders, arguments.seeds, settings)
        case "pykeen":
            race(arguments.folders[0], arguments.goal, arguments.limit, settings, arguments.peers_env)
        case "names":
            names()
        case "topics":
            topics(arguments.edges)
        case "folding":
            folding(arguments.folders[0], arguments.people, arguments.late, settings)
        case "store":
            asyncio.run(store())
        case "table":
            data, *wanted = arguments.folders
            table(data, [str(name) for name in wanted], arguments, settings)


if __name__ == "__main__":
    main()
