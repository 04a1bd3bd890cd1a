"""Search and ingest as a store grows: one table, and with --write also results/scale.md and a plot beside it.

    python benchmarks/scale.py [20000 100000] [--write]        1000000 takes half an hour and 8 GB of disk

The text is sentences of JSQuAD and JaQuAD where ../shared/data has them (of the handbook otherwise), put together anew:
an article drawn by Zipf's law gives most of a passage of about 150 characters, any other articles the rest.  Vectors
have the shape of e5's: a common mean and a centre for each article, so that cosines lie between .7 and .9, over a
flat spectrum.  Queries are stretches of sentences; their vectors are given, so embedding costs nothing here.

A search is the whole of `Searcher.search` with the default settings, reranking by coverage included; each leg alone is
asked what a search asks it.  Recall is held against every vector ever stored.  Each size is reached as
`yorisoi ingest` does: all is stored, then the index catches up.  Building counts storing, reading the change log and
indexing; analysing does not, since each sentence is analysed once for all passages it stands in.  Ingest is measured
with everything (reading files, splitting, storing, analysing, indexing) but embedding, in the store of that size.
Of three rounds each query's best counts, since others share the machine; processor time says what they cost.
"""

import argparse
import asyncio
import gc
import json
import math
import random
import re
import shutil
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from functools import cache
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from turn import commit, corpus, document, machine
from yorisoi.documents import ingest
from yorisoi.language import analyse, detect_language
from yorisoi.ports import NewDocument, Terms, Vectors
from yorisoi.retrieval import catch_up as catching_up
from yorisoi.retrieval.config import SearchConfig
from yorisoi.retrieval.legs.words import DEPTH
from yorisoi.retrieval.search import Searcher
from yorisoi.settings import load_settings
from yorisoi.types import Filter
from yorisoi.wiring import Workspace, open_workspace

