"""yorisoi eval retrieval FOLDER: the search measured on a data set in BEIR layout."""

import asyncio
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import TypeAdapter

from yorisoi.cli.config import value_of
from yorisoi.cli.measuring import AtLeast, Out, Resume, finish, floors, kept_run, progress, say_closed
from yorisoi.cli.options import Embedding, Groups, Home, Json, for_search
from yorisoi.cli.output import aside, console
from yorisoi.errors import BackendUnavailable, ConfigError, DataSetError
from yorisoi.evaluation import beir, runs
from yorisoi.evaluation.beir import DataSet, Judged
from yorisoi.evaluation.corpus import source_prefix, take_in, without_text
from yorisoi.evaluation.experiment import Case, Run, Traced, evaluate
from yorisoi.evaluation.faq import sets
from yorisoi.evaluation.measuring import (
    DEPTH,
    MAIN,
    METRICS,
    SPARE,
    Searched,
    by_language,
    dropped,
    figures,
    means,
    searching,
    times,
)
from yorisoi.evaluation.run_file import RunFile
from yorisoi.evaluation.significance import ROUNDS, SEED, Comparison, compare
from yorisoi.language import detect_language
from yorisoi.language.packs import FIRST
from yorisoi.overview import Overview
from yorisoi.retrieval.catch_up import catch_up
from yorisoi.settings import Settings, load_settings, names
from yorisoi.types import UNDETERMINED, Language, group_names
from yorisoi.wiring import Workspace, open_workspace


@dataclass(frozen=True, slots=True, kw_only=True)
class Other:
    """What the search is compared with: other settings on the same store, or a saved run."""

    name: str
    settings: Settings | None = None
    run: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What the searches brought."""

    holds: Overview
    run: Run
    kept: RunFile
    other: Mapping[str, Searched | None] | None
    """Of the other settings; None what failed."""


def retrieval(
    folder: Annotated[
        Path,
        typer.Argument(
            help="A data set: corpus.jsonl, queries.jsonl, qrels/SPLIT.tsv; or target_faq.csv, queries_SPLIT.csv."
        ),
    ],
    split: Annotated[
        str | None,
        typer.Option(
            help="Judgements in qrels/NAME.tsv, queries in queries_NAME.csv.  [default: test, dev, or the only one]",
            metavar="NAME",
        ),
    ] = None,
    keep: Annotated[
        Path | None,
        typer.Option(help="Keep the store in this folder, so that the next run need not embed again.", metavar="DIR"),
    ] = None,
    group: Groups = None,
    embedding: Embedding = None,
    run: Annotated[
        Path | None, typer.Option(help="Write the rankings there, in TREC's format.", metavar="FILE")
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(help="Compare with this setting of search.*; may be repeated.", metavar="NAME=VALUE"),
    ] = None,
    baseline: Annotated[
        Path | None, typer.Option(help="Compare with a run that was saved with --run.", metavar="FILE")
    ] = None,
    out: Out = None,
    resume: Resume = False,
    at_least: AtLeast = None,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Measure the search on questions whose right documents are known."""
    least = floors(at_least)
    chosen = for_search(load_settings(home=home, embedding=embedding))
    with home_in(keep) as store:
        other = _other(against or [], baseline, store, embedding)
        readers = group_names(group or ())
        if sets.is_set(folder):
            given = sets.load(folder, split, readers)
            say_closed(given.closed)
            data = given.as_data_set()
        else:
            data = beir.load(folder, split)
        if run:
            runs.check_target(run, [*data.corpus, *(query.id for query in data.queries)])
        if other and other.run is not None and not any(query.id in other.run for query in data.queries):
            raise DataSetError(f"{baseline} ranks none of the judged queries: is it a run of another data set?")
        measured = asyncio.run(_measure(data, folder, chosen, store, other, out, resume, readers))
    report = _report(data, chosen, measured, other)
    if run:
        runs.write(run, {row.case.id: row.output.ranking for row in measured.run.rows if row.output})
    finish(measured.run, report, measured.kept, at_least=least, as_json=as_json, show=_print)


@contextmanager
def home_in(keep: Path | None) -> Iterator[Path]:
    if keep:
        yield keep
        return
    with tempfile.TemporaryDirectory(prefix="yorisoi-eval-") as home:
        yield Path(home)


