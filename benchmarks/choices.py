"""Of utterances that have to be asked back: is what the user must choose between among the choices?

    python benchmarks/choices.py [--work DIR]          conversations over collections of any kind
    python benchmarks/choices.py --home DIR            DIR: the store of GitLab's handbook, see benchmarks/handbook.py
    python benchmarks/choices.py --home DIR --each     every utterance with its choices, to be read

Turns of everyday/talks, organisations/talks and dialogues that are to be asked back tell words one of which a choice
should have (`choices_about`); each is asked as the first of a conversation.  Rows of gitlab_utterances*.jsonl that are
labelled `ask` name rival pages (`rivals`), two as a rule: of up to five choices no more than these can count, so that a
precision of .4 is nearly all that can be had.
"""

import argparse
import asyncio
import json
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import everyday
from collections_of import COLLECTIONS, available, home_of
from yorisoi.evaluation.dialogue import Line, load
from yorisoi.language import normal_form
from yorisoi.settings import load_settings
from yorisoi.types import Choice
from yorisoi.wiring import open_workspace

HERE = Path(__file__).parent
FILES = (HERE / "gitlab_utterances.jsonl", HERE / "gitlab_utterances_2.jsonl")


async def offered(home: Path, rows: Sequence[dict[str, Any]]) -> list[tuple[Choice, ...]]:
    """What would be offered, were each utterance asked back about."""
    async with open_workspace(load_settings(home=home, chat="none")) as workspace:
        assistant = workspace.assistant
        return [assistant.offered(await assistant.consider(row["text"])) for row in rows]


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


def homes(work: Path) -> Iterator[tuple[str, Path, list[Line]]]:
    """(kind of collection, its store, its turns that are to be asked back)"""
    for kind, folder in (("small", everyday.SMALL), ("large", everyday.LARGE)):
        talks = everyday.talks(folder)
        for name, rows in everyday.collections(folder).items():
            if asked := to_ask_back(talks.get(name, [])):
                yield kind, asyncio.run(everyday.home_of(name, rows, work)), asked
    for name in filter(available, COLLECTIONS):
        yield "dialogues", home_of(name, work), to_ask_back(load(HERE / "dialogues" / f"{name}.jsonl"))


def to_ask_back(dialogues: Sequence[everyday.Dialogue]) -> list[Line]:
    return [line for each in dialogues for line in each.turns if line.action == "ask" and line.choices_about]


async def told(home: Path, asked: Sequence[Line]) -> list[list[bool]]:
    """Of each choice that would be offered, whether it is about what the turn tells."""
    choices = await offered(home, [{"text": line.say} for line in asked])
    return [
        [any(normal_form(word) in normal_form(choice.text) for word in line.choices_about) for choice in some]
        for line, some in zip(asked, choices, strict=True)
    ]


def print_table(found: dict[str, list[list[bool]]]) -> None:
    print("| collections | turns | choices | one is about it | share of them |\n|---|---:|---:|---:|---:|")
    for kind, rows in found.items():
        some = [row for row in rows if row]
        shares = sum(sum(row) / len(row) for row in some) / len(some)
        mean, one = sum(map(len, rows)) / len(rows), sum(map(any, rows)) / len(rows)
        print(f"| {kind} | {len(rows)} | {mean:.2f} | {one:.3f} | {shares:.3f} |")


def over_collections(work: Path) -> None:
    found: dict[str, list[list[bool]]] = {}
    for kind, home, asked in homes(work):
        found.setdefault(kind, []).extend(asyncio.run(told(home, asked)))
    print_table(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path)
    parser.add_argument("--work", type=Path, help="where stores are kept; made anew without")
    parser.add_argument("--each", action="store_true")
    given = parser.parse_args()
    if given.home is None:
        with tempfile.TemporaryDirectory() as folder:
            over_collections(given.work or Path(folder))
        return
    rows = [json.loads(line) for path in FILES for line in path.read_text(encoding="utf-8").splitlines()]
    rows = [row for row in rows if row["label"] == "ask" and row.get("rivals") and not row["history"]]
    choices = asyncio.run(offered(given.home, rows))
    if given.each:
        for row, some in zip(rows, choices, strict=True):
            print(row["text"], row["rivals"], *(f"    {choice.text} ({choice.source})" for choice in some), sep="\n")
    print(len(rows), "utterances;", ", ".join(f"{name} {value:.3f}" for name, value in figures(rows, choices).items()))


if __name__ == "__main__":
    main()