RESULTS = Path(__file__).parent / "results"
DIMENSION, IN_A_DOCUMENT, IN_A_PUT = 384, 10, 1_000
CHARACTERS, OF_THE_ARTICLE = 120, 0.6
INGESTED = 3_000
CANDIDATES = SearchConfig().candidates
SENTENCE = re.compile(r"[^。\n]{10,120}。")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What was measured at one size; times in milliseconds."""

    passages: int
    words_p50: float
    words_p95: float
    vectors_p50: float
    vectors_p95: float
    search_p50: float
    search_p95: float
    search_cpu_p50: float
    recall_at_10: float
    recall_at_50: float
    segments: int
    """Of the word index."""
    build_s: float
    ingest_per_s: float
    ingest_per_cpu_s: float
    index_mb: float
    store_mb: float
    peak_rss_mb: float


# ---------------------------------------------------------------- text and vectors


class World:
    """Articles, their sentences and the centres of their vectors."""

    def __init__(self, seed: int) -> None:
        self.name, articles = corpus(seed)
        found: dict[str, list[str]] = {}
        for title, paragraphs in islice(articles, 2_000):
            sentences = [sentence for paragraph in paragraphs for sentence in SENTENCE.findall(paragraph)]
            found.setdefault(title if "社内文書" not in title else "社内文書", []).extend(sentences)
        self.articles = [list(dict.fromkeys(sentences)) for sentences in found.values() if len(sentences) >= 5]
        self._all = [sentence for sentences in self.articles for sentence in sentences]
        self._weights = np.cumsum([1 / (10 + rank) for rank in range(len(self.articles))]).tolist()
        rng = np.random.default_rng(seed)
        self._spectrum = (np.arange(1, DIMENSION + 1) ** -0.35).astype(np.float32)
        self._mean = unit(rng.normal(size=(1, DIMENSION)))
        self._centres = unit(rng.normal(size=(len(self.articles), DIMENSION)) * self._spectrum)

    def batch(self, number: int, seed: int) -> tuple[list[NewDocument], Vectors]:
        """The documents of one put, and their passages' vectors in order."""
        rng = random.Random(f"{seed} {number}")
        topics = rng.choices(range(len(self.articles)), cum_weights=self._weights, k=IN_A_PUT)
        vectors = self.vectors(topics, np.random.default_rng([seed, number]))
        texts = [self._passage(topic, rng) for topic in topics]
        documents = [
            document(f"文書 {number}-{at}", texts[at : at + IN_A_DOCUMENT], vectors[at : at + IN_A_DOCUMENT])
            for at in range(0, IN_A_PUT, IN_A_DOCUMENT)
        ]
        return documents, vectors

    def _passage(self, topic: int, rng: random.Random) -> str:
        sentences: list[str] = []
        while sum(map(len, sentences)) < CHARACTERS:
            sentences.append(rng.choice(self.articles[topic] if rng.random() < OF_THE_ARTICLE else self._all))
        return "".join(sentences)

    def vectors(self, topics: Sequence[int], rng: np.random.Generator) -> Vectors:
        """Cosines: .70 to .85 between any two, up to .9 within an article."""
        own = unit(rng.normal(size=(len(topics), DIMENSION)) * self._spectrum)
        return unit(0.87 * self._mean + 0.28 * self._centres[list(topics)] + 0.40 * own)

    def queries(self, count: int, seed: int) -> tuple[list[str], Vectors]:
        rng = random.Random(seed)
        topics = rng.choices(range(len(self.articles)), cum_weights=self._weights, k=count)
        texts = []
        for topic in topics:
            sentence, length = rng.choice(self.articles[topic]), rng.randint(12, 24)
            start = rng.randint(0, max(0, len(sentence) - length - 1))
            texts.append(sentence[start : start + length] + "は何ですか")
        return texts, self.vectors(topics, np.random.default_rng(seed))

    def files(self, folder: Path, passages: int, seed: int) -> None:
        """Markdown pages that split into about so many passages."""
        rng = random.Random(seed)
        for number in range(passages // IN_A_DOCUMENT):
            texts = [self._passage(rng.randrange(len(self.articles)), rng) for _ in range(IN_A_DOCUMENT)]
            sections = "\n\n".join(f"## 第{at}節\n\n{text}" for at, text in enumerate(texts, start=1))
            (folder / f"{seed}-{number}.md").write_text(f"# 文書{seed}の{number}\n\n{sections}\n", encoding="utf-8")


def unit(vectors: NDArray[np.floating]) -> Vectors:
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


@cache
def _of_sentence(sentence: str) -> Terms:
    return analyse(sentence, "ja")


def by_sentence(text: str, _language: str) -> Terms:
    """`analyse` for a passage of this benchmark, each sentence once."""
    parts = [_of_sentence(sentence) for sentence in re.findall(r"[^。]+。", text.rpartition("\n")[2])]
    return Terms(
        words=tuple(word for part in parts for word in part.words),
        bigrams=tuple(bigram for part in parts for bigram in part.bigrams),
    )


class GivenVectors:
    """An embedder that knows its queries."""

    name, dimension = "benchmark:given", DIMENSION

    def __init__(self, texts: Sequence[str], vectors: Vectors) -> None:
        self._known = dict(zip(texts, vectors, strict=True))

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        return np.array([self._known[text] for text in texts])

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        raise NotImplementedError


# ---------------------------------------------------------------- measuring


class Growing:
    """A store that grows from size to size, and what the queries should find in it."""

    def __init__(self, workspace: Workspace, world: World, given: argparse.Namespace) -> None:
        self.workspace, self.world, self.given = workspace, world, given
        self.texts, self.vectors = world.queries(given.queries, given.seed)
        self.nearest = np.full((given.queries, CANDIDATES), -1.0, dtype=np.float32)
        """The largest cosines of each query so far, in no order."""
        self.batches, self.build_s, self.holds = 0, 0.0, 0

    async def grow(self, passages: int) -> None:
        store, index = self.workspace.store.documents, self.workspace.index
        catching_up.analyse = by_sentence  # type: ignore[attr-defined]
        while self.holds < passages:
            documents, vectors = self.world.batch(self.batches, self.given.seed)
            self.batches += 1
            self.holds += IN_A_PUT
            for each in documents:
                for passage in each.passages:
                    by_sentence(passage.text, "ja")
            scores = np.concatenate((self.nearest, self.vectors @ vectors.T), axis=1)
            self.nearest = np.partition(scores, scores.shape[1] - CANDIDATES, axis=1)[:, -CANDIDATES:]
            began = time.perf_counter()
            await store.put(documents)
            self.build_s += time.perf_counter() - began
        began = time.perf_counter()
        await catching_up.catch_up(store, index)
        self.build_s += time.perf_counter() - began
        catching_up.analyse = analyse  # type: ignore[attr-defined]

    async def ingest(self, files: Path) -> tuple[float, float]:
        """Passages a second, and a second of processor time."""
        store = self.workspace.store.documents
        self.world.files(files, INGESTED, self.batches)
        before = (await store.overview(None)).passages
        began, worked = time.perf_counter(), time.process_time()
        await ingest([files], store=store, embedder=None)
        await catching_up.catch_up(store, self.workspace.index)
        spent, worked = time.perf_counter() - began, time.process_time() - worked
        taken = (await store.overview(None)).passages - before
        return taken / spent, taken / worked

    def recall(self, found: Sequence[Sequence[tuple[int, float]]], k: int) -> float:
        """Share of the k nearest that are among the first k found: those as near as the k-th nearest."""
        least = -np.sort(-self.nearest, axis=1)[:, k - 1]
        return float(
            np.mean(
                [
                    sum(score >= needed - 1e-6 for _, score in each[:k]) / k
                    for each, needed in zip(found, least, strict=True)
                ]
            )
        )

    async def measure(self, home: Path, files: Path) -> Row:
        _of_sentence.cache_clear()  # kept while the store was built; no server holds the terms of every sentence
        gc.collect()
        index = self.workspace.index
        searcher = Searcher(self.workspace.store.documents, index, GivenVectors(self.texts, self.vectors))
        terms = [analyse(text, detect_language(text, "ja")) for text in self.texts]
        everyone, found = Filter(), []

        async def search(at: int) -> None:
            await searcher.search([self.texts[at]], within=everyone, language="ja")

        async def words(at: int) -> None:
            await index.by_words(terms[at], DEPTH * CANDIDATES, everyone)

        async def vectors(at: int) -> None:
            await index.by_vector(self.vectors[at], CANDIDATES, everyone, apart=True)

        for at in range(len(self.texts)):  # warm-up
            await search(at)
            found.append(await index.by_vector(self.vectors[at], CANDIDATES, everyone, apart=True))
        size = {"index": folder_mb(home / "index"), "store": folder_mb(home) - folder_mb(home / "index")}
        w, v, s = [await self.percentiles(each) for each in (words, vectors, search)]
        of_words = segments(home)
        rate, rate_cpu = await self.ingest(files)
        return Row(
            passages=self.holds,
            words_p50=w[0],
            words_p95=w[1],
            vectors_p50=v[0],
            vectors_p95=v[1],
            search_p50=s[0],
            search_p95=s[1],
            search_cpu_p50=s[2],
            recall_at_10=self.recall(found, 10),
            recall_at_50=self.recall(found, CANDIDATES),
            segments=of_words,
            build_s=self.build_s,
            ingest_per_s=rate,
            ingest_per_cpu_s=rate_cpu,
            index_mb=size["index"],
            store_mb=size["store"],
            peak_rss_mb=peak_rss_mb(),
        )

    async def percentiles(self, call: Callable[[int], Awaitable[None]]) -> tuple[float, float, float]:
        """(p50, p95, p50 of processor time) of the calls, of three rounds each query's best."""
        rounds = []
        for _ in range(3):
            spent = []
            for at in range(len(self.texts)):
                began, worked = time.perf_counter(), time.process_time()
                await call(at)
                spent.append((time.perf_counter() - began, time.process_time() - worked))
            rounds.append(spent)
        best = 1000 * np.min(rounds, axis=0)
        p50, p95 = np.percentile(best[:, 0], [50, 95])
        return float(p50), float(p95), float(np.median(best[:, 1]))


def segments(home: Path) -> int:
    """Of the word index."""
    return sum(len(json.loads(path.read_bytes())["segments"]) for path in home.glob("index/words-*/meta.json"))


def folder_mb(folder: Path) -> float:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


def peak_rss_mb() -> float:
    status = Path("/proc/self/status")
    if not status.exists():
        return math.nan
    return int(re.findall(r"VmHWM:\s+(\d+)", status.read_text())[0]) / 1024


async def run(given: argparse.Namespace) -> tuple[list[Row], str]:
    world = World(given.seed)
    rows: list[Row] = []
    home = Path(tempfile.mkdtemp(dir=given.home))
    try:
        async with open_workspace(load_settings(home=home / "store", chat="none", embedding="none")) as workspace:
            await workspace.store.documents.bind_embedding(GivenVectors.name, DIMENSION)
            growing = Growing(workspace, world, given)
            for size in sorted(given.passages):
                await growing.grow(size)
                files = home / f"files-{size}"
                files.mkdir()
                rows.append(await growing.measure(home / "store", files))
                print(json.dumps(asdict(rows[-1])), flush=True)
    finally:
        shutil.rmtree(home)
    return rows, world.name


# ---------------------------------------------------------------- the report


def table(rows: Sequence[Row]) -> str:
    head = (
        "| passages | words p50 / p95 ms | vectors p50 / p95 ms | search p50 / p95 ms | search CPU ms "
        "| recall@10 / @50 | segments | build s | ingest /s (/CPU s) | index MB | store MB | peak RSS MB |"
    )
    lines = [head, "|" + "---:|" * 12]
    lines += [
        f"| {row.passages:,} | {row.words_p50:.2f} / {row.words_p95:.2f} "
        f"| {row.vectors_p50:.2f} / {row.vectors_p95:.2f} "
        f"| {row.search_p50:.2f} / {row.search_p95:.2f} | {row.search_cpu_p50:.2f} "
        f"| {row.recall_at_10:.3f} / {row.recall_at_50:.3f} | {row.segments} | {row.build_s:.0f} "
        f"| {row.ingest_per_s:,.0f} ({row.ingest_per_cpu_s:,.0f}) | {row.index_mb:,.0f} | {row.store_mb:,.0f} "
        f"| {row.peak_rss_mb:,.0f} |"
        for row in rows
    ]
    return "\n".join(lines)


LINES = {"search_p50": "#1b6e3c", "vectors_p50": "#2f5fb3", "words_p50": "#b3602f"}
WIDTH, HEIGHT, MARGIN = 640, 400, 56


def plot(rows: Sequence[Row]) -> str:
    """Milliseconds over passages, both by their logarithms, as SVG."""
    sizes = [row.passages for row in rows]
    times = [getattr(row, name) for row in rows for name in LINES]
    x_from, x_to = math.log10(min(sizes)), math.log10(max(sizes))
    y_from, y_to = math.floor(math.log10(min(times))), math.ceil(math.log10(max(times)))

    def x(passages: float) -> float:
        return MARGIN + (math.log10(passages) - x_from) / max(x_to - x_from, 1e-9) * (WIDTH - 2 * MARGIN)

    def y(ms: float) -> float:
        return HEIGHT - MARGIN - (math.log10(ms) - y_from) / max(y_to - y_from, 1) * (HEIGHT - 2 * MARGIN)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{MARGIN}" y="24" font-size="14">Milliseconds of a search (p50) by passages in the store</text>',
    ]
    for power in range(y_from, y_to + 1):
        for ms in (10**power, 2 * 10**power, 5 * 10**power):
            if ms <= 10**y_to:
                parts.append(
                    f'<line x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{y(ms):.1f}" y2="{y(ms):.1f}" stroke="#ddd"/>'
                    f'<text x="{MARGIN - 6}" y="{y(ms) + 4:.1f}" text-anchor="end">{ms:g}</text>'
                )
    for size in sizes:
        parts.append(f'<text x="{x(size):.1f}" y="{HEIGHT - MARGIN + 18}" text-anchor="middle">{size:,}</text>')
    for number, (name, colour) in enumerate(LINES.items()):
        points = [(x(row.passages), y(getattr(row, name))) for row in rows]
        path = " ".join(f"{across:.1f},{up:.1f}" for across, up in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{across:.1f}" cy="{up:.1f}" r="3.5" fill="{colour}"/>' for across, up in points]
        label = name.removesuffix("_p50").replace("search", "whole search")
        parts.append(f'<text x="{MARGIN + 8}" y="{48 + 16 * number}" fill="{colour}">{label}</text>')
    return "\n".join([*parts, "</svg>", ""])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("passages", type=int, nargs="*", default=[20_000, 100_000])
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--seed", type=int, default=20260501)
    parser.add_argument("--home", type=Path, help="a folder to work in, to measure its disk")
    parser.add_argument("--write", action="store_true", help="write results/scale.md and results/scale.svg")
    given = parser.parse_args()
    rows, text = asyncio.run(run(given))
    about = (
        f"{date.today().isoformat()}, commit {commit()}, {machine()}, seed {given.seed}; {given.queries} queries; "
        f"each query's best of 3 rounds; text: {text}"
    )
    report = f"{about}\n\n{table(rows)}"
    print(report)
    if given.write:
        (RESULTS / "scale.md").write_text(f"# Search and ingest as a store grows\n\n{report}\n", encoding="utf-8")
        (RESULTS / "scale.svg").write_text(plot(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
