"""yorisoi eval judge RUN [OTHER]: kept answers by the seven aspects, and whether the judge may be believed."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from yorisoi.cli.asking_models import at_once, closed
from yorisoi.cli.measuring import AtLeast, Out, Resume, finish, floors, kept_run, progress, report_of
from yorisoi.cli.options import Home, Json, settings
from yorisoi.cli.output import aside, console, table
from yorisoi.errors import ConfigError, DataSetError
from yorisoi.evaluation import judging, run_file
from yorisoi.evaluation.aspects import ASPECTS, VERSION, instructions
from yorisoi.evaluation.experiment import SYSTEM, Case, Run, evaluate
from yorisoi.evaluation.labels import read_labels
from yorisoi.evaluation.run_file import RunFile, as_run
from yorisoi.ports import ChatModel
from yorisoi.settings import Settings
from yorisoi.wiring import chat_model


def judge(
    run: Annotated[Path, typer.Argument(help="A run that was kept, such as by eval answers.")],
    other: Annotated[
        Path | None,
        typer.Argument(help="A second one: then two answers are compared, in both orders.", metavar="[OTHER]"),
    ] = None,
    model: Annotated[
        str | None, typer.Option("--judge", help="The judge, such as openai:MODEL.", metavar="MODEL")
    ] = None,
    repeats: Annotated[int, typer.Option(min=1, max=5, help="How often each answer is judged.")] = 2,
    labels: Annotated[
        Path | None, typer.Option(help="People's labels, JSON Lines, or what eval comments kept.", metavar="FILE")
    ] = None,
    show_prompt: Annotated[bool, typer.Option("--show-prompt", help="Print what the judge is told, and end.")] = False,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first so many answers.")] = None,
    out: Out = None,
    resume: Resume = False,
    at_least: AtLeast = None,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Let a model judge kept answers by seven aspects from 1 to 10; first it is tried whether it can."""
    if show_prompt:
        console.print(f"{VERSION}\n\n{instructions(pair=other is not None)}")
        return
    floor, chosen = floors(at_least), settings(home)
    named = chat_model(chosen.model_copy(update={"chat": model or chosen.chat}))
    if named is None:
        raise ConfigError("a judge is needed: --judge openai:MODEL")
    runs = [as_run(run_file.load(path)) for path in (run, other) if path]
    readers = frozenset[str]().union(*(run_file.readers(each.about) for each in runs))
    cases = judging.cases_of(*runs)[:limit]
    if out and not resume:
        run_file.check_new(out)
    if not cases:
        raise DataSetError(f"{run} holds no answers to be judged" + (f" that {other} answers too" if other else ""))
    known = read_labels(labels) if labels else {}
    judged, kept, tried = asyncio.run(_judge(named, cases, chosen, [run, other], repeats, out, resume, readers))
    report = _report(named.name, runs, judged, tried, known)
    finish(judged, report, kept, at_least=floor, as_json=as_json, show=_print)


async def _judge(
    model: ChatModel,
    cases: list[Case],
    chosen: Settings,
    files: list[Path | None],
    repeats: int,
    out: Path | None,
    resume: bool,
    readers: frozenset[str],
) -> tuple[Run, RunFile, judging.Trial]:
    run, other = files
    assert run is not None
    async with closed(model):
        aside.print(
            f"{model.name} is tried on {min(len(cases), judging.TRIALS)} answers, then asked about {len(cases)}"
        )
        tried = await judging.trial(model, cases)
        judging.refuse_unless_trusted(tried, model.name)
        about: dict[str, Any] = {"judge": model.name, "prompt": VERSION, "repeats": repeats}
        about["other"] = other.name if other else None
        about["groups"] = sorted(readers)
        kept = kept_run("eval judge", chosen, run, None, out, resume, **about)
        with progress("judge") as on_progress:
            judged = await evaluate(
                judging.judging(model, repeats),
                cases,
                [judging.scores],
                kept=kept,
                at_once=at_once(model),
                about=kept.about,
                on_progress=on_progress,
            )
    return judged, kept, tried


def _report(
    name: str, runs: list[Run], judged: Run, tried: judging.Trial, labels: Mapping[str, Mapping[str, Any]]
) -> dict[str, Any]:
    rows = [row for row in judged.rows if SYSTEM not in row.failures]
    pair = len(runs) == 2
    written_by = [str(each.about.get("of", {}).get("model", "")) for each in runs]
    return {
        **report_of(judged, "kind"),
        "judge": name,
        "prompt": VERSION,
        "mode": "pair" if pair else "single",
        "aspects": judging.compared(rows) if pair and rows else None,
        "trial": {"trials": tried.trials, "share": round(tried.share, 4), "needed": judging.NEEDED},
        "bias": judging.biases(tried, rows, name, written_by, labels),
        "agreement": {
            "repeats": judging.repeats_agree(rows, pair=pair),
            "people": judging.people_agree(rows, labels, pair=pair),
        },
    }


def _print(report: Mapping[str, Any]) -> None:
    console.print(f"judge {report['judge']}, prompt {report['prompt']}, {report['cases']} answers ({report['mode']})")
    if report["aspects"]:
        table(report["aspects"], ("a", "b", "difference", "p", "turned", "tied"))
    elif report["ci95"]:
        ends = report["ci95"]
        table(
            {
                name: {"mean": report[name], "low": ends[name][0], "high": ends[name][1]}
                for name in ASPECTS
                if name in ends
            },
            ("mean", "low", "high"),
        )
    for line in _trust(report):
        console.print(line)


def _trust(report: Mapping[str, Any]) -> list[str]:
    """What says how far the figures may be believed."""
    tried, bias, agreement = report["trial"], report["bias"], report["agreement"]
    lines = [f"trial: tells an answer from one to another question in {tried['share']:.0%} of {tried['trials']}"]
    if position := bias["position"]:
        lines.append(
            f"position: standing first is worth {_points(position)}; {position['turned']:.0%} turn with the order"
        )
    else:
        lines.append("position: one answer is shown at a time")
    length, wins = bias["length"], bias["length"]["longer_wins"]
    lines.append(
        f"length: saying the same twice is worth {_points(length)}"
        + ("" if wins is None else f"; the longer answer wins {wins:.0%} of decided comparisons")
    )
    own = bias["self_preference"]
    lines.append(
        f"self-preference: its own answers win {own['own_wins']:.0%} of {own['comparisons']} decided comparisons"
        + ("" if own["people"] is None else f", with people {own['people']:.0%}")
        if own
        else "self-preference: not to be told (one side, and only one, has to be the judge's own)"
    )
    for name, says in (("repeats", "with itself"), ("people", "with people")):
        found = agreement[name]
        if not found:
            lines.append(f"agreement {says}: not measured")
        elif "same" in found:
            lines.append(
                f"agreement {says}: kappa {_kappa(found)}, the same side on {found['same']:.0%} of {found['of']}"
            )
        else:
            each = ", ".join(f"{aspect} {_kappa(of)}" for aspect, of in found.items())
            lines.append(f"agreement {says}, weighted kappa: {each}")
    return lines


def _points(of: Mapping[str, Any]) -> str:
    low, high = of["ci95"]
    return f"{of['points']:+.2f} points ({low:+.2f} to {high:+.2f})"


def _kappa(of: Mapping[str, Any]) -> str:
    return "-" if of["kappa"] is None else f"{of['kappa']:.2f}"
