"""yorisoi eval dialogue FILE...: does every turn of a conversation do what a good colleague would?"""

import asyncio
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from yorisoi.cli.answering import did
from yorisoi.cli.measuring import kept_run
from yorisoi.cli.options import Chat, Embedding, Home, Json, settings
from yorisoi.cli.output import console, print_json, progress_bar, table
from yorisoi.evaluation import dialogue as measured
from yorisoi.evaluation.dialogue import Converse, Dialogue, Done, Judged, report
from yorisoi.evaluation.experiment import Case, Row
from yorisoi.evaluation.trivial import Trivial
from yorisoi.settings import Settings
from yorisoi.types import Reply, UserId
from yorisoi.wiring import Workspace, open_workspace

_COLUMNS = ("turns", "conversations", "turns_right", "conversations_right")


def dialogue(
    files: Annotated[list[Path], typer.Argument(help="Conversations, JSON Lines.", metavar="FILE...")],
    home: Home = None,
    chat: Chat = "none",
    embedding: Embedding = None,
    policy: Annotated[Literal["engine", "trivial"], typer.Option(help="What converses.")] = "engine",
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first so many conversations.")] = None,
    as_json: Json = False,
) -> None:
    """Measure whole conversations over the documents of the store: turns right, conversations without a wrong turn."""
    dialogues = [each for file in files for each in measured.load(file)][:limit]
    told = asyncio.run(_measure(dialogues, files, settings(home, chat, embedding), policy))
    if as_json:
        print_json(told)
    else:
        _print(told)


async def _measure(dialogues: list[Dialogue], files: list[Path], chosen: Settings, policy: str) -> dict[str, Any]:
    async with open_workspace(chosen) as workspace:
        converse = Trivial(workspace.searcher).converse if policy == "trivial" else engine(workspace)
        judged = []
        with progress_bar() as progress:
            task = progress.add_task("converse", total=len(dialogues), detail="")
            for each in dialogues:
                judged += await measured.hold([each], converse)
                progress.advance(task)
        model = workspace.chat.name if workspace.chat and policy == "engine" else "none"
        told = {"policy": policy, "chat": model, **report(judged)}
        await workspace.assistant.close()  # until the last trace is kept
        holds = await workspace.store.documents.overview(frozenset())
        kept = kept_run("eval dialogue", chosen, files[0], holds, None, False, policy=policy, files=len(files))
        for turn in judged:
            kept.keep(await _row(turn, workspace))
        kept.finish(told)
    return {**told, "run": str(kept.path)}


async def _row(judged: Judged, workspace: Workspace) -> Row:
    """A turn as the runs keep it."""
    case = Case(
        id=f"{judged.dialogue.id}-{judged.index + 1}",
        input=judged.line.say,
        expected=judged.line.action,
        labels={"kind": judged.dialogue.kind, "action": judged.line.action},
    )
    done, traces = judged.done, workspace.store.traces
    trace = await traces.load(done.trace_id, UserId(done.session)) if done.trace_id else None
    scores, why = {"turns_right": float(not judged.faults)}, {"faults": list(judged.faults)}
    return Row(case=case, output=judged.done.text, scores=scores, measured=tuple(scores), why=why, trace=trace)


def engine(workspace: Workspace) -> Converse:
    """The turns that a user of the store would meet, each conversation with a user of its own that nobody else has."""
    run = uuid.uuid4().hex[:8]

    async def converse(conversation: str, say: str) -> Done:
        name = f"eval-{run}-{conversation}"
        return done(await workspace.assistant.reply(say, user=UserId(name), session=name))

    return converse


def done(reply: Reply) -> Done:
    """What the reply did, as it is judged."""
    return Done(
        did=did(reply),
        question=reply.question,
        pages=tuple("\n".join((cite.source, cite.title, *cite.section)) for cite in reply.citations),
        choices=tuple(choice.text for choice in reply.choices),
        offered=reply.choices,
        text=reply.text,
        trace_id=reply.trace_id,
        session=reply.session,
    )


def _print(told: Mapping[str, Any]) -> None:
    console.print(f"policy: {told['policy']}, model: {told['chat']}", markup=False)
    table({"all": told, **told["by_kind"], **told["by_action"]}, _COLUMNS)
    console.print("\nfaults: " + ", ".join(f"{fault} {count}" for fault, count in told["faults"].items()), markup=False)
    for each in told["wrong"]:
        console.print(
            f"{each['id']} turn {each['turn']}: {each['say']}\n    {'; '.join(each['faults'])}   {each['trace_id']}\n"
            f"    understood: {each['question']}",
            markup=False,
        )
