"""Whole conversations in everyday words: does a reply show the line that answers, and how soon?

    python benchmarks/shown.py [--work DIR] [--write NAME]

38 conversations (`shown/*.jsonl`), written by two readers of the documents who saw neither the engine nor its replies:
14 over the sample handbook (60 pages), 24 over twelve of the small collections that nothing is fitted on (four pages
each; `everyday.py`).  Each turn has the sentences or rows one of which a good colleague would show.  Without a model.
`trivial`: never asks, searches what was said last with the two utterances before, and shows the first three passages.
Prints, of turns that are to be answered, how often the line is shown at all, and within the first 200 characters; how
long a reply is; whether the page is cited first, or at all.
"""

import argparse
import asyncio
import json
import re
import uuid
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from statistics import fmean
from typing import Any

import everyday
from collections_of import home_of
from retrieval import written
from turn import commit, machine
from yorisoi.evaluation.trivial import Trivial
from yorisoi.settings import load_settings
from yorisoi.types import UserId
from yorisoi.wiring import Workspace, open_workspace

FOLDER = Path(__file__).parent / "shown"
SOON = 200
"""Characters, marks and space apart."""
_NO_WORDS = re.compile(r"[\s|*\-#・]+")
Conversation = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Shown:
    text: str
    pages: Sequence[str]


def in_words(text: str) -> str:
    return _NO_WORDS.sub("", text)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, default=Path(".bench"), help="where stores are kept")
    parser.add_argument("--write", metavar="NAME", help="write results/NAME.md too")
    given = parser.parse_args()
    with written(given.write, "shown.py"):
        print(f"{date.today().isoformat()}, commit {commit()}, {machine()}\n")
        print("| | | of turns | line shown | soon | characters | page first | page |")
        print("|---|---|---:|---:|---:|---:|---:|---:|")
        for name in ("handbook", "small"):
            conversations = [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text().splitlines()]
            for way, converse in (("yorisoi", by_yorisoi), ("trivial", trivially)):
                print(asyncio.run(row(name, way, conversations, given.work, converse)), flush=True)


async def row(name: str, way: str, conversations: Sequence[Conversation], work: Path, converse: Any) -> str:
    by_collection = defaultdict(list)
    for each in conversations:
        by_collection[each["collection"]].append(each)
    found = []
    for collection, some in by_collection.items():
        settings = load_settings(home=await store_of(collection, work), chat="none")
        async with open_workspace(settings) as workspace:
            say = converse(workspace)
            for conversation in some:
                run = uuid.uuid4().hex
                found += [(turn, await say(run, turn["say"])) for turn in conversation["turns"]]
    return line(name, way, found)


async def store_of(collection: str, work: Path) -> Path:
    if collection == "handbook":
        return await asyncio.to_thread(home_of, collection, work)
    return await everyday.home_of(collection, everyday.collections()[collection], work)


def by_yorisoi(workspace: Workspace) -> Callable[[str, str], Awaitable[Shown]]:
    async def say(run: str, text: str) -> Shown:
        reply = await workspace.assistant.reply(text, user=UserId(run), session=run)
        return Shown(reply.text, [cite.title for cite in reply.citations])

    return say


def trivially(workspace: Workspace) -> Callable[[str, str], Awaitable[Shown]]:
    policy = Trivial(workspace.searcher)

    async def say(run: str, text: str) -> Shown:
        _, hits = await policy.found(run, text)
        return Shown("\n".join(hit.passage.text for hit in hits), [hit.passage.document.title for hit in hits])

    return say


def line(name: str, way: str, found: Sequence[tuple[Mapping[str, Any], Shown]]) -> str:
    answered = [(turn, shown) for turn, shown in found if turn["action"] == "answer"]
    places = []
    for turn, shown in answered:
        text = in_words(shown.text)
        places.append(min((text.find(each) for each in map(in_words, turn["lines"]) if each in text), default=-1))
    pages = [(turn.get("pages") or [turn["page"]], shown.pages) for turn, shown in answered]
    figures = [
        f"{fmean(place >= 0 for place in places):.3f}",
        f"{fmean(0 <= place <= SOON for place in places):.3f}",
        f"{fmean(len(in_words(shown.text)) for _, shown in answered):.0f}",
        f"{fmean(bool(cited) and cited[0] in right for right, cited in pages):.3f}",
        f"{fmean(any(each in right for each in cited) for right, cited in pages):.3f}",
    ]
    return f"| {name} | {way} | {len(answered)} | {' | '.join(figures)} |"


if __name__ == "__main__":
    main()
