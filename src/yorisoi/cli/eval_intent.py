"""yorisoi eval intent FILE: is it asked back when it should be, and only then?"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import TypeAdapter

from yorisoi.cli.measuring import AtLeast, Out, Resume, finish, floors, kept_run, progress
from yorisoi.cli.options import Chat, Embedding, Home, Json, settings
from yorisoi.cli.output import aside, console, table
from yorisoi.dialogue.clarify.audience import for_reader
from yorisoi.dialogue.clarify.policy import clarification_probability
from yorisoi.errors import BackendUnavailable
from yorisoi.evaluation import intent as measured
from yorisoi.evaluation.experiment import Run, Traced, evaluate
from yorisoi.evaluation.intent import Judged, Utterance, gain, report
from yorisoi.evaluation.run_file import RunFile
from yorisoi.settings import Settings
from yorisoi.tracing import Trace
from yorisoi.types import Action, Turn
from yorisoi.wiring import Workspace, open_workspace

_DECIDING = ("interpret", "weigh", "decide")
"""Steps of the trace that are the decision's own."""
_COLUMNS = ("items", "accuracy", "ask_precision", "ask_recall", "ask_f1", "auc", "ece")


def intent(
    file: Annotated[Path, typer.Argument(help="Utterances labelled ask or search, JSON Lines.")],
    home: Home = None,
    chat: Chat = "none",
    embedding: Embedding = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first so many utterances.")] = None,
    each: Annotated[bool, typer.Option("--each", help="Also give every decision.")] = False,
    out: Out = None,
    resume: Resume = False,
    at_least: AtLeast = None,
    as_json: Json = False,
) -> None:
    """Measure whether it is asked back when it should be, over the documents of the store."""
    least, items = floors(at_least), measured.load(file)[:limit]
    chosen = settings(home, chat, embedding)
    told, run, kept = asyncio.run(_measure(file, items, chosen, each, out, resume, limit))
    finish(run, {"data": file.name, **told}, kept, at_least=least, as_json=as_json, show=_print)


async def _measure(
    file: Path,
    items: Sequence[Utterance],
    chosen: Settings,
    each: bool,
    out: Path | None,
    resume: bool,
    limit: int | None,
) -> tuple[dict[str, Any], Run, RunFile]:
    async with open_workspace(chosen, new=False) as workspace:
        holds = await workspace.store.documents.overview(None)
        if not holds.documents:
            aside.print("the store is empty: decided by the wording alone", markup=False)
        kept = kept_run("eval intent", chosen, file, holds, out, resume, limit=limit)
        decide = _deciding(workspace)
        with progress("decide") as on_progress:
            run = await evaluate(
                lambda asked: decide(asked["question"], items[asked["number"] - 1].history),
                measured.cases(items),
                [measured.right],
                kept=kept,
                read=TypeAdapter(Judged).validate_python,
                about=kept.about,
                on_progress=on_progress,
            )
        pairs = [(item, row.output) for item, row in zip(items, run.rows, strict=True) if row.output]
        if not pairs:
            raise BackendUnavailable(f"nothing could be decided: {run.rows[0].failures['system']}")
        done, judged = [item for item, _ in pairs], [one for _, one in pairs]
        told = {"chat": workspace.chat.name if workspace.chat else "none", **report(done, judged)}
        told["gain"] = await gain(done, judged, _after_choice(workspace))
        told["failed"] = len(run.failed)
    if each:
        told["each"] = [
            {
                "text": item.text,
                "label": "ask" if item.ask else "search",
                "probability": round(one.probability, 3),
                "rule": one.rule,
            }
            for item, one in pairs
        ]
    return told, run, kept


def _deciding(workspace: Workspace) -> Callable[[str, Sequence[Turn]], Awaitable[Traced]]:
    async def decide(text: str, history: Sequence[Turn]) -> Traced:
        trace = Trace()
        turn = await workspace.assistant.consider(text, history=history, trace=trace)
        asked = turn.decision.action is Action.ASK
        offered = workspace.assistant.offered(turn) if asked else ()
        judged = Judged(
            ask=asked,
            probability=clarification_probability(turn.assessment),
            rule=turn.decision.rule,
            kind="consultation" if turn.assessment.is_consultation <= 2 else "question",
            pages=_pages(turn.found.hits),
            choices=offered,
            ms=1000 * sum(step.seconds for step in trace.steps if step.name in _DECIDING),
        )
        return Traced(output=judged, trace=trace.as_json())

    return decide


def _after_choice(workspace: Workspace) -> measured.AfterChoice:
    async def after(item: Utterance, one: Judged, picked: str) -> Sequence[str]:
        now = datetime.now(UTC)
        asked = Turn(speaker="assistant", text="?", at=now, action=Action.ASK, question=item.text, choices=one.choices)
        history = (*item.history, Turn(speaker="user", text=item.text, at=now), asked)
        choice = next(choice for choice in one.choices if choice.text == picked)
        known = {choice.attribute: choice.value or choice.text} if choice.attribute else {}
        found = (await workspace.assistant.consider(picked, history=history)).found
        return _pages(for_reader(found.hits, known, choice))

    return after


def _pages(hits: Sequence[Any]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(hit.passage.document.source for hit in hits))


# ---------------------------------------------------------------- for people


def _print(told: Mapping[str, Any]) -> None:
    console.print(f"{told['data']}: {told['items']} utterances, model: {told['chat']}", markup=False)
    table({"all": told, **told["by_language"], **told["by_kind"]}, _COLUMNS)
    console.print("\nrules: " + ", ".join(f"{rule} {count}" for rule, count in told["by_rule"].items()), markup=False)
    console.print(f"the decision takes {told['p50_ms']} ms (median), besides the search", markup=False)
    if brought := told["gain"]:
        before, after = brought["before"], brought["after"]
        console.print(
            f"asked about {brought['items']} whose page is known: {brought['right_page_offered']:.2f} could pick it; "
            f"recall@5 {before['recall@5']:.2f} before, {after['recall@5']:.2f} after",
            markup=False,
        )
    for one in told.get("each", ()):
        console.print(f"{one['probability']:.2f} {one['label']} {one['rule']} {one['text']}", markup=False)
