"""yorisoi eval memory FILE: how much of the evidence a memory of long conversations brings back."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from yorisoi.cli.eval_retrieval import home_in
from yorisoi.cli.measuring import AtLeast, Out, Resume, finish, floors, kept_run, progress
from yorisoi.cli.options import Chat, Embedding, Home, Json, settings
from yorisoi.cli.output import console
from yorisoi.documents.binding import bind
from yorisoi.evaluation.evidence_recall import DEPTHS, Ranked, report
from yorisoi.evaluation.experiment import Case, Row, Run, Scored, Traced, evaluate
from yorisoi.evaluation.locomo import ANSWERABLE, Conversation, MemoryQuestion, load
from yorisoi.evaluation.memory_answers import Judged, judged, summary
from yorisoi.evaluation.run_file import RunFile
from yorisoi.memory.recollection import RecallQuery
from yorisoi.settings import Settings
from yorisoi.tracing import Trace
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
    out: Out = None,
    resume: Resume = False,
    at_least: AtLeast = None,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Measure how much of the evidence for each question is recalled; with --chat also how good the answers are."""
    least, conversations = floors(at_least), load(file)
    chosen = settings(home, chat or "none", embedding)
    with home_in(keep) as store:
        run, kept = asyncio.run(_measure(file, conversations, chosen, store, limit, out, resume))
    asked = _asked(conversations)
    measured = [_ranked(row, *asked[row.case.id]) for row in run.rows if row.output is not None]
    answers = [_judged(row, asked[row.case.id][1]) for row in run.rows if "answer" in row.why]
    found: dict[str, Any] = {
        "data": file.name,
        "conversations": len(conversations),
        "episodes": sum(len(each.spoken) for each in conversations),
        **report(measured),
        "without_evidence": sum(not question.evidence for each in conversations for question in each.questions),
        "failed": len(run.failed),
        **({"answers": summary(answers)} if answers else {}),
        "settings": {"embedding": chosen.embedding, "turn.recall": chosen.turn.recall},
    }
    finish(run, found, kept, at_least=least, as_json=as_json, show=_print)


Asked = Mapping[str, tuple[Conversation, MemoryQuestion]]
"""By id of the case: every question that has evidence."""


def _asked(conversations: Sequence[Conversation]) -> Asked:
    return {
        f"{conversation.id}-{number}": (conversation, question)
        for conversation in conversations
        for number, question in enumerate(conversation.questions, start=1)
        if question.evidence
    }


async def _measure(
    file: Path,
    conversations: Sequence[Conversation],
    chosen: Settings,
    store: Path,
    limit: int,
    out: Path | None,
    resume: bool,
) -> tuple[Run, RunFile]:
    asked = _asked(conversations)
    async with open_workspace(chosen.model_copy(update={"home": store})) as workspace:
        recalls: dict[str, Recall] = {}
        with progress("remember") as on_progress:
            for number, conversation in enumerate(conversations, start=1):
                await remember(workspace, conversation)
                recalls[conversation.id] = await _recalling(workspace, conversation)
                on_progress(number, len(conversations))

        async def recall(given: Mapping[str, str]) -> Traced:
            conversation, question = asked[given["id"]]
            trace = Trace()
            with trace.step("recall") as step:
                recalled = await recalls[conversation.id](question)
                step.note(question=question.text, recalled=[_told(each, conversation) for each in recalled])
            return Traced(output=_ids(recalled, conversation), trace=trace.as_json())

        async def answer(_: Sequence[str], case: Case) -> Scored | None:
            conversation, question = asked[case.id]
            if workspace.chat is None or case.id not in chosen_ones:
                return None
            said = asdict(await judged(workspace.chat, question, await recalls[conversation.id](question)))
            del said["question"]
            scores = {} if said["failure"] else {name: said[name] for name in ("strict", "lenient", "f1")}
            return Scored(scores=scores, why={"answer": said})

        chosen_ones = _spread(asked, limit)
        kept = kept_run("eval memory", chosen, file, None, out, resume, limit=limit if workspace.chat else None)
        with progress("recall") as on_progress:
            run = await evaluate(
                recall,
                [_case(id_, *of) for id_, of in asked.items()],
                {"recall": _found, "answer": answer} if workspace.chat else {"recall": _found},
                kept=kept,
                read=tuple,
                about=kept.about,
                on_progress=on_progress,
            )
    return run, kept


def _case(id_: str, conversation: Conversation, question: MemoryQuestion) -> Case:
    return Case(
        id=id_,
        input={"id": id_, "question": question.text},
        expected={"answer": question.answer, "evidence": question.evidence},
        labels={"conversation": conversation.id, "kind": question.category},
    )


def _found(ranking: Sequence[str], case: Case) -> dict[str, float]:
    """Adversarial questions count in figures of their own: their evidence is what they twist."""
    evidence, kind = set(case.expected["evidence"]), case.labels["kind"]
    beside = "" if kind in ANSWERABLE else f" {kind}"
    return {f"recall@{k}{beside}": len(evidence & set(ranking[:k])) / len(evidence) for k in DEPTHS}


def _ranked(row: Row, conversation: Conversation, question: MemoryQuestion) -> Ranked:
    return Ranked(conversation=conversation.id, question=question, ranking=row.output, ms=1000 * row.seconds)


def _judged(row: Row, question: MemoryQuestion) -> Judged:
    return Judged(question=question, **row.why["answer"])


def _spread(asked: Asked, most: int) -> frozenset[str]:
    """At most so many answerable questions: of every conversation as many, taken evenly from its list."""
    by_conversation: dict[str, list[str]] = {}
    for id_, (conversation, question) in asked.items():
        if question.category in ANSWERABLE and question.answer:
            by_conversation.setdefault(conversation.id, []).append(id_)
    found: list[str] = []
    for ids in by_conversation.values():
        share = most // len(by_conversation) + (len(found) < most % len(by_conversation))
        found += ids[:: max(1, len(ids) // share)][:share] if share else []
    return frozenset(found)


async def remember(workspace: Workspace, conversation: Conversation) -> None:
    """Take a conversation in, as one user's memory; nothing is taken in twice."""
    user, store = UserId(conversation.id), workspace.store
    if workspace.embedder:
        await bind(store.documents, workspace.embedder)
    if not (await store.episodes.all(user))[0]:
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


async def _recalling(workspace: Workspace, conversation: Conversation) -> Recall:
    """What a conversation's memory recalls for a question; the questions are embedded beforehand, all at once."""
    questions = [question.text for question in conversation.questions]
    vectors: Mapping[str, Any] = {}
    if workspace.embedder and questions:
        vectors = dict(zip(questions, await workspace.embedder.embed_queries(questions), strict=True))

    async def recall(question: MemoryQuestion) -> list[Recalled]:
        vector = vectors.get(question.text)
        asked = RecallQuery(question=question.text, language="en", vector=vector, now=conversation.ended)
        return await workspace.assistant.memory.rank(UserId(conversation.id), asked, max(DEPTHS))

    return recall


def _ids(recalled: Sequence[Recalled], conversation: Conversation) -> tuple[str, ...]:
    """What is recalled, by its published ids."""
    ids = {(each.session, each.index): each.id for each in conversation.spoken}
    return tuple(ids[memory.episode.session, memory.episode.turn] for memory in recalled)


def _told(memory: Recalled, conversation: Conversation) -> dict[str, Any]:
    [id_] = _ids([memory], conversation)
    return {"id": id_, "score": memory.score, "text": memory.episode.text, "why": memory.why}


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
