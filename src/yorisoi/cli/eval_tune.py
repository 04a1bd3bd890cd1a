"""yorisoi eval tune SET: settings tried on a part of the questions, the best one tested on the rest."""

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from yorisoi.cli.answering import answering
from yorisoi.cli.config import default_of, value_of
from yorisoi.cli.eval_answers import measures_over, read_answered
from yorisoi.cli.measuring import (
    AtLeast,
    Out,
    Resume,
    check_floors,
    floors,
    kept_run,
    progress,
    say_closed,
    warned_of_degraded,
    warned_of_low,
)
from yorisoi.cli.options import Chat, Embedding, Groups, Home, Json, settings
from yorisoi.cli.output import aside, console, print_json, write_private
from yorisoi.cli.visible import escaped
from yorisoi.errors import BackendUnavailable, ConfigError, DataSetError
from yorisoi.evaluation.answer_measures import FIGURES
from yorisoi.evaluation.answers import Expected, load
from yorisoi.evaluation.degrading import degraded
from yorisoi.evaluation.experiment import Case, System, Traced, evaluate
from yorisoi.evaluation.racing import Candidate, Standing, candidates_of, race, split
from yorisoi.evaluation.run_file import RunFile
from yorisoi.evaluation.significance import Comparison, compare
from yorisoi.overview import Overview
from yorisoi.settings import Settings, load_settings, names
from yorisoi.types import group_names
from yorisoi.wiring import open_workspace

