"""Whole conversations over eight collections, each by an engine that has never seen that collection.

    python benchmarks/dialogue.py [--work DIR] [--only NAME] [--write]

What is fitted on collections is fitted anew without the one that is measured (`fit.py`, whose features it needs);
beside it stands the trivial policy.  Without a model.  Prints turns right and conversations without a wrong turn.
"""

import argparse
import asyncio
import json
import pickle
import uuid
from datetime import date
from pathlib import Path

from collections_of import COLLECTIONS, available, home_of
from everyday import learnt_from
from fit import HERE, fit_acting, fit_base, fit_going_on
from yorisoi.assistant import Assistant
from yorisoi.cli.eval_dialogue import done
from yorisoi.dialogue.fitted import Fitted
from yorisoi.evaluation.dialogue import Done, Judged, hold, load, report
from yorisoi.evaluation.trivial import Trivial
from yorisoi.settings import load_settings
from yorisoi.types import UserId
from yorisoi.wiring import open_workspace

_COLUMNS = ("turns_right", "conversations_right")


async def measured(name: str, work: Path, fitted: Fitted) -> tuple[list[Judged], list[Judged]]:
    """(the engine's turns, the trivial policy's)"""
    dialogues = load(HERE / "dialogues" / f"{name}.jsonl")
    run = uuid.uuid4().hex[:8]
    async with open_workspace(load_settings(home=home_of(name, work), chat="none")) as workspace:
        assistant = Assistant(workspace.store, workspace.searcher, None, workspace.settings.turn, models=fitted)

        async def converse(conversation: str, say: str) -> Done:
            session = f"eval-{run}-{conversation}"
            return done(await assistant.reply(say, user=UserId(session), session=session))

        engine = await hold(dialogues, converse)
        await assistant.close()
        return engine, await hold(dialogues, Trivial(workspace.searcher).converse)


def line(name: str, *figures: float) -> str:
    return f"| {name} | " + " | ".join(f"{figure:.3f}" for figure in figures) + " |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, default=Path(".bench"))
    parser.add_argument("--only", help="one collection")
    parser.add_argument("--write", action="store_true", help="keep the table in results/dialogue.md")
    given = parser.parse_args()
    base = fit_base(given.work, learnt_from())
    goes_on, acting = pickle.loads((given.work / "features.pickle").read_bytes())
    engine: list[Judged] = []
    trivial: list[Judged] = []
    means: list[list[float]] = []
    lines = ["| collection | turns | conversations | trivial: turns | conversations |", "|---|---:|---:|---:|---:|"]
    for name in [given.only] if given.only else COLLECTIONS:
        if not available(name):
            continue
        fitted = fit_acting(fit_going_on(base, goes_on, leave=name), acting, leave=name)
        ours, theirs = asyncio.run(measured(name, given.work, fitted))
        engine, trivial = engine + ours, trivial + theirs
        figures = [report(each)[column] for each in (ours, theirs) for column in _COLUMNS]
        means.append(figures)
        lines.append(line(name, *figures))
        print(lines[-1], flush=True)
    lines.append(line("mean of collections", *(sum(column) / len(means) for column in zip(*means, strict=True))))
    told, plain = report(engine), report(trivial)
    lines += ["", "| kind | turns | conversations | trivial: turns | conversations |", "|---|---:|---:|---:|---:|"]
    for kind, row in told["by_kind"].items():
        other = plain["by_kind"][kind]
        lines.append(
            line(
                kind, row["turns_right"], row["conversations_right"], other["turns_right"], other["conversations_right"]
            )
        )
    lines += ["", "| should | turns | trivial |", "|---|---:|---:|"]
    for action, row in told["by_action"].items():
        lines.append(line(action, row["turns_right"], plain["by_action"][action]["turns_right"]))
    lines += ["", "faults: " + ", ".join(f"{fault} {count}" for fault, count in told["faults"].items())]
    print("\n".join(lines))
    (given.work / "wrong.json").write_text(json.dumps(told["wrong"], ensure_ascii=False, indent=0), "utf-8")
    if given.write:
        head = (
            f"# Whole conversations\n\n`benchmarks/dialogue.py`, {date.today()}, without a model; "
            "each collection by what was fitted without it.\n\n"
        )
        (HERE / "results" / "dialogue.md").write_text(head + "\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
