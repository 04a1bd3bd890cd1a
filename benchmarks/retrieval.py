"""Search on Japanese questions whose right passage is known: each leg alone and every way to fuse them.

    python benchmarks/retrieval.py [--questions 500] [--sets jsquad jaquad niilc] [--vectors FILE]
                                   [--peers [llamaindex haystack lancedb txtai]]

Questions of JSQuAD and JaQuAD were written looking at the passage, those of NIILC were not: the first favour words,
the last meaning, and one default must serve both.  The data is read from ../shared/data; the collections are the first
8,000 paragraphs of JSQuAD valid, JaQuAD dev and JaQuAD train, and NIILC's own pool.  Embedding each takes five to ten
minutes; `--vectors` keeps the vectors of passages in a file for the next run.

`--peers` adds other engines on the same passages, questions and vectors (peers/driver.py).  Their milliseconds hold no
embedding of the question, ours do.
"""

import argparse
import asyncio
import hashlib
import json
import math
import random
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from peers import driver
from turn import SHARED, document
from yorisoi.ports import Embedder, Vectors
from yorisoi.retrieval.catch_up import catch_up
from yorisoi.retrieval.config import SearchConfig
from yorisoi.retrieval.search import Searcher
from yorisoi.settings import load_settings
from yorisoi.types import Filter
from yorisoi.wiring import Workspace, open_workspace

POOL = 8000
PLAIN = SearchConfig(coverage=0.0)
WAYS = {
    "words": replace(PLAIN, vector_weight=0.0),
    "vectors": replace(PLAIN, lexical_weight=0.0),
    "score fusion": PLAIN,
    "default": SearchConfig(),
    "4": SearchConfig(bm25_per_nat=4.0),
    "6": SearchConfig(bm25_per_nat=6.0),
    "5, 12": SearchConfig(coverage=12.0),
    "5, 6, 30": SearchConfig(rerank_candidates=30),
}


@dataclass(frozen=True, slots=True)
class Question:
    text: str
    passage: str
    """The one that answers it."""


@dataclass(frozen=True, slots=True)
class Collection:
    passages: list[str]
    questions: list[Question]


def squad(*patterns: str) -> Iterator[tuple[str, list[str]]]:
    """(paragraph, its questions) of files in SQuAD's format."""
    for file in [file for pattern in patterns for file in sorted(SHARED.glob(pattern))]:
        for article in json.loads(file.read_text(encoding="utf-8"))["data"]:
            for paragraph in article["paragraphs"]:
                yield paragraph["context"], [each["question"] for each in paragraph["qas"]]


def collection(name: str) -> Collection:
    if name == "niilc":
        rows = [json.loads(line) for line in (SHARED / "niilc/retrieval_corpus.jsonl").read_text().splitlines()]
        asked = [json.loads(line) for line in (SHARED / "niilc/retrieval_queries.jsonl").read_text().splitlines()]
        text = {row["id"]: row["text"] for row in rows}
        questions = [Question(each["question"], text[each["gold"]]) for each in asked if each["split"] == "dev"]
        return Collection(list(dict.fromkeys(text.values())), questions)
    own = {"jsquad": "jsquad/valid*.json", "jaquad": "jaquad/jaquad_dev*.json"}
    paragraphs = [paragraph for paragraph, _ in squad(*own.values(), "jaquad/train/*.json")]
    questions = [Question(text, paragraph) for paragraph, asked in squad(own[name]) for text in asked]
    return Collection(list(dict.fromkeys(paragraphs))[:POOL], questions)


