"""Memory: evidence recall on LoCoMo, personas in Japanese, time and growth; peers on the same vectors.

    python benchmarks/memory.py locomo   ../shared/data/locomo/locomo.json [--peers mem0 llamaindex_memory]
    python benchmarks/memory.py personas ../shared/data/real_persona_chat [--peers ...]
    python benchmarks/memory.py speed    [--others 1000000]

`locomo` recalls with the settings as they are, with each of the three parts alone, and with parts of relevance left
out.  `personas` feeds people's chats in time order and asks for what their persona sentences say, against utterances
judged by reading: see personas.py.  `speed` fills a store with random vectors.  Stores of the first two are kept in
--keep, so that nothing is embedded twice.
"""

import argparse
import asyncio
import itertools
import json
import os
import platform
import re
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

import personas
from peers import driver
from yorisoi.backends.store import sessions
from yorisoi.cli.eval_memory import remember
from yorisoi.evaluation.evidence_recall import Ranked, rank_all, report
from yorisoi.evaluation.locomo import Conversation, MemoryQuestion, load
from yorisoi.memory.recall import RecallConfig
from yorisoi.memory.recollection import RecallQuery, Recollection
from yorisoi.memory.relevance import Weights
from yorisoi.memory.words import in_person, words_of
from yorisoi.memory_ports import Settled
from yorisoi.settings import load_settings
from yorisoi.types import Episode, Language, Turn, UserId
from yorisoi.wiring import Workspace, open_workspace

HERE = Path(__file__).parent
ALL = RecallConfig()
NOTHING = {"recency_weight": 0.0, "importance_weight": 0.0, "relevance_weight": 0.0}
SETTINGS = {
    "all": ALL,
    "relevance only": replace(ALL, **(NOTHING | {"relevance_weight": 1.0})),
    "recency only": replace(ALL, **(NOTHING | {"recency_weight": 1.0})),
    "importance only": replace(ALL, **(NOTHING | {"importance_weight": 1.0})),
    "all three equal, as in Generative Agents": replace(ALL, recency_weight=1.0, importance_weight=1.0),
    "without what answers inherit": replace(ALL, weights=Weights(answers=0.0)),
    "without words": replace(ALL, weights=Weights(words=0.0)),
    "without speakers": replace(ALL, weights=Weights(speaker=0.0)),
    "without time": replace(ALL, weights=Weights(time=0.0)),
}
GRID = [
    replace(ALL, recency_weight=recency, importance_weight=importance, weights=Weights(words=words, answers=answers))
    for recency in (0.0, 0.05)
    for importance in (0.0, 0.05)
    for words in (0.5, 0.7, 1.0)
    for answers in (0.4, 0.6, 0.8)
]
PERSONA_SETTINGS = ("all", "relevance only", "without what answers inherit", "without words")


# ---------------------------------------------------------------- LoCoMo


async def locomo(given: argparse.Namespace) -> dict[str, Any]:
    conversations = load(given.data)
    rows: dict[str, Any] = {}
    async with open_workspace(load_settings(home=given.keep / "locomo", chat="none")) as workspace:
        vectors = {}
        for conversation in conversations:
            await remember(workspace, conversation)
            vectors[conversation.id] = await questions_of(workspace, conversation)
        for name, config in SETTINGS.items():
            rows[name] = report(await ranked(workspace, conversations, vectors, config))
        found = {"rows": rows}
        if given.cross_validate:
            found["held_out"] = await held_out(workspace, conversations, vectors)
        for peer in given.peers:
            rows |= {name: report(of) for name, of in (await of_peer(workspace, conversations, vectors, peer)).items()}
    return found


async def questions_of(workspace: Workspace, conversation: Conversation) -> Any:
    assert workspace.embedder is not None
    return await workspace.embedder.embed_queries([question.text for question in conversation.questions])


async def ranked(
    workspace: Workspace,
    conversations: Sequence[Conversation],
    vectors: Mapping[str, Any],
    config: RecallConfig,
    language: Language = "en",
) -> list[Ranked]:
    memory = Recollection(workspace.store.episodes, workspace.store.persona, config)
    found: list[Ranked] = []
    for conversation in conversations:
        await memory.mind(UserId(conversation.id))  # what is read once is in no question's time
        found += await rank_all(conversation, ranking_by(memory, conversation, vectors[conversation.id], language))
    return found


