"""yorisoi search QUERY"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, cast, get_args

import typer

from yorisoi.cli.documents import need_documents
from yorisoi.cli.options import Embedding, Groups, Home, Json, for_search, settings
from yorisoi.cli.output import aside, console, print_json
from yorisoi.errors import ConfigError
from yorisoi.language.dates import local
from yorisoi.language.packs import FIRST, packs
from yorisoi.language.plain import in_one_line
from yorisoi.memory.recollection import RecallQuery
from yorisoi.retrieval.config import Strategy
from yorisoi.retrieval.search import Found
from yorisoi.retrieval.shown import hit_row
from yorisoi.settings import Settings
from yorisoi.types import Filter, Recalled, UserId
from yorisoi.wiring import open_workspace

_CONVERSATIONS = 3
"""Shown with --user when `search.conversations` is not set."""


def search(
    query: str,
    home: Home = None,
    embedding: Embedding = None,
    limit: Annotated[int | None, typer.Option(min=1, max=1000, help="Hits at most.")] = None,
    language: Annotated[list[str] | None, typer.Option(help="ja, zh, en or und; may be repeated.")] = None,
    source: Annotated[list[str] | None, typer.Option(help="A file or folder; may be repeated.")] = None,
    section: Annotated[list[str] | None, typer.Option(help="A heading; may be repeated.")] = None,
    group: Groups = None,
    strategy: Annotated[str | None, typer.Option(help="auto, hybrid, walk, local or global.")] = None,
    user: Annotated[str | None, typer.Option(help="Whose earlier conversations to search too.")] = None,
    as_json: Json = False,
) -> None:
    """Search by meaning and by words, and show what every leg said."""
    if unknown := sorted(set(language or ()) - set(packs())):
        raise ConfigError(f"--language {unknown[0]}: use {', '.join(packs())}")
    if not query.strip():
        raise ConfigError("the query is empty")
    within = Filter(
        languages=tuple(language or ()),
        sources=tuple(source or ()),
        sections=tuple(section or ()),
        groups=frozenset(group or ()),
    )
    chosen = _by_strategy(settings(home, None, embedding), strategy)
    found, said = asyncio.run(_search(query, chosen, within, limit, user))
    if as_json:
        dropped = [{"step": leg.step, "reason": leg.reason} for leg in found.dropped]
        print_json(
            {
                "query": query,
                "hits": [hit_row(hit) for hit in found.hits],
                "conversations": [_said(memory) for memory in said],
                "dropped": dropped,
            }
        )
    else:
        _print(found, said)


def _by_strategy(chosen: Settings, strategy: str | None) -> Settings:
    if strategy is None:
        return chosen
    if strategy not in get_args(Strategy):
        raise ConfigError(f"--strategy {strategy}: use {', '.join(get_args(Strategy))}")
    search = replace(chosen.search, strategy=cast(Strategy, strategy))
    return chosen.model_copy(update={"search": search})


async def _search(
    query: str, chosen: Settings, within: Filter, limit: int | None, user: str | None
) -> tuple[Found, list[Recalled]]:
    async with open_workspace(for_search(chosen), new=False) as workspace:
        await need_documents(workspace)
        found = await workspace.searcher.search([query], within=within, language=FIRST, limit=limit)
        said = []
        if user:
            most = chosen.search.conversations or _CONVERSATIONS
            now = workspace.assistant.clock()
            asked = RecallQuery(question=query, language=FIRST, vector=found.query_vector, now=now)
            said = await workspace.assistant.memory.search(UserId(user), asked, most)
        return replace(found, hits=tuple(await workspace.searcher.shown(found.hits))), said


def _said(memory: Recalled) -> dict[str, Any]:
    episode = memory.episode
    return {
        "text": episode.text,
        "at": episode.at,
        "session": episode.session,
        "score": memory.score,
        "relevance": memory.relevance,
    }


def _print(found: Found, said: Sequence[Recalled]) -> None:
    for leg in found.dropped:
        aside.print(f"{leg.step}: {leg.reason}", markup=False)
    if not found.hits:
        console.print("nothing found")
    for number, hit in enumerate(found.hits, start=1):
        page = hit.passage.document
        legs = "  ".join(f"{name} #{leg.rank} ({leg.score:.3f})" for name, leg in sorted(hit.legs.items()))
        where = " > ".join((page.title, *hit.passage.section))
        console.print(f"{number:2}. {where}   {in_one_line(page.source)}", markup=False, style="bold")
        console.print(f"    {hit.score:.4f}  {legs}", markup=False, style="dim")
        if hit.path:
            console.print(f"    {' → '.join(hit.path)}", markup=False, style="dim")
        if hit.also:
            also = ", ".join(in_one_line(passage.document.source) for passage in hit.also)
            console.print(f"    the same text: {also}", markup=False, style="dim")
        console.print(f"    {' '.join(hit.passage.text.split())[:160]}", markup=False)
    for memory in said:
        episode = memory.episode
        console.print(
            f" ~ {local(episode.at):%Y-%m-%d}  {episode.text[:160]}   {episode.session}",
            markup=False,
            style="dim",
        )
