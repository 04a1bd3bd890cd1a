"""yorisoi eval memory FILE: how much of the evidence a memory of long conversations brings back."""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from yorisoi.cli.options import Chat, Embedding, Json, settings
from yorisoi.cli.output import console, print_json, progress_bar
from yorisoi.evaluation.evidence_recall import DEPTHS, Rank, Ranked, rank_all, report
from yorisoi.evaluation.locomo import ANSWERABLE, Conversation, MemoryQuestion, load
from yorisoi.evaluation.memory_answers import Judged, judged, summary
from yorisoi.settings import Settings
from yorisoi.types import Episode, Recalled, UserId
from yorisoi.wiring import Workspace, open_workspace


def memory(
    file: Annotated[Path, typer.Argument(help="One or several conversations in LoCoMo's format.")],
    chat: Chat = None,
    limit: Annotated[int, typer.Option(min=1, help="Questions answered and judged at most, with a chat model.")] = 20,
    embedding: Embedding = None,
    keep: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Keep the store in this folder for the next run."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure how much of the evidence for each question is recalled; with --chat also how good the answers are."""
    conversations = load(file)
    with _home(keep) as home:
        chosen = settings(home, chat or "none", embedding)
        measured, judgements = asyncio.run(_measure(conversations, chosen, limit))
    found: dict[str, Any] = {
        "data": file.name,
        "conversations": len(conversations),
        "episodes": sum(len(each.spoken) for each in conversations),
        **report(measured),
        "without_evidence": sum(not question.evidence for each in conversations for question in each.questions),
        **({"answers": summary(judgements)} if judgements else {}),
        "settings": {"embedding": chosen.embedding, "turn.recall": chosen.turn.recall},
    }
    if as_json:
        print_json(found)
    else:
        _print(found)


@contextmanager
def _home(keep: Path | None) -> Iterator[Path]:
    if keep:
        yield keep
        return
    with tempfile.TemporaryDirectory(prefix="yorisoi-eval-") as home:
        yield Path(home)


async def _measure(
    conversations: Sequence[Conversation], chosen: Settings, limit: int
) -> tuple[list[Ranked], list[Judged]]:
    measured: list[Ranked] = []
    judgements: list[Judged] = []
    with progress_bar() as progress:
        bar = progress.add_task("remember and recall", total=len(conversations), detail="")
        async with open_workspace(chosen) as workspace:
            for conversation in conversations:
                progress.update(bar, detail=conversation.id)
                await remember(workspace, conversation)
                recall = await recalling(workspace, conversation)
                measured += await rank_all(conversation, naming(conversation, recall))
                if workspace.chat:
                    most = limit // len(conversations) + (len(judgements) < limit % len(conversations))
                    judgements += [
                        await judged(workspace.chat, question, await recall(question))
                        for question in spread(conversation.questions, most)
                    ]
                progress.advance(bar)
    return measured, judgements


def spread(questions: Sequence[MemoryQuestion], most: int) -> list[MemoryQuestion]:
    """At most so many answerable questions, taken evenly from the whole list."""
    answerable = [each for each in questions if each.category in ANSWERABLE and each.answer and each.evidence]
    step = max(1, len(answerable) // most) if most else 1
    return answerable[::step][:most]


async def remember(workspace: Workspace, conversation: Conversation) -> None:
    """Take a conversation in, as one user's memory; nothing is taken in twice."""
    user, store = UserId(conversation.id), workspace.store
    if workspace.embedder:
        await store.documents.bind_embedding(workspace.embedder.name, workspace.embedder.dimension)
    if not await store.episodes.revision(user):
        spoken = [
            Episode(
                id=0,
                user=user,
                session=each.session,
                turn=each.index,
                speaker=each.speaker,
                text=each.text,
                at=each.at,
                last_used=each.at,
                importance=1,
            )
            for each in conversation.spoken
        ]
        await store.episodes.add(user, [(episode, None) for episode in spoken])
    await workspace.assistant.settle(user)


Recall = Callable[[MemoryQuestion], Awaitable[list[Recalled]]]


async def recalling(workspace: Workspace, conversation: Conversation) -> Recall:
    """What a conversation's memory recalls for a question; the questions are embedded beforehand, all at once."""
    questions = [question.text for question in conversation.questions]
    vectors: Mapping[str, Any] = {}
    if workspace.embedder and questions:
        vectors = dict(zip(questions, await workspace.embedder.embed_queries(questions), strict=True))

    async def recall(question: MemoryQuestion) -> list[Recalled]:
        return await workspace.assistant.memory.rank(
            UserId(conversation.id), question.text, "en", vectors.get(question.text), conversation.ended, max(DEPTHS)
        )

    return recall


def naming(conversation: Conversation, recall: Recall) -> Rank:
    """What is recalled, by its published ids."""
    ids = {(each.session, each.index): each.id for each in conversation.spoken}

    async def rank(_: Conversation, question: MemoryQuestion) -> list[str]:
        return [ids[memory.episode.session, memory.episode.turn] for memory in await recall(question)]

    return rank


def _print(found: Mapping[str, Any]) -> None:
    console.print(
        f"{found['data']}: {found['episodes']} episodes of {found['conversations']} conversations, "
        f"embedding {found['settings']['embedding']}",
        markup=False,
    )
    rows = {"categories 1-4": found, **{f"  {name}": row for name, row in found["by_category"].items()}}
    width = max(map(len, rows))
    console.print(f"{'':{width}}  questions  recall@5  recall@10")
    for name, row in rows.items():
        five, ten = (f"{row[f'recall@{k}']:.4f}" for k in DEPTHS)
        console.print(f"{name:{width}}  {row['questions']:9}  {five:>8}  {ten:>9}", markup=False)
    if answers := found.get("answers"):
        console.print(
            f"{answers['judged']} answers judged right: {answers['strict']} strictly, {answers['lenient']} leniently; "
            f"F1 {answers['f1']}; {answers['failed']} failed",
            markup=False,
        )
    console.print(f"recall takes {found['p50_ms']} ms (p50), {found['p95_ms']} ms (p95)", markup=False)