def ranking_by(memory: Recollection, conversation: Conversation, vectors: Any, language: Language) -> Any:
    ids = {(each.session, each.index): each.id for each in conversation.spoken}
    rows = {question.text: row for row, question in enumerate(conversation.questions)}

    async def rank(_: Conversation, question: MemoryQuestion) -> list[str]:
        vector = vectors[rows[question.text]]
        asked = RecallQuery(question=question.text, language=language, vector=vector, now=conversation.ended)
        recalled = await memory.rank(UserId(conversation.id), asked, 10)
        return [ids[each.episode.session, each.episode.turn] for each in recalled]

    return rank


async def held_out(
    workspace: Workspace, conversations: Sequence[Conversation], vectors: Mapping[str, Any]
) -> dict[str, Any]:
    """Weights chosen on all conversations but one, measured on that one."""
    scores = []
    for config in GRID:
        found = await ranked(workspace, conversations, vectors, config)
        scores.append({name: [row for row in found if row.conversation == name] for name in vectors})
    chosen, measured = {}, []
    for name in vectors:

        def elsewhere(each: Mapping[str, list[Ranked]], left_out: str = name) -> float:
            return recall_of([row for other, rows in each.items() if other != left_out for row in rows])

        best = max(range(len(GRID)), key=lambda at: elsewhere(scores[at]))
        chosen[name] = {
            "recency": GRID[best].recency_weight,
            "importance": GRID[best].importance_weight,
            "words": GRID[best].weights.words,
            "answers": GRID[best].weights.answers,
        }
        measured += scores[best][name]
    return {"chosen": chosen, **report(measured)}


def recall_of(rows: Sequence[Ranked]) -> float:
    return float(np.mean([row.recall(10) for row in rows if row.question.category != "adversarial"]))


async def of_peer(
    workspace: Workspace, conversations: Sequence[Conversation], vectors: Mapping[str, Any], peer: str
) -> dict[str, list[Ranked]]:
    """A peer on the same texts and vectors, by its name; each conversation is a memory of its own."""
    found: dict[str, list[Ranked]] = {}
    seconds: Counter[str] = Counter()
    for conversation in conversations:
        episodes, stored = await workspace.store.episodes.all(UserId(conversation.id))
        assert stored is not None
        texts = [in_person(episode) for episode in episodes]
        ids = {(each.session, each.index): each.id for each in conversation.spoken}
        with tempfile.TemporaryDirectory() as folder:
            questions = [question.text for question in conversation.questions]
            driver.write(Path(folder), texts, stored, questions, vectors[conversation.id])
            for outcome in driver.run(peer, Path(folder)):
                name = f"{outcome.peer} {outcome.version}, {outcome.setting}"
                seconds[name] += outcome.index_s
                for question, ranking, ms in zip(conversation.questions, outcome.ranking, outcome.ms, strict=True):
                    if question.evidence:
                        spoken = tuple(ids[episodes[at].session, episodes[at].turn] for at in ranking)
                        row = Ranked(conversation=conversation.id, question=question, ranking=spoken, ms=ms)
                        found.setdefault(name, []).append(row)
    utterances = sum(len(each.spoken) for each in conversations)
    return {f"{name}; {1000 * seconds[name] / utterances:.1f} ms a write": rows for name, rows in found.items()}


# ---------------------------------------------------------------- personas


async def of_personas(given: argparse.Namespace) -> dict[str, Any]:
    """Sentences of which no judged utterance says it cannot be asked for; they are counted apart."""
    people = personas.people(given.data)[: given.people]
    asked = [Conversation(id=each.id, spoken=each.spoken, questions=personas.evident(each)) for each in people]
    found: dict[str, list[Ranked]] = {}
    async with open_workspace(load_settings(home=given.keep / "personas", chat="none")) as workspace:
        vectors = {}
        for conversation in asked:
            await remember(workspace, conversation)
            vectors[conversation.id] = await questions_of(workspace, conversation)
        for name in PERSONA_SETTINGS:
            found[name] = await ranked(workspace, asked, vectors, SETTINGS[name], "ja")
        found["cosine"] = await by_cosine(workspace, asked, vectors, own=False)
        found["cosine over the person's own words"] = await by_cosine(workspace, asked, vectors, own=True)
        for peer in given.peers:
            found |= await of_peer(workspace, asked, vectors, peer)
    ours = found["all"]
    return {
        "people": len(people),
        "utterances": sum(len(each.spoken) for each in people),
        "sentences": sum(len(each.sentences) for each in people),
        "asked": len(ours),
        "rows": {name: personas.report(rows) for name, rows in found.items()},
        "all against": {name: personas.against(ours, rows) for name, rows in found.items() if rows is not ours},
        "junk": personas.junk(given.data),
    }


