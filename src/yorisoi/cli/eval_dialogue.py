"""yorisoi eval dialogue FILE...: does every turn of a conversation do what a good colleague would?"""

import asyncio
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from pydantic import TypeAdapter

from yorisoi.cli.answering import did
from yorisoi.cli.measuring import AtLeast, Out, Resume, check_floors, digest, finish, floors, kept_run, progress
from yorisoi.cli.options import Chat, Embedding, Home, Json, settings
from yorisoi.cli.output import console, table
from yorisoi.errors import DataSetError
from yorisoi.evaluation import dialogue as measured
from yorisoi.evaluation.dialogue import Converse, Dialogue, Done, Judged, report
from yorisoi.evaluation.experiment import Case, Row, Run
from yorisoi.evaluation.run_file import RunFile
from yorisoi.evaluation.trivial import Trivial
from yorisoi.settings import Settings
from yorisoi.types import Reply, UserId
from yorisoi.wiring import Workspace, open_workspace

_COLUMNS = ("turns", "conversations", *measured.FIGURES)
_read_done = TypeAdapter(Done).validate_python


def dialogue(
    files: Annotated[list[Path], typer.Argument(help="Conversations, JSON Lines.", metavar="FILE...")],
    home: Home = None,
    chat: Chat = "none",
    embedding: Embedding = None,
    policy: Annotated[Literal["engine", "trivial"], typer.Option(help="What converses.")] = "engine",
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first so many conversations.")] = None,
    out: Out = None,
    resume: Resume = False,
    at_least: AtLeast = None,
    as_json: Json = False,
) -> None:
    """Measure whole conversations over the documents of the store: turns right, conversations without a wrong turn."""
    floor, chosen = floors(at_least), settings(home, chat, embedding)
    check_floors(floor, measured.FIGURES)
    dialogues = [each for file in files for each in measured.load(file)][:limit]
    if len({each.id for each in dialogues}) < len(dialogues):
        raise DataSetError(f"{', '.join(map(str, files))}: two of the files have a conversation of the same id")
    told, run, kept = asyncio.run(_measure(dialogues, files, chosen, policy, out, resume))
    finish(run, told, kept, at_least=floor, as_json=as_json, show=_print)


async def _measure(
    dialogues: list[Dialogue], files: list[Path], chosen: Settings, policy: str, out: Path | None, resume: bool
) -> tuple[dict[str, Any], Run, RunFile]:
    """A conversation is held whole: one that was interrupted begins anew."""
    async with open_workspace(chosen, new=False) as workspace:
        holds = await workspace.store.documents.overview(frozenset())
        also = [digest(file) for file in files[1:]]
        kept = kept_run("eval dialogue", chosen, files[0], holds, out, resume, policy=policy, also=also)
        converse = Trivial(workspace.searcher).converse if policy == "trivial" else engine(workspace)
        judged: list[Judged] = []
        with progress("converse") as on_progress:
            for number, each in enumerate(dialogues):
                on_progress(number, len(dialogues))
                judged += _kept_turns(each, kept) or await _held(each, converse, workspace, kept)
            on_progress(len(dialogues), len(dialogues))
        model = workspace.chat.name if workspace.chat and policy == "engine" else "none"
        rows = tuple(kept.rows()[_id(turn.dialogue, turn.index)] for turn in judged)
    return {"policy": policy, "chat": model, **report(judged)}, Run(rows=rows), kept


async def _held(each: Dialogue, converse: Converse, workspace: Workspace, kept: RunFile) -> list[Judged]:
    """The conversation held, and kept when all of it is done."""
    judged = await measured.hold([each], converse)
    await workspace.assistant.close()  # until the last trace is kept
    for row in [await _row(turn, workspace) for turn in judged]:
        kept.keep(row)
    return judged


def _kept_turns(each: Dialogue, kept: RunFile) -> list[Judged]:
    """The conversation as it was held before; empty when not all of it was kept."""
    rows = [kept.rows().get(_id(each, index)) for index in range(len(each.turns))]
    return [
        Judged(dialogue=each, index=index, done=_read_done(row.output), faults=tuple(row.why["faults"]))
        for index, row in enumerate(rows)
        if row and all(rows)
    ]


def _id(each: Dialogue, index: int) -> str:
    return f"{each.id}-{index + 1}"


async def _row(judged: Judged, workspace: Workspace) -> Row:
    """A turn as the runs keep it."""
    case = Case(
        id=_id(judged.dialogue, judged.index),
        input=judged.line.say,
        expected=judged.line.action,
        labels={"kind": judged.dialogue.kind, "action": judged.line.action},
    )
    done, traces = judged.done, workspace.store.traces
    trace = await traces.load(done.trace_id, UserId(done.session)) if done.trace_id else None
    scores, why = {"turns_right": float(not judged.faults)}, {"faults": list(judged.faults)}
    return Row(case=case, output=done, scores=scores, measured=tuple(scores), why=why, trace=trace)


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
