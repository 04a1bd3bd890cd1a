"""Questions whose right passage is known: each leg alone, every setting of the search, and other engines beside.

    python benchmarks/retrieval.py [--sets jsquad jaquad niilc drcd cmrc2018 crosslingual] [--questions 500]
                                   [--settings] [--chat MODEL] [--vectors FILE]
                                   [--peers [llamaindex haystack lancedb txtai]] [--write NAME]

Questions of JSQuAD and JaQuAD were written looking at the passage, those of NIILC were not: the first favour words,
the last meaning, and one default must serve both.  The data is read from ../shared/data; the collections are the first
8,000 paragraphs of JSQuAD valid, JaQuAD dev and JaQuAD train, NIILC's own pool, and the paragraphs of the two Chinese
sets; `crosslingual` asks the sample handbook in another language than the page is written in.  Embedding a collection
takes five to ten minutes; `--vectors` keeps the vectors of passages in a file for the next run.

The rows are the legs, their fusions and the default; `--settings` adds a row for every setting, `--chat MODEL` for
those that ask a model.  Milliseconds hold no embedding of the question: the vectors of questions are computed once,
before.  `--peers` adds other engines on the same passages, questions and vectors (peers/driver.py).  `--write NAME`
writes what is printed to results/NAME.md as well, dated.
"""

import argparse
import asyncio
import hashlib
import io
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, redirect_stdout
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import TextIO

import numpy as np
from numpy.typing import NDArray

from peers import driver
from turn import EXAMPLES, HERE, SHARED, commit, document, machine
from yorisoi.documents import ingest
from yorisoi.evaluation.ranking import ndcg, recall, reciprocal_rank
from yorisoi.ports import Embedder, Vectors
from yorisoi.reading_ports import PlainReader
from yorisoi.retrieval.catch_up import catch_up
from yorisoi.retrieval.config import SearchConfig
from yorisoi.retrieval.order import arranged
from yorisoi.retrieval.search import Searcher
from yorisoi.settings import load_settings
from yorisoi.types import Filter, Language, Passage
from yorisoi.wiring import Workspace, open_workspace

POOL = 8000
PLAIN = SearchConfig(coverage=0.0, strategy="hybrid")
WAYS = {
    "words": replace(PLAIN, vector_weight=0.0),
    "vectors": replace(PLAIN, lexical_weight=0.0),
    "fusion by rank, k = 60": replace(PLAIN, fusion="rank"),
    "fusion by rank, words twice": replace(PLAIN, fusion="rank", lexical_weight=2.0),
    "fusion by score": PLAIN,
    "fusion by score, coverage": SearchConfig(strategy="hybrid"),
    "the same and a walk from there": SearchConfig(strategy="walk"),
    "**default**: fusion by score, coverage, a walk where it is needed": SearchConfig(),
}
SETTINGS = {
    "fusion = rank": SearchConfig(fusion="rank"),
    "fusion = rank, k = 10": SearchConfig(fusion="rank", k=10.0),
    "bm25_per_nat = 2": SearchConfig(bm25_per_nat=2.0),
    "bm25_per_nat = 4.5": SearchConfig(bm25_per_nat=4.5),
    "lexical_power = 0": SearchConfig(lexical_power=0.0),
    "lexical_power = 1": SearchConfig(lexical_power=1.0),
    "hubness = 0": SearchConfig(hubness=0.0),
    "hubness = 1": SearchConfig(hubness=1.0),
    "vector_weight = 2": SearchConfig(vector_weight=2.0),
    "lexical_weight = 2": SearchConfig(lexical_weight=2.0),
    "coverage = 3": SearchConfig(coverage=3.0),
    "coverage = 12": SearchConfig(coverage=12.0),
    "candidates = 30": SearchConfig(candidates=30),
    "candidates = 300": SearchConfig(candidates=300),
    "rerank_candidates = 10": SearchConfig(rerank_candidates=10),
    "rerank_candidates = 50": SearchConfig(rerank_candidates=50),
    "keywords = rules": SearchConfig(keywords="rules"),
    "duplicates = 0": SearchConfig(duplicates=0.0),
    "order = ends": SearchConfig(order="ends"),
    "neighbours_before = neighbours_after = 1": SearchConfig(neighbours_before=1, neighbours_after=1),
}
CHINESE = {"drcd": "drcd/DRCD_dev.json", "cmrc2018": "cmrc2018/cmrc2018_dev.json"}
BY_MODEL = {
    "keywords = model": SearchConfig(keywords="model"),
    "variants = 2": SearchConfig(variants=2),
    "variants = 2, by rank (RAG-Fusion)": SearchConfig(variants=2, fusion="rank", coverage=0.0),
}
SETS = ("jsquad", "jaquad", "niilc", "drcd", "cmrc2018", "crosslingual")