def _other(against: Sequence[str], baseline: Path | None, home: Path, embedding: str | None) -> Other | None:
    if against and baseline:
        raise ConfigError("--against and --baseline are two comparisons; give one of them")
    if baseline:
        return Other(name=str(baseline), run=runs.read(baseline))
    if not against:
        return None
    search: dict[str, str] = {}
    for pair in against:
        name, equals, value = pair.partition("=")
        if not (equals and name.strip() and value.strip()):
            raise ConfigError(f"--against {pair!r}: write NAME=VALUE, such as search.fusion=rank")
        group, _, field = name.strip().partition(".")
        if group != "search":
            raise ConfigError(
                f"--against {pair!r}: only settings of search.* can change over one store; "
                "for others save a run with --run and compare with --baseline"
            )
        if name.strip() not in names():
            raise ConfigError(f"--against {pair!r}: there is no such setting; `yorisoi config show` lists them")
        search[field] = value.strip()
    settings = load_settings(home=home, embedding=embedding, search=search)
    return Other(name=", ".join(against), settings=for_search(settings))


# ---------------------------------------------------------------- measuring


async def _measure(
    data: DataSet,
    folder: Path,
    chosen: Settings,
    store: Path,
    other: Other | None,
    out: Path | None,
    resume: bool,
    readers: frozenset[str],
) -> Measured:
    async with open_workspace(chosen.model_copy(update={"home": store})) as workspace:
        with progress("take in") as on_progress:
            await take_in(
                data,
                store=workspace.store.documents,
                embedder=workspace.embedder,
                config=chosen.documents,
                on_progress=on_progress,
            )
        await catch_up(workspace.store.documents, workspace.index)
        holds = await workspace.store.documents.overview(None)
        kept = kept_run(
            *("eval retrieval", chosen, folder, holds, out, resume),
            store=folder,
            split=data.split,
            groups=sorted(readers),
        )
        run = await _searched(data, workspace, holds, "search", kept)
    theirs = None
    if other and other.settings:
        async with open_workspace(other.settings) as workspace:
            found = await _searched(data, workspace, holds, other.name)
            theirs = {row.case.id: row.output for row in found.rows}
    return Measured(holds=holds, run=run, kept=kept, other=theirs)


async def _searched(
    data: DataSet, workspace: Workspace, holds: Overview, name: str, kept: RunFile | None = None
) -> Run:
    """Every query searched, one after the other; the first one a second time before, so that no time counts in which
    models are loaded.

    Raises BackendUnavailable when none of them could be.
    """
    queries = {query.id: query for query in data.queries}
    several = holds.passages > holds.documents
    search = searching(
        workspace.searcher,
        prefix=source_prefix(data),
        within=data.within,
        depth=(SPARE if several else 1) * (DEPTH + any(query.in_corpus for query in data.queries)),
        language=language_of(holds),
    )

    async def searched(asked: Mapping[str, str]) -> Traced:
        return await search(queries[asked["id"]])

    cases = [_case(query, language_of(holds)) for query in data.queries]
    await searched(cases[0].input)
    with progress(name) as on_progress:
        run = await evaluate(
            searched,
            cases,
            {"figures": lambda found, case: figures(queries[case.id], found.ranking)},
            kept=kept,
            read=TypeAdapter(Searched).validate_python,
            about=kept.about if kept else None,
            on_progress=on_progress,
        )
    if all(row.output is None for row in run.rows):
        raise BackendUnavailable(f"no query could be searched: {run.rows[0].failures['system']}")
    return run


def _case(query: Judged, default: Language) -> Case:
    return Case(
        id=query.id,
        input={"id": query.id, "question": query.text},
        expected=dict(query.relevance),
        labels={"language": detect_language(query.text, default)},
    )


def language_of(holds: Overview) -> Language:
    """The one that most passages are in."""
    known = {name: count for name, count in holds.languages.items() if name != UNDETERMINED}
    return max(known, key=lambda name: known[name], default=FIRST)


# ---------------------------------------------------------------- the report


def _report(data: DataSet, chosen: Settings, measured: Measured, other: Other | None) -> dict[str, Any]:
    """One object, whose keys are what `--json` prints."""
    done = {row.case.id: row for row in measured.run.rows if row.output}
    rows, searched = [row.scores for row in done.values()], [row.output for row in done.values()]
    report: dict[str, Any] = {
        "data": data.name,
        "split": data.split or None,
        **_rounded(means(rows)),
        "queries": len(data.queries),
        "passages": measured.holds.passages,
        "documents": measured.holds.documents,
        **times(searched),
        "by_language": {
            name: _rounded(part)
            for name, part in by_language([row.case.labels["language"] for row in done.values()], rows).items()
        },
        "without_relevant": data.without_relevant,
        "empty_queries": data.empty_queries,
        "without_text": without_text(data.corpus),
        "dropped": dropped(searched),
        "failed": len(measured.run.failed),
        "settings": _settings(chosen, measured.holds),
    }
    if other:
        both = [query for query in data.queries if query.id in done]
        report["comparison"] = _comparison(both, rows, measured.other, other)
    return report


