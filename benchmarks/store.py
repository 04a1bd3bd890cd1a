"""What each call of the store costs: p50 and p95 in milliseconds, over SQLite.

    python benchmarks/store.py [--passages 10000] [--home DIR]

With --home the file lies on that folder's disk, which is what `synchronous` is about.
"""

import argparse
import asyncio
import json
import platform
import random
import tempfile
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np

from yorisoi.backends.store import SqlStore, dialects, open_store
from yorisoi.ports import NewDocument, NewPassage
from yorisoi.types import Episode, Filter, Passage, Turn, UserId

SEED, DIMENSION, PER_DOCUMENT = 20260501, 384, 20
AIKO = UserId("aiko")
NOW = datetime(2026, 5, 1, tzinfo=UTC)
TEXT = "看護休暇は、小学校就学前の子を養育する職員が、一年に五日まで取ることができます。" * 4


def document(number: int, rng: np.random.Generator) -> NewDocument:
    passages = tuple(
        NewPassage(
            section=("休暇", f"節{position}"),
            text=f"{number}-{position} {TEXT}",
            language="ja",
            context_hash=f"{number:032x}{position:032x}",
            vector=rng.normal(size=DIMENSION).astype(np.float32),
        )
        for position in range(PER_DOCUMENT)
    )
    return NewDocument(
        source=f"handbook/{number:05}.md", content_hash=str(number), title="休暇", language="ja", passages=passages
    )


async def measure(call: Callable[[int], Awaitable[object]], times: int) -> dict[str, float]:
    taken = []
    for number in range(times):
        started = time.perf_counter()
        await call(number)
        taken.append((time.perf_counter() - started) * 1_000)
    p50, p95 = np.percentile(taken, [50, 95])
    return {"p50_ms": round(float(p50), 3), "p95_ms": round(float(p95), 3)}


async def fill(store: SqlStore, passages: int, rng: np.random.Generator) -> float:
    """Seconds to store the documents, 50 in a transaction."""
    documents = [document(number, rng) for number in range(passages // PER_DOCUMENT)]
    started = time.perf_counter()
    for start in range(0, len(documents), 50):
        await store.documents.put(documents[start : start + 50])
    return time.perf_counter() - started


async def remember(store: SqlStore, rng: np.random.Generator) -> None:
    await store.sessions.append(AIKO, "long", [turn(number) for number in range(20)])
    episodes = [
        Episode(id=0, user=AIKO, session="s", turn=n, speaker="user", text=TEXT, at=NOW, last_used=NOW, importance=5)
        for n in range(500)
    ]
    vectors = rng.normal(size=(500, DIMENSION)).astype(np.float32)
    await store.episodes.add(AIKO, list(zip(episodes, vectors, strict=True)))


def turn(number: int) -> Turn:
    return Turn(speaker="user", text=TEXT, at=NOW + timedelta(seconds=number))


async def reads(store: SqlStore, passages: int) -> dict[str, object]:
    rng = random.Random(SEED)
    newest = await store.documents.last_change()
    [passage] = await store.documents.passages([passages // 2], Filter())

    def twenty(_: int) -> Awaitable[list[Passage]]:
        return store.documents.passages(rng.sample(range(1, passages + 1), 20), Filter())

    calls: dict[str, Callable[[int], Awaitable[object]]] = {
        "passages (20 ids)": twenty,
        "neighbours (2 + 2)": lambda _: store.documents.neighbours(passage, 2, 2),
        "last_change": lambda _: store.documents.last_change(),
        "bind_embedding (bound)": lambda _: store.documents.bind_embedding("bench:model", DIMENSION),
        "overview": lambda _: store.documents.overview(),
        "load session (20 turns)": lambda _: store.sessions.load(AIKO, "long"),
        "attributes": lambda _: store.profiles.attributes(AIKO),
        "episodes (500 with vectors)": lambda _: store.episodes.all(AIKO),
    }
    result: dict[str, object] = {name: await measure(call, 200) for name, call in calls.items()}
    started = time.perf_counter()
    count = sum([len(batch) async for batch in store.documents.changes(0)])
    assert (count, newest) == (passages, passages)
    result["all changes, seconds"] = round(time.perf_counter() - started, 3)
    return result


async def writes(store: SqlStore, rng: np.random.Generator) -> dict[str, object]:
    body = {"utterance": "休暇", "action": "ask", "steps": [{"name": "search", "text": TEXT}] * 30}
    new = [document(100_000 + number, rng) for number in range(100)]
    return {
        "append a turn": await measure(lambda n: store.sessions.append(AIKO, f"s{n % 9}", [turn(n)]), 200),
        "put a document (20 passages)": await measure(lambda n: store.documents.put([new[n]]), 100),
        "put it again unchanged": await measure(lambda n: store.documents.put([new[n]]), 100),
        "save a trace": await measure(lambda n: store.traces.save(f"t{n}", AIKO, "s", body), 100),
    }


async def run(home: Path, passages: int) -> dict[str, object]:
    report: dict[str, object] = {"machine": platform.platform(), "seed": SEED, "passages": passages}
    for synchronous in ("FULL", "NORMAL"):
        dialects.SYNCHRONOUS = synchronous
        rng = np.random.default_rng(SEED)
        async with open_store(home / synchronous) as store:
            await store.documents.bind_embedding("bench:model", DIMENSION)
            report[f"fill, seconds ({synchronous})"] = round(await fill(store, passages, rng), 2)
            await remember(store, rng)
            if synchronous == "FULL":
                report["reads"] = await reads(store, passages)
            report[f"writes ({synchronous})"] = await writes(store, rng)
    return report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--passages", type=int, default=10_000)
    parser.add_argument("--home", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=arguments.home) as home:
        print(json.dumps(asyncio.run(run(Path(home), arguments.passages)), ensure_ascii=False, indent=2))


if __name__ == "__main__":
    main()