@dataclass(frozen=True, slots=True)
class Question:
    text: str
    passage: str
    """The one that answers it."""


@dataclass(frozen=True, slots=True)
class Collection:
    passages: list[str]
    questions: list[Question]
    language: Language = "ja"

    def name_of(self, passage: Passage) -> str:
        """What a question names as right: the passage itself, or the page in a store that was filled otherwise."""
        return passage.text if self.passages else "/".join(passage.document.source.split("/")[-2:])


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
    if name in CHINESE:
        paragraphs = list(squad(CHINESE[name]))
        questions = [Question(text, paragraph) for paragraph, asked in paragraphs for text in asked if text]
        return Collection(list(dict.fromkeys(paragraph for paragraph, _ in paragraphs)), questions, "zh")
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


class KnownQuestions:
    """The vectors of questions, computed before anything is timed."""

    def __init__(self, embedder: Embedder) -> None:
        self.model = embedder
        self._known: dict[str, NDArray[np.float32]] = {}
        self._plain: dict[str, NDArray[np.float32]] = {}
        self.name, self.dimension = embedder.name, embedder.dimension

    async def prepare(self, texts: Sequence[str]) -> float:
        """The median milliseconds that one took, read one way."""
        spent = []
        if isinstance(self.model, PlainReader):
            plain = await self.model.embed_plainly([text.strip() for text in texts])
            self._plain |= {text.strip(): vector for text, vector in zip(texts, plain, strict=True)}
        for text in texts:
            began = time.perf_counter()
            self._known[text.strip()] = (await self.model.embed_queries([text]))[0]
            spent.append(1000 * (time.perf_counter() - began))
        return statistics.median(spent)

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        if all(text in self._known for text in texts):
            return np.array([self._known[text] for text in texts])
        return await self.model.embed_queries(texts)  # variants that a model just made

    async def embed_plainly(self, texts: Sequence[str]) -> Vectors:
        """As other queries where the model has no other way."""
        known = self._plain or self._known
        return np.array([known[text] for text in texts])

    embed_passages = embed_queries


async def fill(workspace: Workspace, data: Collection, kept: KeptVectors) -> None:
    embedder, documents = workspace.embedder, workspace.store.documents
    assert embedder is not None
    await documents.bind_embedding(embedder.name, embedder.dimension)
    vectors = await kept.of(data.passages, embedder)
    pages = [document("", [text], vectors[at : at + 1], data.language) for at, text in enumerate(data.passages)]
    for start in range(0, len(pages), 200):
        await documents.put(pages[start : start + 200])
    await catch_up(documents, workspace.index)


async def searched(searcher: Searcher, question: Question, data: Collection) -> tuple[dict[str, float], float]:
    """The figures of one question, and the milliseconds that it took."""
    began = time.perf_counter()
    found = await searcher.search([question.text], within=Filter(), language=data.language)
    shown = arranged(found.hits, searcher.config.order)
    spent = 1000 * (time.perf_counter() - began)
    # what was folded because it says the same was found with it
    ranking = [passage for hit in shown for passage in (hit.passage, *hit.also)]
    names = dict.fromkeys(data.name_of(passage) for passage in ranking)
    return figures(list(names), question.passage), spent


def figures(ranking: Sequence[str], right: str) -> dict[str, float]:
    relevant = {right: 1}
    return {
        "nDCG@10": ndcg(ranking, relevant, k=10),
        **{f"R@{k}": recall(ranking, relevant, k=k) for k in (1, 5, 10)},
        "MRR@10": reciprocal_rank(ranking, relevant, k=10),
    }


