"""Personalised PageRank by push: how fast, how near to exact, how much memory; igraph's prpack beside if it is there.

    python benchmarks/walking.py [--passages 10000 333000 1000000] [--write NAME]
    python benchmarks/walking.py --collections handbook gitlab [--work DIR]

Graphs of passages and names are drawn: 15 or 8 mentions a passage, names by a law of 1 / rank^0.9, as in real texts;
one name in ten is borne.  A walk starts at twenty passages and two names, as in a search.  `overlap@20` is the share of
the twenty best passages that a walk without any bound on masses finds too; `igraph` (GPL, so not among the
requirements) is asked over the first graph only: `pip install --target DIR igraph`, and DIR on PYTHONPATH.

With `--collections`, of collections_of.py, real graphs instead: the processor time that their names take, what the
graph holds in memory, and the seconds until its communities are known from nothing.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from collections_of import home_of
from retrieval import written
from turn import commit, machine
from yorisoi.backends.search.names import EmbeddedNames
from yorisoi.graph.name_graph import NameGraph
from yorisoi.graph.push import DAMPING, Edges, edges_between, personalized_pagerank
from yorisoi.retrieval.catch_up import catch_up
from yorisoi.settings import load_settings
from yorisoi.wiring import open_workspace

MENTIONS = {10_000: 15}
"""Of a passage, else 8."""
WALKS, BEST, SEED = 40, 20, 0
EXACT = 100_000
"""Passages up to which walks are compared with exact ones, which touch every edge many times."""


def drawn(passages: int) -> tuple[Edges, NDArray[np.int64]]:
    """A graph, and the names that a walk may start at."""
    rng, names = np.random.default_rng(SEED), 3 * passages if passages < 100_000 else 2 * passages
    passage = np.repeat(np.arange(passages), MENTIONS.get(passages, 8))
    shares = np.cumsum(1 / np.arange(1, names + 1) ** 0.9)
    name = np.searchsorted(shares / shares[-1], rng.random(len(passage)))
    pairs = np.unique(passage * names + name)
    passage, name = pairs // names, pairs % names
    idf = np.log1p(passages / np.maximum(1, np.bincount(name, minlength=names)))
    weight = np.log(2) * np.sqrt(idf[name]) * np.where(rng.random(len(name)) < 0.1, 5, 1)
    node = passages + name
    edges = edges_between(
        np.concatenate([passage, node]),
        np.concatenate([node, passage]),
        np.concatenate([weight, weight]),
        passages + names,
    )
    return edges, node


def starts(passages: int, names: NDArray[np.int64]) -> list[dict[int, float]]:
    rng = np.random.default_rng(SEED + 1)
    every = []
    for _ in range(WALKS):
        shares = 0.7 * rng.dirichlet(np.full(20, 0.3))
        start = dict(zip(rng.choice(passages, 20, replace=False).tolist(), shares.tolist(), strict=True))
        for name in rng.choice(names, 2).tolist():
            start[name] = start.get(name, 0.0) + 0.15
        every.append(start)
    return every


def timed(walk: Callable[[], NDArray[np.float64]]) -> tuple[NDArray[np.float64], float]:
    began = time.perf_counter()
    ends = walk()
    return ends, 1000 * (time.perf_counter() - began)


def best(ends: NDArray[np.float64], passages: int) -> set[int]:
    return set(np.argsort(-ends[:passages], kind="stable")[:BEST].tolist())


def pushed(edges: Edges, start: dict[int, float], **bounds: float) -> NDArray[np.float64]:
    nodes, ends = personalized_pagerank(edges, start, **bounds)
    every = np.zeros(edges.nodes)
    every[nodes] = ends
    return every


def overlap(edges: Edges, start: dict[int, float], passages: int) -> float:
    exact = best(pushed(edges, start, least=1e-8, faint=0.0), passages)
    return len(exact & best(pushed(edges, start), passages)) / BEST


def measure(passages: int) -> None:
    edges, names = drawn(passages)
    every = starts(passages, names)
    spent = []
    for start in every:
        began = time.perf_counter()
        personalized_pagerank(edges, start)
        spent.append(1000 * (time.perf_counter() - began))
    overlaps = [overlap(edges, start, passages) for start in every] if passages <= EXACT else []
    memory = (edges.start.nbytes + edges.target.nbytes + edges.weight.nbytes) / 1e6
    p50, p95 = statistics.median(spent), float(np.quantile(spent, 0.95))
    cells = (f"{len(edges.target):,}", f"{memory:.0f}", f"{p50:.2f}", f"{p95:.2f}")
    near = f"{statistics.fmean(overlaps):.3f}" if overlaps else ""
    print(f"| {passages:,} | {' | '.join(cells)} | {near} |", flush=True)


def beside(passages: int) -> None:
    """igraph's prpack over the same graph, if it is installed."""
    try:
        import igraph
    except ImportError:
        print("\nigraph is not installed.")
        return
    edges, names = drawn(passages)
    source = np.repeat(np.arange(edges.nodes), np.diff(edges.start))
    once = source < edges.target
    graph = igraph.Graph(n=edges.nodes, edges=np.stack([source[once], edges.target[once]], axis=1).tolist())
    weights = edges.weight[once].tolist()
    ours, theirs, overlaps = [], [], []
    for start in starts(passages, names):
        reset = np.zeros(edges.nodes)
        reset[list(start)] = list(start.values())
        exact, spent = timed(
            lambda reset=reset: np.array(
                graph.personalized_pagerank(
                    damping=DAMPING, reset=reset.tolist(), weights=weights, implementation="prpack", directed=False
                )
            )
        )
        theirs.append(spent)
        found, spent = timed(lambda start=start: pushed(edges, start))
        ours.append(spent)
        overlaps.append(len(best(exact, passages) & best(found, passages)) / BEST)
    one, other = statistics.median(theirs), statistics.median(ours)
    print(f"\nigraph {igraph.__version__}, prpack, {len(edges.target):,} edges: {one:.0f} ms a walk", end=", ")
    print(f"ours {other:.2f} ms", end="")
    print(f", {one / other:.0f} times; overlap@20 {statistics.fmean(overlaps):.3f}.")


