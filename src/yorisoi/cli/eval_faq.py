"""yorisoi eval faq FOLDER: how well does the search find the right FAQ?"""

import asyncio
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from yorisoi.cli.eval_retrieval import home_in, language_of
from yorisoi.cli.measuring import (
    AtLeast,
    Out,
    Resume,
    check_floors,
    digest,
    finish,
    floors,
    kept_run,
    progress,
    report_of,
    say_closed,
)
from yorisoi.cli.options import Embedding, Groups, Home, Json, for_search
from yorisoi.cli.output import console, table
from yorisoi.evaluation.corpus import source_prefix, take_in
from yorisoi.evaluation.experiment import Run, evaluate
from yorisoi.evaluation.faq import scoring, sets
from yorisoi.evaluation.faq.sets import FaqSet
from yorisoi.evaluation.run_file import RunFile
from yorisoi.retrieval.catch_up import catch_up
from yorisoi.settings import Settings, load_settings
from yorisoi.types import group_names
from yorisoi.wiring import open_workspace

_LABELS = ("way", "difficulty", "maker")
_COLUMNS = ("cases", *scoring.FIGURES)


def faq(
    folder: Annotated[Path, typer.Argument(help="A set: target_faq.csv, queries_SPLIT.csv.")],
    split: Annotated[
        str | None, typer.Option(help="Queries in queries_NAME.csv.  [default: verified, or test]", metavar="NAME")
    ] = None,
    misses: Annotated[int, typer.Option(min=0, help="Show so many of the queries that went wrong.")] = 10,
    keep: Annotated[
        Path | None,
        typer.Option(help="Keep the FAQs' store in this folder: the next run need not embed again.", metavar="DIR"),
    ] = None,
    group: Groups = None,
    embedding: Embedding = None,
    out: Out = None,
    resume: Resume = False,
    at_least: AtLeast = None,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Score the search over the FAQs by the queries of the set, and show what went wrong."""
    least = floors(at_least)
    check_floors(least, scoring.FIGURES)
    readers = group_names(group or ())
    given = sets.load(folder, split, readers)
    say_closed(given.closed)
    chosen = for_search(load_settings(home=home, embedding=embedding))
    with home_in(keep) as store:
        run, kept = asyncio.run(_measure(given, chosen, store, out, resume, readers))
    report = _report(given, run)
    finish(run, report, kept, at_least=least, as_json=as_json, show=lambda told: _print(told, misses))


async def _measure(
    given: FaqSet, chosen: Settings, store: Path, out: Path | None, resume: bool, readers: frozenset[str]
) -> tuple[Run, RunFile]:
    data = given.as_data_set()
    async with open_workspace(chosen.model_copy(update={"home": store})) as workspace:
        documents = workspace.store.documents
        with progress("take in") as on_progress:
            await take_in(
                data, store=documents, embedder=workspace.embedder, config=chosen.documents, on_progress=on_progress
            )
        await catch_up(documents, workspace.index)
        holds = await documents.overview(None)
        faqs = given.path.parent / sets.FAQS
        kept = kept_run(
            *("eval faq", chosen, given.path, holds, out, resume),
            store=faqs,
            faqs_sha256=digest(faqs),
            groups=sorted(readers),
        )
        search = scoring.searching(
            workspace.searcher,
            prefix=source_prefix(data),
            within=data.within,
            language=language_of(holds),
            several=holds.passages > holds.documents,
        )
        with progress("search") as on_progress:
            run = await evaluate(
                search,
                scoring.cases(given),
                [scoring.finding(_titles(given))],
                kept=kept,
                about=kept.about,
                on_progress=on_progress,
            )
    return run, kept


def _report(given: FaqSet, run: Run) -> dict[str, Any]:
    report = {"data": given.name, "split": given.split, "faqs": len(given.faqs), **report_of(run, *_LABELS)}
    for label in _LABELS:
        counts = Counter(row.case.labels[label] for row in run.rows)
        report[f"by_{label}"] = {
            value: {"cases": counts[value], **part} for value, part in report.get(f"by_{label}", {}).items()
        }
    return {**report, "misses": scoring.misses(run.rows, _titles(given))}


def _titles(given: FaqSet) -> dict[str, str]:
    return {each.id: each.title for each in given.faqs.values()}


def _print(report: Mapping[str, Any], shown: int) -> None:
    console.print(f"{report['data']} ({report['split']}): {report['cases']} queries over {report['faqs']} FAQs")
    rows: dict[str, Mapping[str, Any]] = {"all": report}
    for label in _LABELS[:2]:
        rows |= {f"{label} {value}": part for value, part in report[f"by_{label}"].items()}
    table(rows, _COLUMNS)
    wrong = report["misses"]
    if wrong and shown:
        console.print(f"\n{len(wrong)} queries whose FAQ does not stand first; the {min(shown, len(wrong))} worst:")
    for miss in wrong[:shown]:
        rank = miss["rank"] or f"not among {scoring.DEPTH}"
        wanted = ", ".join(f"{faq} {title}" for faq, title in miss["faqs"].items())
        ahead = ", ".join(f"{faq} {title}" for faq, title in miss["in_front"].items()) or "nothing at all"
        console.print(f"{miss['query_id']}  {miss['query']}\n    wanted ({rank}): {wanted}\n    in front: {ahead}")
    if wrong:
        console.print("each of them, with its ranking and the steps of its search: yorisoi eval report")
