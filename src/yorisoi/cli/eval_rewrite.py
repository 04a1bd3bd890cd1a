"""yorisoi eval rewrite FILE: follow-ups become questions that stand alone; how well?"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import TypeAdapter

from yorisoi.backends.store.open import FILE
from yorisoi.cli.eval_retrieval import home_in
from yorisoi.cli.measuring import AtLeast, Out, Resume, finish, floors, kept_run, progress
from yorisoi.cli.options import Chat, Embedding, Home, Json, settings
from yorisoi.cli.output import aside, console, table
from yorisoi.errors import BackendUnavailable
from yorisoi.evaluation import followups
from yorisoi.evaluation.experiment import Case, Run, Traced, evaluate
from yorisoi.evaluation.followups import FollowUp
from yorisoi.evaluation.intent import asked_back
from yorisoi.evaluation.measuring import documents_of
from yorisoi.evaluation.rewriting import (
    DEPTH,
    Rewrite,
    Rewritten,
    Search,
    cases,
    of_one,
    report,
    retrieval,
    standalone,
)
from yorisoi.evaluation.run_file import RunFile
from yorisoi.settings import Settings
from yorisoi.tracing import Trace
from yorisoi.types import Filter, Language
from yorisoi.wiring import Workspace, open_workspace

_PASSAGES = 4 * DEPTH
"""Searched for so many pages: a page may have several passages."""
_COLUMNS = ("items", "bleu", "rouge_l", "exact_match", "must_contain")


def rewrite(
    file: Annotated[Path, typer.Argument(help="Utterances with their history and what they mean, JSON Lines.")],
    home: Home = None,
    chat: Chat = "none",
    embedding: Embedding = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first so many utterances.")] = None,
    each: Annotated[bool, typer.Option("--each", help="Also give every rewrite.")] = False,
    out: Out = None,
    resume: Resume = False,
    at_least: AtLeast = None,
    as_json: Json = False,
) -> None:
    """Measure how well follow-ups become questions that stand alone."""
    least, items = floors(at_least), followups.load(file)[:limit]
    chosen = settings(home, chat, embedding)
    there = (chosen.home / FILE).exists()
    with home_in(chosen.home if there else None) as store:  # the wording needs none, and none is begun in a wrong place
        told, run, kept = asyncio.run(_measure(file, items, chosen, store, each, out, resume, limit))
    finish(run, {"data": file.name, **told}, kept, at_least=least, as_json=as_json, show=_print)


async def _measure(
    file: Path,
    items: Sequence[FollowUp],
    chosen: Settings,
    store: Path,
    each: bool,
    out: Path | None,
    resume: bool,
    limit: int | None,
) -> tuple[dict[str, Any], Run, RunFile]:
    async with open_workspace(chosen.model_copy(update={"home": store})) as workspace:
        holds = await workspace.store.documents.overview()
        search = _pages(workspace) if holds.documents else None
        if search is None:
            aside.print("the store is empty: understood by the wording alone, and no pages were searched", markup=False)
        kept = kept_run("eval rewrite", chosen, file, holds, out, resume, limit=limit)
        understand = _understanding(workspace)
        await understand(items[0])  # dictionaries and models are loaded outside of the clock

        async def scored(rewrite: Rewrite, case: Case) -> dict[str, float]:
            return await of_one(items[case.input["number"] - 1], rewrite, search)

        with progress("rewrite") as on_progress:
            run = await evaluate(
                lambda asked: understand(items[asked["number"] - 1]),
                cases(items),
                [scored],
                kept=kept,
                read=TypeAdapter(Rewrite).validate_python,
                about=kept.about,
                on_progress=on_progress,
            )
        done = [
            Rewritten(item=item, rewrite=row.output, ms=1000 * row.seconds)
            for item, row in zip(items, run.rows, strict=True)
            if row.output
        ]
        if not done:
            raise BackendUnavailable(f"nothing could be rewritten: {run.rows[0].failures['system']}")
        told = {"chat": workspace.chat.name if workspace.chat else "none", **report(done), "failed": len(run.failed)}
        if any(item.standalone for item in items):
            told["standalone"] = standalone(done)
        if search:
            told |= await retrieval(done, search)
    if each:
        told["each"] = [
            {
                "query": one.item.query,
                "question": one.rewrite.question,
                "by": one.rewrite.by,
                "reference": one.item.reference,
            }
            for one in done
        ]
    return told, run, kept


def _understanding(workspace: Workspace) -> Callable[[FollowUp], Awaitable[Traced]]:
    """What a turn over this store would understand; nothing is kept."""

    async def understand(item: FollowUp) -> Traced:
        trace = Trace()
        turn = await workspace.assistant.consider(item.query, history=asked_back(item.history), trace=trace)
        by = turn.assessment.by if turn.judgement else turn.meant.how
        rewritten = Rewrite(question=turn.question, by=by, queries=turn.meant.queries)
        return Traced(output=rewritten, trace=trace.as_json())

    return understand


def _pages(workspace: Workspace) -> Search:
    known: dict[tuple[str, ...], list[str]] = {}

    async def search(queries: Sequence[str], language: Language) -> list[str]:
        asked = (language, *queries)
        if asked not in known:
            found = await workspace.searcher.search(queries, within=Filter(), language=language, limit=_PASSAGES)
            known[asked] = [source for source, _ in documents_of(found.hits, "")]
        return known[asked]

    return search


# ---------------------------------------------------------------- for people


def _print(told: Mapping[str, Any]) -> None:
    console.print(
        f"{told['data']}: {told['items']} utterances, {told['changed']} changed, model: {told['chat']}", markup=False
    )
    rows = {"turn": told, **told["baselines"]}
    rows |= {f"  by {name}": row for name, row in told["by_rewriter"].items() if len(told["by_rewriter"]) > 1}
    rows |= {f"  {name}": row for name, row in told["by_language"].items() if len(told["by_language"]) > 1}
    table(rows, _COLUMNS)
    if pages := told.get("retrieval"):
        console.print(f"\nright page, of {pages['items']}", markup=False)
        table({name: row for name, row in pages.items() if name != "items"}, ("recall@1", "recall@5", "mrr"))
    if alone := told.get("standalone"):
        moved = alone.get("retrieval_changed")
        pages_moved = "" if moved is None else f", {moved} with other pages"
        console.print(f"\n{alone['items']} stand alone: {alone['changed']} changed{pages_moved}", markup=False)
    for one in told.get("each", ()):
        console.print(f"{one['query']}  ->  {one['question']}  ({one['by']})", markup=False)