def megabytes(graph: NameGraph) -> float:
    """What a graph holds in memory, each object once: arrays, names, the trie in which they are looked for."""
    seen: set[int] = set()

    def held(thing: Any) -> int:
        if id(thing) in seen:
            return 0
        seen.add(id(thing))
        if isinstance(thing, np.ndarray):
            return thing.nbytes + (held(thing.base) if isinstance(thing.base, np.ndarray) else 0)
        if hasattr(thing, "tobytes"):  # the trie, which is not Python's
            return len(thing.tobytes())
        inner: list[Any] = []
        if isinstance(thing, Mapping):
            inner = [each for pair in thing.items() for each in pair]
        elif isinstance(thing, Sequence | frozenset) and not isinstance(thing, str | bytes):
            inner = list(thing)
        elif not isinstance(thing, str | bytes):
            slots = [getattr(thing, name) for name in getattr(thing, "__slots__", ()) if hasattr(thing, name)]
            inner = [*getattr(thing, "__dict__", {}).values(), *slots]
        return sys.getsizeof(thing) + sum(map(held, inner))

    return held(graph) / 1e6


async def of_collection(name: str, work: Path) -> None:
    """A row: names and communities from nothing, over a store that is there or made."""
    with tempfile.TemporaryDirectory() as folder:
        async with open_workspace(load_settings(home=home_of(name, work), chat="none")) as workspace:
            store, index = workspace.store.documents, workspace.index
            await catch_up(store, index)
            holds, names = await store.overview(None), EmbeddedNames(Path(folder) / "names.db")
            began = time.process_time()
            await names.catch_up(store, index)
            built = 1000 * (time.process_time() - began) / holds.passages
            graph = await names.newest()
            began, worked = time.perf_counter(), time.process_time()
            communities = await names.communities(store, index, frozenset())
            took, worked = time.perf_counter() - began, time.process_time() - worked
    top = sum(each.level == 0 for each in communities)
    cells = (f"{holds.documents:,}", f"{holds.passages:,}", f"{graph.edges:,}", f"{built:.2f}")
    cells += (f"{megabytes(graph):.1f}", f"{took:.1f}", f"{worked:.1f}", f"{top} / {len(communities)}")
    print(f"| {name} | {' | '.join(cells)} |", flush=True)


async def of_collections(names: Sequence[str], work: Path) -> None:
    print("| | pages | passages | edges | ms of names a passage | MB in memory | s of communities", end="")
    print(" | of a processor | at the top / in all |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    for name in names:
        await of_collection(name, work)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--passages", nargs="+", type=int, default=[10_000, 333_000, 1_000_000])
    parser.add_argument("--write", metavar="NAME", help="write results/NAME.md too")
    parser.add_argument("--collections", nargs="+", help="instead: the graphs of these")
    parser.add_argument("--work", type=Path, default=Path(".bench"), help="where their stores are kept")
    given = parser.parse_args()
    with written(given.write, "walking.py"):
        if given.collections:
            print(f"{date.today().isoformat()}, commit {commit()}, {machine()}\n")
            asyncio.run(of_collections(given.collections, given.work))
            return
        print(f"{date.today().isoformat()}, commit {commit()}, {machine()}; medians of {WALKS} walks\n")
        print("| passages | edges | MB of edges | p50 ms | p95 ms | overlap@20 |\n|---:|---:|---:|---:|---:|---:|")
        for passages in given.passages:
            measure(passages)
        beside(given.passages[0])


if __name__ == "__main__":
    main()
