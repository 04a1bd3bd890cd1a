"""yorisoi eval rewrite FILE: follow-ups become questions that stand alone; how well?"""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from yorisoi.backends.store.open import FILE
from yorisoi.cli.options import Chat, Embedding, Home, Json, settings
from yorisoi.cli.output import aside, console, print_json, progress_bar, table
from yorisoi.evaluation import followups
from yorisoi.evaluation.followups import FollowUp
from yorisoi.evaluation.measuring import documents_of
from yorisoi.evaluation.rewriting import (
    DEPTH,
    Rewriter,
    Rewritten,
    by_model,
    report,
    resolver,
    retrieval,
    run,
    standalone,
)
from yorisoi.retrieval.catch_up import catch_up
from yorisoi.settings import Settings
from yorisoi.types import Filter, Language
from yorisoi.wiring import Workspace, chat_model, open_workspace

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
    without_model = await run(items, resolver)
    chat = chat_model(chosen)
    done = without_model
    if chat:
        try:
            done = await _with_progress(items, by_model(chat), chat.name)
        finally:
            if close := getattr(chat, "close", None):
                await close()
    told = {"rewriter": chat.name if chat else "resolver", **report(done)}
    if chat:
        first = report(without_model)
        told["baselines"]["resolver"] = {name: first[name] for name in ("p50_ms", *_COLUMNS[1:]) if name in first}
    if any(item.standalone for item in items):
        told["standalone"] = standalone(done)
    told |= await _retrieval(done, chosen)
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


async def _with_progress(items: Sequence[FollowUp], rewriter: Rewriter, name: str) -> list[Rewritten]:
    with progress_bar() as progress:
        task = progress.add_task("rewrite", total=len(items), detail=name)
        return await run(items, rewriter, lambda done: progress.update(task, completed=done))


async def _retrieval(done: Sequence[Rewritten], chosen: Settings) -> dict[str, Any]:
    """Nothing where no page is named, or where there is no store with documents."""
    if not any(one.item.gold or one.item.standalone for one in done) or not (chosen.home / FILE).is_file():
        return {}
    async with open_workspace(chosen.model_copy(update={"chat": "none"}), new=False) as workspace:
        if not (await workspace.store.documents.overview(None)).documents:
            return {}
        await catch_up(workspace.store.documents, workspace.index)
        return await retrieval(done, _pages(workspace))


def _pages(workspace: Workspace) -> Any:
    async def search(queries: Sequence[str], language: Language) -> list[str]:
        found = await workspace.searcher.search(queries, within=Filter(), language=language, limit=_PASSAGES)
        return [source for source, _ in documents_of(found.hits, "")]

    return search


# ---------------------------------------------------------------- for people


def _print(told: Mapping[str, Any]) -> None:
    console.print(
        f"{told['data']}: {told['items']} utterances, {told['changed']} changed, by {told['rewriter']}", markup=False
    )
    rows = {told["rewriter"]: told, **told["baselines"]}
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
    if "retrieval" not in told and "standalone" not in told:
        aside.print("no pages were searched: name a store with --home and the right pages with gold", markup=False)
