"""yorisoi eval answers SET: answers beside the expected ones."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import TypeAdapter

from yorisoi.cli.answering import answering
from yorisoi.cli.asking_models import at_once, closed
from yorisoi.cli.documents import need_documents
from yorisoi.cli.measuring import (
    AtLeast,
    Out,
    Resume,
    check_floors,
    finish,
    floors,
    kept_run,
    progress,
    report_of,
    say_closed,
)
from yorisoi.cli.options import Chat, Embedding, Groups, Home, Json, settings
from yorisoi.cli.output import aside, console, table
from yorisoi.errors import ConfigError
from yorisoi.evaluation import answer_judge, answer_measures
from yorisoi.evaluation.answer_measures import WITHOUT_MODEL, citing, nearness
from yorisoi.evaluation.answers import Answered, AnswerSet, load
from yorisoi.evaluation.degrading import degraded
from yorisoi.evaluation.experiment import Case, Measure, Run, evaluate
from yorisoi.evaluation.run_file import RunFile
from yorisoi.settings import Settings
from yorisoi.types import group_names
from yorisoi.wiring import Workspace, chat_model, open_workspace

MayAsk = Annotated[
    bool, typer.Option("--may-ask", help="Let it ask back, as in a conversation; such a reply is only counted.")
]
Limit = Annotated[int | None, typer.Option(min=1, help="Only the first so many questions.")]
read_answered = TypeAdapter(Answered).validate_python


def answers(
    questions: Annotated[
        Path, typer.Argument(help="Questions with what is expected, JSON Lines or CSV.", metavar="SET")
    ],
    home: Home = None,
    chat: Chat = None,
    embedding: Embedding = None,
    group: Groups = None,
    judge: Annotated[
        str | None, typer.Option(help="Let this model judge facts and citations too.", metavar="MODEL")
    ] = None,
    may_ask: MayAsk = False,
    limit: Limit = None,
    out: Out = None,
    resume: Resume = False,
    at_least: AtLeast = None,
    as_json: Json = False,
) -> None:
    """Measure answers: how near to the expected one, which facts, citations that hold, the right pages, "not found"."""
    floor, chosen = floors(at_least), settings(home, chat, embedding)
    readers = group_names(group or ())
    data = load(questions, groups=readers)
    say_closed(data.closed)
    check_floors(floor, (*answer_measures.FIGURES, *(answer_judge.FIGURES if judge else ())))
    task = Task(
        questions=questions,
        data=replace(data, cases=data.cases[:limit]),
        groups=readers,
        may_ask=may_ask,
        judge=judge,
        out=out,
        resume=resume,
    )
    run, kept = asyncio.run(answer_all(task, chosen))
    finish(run, report_on(run, task), kept, at_least=floor, as_json=as_json, show=_print)


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What is to be answered, and where it is kept."""

    questions: Path
    data: AnswerSet
    groups: frozenset[str]
    """Of the reader."""
    may_ask: bool
    judge: str | None = None
    out: Path | None = None
    resume: bool
    finished_too: bool = False
    """A run that is gone on with may be one that is finished."""


def report_on(run: Run, task: Task) -> dict[str, Any]:
    """What is told of a run."""
    return {
        **report_of(run, "kind", "language"),
        **degraded(run.rows),
        "data": task.questions.name,
        "passed_over": task.data.passed_over,
        "chat": run.about["of"]["model"],
        "judge": task.judge,
    }


async def answer_all(task: Task, chosen: Settings) -> tuple[Run, RunFile]:
    """Every question answered with these settings, measured, and kept."""
    model = chat_model(chosen.model_copy(update={"chat": task.judge})) if task.judge else None
    if task.judge and model is None:
        raise ConfigError(f"--judge {task.judge}: name a model, such as openai:MODEL")
    async with open_workspace(chosen, new=False) as workspace, closed(model):
        await need_documents(workspace)
        measures = await measures_over(workspace, task.data.cases)
        measures |= answer_judge.judging(model) if model else {}
        holds = await workspace.store.documents.overview(task.groups)
        same: dict[str, Any] = {"groups": sorted(task.groups), "may_ask": task.may_ask}
        same["model"] = workspace.chat.name if workspace.chat else "none"
        if model:
            same |= {"judge": model.name, "prompts": answer_judge.VERSION}
        kept = kept_run(
            *("eval answers", chosen, task.questions, holds, task.out, task.resume),
            finished_too=task.finished_too,
            **same,
        )
        for notice in workspace.notices:
            aside.print(notice)
        known = f", {len(kept.rows())} of them answered already" if kept.rows() else ""
        aside.print(f"{len(task.data.cases)} questions, chat model {same['model']}{known}")
        async with answering(workspace, groups=task.groups, may_ask=task.may_ask) as system:
            with progress("answer") as on_progress:
                run = await evaluate(
                    system,
                    task.data.cases,
                    measures,
                    kept=kept,
                    read=read_answered,
                    at_once=at_once(workspace.chat) if workspace.chat else 1,
                    about=kept.about,
                    on_progress=on_progress,
                )
    return run, kept


async def measures_over(workspace: Workspace, cases: Sequence[Case]) -> dict[str, Measure]:
    """What can be measured without a judge."""
    measures: dict[str, Measure] = {measure.__name__: measure for measure in WITHOUT_MODEL}
    measures["citations"] = citing(workspace.embedder)
    if workspace.embedder:
        measures["cosine"] = await nearness(workspace.embedder, cases)
    return measures


def _print(report: Mapping[str, Any]) -> None:
    console.print(
        f"{report['data']}: {report['cases']} questions, chat {report['chat']}, judge {report['judge'] or 'none'}"
    )
    rows = {
        name: {"mean": report[name], "low": low, "high": high, "scored": report["scored"][name]}
        for name, (low, high) in report["ci95"].items()
    }
    if rows:
        table(rows, ("mean", "low", "high", "scored"))
    if len(report.get("by_kind", {})) > 1:
        console.print("")
        table(report["by_kind"], tuple(rows))
    if report["passed_over"]:
        console.print(f"{report['passed_over']} questions passed over: nothing is expected of them")