class KeptVectors:
    """Vectors of passages by the hash of their text, in a NumPy archive."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._known: dict[str, Vectors] = {}
        if file and file.exists():
            with np.load(file) as kept:
                self._known = dict(zip(kept["keys"].tolist(), kept["vectors"], strict=True))

    async def of(self, texts: Sequence[str], embedder: Embedder) -> Vectors:
        keys = [hashlib.sha256(text.encode()).hexdigest() for text in texts]
        new = {key: text for key, text in zip(keys, texts, strict=True) if key not in self._known}
        if new:
            self._known |= dict(zip(new, await embedder.embed_passages(list(new.values())), strict=True))
            if self._file:
                np.savez(self._file, keys=list(self._known), vectors=np.array(list(self._known.values())))
        return np.array([self._known[key] for key in keys])


async def fill(workspace: Workspace, passages: Sequence[str], kept: KeptVectors) -> None:
    embedder, documents = workspace.embedder, workspace.store.documents
    assert embedder is not None
    await documents.bind_embedding(embedder.name, embedder.dimension)
    vectors = await kept.of(passages, embedder)
    pages = [document("", [text], vectors[at : at + 1]) for at, text in enumerate(passages)]
    for start in range(0, len(pages), 200):
        await documents.put(pages[start : start + 200])
    await catch_up(documents, workspace.index)


async def rank(searcher: Searcher, question: Question) -> tuple[int | None, float]:
    """The place of the right passage among the first ten, and the milliseconds that it took to find."""
    began = time.perf_counter()
    found = await searcher.search([question.text], within=Filter(), language="ja", limit=10)
    spent = 1000 * (time.perf_counter() - began)
    places = [place for place, hit in enumerate(found.hits, start=1) if hit.passage.text == question.passage]
    return (places[0] if places else None), spent


async def measure(name: str, given: argparse.Namespace, kept: KeptVectors) -> None:
    data = collection(name)
    questions = random.Random(given.seed).sample(data.questions, min(given.questions, len(data.questions)))
    print(f"\n{name}: {len(questions)} questions, {len(data.passages)} passages\n")
    print("| | nDCG@10 | R@1 | R@5 | R@10 | MRR@10 | p50 ms |\n|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        async with open_workspace(load_settings(home=Path(folder), chat="none")) as workspace:
            await fill(workspace, data.passages, kept)
            for label, config in WAYS.items():
                without_vectors = not config.vector_weight
                embedder = None if without_vectors else workspace.embedder
                searcher = Searcher(workspace.store.documents, workspace.index, embedder, replace(config, limit=10))
                outcomes = [await rank(searcher, question) for question in questions]
                print(row(label, [place for place, _ in outcomes], [spent for _, spent in outcomes]), flush=True)
            if given.peers:
                await measure_peers(given, data, questions, kept, workspace.embedder)


async def measure_peers(
    given: argparse.Namespace,
    data: Collection,
    questions: Sequence[Question],
    kept: KeptVectors,
    embedder: Embedder | None,
) -> None:
    """The rows of the peers, and beneath the table what their settings are."""
    assert embedder is not None
    texts, at = [question.text for question in questions], {text: index for index, text in enumerate(data.passages)}
    notes = []
    with tempfile.TemporaryDirectory() as folder:
        vectors, query_vectors = await kept.of(data.passages, embedder), await embedder.embed_queries(texts)
        driver.write(Path(folder), data.passages, vectors, texts, query_vectors)
        for peer in given.peers:
            try:
                outcomes = list(driver.run(peer, Path(folder), given.peers_env))
            except subprocess.CalledProcessError as error:
                print(f"| {peer} | failed, exit code {error.returncode} |", flush=True)
                continue
            for outcome in outcomes:
                right = [at[question.passage] for question in questions]
                places = [
                    found.index(passage) + 1 if passage in found else None
                    for passage, found in zip(right, outcome.ranking, strict=True)
                ]
                label = f"{outcome.peer}, {outcome.setting}"
                print(row(label, places, outcome.ms), flush=True)
                notes.append(f"- {label} ({outcome.version}): {outcome.note}; indexed in {outcome.index_s:.1f} s")
    print("", *notes, sep="\n", flush=True)


def row(label: str, places: Sequence[int | None], spent: Sequence[float]) -> str:
    found = [place for place in places if place]
    recall = [sum(place <= k for place in found) / len(places) for k in (1, 5, 10)]
    ndcg = sum(1 / math.log2(1 + place) for place in found) / len(places)
    mrr = sum(1 / place for place in found) / len(places)
    figures = [ndcg, *recall, mrr]
    return f"| {label} | " + " | ".join(f"{each:.3f}" for each in figures) + f" | {statistics.median(spent):.1f} |"


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--sets", nargs="+", choices=["jsquad", "jaquad", "niilc"], default=["jsquad", "jaquad", "niilc"]
    )
    parser.add_argument("--questions", type=int, default=500, help="of each set, a seeded sample")
    parser.add_argument("--vectors", type=Path, help="an .npz file in which the passages' vectors are kept")
    parser.add_argument("--peers", nargs="*", choices=driver.PEERS, help="other engines; all of them if none is named")
    parser.add_argument("--peers-env", type=Path, default=driver.ENVIRONMENTS, help="where their environments are kept")
    parser.add_argument("--seed", type=int, default=11)
    given = parser.parse_args()
    given.peers = driver.PEERS if given.peers == [] else given.peers
    kept = KeptVectors(given.vectors)
    for name in given.sets:
        await measure(name, given, kept)


if __name__ == "__main__":
    asyncio.run(main())
