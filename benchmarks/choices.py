"""Of utterances that have to be asked back: are the pages between which the user must choose among the choices?

    python benchmarks/choices.py --home DIR            DIR: the store of GitLab's handbook, see benchmarks/handbook.py
    python benchmarks/choices.py --home DIR --each     every utterance with its choices, to be read

The rows of gitlab_utterances*.jsonl that are labelled `ask` name rival pages (`rivals`), two as a rule.  Of up to five
choices no more than these can count, so that a precision of .4 is nearly all that can be had.
"""

import argparse
import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from yorisoi.settings import load_settings
from yorisoi.types import Choice
from yorisoi.wiring import open_workspace

HERE = Path(__file__).parent
FILES = (HERE / "gitlab_utterances.jsonl", HERE / "gitlab_utterances_2.jsonl")


async def offered(home: Path, rows: Sequence[dict[str, Any]]) -> list[tuple[Choice, ...]]:
    """What would be offered, were each utterance asked back about."""
    async with open_workspace(load_settings(home=home, chat="none")) as workspace:
        assistant = workspace.assistant
        return [await assistant.offered(await assistant.consider(row["text"])) for row in rows]


def figures(rows: Sequence[dict[str, Any]], choices: Sequence[Sequence[Choice]]) -> dict[str, float]:
    """Shares of the utterances, but for `precision`: the share of the choices, where there are any."""
    held = [
        [rival for rival in row["rivals"] if any(choice.source.endswith(rival) for choice in some)]
        for row, some in zip(rows, choices, strict=True)
    ]
    precise = [len(found) / len(some) for found, some in zip(held, choices, strict=True) if some]
    return {
        "offered": sum(map(bool, choices)) / len(rows),
        "one of the pages": sum(map(bool, held)) / len(rows),
        "two of them": sum(len(found) > 1 for found in held) / len(rows),
        "recall": sum(len(found) / len(row["rivals"]) for found, row in zip(held, rows, strict=True)) / len(rows),
        "precision": sum(precise) / len(precise) if precise else 0.0,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--each", action="store_true")
    given = parser.parse_args()
    rows = [json.loads(line) for path in FILES for line in path.read_text(encoding="utf-8").splitlines()]
    rows = [row for row in rows if row["label"] == "ask" and row.get("rivals") and not row["history"]]
    choices = asyncio.run(offered(given.home, rows))
    if given.each:
        for row, some in zip(rows, choices, strict=True):
            print(row["text"], row["rivals"], *(f"    {choice.text} ({choice.source})" for choice in some), sep="\n")
    print(len(rows), "utterances;", ", ".join(f"{name} {value:.3f}" for name, value in figures(rows, choices).items()))


if __name__ == "__main__":
    main()