async def by_cosine(
    workspace: Workspace, asked: Sequence[Conversation], vectors: Mapping[str, Any], *, own: bool
) -> list[Ranked]:
    """What any plain vector memory finds, and what it would find if it left out what others said."""
    found: list[Ranked] = []
    for conversation in asked:
        mind = await workspace.assistant.memory.mind(UserId(conversation.id))
        said = np.flatnonzero(mind.spoken_by(frozenset({"user"}))) if own else np.arange(len(mind))
        for question, vector in zip(conversation.questions, vectors[conversation.id], strict=True):
            began = time.perf_counter()
            order = said[np.argsort(-mind.plain_cosines(vector, said.tolist()), kind="stable")[:10]]
            ms = 1000 * (time.perf_counter() - began)
            spoken = tuple(f"{mind.episodes[row].session}:{mind.episodes[row].turn}" for row in order)
            found.append(Ranked(conversation=conversation.id, question=question, ranking=spoken, ms=ms))
    return found


# ---------------------------------------------------------------- time and growth


async def speed(given: argparse.Namespace) -> dict[str, Any]:
    report_: dict[str, Any] = {}
    for others in (0, given.others):
        with tempfile.TemporaryDirectory(dir=given.keep) as home:
            await filled(Path(home), others)
            report_[f"with {others:,} episodes of others"] = await timed_in(Path(home))
    return report_


NOW = datetime(2026, 4, 1, tzinfo=UTC)
ME = UserId("me")
MINE, ROUNDS = 10_000, 1_000
"""Mine lie as they come to lie when many people talk to one store: a few of mine, many of others, and so on."""


