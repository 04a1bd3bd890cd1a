"""What a turn costs without the model: p50 and p95 of each step, from the traces that the turns leave in the store.

    python benchmarks/turn.py [--passages 1000 10000] [--rounds 5] [--json] [--profile FILE]
    python benchmarks/turn.py --store DIR [--passages 10000]     over so many passages of a copy of a real store

The store holds the sample handbook, really embedded, and enough other Japanese text to reach the number of passages:
paragraphs of JSQuAD and JaQuAD where ../shared/data has them, otherwise sentences of the handbook drawn by Zipf's law.
The other text has random unit vectors, because embedding 10,000 passages takes many minutes and the search costs the
same; queries are embedded by the real model, which reads utterances and passages as well (`model`, within `interpret`,
`embed`, `weigh` and `answer`).  `cpu` is what the thread of the turn computed itself, which other
processes disturb least.  Every round is one user with a past, and speaks every conversation below.
"""

import argparse
import asyncio
import cProfile
import hashlib
import json
import os
import platform
import random
import re
import shutil
import subprocess
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import nullcontext
from datetime import UTC, date, datetime, timedelta
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from yorisoi.documents import ingest
from yorisoi.ports import NewDocument, NewPassage
from yorisoi.retrieval.catch_up import catch_up
from yorisoi.settings import load_settings
from yorisoi.types import Episode, Language, UserId, in_context
from yorisoi.wiring import Workspace, open_workspace

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"
SHARED = HERE.parent.parent / "shared" / "data"
STEPS = (
    "load",
    "interpret",
    "catch_up",
    "embed",
    "legs",
    "fuse",
    "walk",
    "rerank",
    "weigh",
    "recall",
    "decide",
    "answer",
    "keep",
)
WITH_THE_MODEL = ("embed_queries", "read", "uttered", "answering")
PARAGRAPHS_IN_A_DOCUMENT = 14  # JaQuAD's own mean

CONVERSATIONS = (
    # vague, then a follow-up that leans on it
    ("休暇について教えてください", "子どもの看護休暇は取れるでしょうか"),
    ("経費", "タクシー代の精算はどうすればいいですか"),
    ("出張の手続き", "それは何日前までですか"),
    ("手当はもらえますか", "大阪支社です"),
    ("会議のことで聞きたいのですが", "社外の人と使う会議システムは何がよいですか"),
    ("申請の期限を教えてください", "慶弔見舞金です"),
    ("システムに入れません", "パスワードを忘れました"),
    # clear, then what follows from it
    ("Google共有ドライブにメンバーを追加する方法を教えて", "削除するときは?"),
    ("正社員の年休の繰り越しの上限", "パートの場合はどうですか"),
    ("休職できる期間はどれくらいですか。勤続5年です", "その間の給与は出ますか"),
    # clear
    ("パートで週3日働いています。入って半年たつと有給は何日もらえますか",),
    ("福岡支社の夏休みはいつまでに取ればよいですか",),
    ("娘の結婚式があるのですが、会社の休みは何日もらえるのでしょうか",),
    ("骨髄ドナーになる場合の休み",),
    # a long way to say something vague; a consultation
    (
        "先日お客様のところへ行ったときにかかったお金を会社に請求したいのですが、どのようにすればよいのか教えていただけますか。",
    ),
    ("上司とうまくいかず、毎日会社に行くのがつらいです。誰に相談したらよいですか",),
    # other languages, small talk
    ("我想报销",),
    ("I need to take some time off", "How many days do I get?"),
    ("ありがとうございます",),
)
SPOKEN = tuple(text for conversation in CONVERSATIONS for text in conversation)


# ---------------------------------------------------------------- the store


async def fill(workspace: Workspace, passages: int, articles: Iterator[tuple[str, list[str]]], seed: int) -> None:
    """Top the store up to so many passages."""
    documents = workspace.store.documents
    missing = passages - (await documents.overview(None)).passages
    rng = np.random.default_rng([seed, passages])
    batch: list[NewDocument] = []
    while missing > 0:
        title, paragraphs = next(articles)
        paragraphs = paragraphs[:missing]
        missing -= len(paragraphs)
        batch.append(document(title, paragraphs, unit_vectors(len(paragraphs), rng)))
    for start in range(0, len(batch), 50):
        await documents.put(batch[start : start + 50])


def document(
    title: str, paragraphs: Sequence[str], vectors: NDArray[np.float32], language: Language = "ja"
) -> NewDocument:
    body = hashlib.sha256("\n".join([title, *paragraphs]).encode()).hexdigest()
    return NewDocument(
        source=f"corpus/{body[:16]}.md",
        content_hash=body,
        title=title,
        language=language,
        passages=tuple(
            NewPassage(
                section=(),
                text=text,
                language=language,
                context_hash=hashlib.sha256(in_context(title, (), text).encode()).hexdigest(),
                vector=vector,
            )
            for text, vector in zip(paragraphs, vectors, strict=True)
        ),
    )


