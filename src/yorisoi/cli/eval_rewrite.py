"""yorisoi eval rewrite FILE: follow-ups become questions that stand alone; how well?"""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from yorisoi.cli.options import Chat, Embedding, Home, Json, settings
from yorisoi.cli.output import aside, console, print_json, progress_bar, table
from yorisoi.evaluation import followups
from yorisoi.evaluation.followups import FollowUp
from yorisoi.evaluation.intent import asked_back
from yorisoi.evaluation.measuring import documents_of
from yorisoi.evaluation.rewriting import (
    DEPTH,
    Rewrite,
    Rewriter,
    report,
    retrieval,
    run,
    standalone,
)
from yorisoi.settings import Settings
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
    as_json: Json = False,
) -> None:
    """Measure how well follow-ups become questions that stand alone."""
    items = followups.load(file)[:limit]
    chosen = settings(home, chat, embedding)
    told = {"data": file.name, **asyncio.run(_measure(items, chosen, each))}
    if as_json:
        print_json(told)
    else:
        _print(told)


async def _measure(items: Sequence[FollowUp], chosen: Settings, each: bool) -> dict[str, Any]:
    async with open_workspace(chosen) as workspace:
        name = workspace.chat.name if workspace.chat else "none"
        with progress_bar() as progress:
            task = progress.add_task("rewrite", total=len(items), detail=name)
            done = await run(items, engine(workspace), lambda done: progress.update(task, completed=done))
        told = {"chat": name, **report(done)}
        if any(item.standalone for item in items):
            told["standalone"] = standalone(done)
        if (await workspace.store.documents.overview()).documents:
            told |= await retrieval(done, _pages(workspace))
        else:
            aside.print("the store is empty: understood by the wording alone, and no pages were searched", markup=False)
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
    return told


def engine(workspace: Workspace) -> Rewriter:
    """What a turn over this store would understand; nothing is kept."""

    async def rewriter(item: FollowUp) -> Rewrite:
        turn = await workspace.assistant.consider(item.query, history=asked_back(item.history))
        by = turn.assessment.by if turn.judgement else turn.meant.how
        return Rewrite(question=turn.question, by=by, queries=turn.meant.queries)

    return rewriter


def _pages(workspace: Workspace) -> Any:
    async def search(queries: Sequence[str], language: Language) -> list[str]:
        found = await workspace.searcher.search(queries, within=Filter(), language=language, limit=_PASSAGES)
        return [source for source, _ in documents_of(found.hits, "")]

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