async def filled(home: Path, others: int) -> None:
    """Those of others are settled without words, which nobody reads."""
    rng = np.random.default_rng(13)
    utterances = questions()
    async with open_workspace(load_settings(home=home, chat="none", embedding="none")) as workspace:
        store = workspace.store
        await store.documents.bind_embedding("random", 384)
        for number in range(ROUNDS):
            await settled(store, ME, MINE // ROUNDS, number, utterances, rng)
            if others:
                user = UserId(f"other-{number}")
                await store.episodes.add(user, list(made(user, others // ROUNDS, number, utterances, rng)))


async def timed_in(home: Path) -> dict[str, Any]:
    """By a process that has read nothing yet."""
    async with open_workspace(load_settings(home=home, chat="none", embedding="none")) as workspace:
        store, memory = workspace.store, workspace.assistant.memory
        query = unit(np.random.default_rng(14), 1)[0]
        asked = itertools.cycle(
            [RecallQuery(question=each, language="ja", vector=query, now=NOW) for each in questions()]
        )
        await store.episodes.revision(ME)
        return {
            "megabytes": round((home / "yorisoi.db").stat().st_size / 1e6),
            "first read of 10,000 episodes, ms": await timed(
                lambda: Recollection(store.episodes, store.persona).mind(ME), 5
            ),
            "recall p50, p95, ms": await timed(lambda: memory.recall(ME, next(asked))),
            "write a turn p50, p95, ms": await timed(lambda: say(store, "s")),
            "write a turn without its episodes p50, p95, ms": await without_episodes(lambda: say(store, "t")),
        }


async def without_episodes(call: Callable[[], Any]) -> Any:
    """What it takes when the session alone keeps the turn."""

    async def nothing(*_: Any, **__: Any) -> Any:
        return 0

    with (
        mock.patch.object(sessions, "insert_episodes", nothing),
        mock.patch.object(sessions.revisions, "begin", nothing),
    ):
        return await timed(call)


def questions() -> list[str]:
    return [each["text"] for each in lines_of(HERE.parent / "examples" / "utterances.jsonl")]


async def settled(
    store: Any, user: UserId, count: int, number: int, texts: Sequence[str], rng: np.random.Generator
) -> None:
    """Episodes as they are some time after they were said."""
    episodes = list(made(user, count, number, texts, rng))
    ids = await store.episodes.add(user, [(episode, None) for episode, _ in episodes])
    done = [
        Settled(episode=id_, importance=5, vector=vector, terms=words_of(episode))
        for id_, (episode, vector) in zip(ids, episodes, strict=True)
    ]
    assert await store.episodes.settle(user, done, await store.episodes.revision(user))


def made(
    user: UserId, count: int, session: int, texts: Sequence[str], rng: np.random.Generator
) -> Iterator[tuple[Episode, np.ndarray]]:
    for turn, vector in enumerate(unit(rng, count)):
        at = NOW - timedelta(hours=ROUNDS - session, seconds=-turn)
        told = f"{texts[(session * count + turn) % len(texts)]} {session}-{turn}"
        yield (
            Episode(
                id=0,
                user=user,
                session=f"s{session}",
                turn=turn,
                speaker="user",
                text=told,
                at=at,
                last_used=at,
                importance=1 + turn % 10,
            ),
            vector,
        )


def unit(rng: np.random.Generator, count: int) -> np.ndarray:
    vectors = rng.normal(size=(count, 384)).astype(np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def lines_of(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


async def say(store: Any, session: str) -> None:
    spoken = [Turn(speaker="user", text="経費の話です", at=NOW), Turn(speaker="assistant", text="はい", at=NOW)]
    await store.sessions.append(ME, session, spoken)


async def timed(call: Callable[[], Any], rounds: int = 200) -> dict[str, list[float]]:
    """[p50, p95] in milliseconds: by the clock, and of processor time, which a busy machine does not lengthen."""
    spent, busy = [], []
    for _ in range(rounds):
        began, worked = time.perf_counter(), time.process_time()
        await call()
        spent.append(1000 * (time.perf_counter() - began))
        busy.append(1000 * (time.process_time() - worked))
    by_clock, by_processor = ([round(float(np.percentile(each, p)), 2) for p in (50, 95)] for each in (spent, busy))
    return {"clock": by_clock, "processor": by_processor}


# ---------------------------------------------------------------- the report


def heading() -> str:
    told = subprocess.run(
        ["git", "-C", str(HERE), "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    )
    info = Path("/proc/cpuinfo")
    models = re.findall(r"model name\s*: (.+)", info.read_text()) if info.exists() else []
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    machine = models[0] if models else platform.machine()
    return f"{date.today()}, commit {told.stdout.strip()}, {os.cpu_count()} cores, {machine}, load {load}"


def table(rows: Mapping[str, Mapping[str, Any]]) -> str:
    lines = [
        "| | R@5 | R@10 | multi-hop | temporal | open-domain | single-hop | p50 ms |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for name, row in rows.items():
        by = row["by_category"]
        cells = [f"{row['recall@5']:.3f}", f"{row['recall@10']:.3f}"]
        kinds = ("multi-hop", "temporal", "open-domain", "single-hop")
        cells += [f"{by[kind]['recall@10']:.3f}" if kind in by else "-" for kind in kinds]
        cells.append(f"{row['p50_ms']:.1f}")
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=("locomo", "personas", "speed"))
    parser.add_argument("data", type=Path, nargs="?", help="the file, or the folder, of the data set")
    parser.add_argument("--peers", nargs="*", default=[], help="mem0, llamaindex_memory")
    parser.add_argument("--cross-validate", action="store_true", help="choose weights on three conversations of four")
    parser.add_argument("--people", type=int, default=25, help="of whom personas are asked for; mem0 takes its time")
    parser.add_argument("--others", type=int, default=1_000_000)
    parser.add_argument("--keep", type=Path, default=Path("~/.cache/yorisoi/bench-memory").expanduser())
    given = parser.parse_args()
    given.keep.mkdir(parents=True, exist_ok=True)
    found = asyncio.run({"locomo": locomo, "personas": of_personas, "speed": speed}[given.part](given))
    print(f"{heading()}\n")
    if given.part == "locomo":
        print(table(found.pop("rows")))
    print(json.dumps(found, ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()
