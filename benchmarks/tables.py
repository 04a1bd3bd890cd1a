"""Everyday questions about rows of tables: is the row quoted, and which others with it?

    python benchmarks/tables.py [--work DIR] [--every N]

The pages of benchmarks/tables.jsonl (houses with price lists, directories, timetables, and prose about the same
things), each collection in a store of its own, without a model; every question in a conversation of its own.  Prints,
by what holds the answer: its line quoted first, its page first, its line shown at all, and the rows that are quoted
first with it.
"""

import argparse
import asyncio
import json
import re
import tempfile
import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from yorisoi.assistant import Assistant
from yorisoi.documents import ingest
from yorisoi.language import normal_form
from yorisoi.settings import load_settings
from yorisoi.types import Reply, UserId
from yorisoi.wiring import open_workspace

PAGES = Path(__file__).with_name("tables.jsonl")
WHOLE = "*"
"""The answer is the table as a whole."""
Row = dict[str, Any]


def collections() -> Mapping[str, Sequence[Row]]:
    found: dict[str, list[Row]] = defaultdict(list)
    for line in PAGES.read_text("utf-8").splitlines():
        row = json.loads(line)
        found[row["collection"]].append(row)
    return found


async def home_of(name: str, pages: Sequence[Row], work: Path) -> Path:
    """The store of a collection, made when it is not there."""
    home = work / "tables" / name
    if not (home / "yorisoi.db").is_file():
        with tempfile.TemporaryDirectory() as folder:
            for page in pages:
                (Path(folder) / page["source"]).write_text(f"# {page['title']}\n\n{page['text']}\n", "utf-8")
            settings = load_settings(home=home, chat="none")
            async with open_workspace(settings) as workspace:
                store = workspace.store.documents
                await ingest([Path(folder)], store=store, embedder=workspace.embedder, config=settings.documents)
    return home


def judged(page: Row, answer: str, reply: Reply) -> dict[str, float]:
    """What came of a question."""
    quote = reply.citations[0].quote if reply.citations else ""
    first = reply.citations[0].title == page["title"] if reply.citations else False
    if answer == WHOLE:
        names = [cells(line)[0] for line in rows(page["text"])]
        return {"page first": first, "rows of it quoted": fmean(_in(name, quote) for name in names)}
    quoted = first and any(_in(answer, line) for line in quote.splitlines())
    return {
        "quoted first": quoted,
        "page first": first,
        "shown": any(_in(answer, line) for line in reply.text.splitlines()),
        **({"rows quoted": float(len(rows(quote)))} if quoted and rows(quote) else {}),
    }


def rows(text: str) -> list[str]:
    """Of its tables, without what their columns are called."""
    lines = [line for line in text.splitlines() if line.lstrip().startswith("|") and line.strip("|-: ")]
    return lines[1:]


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _in(words: str, text: str) -> bool:
    """As they are read: cells as a line or behind what their columns are called."""
    said, wanted = (re.sub(r"[\s|]+", " ", normal_form(each)) for each in (text, words))
    return all(word in said for word in wanted.split())


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, default=Path(".bench"), help="where stores are kept")
    parser.add_argument("--every", type=int, default=1, help="only every Nth collection")
    given = parser.parse_args()
    counted: dict[tuple[str, str], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    wrong = []
    for name, pages in list(collections().items())[:: given.every]:
        home = await home_of(name, pages, given.work)
        async with open_workspace(load_settings(home=home, chat="none")) as workspace:
            assistant = Assistant(workspace.store, workspace.searcher, None, workspace.settings.turn)
            for page in pages:
                for question, answer in page["questions"]:
                    session = uuid.uuid4().hex
                    reply = await assistant.reply(question, user=UserId(session), session=session)
                    kind = "table" if answer == WHOLE else "row" if f"| {answer}" in page["text"] else "prose"
                    told = judged(page, answer, reply)
                    if not all(told.get(each, True) for each in ("quoted first", "page first")):
                        wrong.append({"collection": name, "say": question, "answer": answer, "text": reply.text})
                    for language in (page["language"], "all"):
                        for measure, value in told.items():
                            counted[kind, language][measure].append(value)
            await assistant.close()
    print("| answer | language | questions | " + " | ".join(_MEASURES) + " |")
    print("|---|---|---:|" + "---:|" * len(_MEASURES))
    for (kind, language), found in sorted(counted.items()):
        told_of = [f"{fmean(found[each]):.3f}" if found[each] else "" for each in _MEASURES]
        print(f"| {kind} | {language} | {len(found['page first'])} | {' | '.join(told_of)} |")
    (given.work / "tables_wrong.json").write_text(json.dumps(wrong, ensure_ascii=False, indent=0), "utf-8")


_MEASURES = ("quoted first", "page first", "shown", "rows quoted", "rows of it quoted")

if __name__ == "__main__":
    asyncio.run(main())
