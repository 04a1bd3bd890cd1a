"""yorisoi eval users FILE...: do simulated users get what they came for?"""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import TypeAdapter

from yorisoi.cli.documents import need_documents
from yorisoi.cli.eval_dialogue import done
from yorisoi.cli.measuring import AtLeast, Out, Resume, digest, finish, floors, kept_run, progress, report_of
from yorisoi.cli.options import Chat, Embedding, Home, Json, settings
from yorisoi.cli.output import console, table
from yorisoi.errors import ConfigError
from yorisoi.evaluation.dialogue import Converse, Done
from yorisoi.evaluation.experiment import Run, Traced, evaluate
from yorisoi.evaluation.played_users import playing
from yorisoi.evaluation.run_file import RunFile
from yorisoi.evaluation.trivial import Trivial
from yorisoi.evaluation.users import User, Visit, cases, load, outcomes, visit
from yorisoi.ports import ChatModel
from yorisoi.settings import Settings
from yorisoi.types import UserId
from yorisoi.wiring import Workspace, apart, chat_model, open_workspace

COLUMNS = (
    *("goals_reached", "turns", "extra_turns", "cited_first"),
    *("questions_needed", "questions_needless", "gave_up", "thanks_met"),
)
_LABELS = ("persona", "language", "begins")
_read_visit = TypeAdapter(Visit).validate_python


def users(
    files: Annotated[list[Path], typer.Argument(help="Users, JSON Lines.", metavar="FILE...")],
    home: Home = None,
    chat: Chat = "none",
    embedding: Embedding = None,
    user_model: Annotated[
        str | None, typer.Option(help="Let this model play the users, rather than rules.", metavar="MODEL")
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first so many users.")] = None,
    out: Out = None,
    resume: Resume = False,
    at_least: AtLeast = None,
    as_json: Json = False,
) -> None:
    """Measure conversations with simulated users who react: goals reached, turns, questions back, who gave up."""
    floor, chosen = floors(at_least), settings(home, chat, embedding)
    described = [each for file in files for each in load(file)][:limit]
    player = None
    if user_model:
        player = chat_model(chosen.model_copy(update={"chat": user_model}))
        if player is None:
            raise ConfigError(f"--user-model {user_model}: name a model, such as openai:MODEL")
    run, beside, kept = asyncio.run(_measure(files, described, chosen, player, out, resume))
    report = {**report_on(run, beside), "user_model": player.name if player else "none"}
    finish(run, report, kept, at_least=floor, as_json=as_json, show=_print)


async def _measure(
    files: Sequence[Path],
    described: Sequence[User],
    chosen: Settings,
    player: ChatModel | None,
    out: Path | None,
    resume: bool,
) -> tuple[Run, Run, RunFile]:
    async with open_workspace(chosen, new=False) as workspace:
        await need_documents(workspace)
        holds = await workspace.store.documents.overview(frozenset())
        also = [digest(file) for file in files[1:]]
        played_by = player.name if player else "rules"
        kept = kept_run("eval users", chosen, files[0], holds, out, resume, also=also, users=played_by)
        with progress("converse") as on_progress:
            run, beside = await visited(workspace, described, player, kept=kept, on_progress=on_progress)
    return run, beside, kept


async def visited(
    workspace: Workspace, described: Sequence[User], player: ChatModel | None = None, **options: Any
) -> tuple[Run, Run]:
    """(the engine's run, the trivial policy's), every user's conversation apart from all others."""
    async with apart(workspace) as (assistant, store):

        async def converse(name: str, say: str) -> Done:
            return done(await assistant.reply(say, user=UserId(name), session=name))

        async def meet(user: User) -> Traced:
            made = await _met(user, converse, player)
            await assistant.close()  # until the traces are kept
            turns = [await store.traces.load(each.done.trace_id, UserId(user.id)) for each in made.exchanges]
            return Traced(output=made, trace={"turns": turns})

        name = workspace.chat.name if workspace.chat else "none"
        run = await evaluate(meet, cases(described), [outcomes], read=_read_visit, about={"chat": name}, **options)
    trivial = Trivial(workspace.searcher)
    beside = await evaluate(lambda user: _met(user, trivial.converse, None), cases(described), [outcomes])
    return run, beside


async def _met(user: User, converse: Converse, player: ChatModel | None) -> Visit:
    return await visit(user, converse, playing(user, player) if player else None)


def report_on(run: Run, beside: Run) -> dict[str, Any]:
    """What is told of a run, with that of the trivial policy and why users left."""
    left = [row.output.left for row in run.rows if row.output]
    return {
        **report_of(run, *_LABELS),
        "left": {why: left.count(why) for why in dict.fromkeys(left)},
        "trivial": report_of(beside, *_LABELS),
        "chat": run.about["chat"],
    }


def _print(report: Mapping[str, Any]) -> None:
    console.print(f"{report['cases']} users, chat {report['chat']}, played by {report['user_model']}", markup=False)
    table(_rows(report), COLUMNS)
    console.print("\nthe trivial policy:")
    table(_rows(report["trivial"]), COLUMNS)
    console.print("\nleft: " + ", ".join(f"{why} {count}" for why, count in report["left"].items()), markup=False)


def _rows(report: Mapping[str, Any]) -> dict[str, Any]:
    return {"all": report, **{name: part for label in _LABELS for name, part in report[f"by_{label}"].items()}}