SPACE: Mapping[str, Sequence[str]] = {
    "search.fusion": ("score", "rank"),
    "search.k": ("10", "60"),
    "search.vector_weight": ("0.5", "1", "2"),
    "search.keywords": ("none", "rules"),
    "search.coverage": ("0", "6"),
    "search.neighbours_after": ("0", "1"),
    "turn.answer.passages": ("3", "5", "10"),
}
"""What source 003 turned: fusion, its k and weights, key words, neighbours, passages for the answer; of reranking only
what needs no model, `search.coverage` (one with a model is tried by name: `--try reranker=coverage,rerank:MODEL`)."""
_MAY_BE_TRIED = (
    *("search.", "turn.", "graph.", "chat", "reranker", "openai.structured", "openai.context_tokens"),
    *("openai.capable", "llama.context_tokens", "llama.capable", "rerank.max_characters"),
)
"""What can be another one over the same store, and is neither a secret nor an address."""
_MAY_NOT = ("turn.max_characters", "graph.train.")
_NEED_VECTORS = ("cosine", "cosine_others", "nearest")
_SURE = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Which settings on which questions."""

    cases: Mapping[str, Case]
    metric: str
    points: Sequence[Candidate]
    groups: frozenset[str]
    """Of the reader."""
    tune_on: Sequence[str]
    test_on: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuned:
    """What came of it."""

    standings: Sequence[Standing]
    held_out: Comparison | None
    """The best against what is set now; None where what is set now is the best."""
    means: tuple[float, float]
    """Of the best and of what is set now, on the questions held out."""

    @property
    def is_better(self) -> bool:
        return self.held_out is not None and self.held_out.difference > 0 and self.held_out.p < _SURE


def tune(
    questions: Annotated[Path, typer.Argument(help="Questions, as for eval answers.", metavar="SET")],
    tried: Annotated[
        list[str] | None,
        typer.Option(
            "--try", help="Values to try; may be repeated.  [default: what source 003 tried]", metavar="NAME=A,B"
        ),
    ] = None,
    metric: Annotated[str, typer.Option(help="The figure of eval answers that is to rise.")] = "page_recall",
    candidates: Annotated[int, typer.Option(min=2, max=1000, help="How many settings, drawn from all.")] = 16,
    held_out: Annotated[
        float, typer.Option(min=0.1, max=0.9, help="Share of the questions that the best is tested on.")
    ] = 0.4,
    seed: Annotated[int, typer.Option(min=0, help="Of what is drawn.")] = 11,
    write: Annotated[
        Path | None,
        typer.Option(help="Write the settings there, when they are better by more than luck.", metavar="FILE"),
    ] = None,
    group: Groups = None,
    home: Home = None,
    chat: Chat = None,
    embedding: Embedding = None,
    out: Out = None,
    resume: Resume = False,
    at_least: AtLeast = None,
    as_json: Json = False,
) -> None:
    """Try settings on a part of the questions, stop what is hopeless early, and test the best one on the rest."""
    floor, now = floors(at_least), settings(home, chat, embedding)
    if metric not in FIGURES:
        raise ConfigError(f"--metric {metric}: no such figure; there are {', '.join(FIGURES)}")
    check_floors(floor, (metric, "now"))
    space = _space(tried)
    points = candidates_of(space, candidates, seed)
    for point in points:
        _with(now, point)  # a value out of range is told before anything is measured
    if write and (write.exists() or not write.absolute().parent.is_dir()):
        raise ConfigError(f"{write}: settings cannot be written there; name a new file in a folder that exists")
    readers = group_names(group or ())
    data = load(questions, groups=readers)
    say_closed(data.closed)
    cases = {case.id: case for case in data.cases if _can_be_scored(case, metric)}
    tune_on, test_on = split(
        {name: "|".join(case.expected.pages) or name for name, case in cases.items()}, held_out, seed
    )
    if len(tune_on) < 2 or len(test_on) < 2:
        raise DataSetError(f"{questions}: {len(cases)} questions are too few to tune on one part and test on another")
    plan = Plan(cases=cases, metric=metric, points=points, groups=readers, tune_on=tune_on, test_on=test_on)
    same: dict[str, Any] = {"try": {name: list(values) for name, values in space.items()}}
    same |= {"metric": metric, "seed": seed, "groups": sorted(readers)}
    found, kept = asyncio.run(
        _tune(plan, now, lambda holds: kept_run("eval tune", now, questions, holds, out, resume, **same))
    )
    best = found.standings[0].candidate
    report = {
        "metric": metric,
        "data": questions.name,
        "candidates": len(points),
        "tuned_on": len(tune_on),
        "held_out": len(test_on),
        "best": dict(best),
        "better": found.is_better,
        "now": round(found.means[1], 4),
        metric: round(found.means[0], 4),
        "test": _rounded(found.held_out),
        "standings": [asdict(each) for each in found.standings],
        "answers": len(kept.rows()),
        **degraded(kept.rows().values()),
        "cases": len(test_on),
        "failed": 0,
        "written": str(write) if write and found.is_better else None,
    }
    if write and found.is_better:
        write_private(write, _toml(_with(now, best), report))
    kept.finish(report)
    if as_json:
        print_json({**report, "run": str(kept.path)})
    else:
        _print(report)
        console.print(f"kept in {kept.path}")
    all_degraded = warned_of_degraded(report, report["answers"])
    if warned_of_low(floor, report) or all_degraded:
        raise typer.Exit(1)


def _can_be_scored(case: Case, metric: str) -> bool:
    """Whether the figure can be told of this question at all."""
    expected: Expected = case.expected
    if metric == "not_found" or not expected.found:
        return metric == "not_found" and not expected.found
    if metric.startswith("page_"):
        return bool(expected.pages)
    return bool(expected.answer) if metric in ("cosine", "nearest") else True


def _space(tried: Sequence[str] | None) -> dict[str, Sequence[str]]:
    if not tried:
        return dict(SPACE)
    space: dict[str, Sequence[str]] = {}
    for pair in tried:
        name, _, values = pair.partition("=")
        name = name.strip()
        parts = [value.strip() for value in values.split(",") if value.strip()]
        if name not in names() or not parts:
            raise ConfigError(f"--try {name!r}: write NAME=VALUE,VALUE with a setting that `yorisoi config show` lists")
        if not name.startswith(_MAY_BE_TRIED) or name.startswith(_MAY_NOT):
            raise ConfigError(f"--try {name}: this one cannot be tried; search.*, turn.*, chat and reranker can")
        space[name] = parts
    return space


def _with(now: Settings, point: Candidate) -> Settings:
    """The settings with a candidate's in place of theirs.  Raises ConfigError."""
    nested: dict[str, Any] = {"home": now.home, "chat": now.chat, "embedding": now.embedding}
    for name, value in point.items():
        *groups, last = name.split(".")
        inner = nested
        for group in groups:
            inner = inner.setdefault(group, {})
        inner[last] = value
    return load_settings(**nested)