def _comparison(
    queries: Sequence[Judged],
    rows: Sequence[Mapping[str, float]],
    searched: Mapping[str, Searched | None] | None,
    other: Other,
) -> dict[str, Any]:
    """The other's figures, and how sure the difference is."""
    if searched is not None:
        found_ = {query: each for query, each in searched.items() if each}
        rankings = {query: each.ranking for query, each in found_.items()}
        more: dict[str, Any] = {**times(found_.values()), "dropped": dropped(found_.values())}
    else:
        rankings = dict(other.run or {})
        more = {"missing": sum(query.id not in rankings for query in queries)}
    theirs = [figures(query, rankings.get(query.id, ())) for query in queries]
    found: Comparison = compare([row[MAIN] for row in rows], [row[MAIN] for row in theirs])
    test = {**asdict(found), "difference": round(found.difference, 6), "p": round(found.p, 6)}
    test["ci95"] = [round(bound, 6) for bound in found.ci95]
    return {"with": other.name, **_rounded(means(theirs)), **more, **test, "rounds": ROUNDS, "seed": SEED}


def _settings(chosen: Settings, holds: Overview) -> dict[str, Any]:
    searching_ = {name: value_of(chosen, name) for name in names() if name.startswith("search.")}
    return {"embedding": holds.embedding or "none", "documents.maximum": chosen.documents.maximum, **searching_}


def _rounded(row: Mapping[str, float]) -> dict[str, float]:
    return {name: value if isinstance(value, int) else round(value, 6) for name, value in row.items()}


def _print(report: Mapping[str, Any]) -> None:
    split = f" ({report['split']})" if report["split"] else ""
    console.print(
        f"{report['data']}{split}: {report['queries']} queries, {report['passages']} passages of "
        f"{report['documents']} documents, embedding {report['settings']['embedding']}",
        markup=False,
    )
    rows: dict[str, Mapping[str, Any]] = {"all": report}
    if len(report["by_language"]) > 1:
        rows |= {f"  {language}": row for language, row in report["by_language"].items()}
    comparison = report.get("comparison")
    if comparison:
        rows[comparison["with"]] = comparison
    width = max(8, *map(len, rows))
    heads = ["queries", *METRICS, "p50 ms", "p95 ms", "without embedding"]
    console.print("  ".join(["".ljust(width), *(head.rjust(_width(head)) for head in heads)]), markup=False)
    for name, row in rows.items():
        cells = [_cell(row, head) for head in heads]
        padded = [cell.rjust(_width(head)) for cell, head in zip(cells, heads, strict=True)]
        console.print("  ".join([name.ljust(width), *padded]).rstrip(), markup=False)
    if comparison:
        low, high = comparison["ci95"]
        console.print(
            f"{MAIN} {comparison['difference']:+.4f} against {comparison['with']}, 95 % {low:+.4f} to {high:+.4f}, "
            f"p = {comparison['p']:.4f} (paired randomisation test); better on {comparison['better']} queries, "
            f"worse on {comparison['worse']}, equal on {comparison['equal']}",
            markup=False,
        )
    for notice in _notices(report):
        aside.print(notice, markup=False)


def _width(head: str) -> int:
    return max(7, len(head))


def _cell(row: Mapping[str, Any], head: str) -> str:
    if head == "queries":
        return str(row.get("queries", ""))
    if head in METRICS:
        return f"{row[head]:.4f}"
    if head == "without embedding":
        known = "p50_ms_without_embedding" in row
        return f"{row['p50_ms_without_embedding']:.1f}, {row['p95_ms_without_embedding']:.1f}" if known else ""
    key = head.replace(" ", "_")
    return f"{row[key]:.1f}" if key in row else ""


def _notices(report: Mapping[str, Any]) -> Iterator[str]:
    for reason, count in report["dropped"].items():
        yield f"{count} queries searched with less: {reason}"
    if report["without_relevant"]:
        yield f"{report['without_relevant']} judged queries left out: nothing is relevant to them"
    if report["empty_queries"]:
        yield f"{report['empty_queries']} judged queries left out: they hold no text"
    if report["without_text"]:
        yield f"{report['without_text']} documents left out: they hold no text"
    comparison = report.get("comparison", {})
    if comparison.get("missing"):
        yield f"{comparison['missing']} queries have no ranking in {comparison['with']} and count 0 there"
