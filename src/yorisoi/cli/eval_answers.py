"""yorisoi eval answers SET: answers beside the expected ones."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import TypeAdapter

from yorisoi.cli.answering import answering
from yorisoi.cli.documents import need_documents
from yorisoi.cli.measuring import AtLeast, Out, Resume, finish, floors, kept_run, progress, report_of
from yorisoi.cli.options import Chat, Embedding, Groups, Home, Json, settings
from yorisoi.cli.output import console, table
from yorisoi.errors import ConfigError
from yorisoi.evaluation.answer_judge import judging
from yorisoi.evaluation.answer_measures import WITHOUT_JUDGE, nearness
from yorisoi.evaluation.answers import Answered, AnswerSet, load
from yorisoi.evaluation.experiment import Measure, Run, evaluate
from yorisoi.evaluation.run_file import RunFile
from yorisoi.settings import Settings
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
    data = load(questions)
    data = AnswerSet(cases=data.cases[:limit], passed_over=data.passed_over)
    run, kept = asyncio.run(answer_all(questions, data, chosen, frozenset(group or ()), judge, may_ask, out, resume))
    finish(run, report_on(run, questions, data, judge), kept, at_least=floor, as_json=as_json, show=_print)


async def answer_all(
    questions: Path,
    data: AnswerSet,
    chosen: Settings,
    groups: frozenset[str],
    judge: str | None,
    may_ask: bool,
    out: Path | None,
    resume: bool,
) -> tuple[Run, RunFile]:
    """Every question answered with these settings, measured, and kept."""
    async with open_workspace(chosen, new=False) as workspace:
        await need_documents(workspace)
        measures = await measures_over(workspace, data)
        if judge:
            model = chat_model(chosen.model_copy(update={"chat": judge}))
            if model is None:
                raise ConfigError(f"--judge {judge}: name a model, such as openai:MODEL")
            measures |= judging(model)
        holds = await workspace.store.documents.overview(groups)
        kept = kept_run("eval answers", chosen, questions, holds, out, resume, groups=sorted(groups), may_ask=may_ask)
        name = workspace.chat.name if workspace.chat else "none"
        async with answering(workspace, groups=groups, may_ask=may_ask) as system:
            with progress("answer") as on_progress:
                run = await evaluate(
                    system,
                    data.cases,
                    measures,
                    kept=kept,
                    read=read_answered,
                    about={**kept.about, "chat": name},
                    on_progress=on_progress,
                )
    return run, kept


def report_on(run: Run, questions: Path, data: AnswerSet, judge: str | None = None) -> dict[str, Any]:
    """What is told of a run."""
    return {
        **report_of(run, "kind", "language"),
        "data": questions.name,
        "passed_over": data.passed_over,
        "chat": run.about["chat"],
        "judge": judge,
    }


async def measures_over(workspace: Workspace, data: AnswerSet) -> dict[str, Measure]:
    """What can be measured without a judge."""
    measures: dict[str, Measure] = {measure.__name__: measure for measure in WITHOUT_JUDGE}
    if workspace.embedder:
        measures["cosine"] = await nearness(workspace.embedder, data.cases)
    return measures


def _print(report: Mapping[str, Any]) -> None:
    console.print(
        f"{report['data']}: {report['cases']} questions, chat {report['chat']}, judge {report['judge'] or 'none'}"
    )
    rows = {
        name: {"mean": report[name], "low": low, "high": high, "scored": report["scored"][name]}
        for name, (low, high) in report["ci95"].items()
    }
    table(rows, ("mean", "low", "high", "scored"))
    if len(report.get("by_kind", {})) > 1:
        console.print("")
        table(report["by_kind"], tuple(rows))
    if report["passed_over"]:
        console.print(f"{report['passed_over']} questions passed over: nothing is expected of them")