async def _tune(plan: Plan, now: Settings, keep: Callable[[Overview], RunFile]) -> tuple[Tuned, RunFile]:
    async with open_workspace(now, new=False) as workspace:
        if plan.metric in _NEED_VECTORS and workspace.embedder is None:
            raise ConfigError(f"--metric {plan.metric}: an embedding model tells it, and there is none")
        holds = await workspace.store.documents.overview(plan.groups)
        measures = await measures_over(workspace, tuple(plan.cases.values()))
        kept = keep(holds)

        async def scores(point: Candidate, ids: Sequence[str], *, traced: bool = False) -> list[float]:
            """One workspace a call: settings hold from its opening to its end."""
            aside.print(f"{len(ids)} questions with {_spelled(point)}")
            async with (
                open_workspace(_with(now, point), new=False) as own,
                answering(own, groups=plan.groups) as system,
            ):
                with progress("answer") as on_progress:
                    run = await evaluate(
                        system if traced else _untraced(system),
                        [_named(plan.cases[each], point) for each in ids],
                        measures,
                        kept=kept,
                        read=read_answered,
                        on_progress=on_progress,
                    )
            for row in run.failed:
                what, why = next(iter(row.failures.items()))
                raise BackendUnavailable(f"{row.case.id}: {what} failed: {why}; --resume goes on from here")
            # what cannot be scored (an answer that cites nothing has no precision) is no merit
            return [row.scores.get(plan.metric, 0.0) for row in run.rows]

        standings = await race(plan.points, plan.tune_on, scores)
        best = standings[0].candidate
        current = await scores({}, plan.test_on, traced=True)
        tested = await scores(best, plan.test_on, traced=True) if best else current
    means = (sum(tested) / len(tested), sum(current) / len(current))
    return Tuned(standings=standings, held_out=compare(tested, current) if best else None, means=means), kept


def _named(case: Case, point: Candidate) -> Case:
    """The case under a name that tells the candidate, since all of them are kept in one run."""
    spelled = _spelled(point)
    return Case(
        id=f"{case.id} ({spelled})",
        input=case.input,
        expected=case.expected,
        labels={**case.labels, "settings": spelled},
    )


def _untraced(system: System) -> System:
    """Traces of what is tried on the way would weigh more than all else; those of the test are kept."""

    async def answer(given: Any) -> Any:
        output = await system(given)
        return output.output if isinstance(output, Traced) else output

    return answer


def _spelled(point: Candidate) -> str:
    return ", ".join(f"{name}={value}" for name, value in point.items()) or "what is set now"


def _rounded(test: Comparison | None) -> dict[str, Any] | None:
    if test is None:
        return None
    low, high = test.ci95
    return {**asdict(test), "difference": round(test.difference, 4), "ci95": [round(low, 4), round(high, 4)]}


def _toml(chosen: Settings, report: Mapping[str, Any]) -> str:
    """All that differs from the defaults, as a settings file; keys and logins stay where they are."""
    test = report["test"]
    metric = report["metric"]
    data = escaped(json.dumps(report["data"], ensure_ascii=False))  # a name that whoever made the set chose
    lines = [
        f"# yorisoi eval tune: {metric} {report['now']} -> {report[metric]} on {report['held_out']} questions held out "
        f"of {data}, p = {test['p']:.4f}"
    ]
    tables: dict[str, list[str]] = {}
    for name in names():
        value = value_of(chosen, name)
        if value is None or name == "home" or name.endswith(("api_key", "secret")) or value == default_of(name):
            continue
        table, _, field = name.rpartition(".")
        tables.setdefault(table, []).append(f"{field} = {json.dumps(value, ensure_ascii=False)}")
    for table in sorted(tables):
        lines += ([f"\n[{table}]"] if table else []) + tables[table]
    return "\n".join(lines) + "\n"


def _print(report: Mapping[str, Any]) -> None:
    console.print(
        f"{report['data']}: {report['candidates']} settings on {report['tuned_on']} questions, {report['metric']}"
    )
    for each in report["standings"]:
        fate = each["out"] or "ran to the end"
        console.print(f"  {each['mean']:.4f} on {each['questions']:4}  {_spelled(each['candidate'])}   ({fate})")
    test = report["test"]
    if test is None:
        console.print("what is set now is the best of them")
        return
    low, high = test["ci95"]
    console.print(
        f"on {report['held_out']} questions held out: {report[report['metric']]:.4f} with {_spelled(report['best'])}, "
        f"{report['now']:.4f} now: {test['difference']:+.4f} ({low:+.4f} to {high:+.4f}), p = {test['p']:.4f}"
    )
    if not report["better"]:
        console.print("that may be luck: nothing is written")
    elif report["written"]:
        console.print(f"written to {report['written']}")