async def measure(name: str, given: argparse.Namespace, kept: KeptVectors) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with open_workspace(load_settings(home=Path(folder), chat=given.chat or "none")) as workspace:
            data = await crosslingual(workspace) if name == "crosslingual" else collection(name)
            questions = random.Random(given.seed).sample(data.questions, min(given.questions, len(data.questions)))
            if data.passages:
                await fill(workspace, data, kept)
            holds = (await workspace.store.documents.overview(None)).passages
            assert workspace.embedder is not None
            embedder = KnownQuestions(workspace.embedder)
            embedding = await embedder.prepare([question.text for question in questions])
            print(f"\n{name}: {len(questions)} questions, {holds} passages; embedding a question {embedding:.1f} ms\n")
            print("| | nDCG@10 | R@1 | R@5 | R@10 | MRR@10 | p50 ms |\n|---|---|---|---|---|---|---|")
            ways = {**WAYS, **(SETTINGS if given.settings else {}), **(BY_MODEL if given.chat else {})}
            for label, config in ways.items():
                leg = None if not config.vector_weight else embedder
                chat = workspace.chat if config.asks_chat_model else None
                searcher = Searcher(
                    workspace.store.documents,
                    workspace.index,
                    leg,
                    config,
                    chat=chat,
                    graph=workspace.searcher.graph,
                )
                outcomes = [await searched(searcher, question, data) for question in questions]
                print(row(label, [found for found, _ in outcomes], [spent for _, spent in outcomes]), flush=True)
            if given.peers and data.passages:
                await measure_peers(given, data, questions, kept, workspace.embedder)


async def crosslingual(workspace: Workspace) -> Collection:
    """The sample handbook, taken in as a user would; what is right is a page, not a passage."""
    settings = workspace.settings.documents
    await ingest([EXAMPLES / "handbook"], store=workspace.store.documents, embedder=workspace.embedder, config=settings)
    await catch_up(workspace.store.documents, workspace.index)
    asked = [json.loads(line) for line in (HERE / "crosslingual.jsonl").read_text(encoding="utf-8").splitlines()]
    return Collection([], [Question(each["text"], each["page"]) for each in asked])


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
                found = [
                    figures([str(passage) for passage in ranking], str(at[question.passage]))
                    for question, ranking in zip(questions, outcome.ranking, strict=True)
                ]
                label = f"{outcome.peer}, {outcome.setting}"
                print(row(label, found, outcome.ms), flush=True)
                notes.append(f"- {label} ({outcome.version}): {outcome.note}; indexed in {outcome.index_s:.1f} s")
    print("", *notes, sep="\n", flush=True)


def row(label: str, found: Sequence[Mapping[str, float]], spent: Sequence[float]) -> str:
    means = [statistics.fmean(each[name] for each in found) for name in found[0]]
    return f"| {label} | " + " | ".join(f"{mean:.3f}" for mean in means) + f" | {statistics.median(spent):.1f} |"


class Both(io.TextIOBase):
    """A stream that writes to two others."""

    def __init__(self, *others: TextIO) -> None:
        self._others = others

    def write(self, text: str) -> int:
        for other in self._others:
            other.write(text)
        return len(text)

    def flush(self) -> None:
        for other in self._others:
            other.flush()


@contextmanager
def written(name: str | None, heading: str) -> Iterator[None]:
    """What is printed meanwhile is in results/NAME.md as well, if a name is given and nothing failed."""
    printed = io.StringIO()
    with redirect_stdout(Both(sys.stdout, printed)) if name else nullcontext():
        print(f"# {heading}\n")
        yield
    if name:
        (HERE / "results" / f"{name}.md").write_text(printed.getvalue(), encoding="utf-8")


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", nargs="+", choices=SETS, default=SETS)
    parser.add_argument("--settings", action="store_true", help="a row for every setting of the search")
    parser.add_argument("--chat", help="a chat model: adds rows for what it words anew, seconds a question")
    parser.add_argument("--questions", type=int, default=500, help="of each set, a seeded sample")
    parser.add_argument("--vectors", type=Path, help="an .npz file in which the passages' vectors are kept")
    parser.add_argument("--peers", nargs="*", choices=driver.PEERS, help="other engines; all of them if none is named")
    parser.add_argument("--peers-env", type=Path, default=driver.ENVIRONMENTS, help="where their environments are kept")
    parser.add_argument("--write", metavar="NAME", help="write results/NAME.md too")
    parser.add_argument("--seed", type=int, default=11)
    given = parser.parse_args()
    given.peers = driver.PEERS if given.peers == [] else given.peers
    kept = KeptVectors(given.vectors)
    with written(given.write, f"retrieval.py, at most {given.questions:,} questions of each set"):
        print(f"{date.today().isoformat()}, commit {commit()}, {machine()}, seed {given.seed}", flush=True)
        for name in given.sets:
            await measure(name, given, kept)


if __name__ == "__main__":
    asyncio.run(main())