def unit_vectors(count: int, rng: np.random.Generator, dimension: int = 384) -> NDArray[np.float32]:
    vectors = rng.normal(size=(count, dimension)).astype(np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def corpus(seed: int) -> tuple[str, Iterator[tuple[str, list[str]]]]:
    """What the other text is, and (title, paragraphs) of it without end."""
    files = [*sorted(SHARED.glob("jsquad/*.json")), *sorted(SHARED.glob("jaquad/**/*.json"))]
    if not files:
        return "synthetic sentences", synthetic(random.Random(seed))
    articles: dict[str, list[str]] = defaultdict(list)
    for file in files:
        for article in json.loads(file.read_text())["data"]:
            articles[article["title"]] += [paragraph["context"] for paragraph in article["paragraphs"]]
    titles = sorted(articles)
    random.Random(seed).shuffle(titles)
    real = [(title, list(dict.fromkeys(articles[title]))) for title in titles]
    return "JSQuAD and JaQuAD paragraphs", chain(real, synthetic(random.Random(seed)))


def synthetic(rng: random.Random) -> Iterator[tuple[str, list[str]]]:
    """Paragraphs of handbook sentences, the r-th of a shuffled list drawn with weight 1 / r."""
    pages = sorted((EXAMPLES / "handbook").rglob("*.md"))
    sentences = [line for page in pages for line in re.findall(r"[^\n。|]{10,}。", page.read_text())]
    rng.shuffle(sentences)
    weights = [1 / rank for rank in range(1, len(sentences) + 1)]
    for number in range(10**9):
        paragraphs = ["".join(rng.choices(sentences, weights, k=8)) for _ in range(PARAGRAPHS_IN_A_DOCUMENT)]
        yield f"社内文書 {number}", paragraphs


async def shrink(workspace: Workspace, passages: int, seed: int) -> None:
    """Take documents out of the store, drawn by chance, until it has no more passages than that."""
    documents = workspace.store.documents
    sources = sorted(await documents.hashes())
    random.Random(seed).shuffle(sources)
    while (surplus := (have := (await documents.overview(None)).passages) - passages) > 0:
        count = max(1, surplus * len(sources) // have)
        await documents.remove(sources[:count])
        sources = sources[count:]


async def past(workspace: Workspace, user: UserId, episodes: int, vectors: NDArray[np.float32]) -> None:
    """Give the user the conversations of earlier days; `vectors` has one row an utterance."""
    began = datetime.now(UTC) - timedelta(days=episodes)
    earlier = [
        Episode(
            id=0,
            user=user,
            session=f"past-{n // 10}",
            turn=n % 10,
            speaker="user",
            text=SPOKEN[n % len(SPOKEN)],
            at=began + timedelta(days=n),
            last_used=began + timedelta(days=n),
            importance=1 + n % 10,
        )
        for n in range(episodes)
    ]
    of_each = [vectors[n % len(SPOKEN)] for n in range(episodes)]
    await workspace.store.episodes.add(user, list(zip(earlier, of_each, strict=True)))


# ---------------------------------------------------------------- the turns


class Stopwatch:
    """Milliseconds that a turn waits for the embedding model: it embeds, and reads utterances and passages."""

    def __init__(self, embedder: Any) -> None:
        self.spent = 0.0
        for name in WITH_THE_MODEL:
            setattr(embedder, name, self._timed(getattr(embedder, name)))

    def _timed(self, method: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def timed(*given: Any) -> Any:
            began = time.perf_counter()
            try:
                return await method(*given)
            finally:
                self.spent += 1000 * (time.perf_counter() - began)

        return timed


async def converse(workspace: Workspace, user: UserId, reading: Stopwatch) -> list[dict[str, float]]:
    """Speak every conversation; milliseconds by step, one row a turn."""
    rows = []
    for number, conversation in enumerate(CONVERSATIONS):
        for text in conversation:
            reading.spent = 0.0
            began, worked = time.perf_counter(), time.thread_time()
            reply = await workspace.assistant.reply(text, user=user, session=f"{user}-{number}")
            replied = time.perf_counter()
            computed = 1000 * (time.thread_time() - worked)
            await workspace.assistant.close()  # what is written afterwards must not weigh on the next turn
            finished = time.perf_counter()
            row = by_step(await workspace.store.traces.load(reply.trace_id, user))
            row["total"] = 1000 * (replied - began)
            row["cpu"] = computed
            row["afterwards"] = 1000 * (finished - replied)
            row["other"] = row["total"] - sum(row.get(step, 0.0) for step in STEPS)
            row["model"] = reading.spent
            row["total_besides_model"] = row["total"] - reading.spent
            rows.append(row)
    return rows


def by_step(trace: dict[str, Any]) -> dict[str, float]:
    """A step that ran twice (a second search) counts with both times."""
    spent: dict[str, float] = defaultdict(float)
    for step in trace["steps"]:
        spent[step["name"]] += 1000 * step["seconds"]
    return spent


def figures(rows: Sequence[dict[str, float]]) -> dict[str, dict[str, float]]:
    """Percentiles over the turns in which a step ran."""
    table = {}
    for step in (*STEPS, "other", "total", "model", "total_besides_model", "cpu", "afterwards"):
        spent = [row[step] for row in rows if step in row]
        if spent:
            p50, p95 = np.percentile(spent, [50, 95])
            table[step] = {"turns": len(spent), "p50_ms": round(float(p50), 2), "p95_ms": round(float(p95), 2)}
    return table


async def run(given: argparse.Namespace, home: Path) -> dict[str, Any]:
    text, articles = corpus(given.seed)
    settings = load_settings(home=home, chat="none")
    report: dict[str, Any] = {
        "date": date.today().isoformat(),
        "commit": commit(),
        "machine": machine(),
        "seed": given.seed,
        "utterances": len(SPOKEN),
        "rounds": given.rounds,
        "past_episodes": given.past,
        "text": f"a copy of {given.store.name}" if given.store else f"sample handbook and {text}",
        "by_passages": {},
    }
    async with open_workspace(settings) as workspace:
        documents, embedder = workspace.store.documents, workspace.embedder
        assert embedder is not None
        if not given.store:
            await documents.bind_embedding(embedder.name, embedder.dimension)
            places = [EXAMPLES / "handbook", EXAMPLES / "faq.csv"]
            await ingest(places, store=documents, embedder=embedder, config=settings.documents)
        spoken = await embedder.embed_passages(SPOKEN)
        reading = Stopwatch(embedder)
        for passages in sorted(given.passages, reverse=bool(given.store)):
            if given.store:
                await shrink(workspace, passages, given.seed)
            else:
                await fill(workspace, passages, articles, given.seed)
            began = time.perf_counter()
            await catch_up(documents, workspace.index)
            indexed_s = time.perf_counter() - began
            users = [UserId(f"user-{passages}-{number}") for number in range(given.rounds + 1)]
            for user in users:
                await past(workspace, user, given.past, spoken)
            await converse(workspace, users[0], reading)  # warm-up: models, dictionaries, page cache
            profile = cProfile.Profile() if given.profile else None
            with profile or nullcontext():
                rows = [row for user in users[1:] for row in await converse(workspace, user, reading)]
            if profile:
                profile.dump_stats(f"{given.profile}.{passages}")
            holds = (await documents.overview(None)).passages
            report["by_passages"][str(passages)] = {
                "passages": holds,
                "index_s": round(indexed_s, 1),
                "by_step": figures(rows),
            }
    return report


# ---------------------------------------------------------------- the report


def commit() -> str:
    told = subprocess.run(
        ["git", "-C", str(HERE), "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    )
    return told.stdout.strip() or "unknown"


def machine() -> str:
    """The class of the machine: cores and CPU model."""
    info = Path("/proc/cpuinfo")
    models = re.findall(r"model name\s*: (.+)", info.read_text()) if info.exists() else []
    return f"{os.cpu_count()} cores, {models[0].strip() if models else platform.processor() or platform.machine()}"


def markdown(report: dict[str, Any]) -> str:
    sizes = report["by_passages"]
    lines = [
        f"{report['date']}, commit {report['commit']}, {report['machine']}, seed {report['seed']}; no chat model; "
        f"{report['utterances']} utterances x {report['rounds']} rounds; "
        f"users with {report['past_episodes']} episodes; {report['text']}",
        "",
        "| step (ms) | " + " | ".join(f"{size} passages: p50 | p95" for size in sizes) + " |",
        "|---|" + "---:|---:|" * len(sizes),
    ]
    steps = dict.fromkeys(step for size in sizes.values() for step in size["by_step"])
    for step in steps:
        cells = [size["by_step"].get(step) for size in sizes.values()]
        values = [f"{cell['p50_ms']:.1f} | {cell['p95_ms']:.1f}" if cell else "- | -" for cell in cells]
        lines.append(f"| {step.replace('_', ' ')} | " + " | ".join(values) + " |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--passages", type=int, nargs="+", default=[1_000, 10_000])
    parser.add_argument("--rounds", type=int, default=5, help="users who speak all conversations, after one to warm up")
    parser.add_argument("--past", type=int, default=200, help="episodes each user has to begin with")
    parser.add_argument("--seed", type=int, default=20260501)
    parser.add_argument("--store", type=Path, metavar="DIR", help="a store of which a copy is measured")
    parser.add_argument("--home", type=Path, help="a folder to work in, to measure its disk")
    parser.add_argument("--profile", metavar="FILE", help="write cProfile's statistics to FILE.PASSAGES")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.home) as home:
        if given.store:
            shutil.copytree(given.store, home, dirs_exist_ok=True)
        report = asyncio.run(run(given, Path(home)))
    print(json.dumps(report, ensure_ascii=False) if given.json else markdown(report))


if __name__ == "__main__":
    main()
