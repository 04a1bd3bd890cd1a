"""yorisoi graph communities: what the documents are about, part by part, and the reports on it."""

import asyncio
import json
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from yorisoi.cli.documents import need_documents
from yorisoi.cli.options import Groups, Home, Json, settings
from yorisoi.cli.output import aside, console, print_json, progress_bar, write_private
from yorisoi.dialogue.answer.community_reports import as_told
from yorisoi.errors import ConfigError
from yorisoi.graph.community_picture import as_html
from yorisoi.graph.reports import Reporter, Written
from yorisoi.graph_ports import Community, Report
from yorisoi.retrieval.catch_up import catch_up
from yorisoi.settings import Settings
from yorisoi.types import group_names
from yorisoi.wiring import open_workspace


def communities(
    chat: Annotated[str, typer.Option("--chat", help="Reports by this model; without it by rules.")] = "none",
    levels: Annotated[int, typer.Option(min=1, max=10, help="Levels that are shown, from the top.")] = 1,
    most: Annotated[int, typer.Option(min=1, help="Communities of a level at most.")] = 30,
    estimate: Annotated[bool, typer.Option("--estimate", help="Only say what a model would take.")] = False,
    picture: Annotated[Path | None, typer.Option(help="Write a picture: .html or .json.", metavar="FILE")] = None,
    group: Groups = None,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """What the documents are about: pages and names that belong together, with a report each."""
    if picture and picture.suffix.lower() not in (".html", ".json"):
        raise ConfigError(f"{picture}: name a file that ends in .html or .json")
    readers = group_names(group or ())
    found = asyncio.run(
        _communities(
            settings(home, chat, "none" if chat == "none" or estimate else None), readers, levels, most, estimate
        )
    )
    if picture:
        _draw(picture, found)
    if as_json:
        print_json({**found, "communities": [_summary(each, report) for each, report in found["communities"]]})
    elif not estimate:
        _print(found["communities"])


async def _communities(
    chosen: Settings, readers: frozenset[str], levels: int, most: int, estimate: bool
) -> dict[str, Any]:
    async with open_workspace(chosen, new=False) as workspace:
        await need_documents(workspace)
        store, index, graph = workspace.store.documents, workspace.index, workspace.searcher.graph
        assert graph is not None
        await catch_up(store, index)
        await graph.catch_up(store, index)
        reporter = Reporter(store, index, graph, readers)
        chosen_ones = _first(await reporter.communities(levels), most)
        result: dict[str, Any] = {}
        if (model := workspace.chat) or estimate:
            needed = await reporter.cost(chosen_ones, model.context_tokens if model else 3000)
            result["estimate"] = {
                "reports": needed.passages,
                "prompt_tokens": needed.prompt_tokens,
                "completion_tokens": needed.completion_tokens,
            }
            aside.print(
                f"{needed.passages} reports: about {needed.prompt_tokens} tokens to read, "
                f"{needed.completion_tokens} to write at most",
                markup=False,
            )
        if model and not estimate:
            with progress_bar() as progress:
                bar = progress.add_task("reports", total=needed.passages, detail="")

                told = partial(as_told, reader=workspace.embedder)

                def show(written: Written) -> None:
                    progress.update(bar, completed=written.reports + written.failed)

                result["written"] = asdict(await reporter.write(chosen_ones, model, told, show))
            chosen_ones = _first(await reporter.communities(levels), most)
        largest = max((len(each.passages) for each in chosen_ones), default=1)
        if estimate:
            return {**result, "communities": []}
        return {**result, "communities": [(each, await reporter.of(each, largest)) for each in chosen_ones]}


def _first(every: list[Community], most: int) -> list[Community]:
    """The largest of each level."""
    kept: dict[int, list[Community]] = {}
    for each in every:
        kept.setdefault(each.level, []).append(each)
    return [each for level in kept.values() for each in level[:most]]


def _summary(community: Community, report: Report) -> dict[str, Any]:
    return {
        "id": community.id,
        "level": community.level,
        "parent": community.parent,
        "passages": len(community.passages),
        "names": list(community.names),
        "report": asdict(report),
    }


def _draw(file: Path, found: dict[str, Any]) -> None:
    drawn = found["communities"]
    if file.suffix.lower() == ".html":
        text = as_html(drawn, "Yorisoi")
    else:
        text = json.dumps([_summary(*each) for each in drawn], ensure_ascii=False, indent=1) + "\n"
    try:
        write_private(file, text)
    except OSError as error:
        raise ConfigError(f"{file} cannot be written: {error.strerror}") from error
    aside.print(f"{file}: {len(drawn)} communities", markup=False)


def _print(found: list[tuple[Community, Report]]) -> None:
    for community, report in found:
        indent = "  " * community.level
        console.print(
            f"{indent}{report.title or '-'}   {len(community.passages)} passages, importance {report.importance}, "
            f"by {report.by}",
            markup=False,
            style="bold",
        )
        if report.summary:
            console.print(f"{indent}  {report.summary}", markup=False)
        for finding in report.findings:
            console.print(f"{indent}  - {finding.text}", markup=False)
