"""Everyday questions over collections that nothing was fitted on or looked at: is the right section quoted?

    python benchmarks/everyday.py [--every N] [--reads N]

The sections of benchmarks/everyday/*.jsonl as pages (123 collections of twelve sections), each in a store of its own.
A question begins a conversation, a follow-up comes behind what was said before it; both without a model.  Prints, by
language: questions whose section is quoted first, whose page is, whose section is cited at all; and of questions that
nothing answers the share for which nothing was cited.
"""

import argparse
import asyncio
import json
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from yorisoi.assistant import Assistant
from yorisoi.documents import ingest
from yorisoi.settings import load_settings
from yorisoi.types import Reply, UserId
from yorisoi.wiring import open_workspace

FOLDER = Path(__file__).parent / "everyday"
Row = dict[str, Any]


def collections() -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = defaultdict(list)
    for path in sorted(FOLDER.glob("*.jsonl")):
        for line in path.read_text().splitlines():
            row = json.loads(line)
            found[f"{row['language']}_{row['collection']}"].append(row)
    return found


def write_pages(rows: Sequence[Row], folder: Path) -> None:
    pages: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if "text" in row:
            pages[row["title"]].append(row)
    for number, (title, sections) in enumerate(pages.items()):
        text = "\n\n".join(f"## {row['section']}\n\n{row['text']}" for row in sections)
        (folder / f"{number}.md").write_text(f"# {title}\n\n{text}\n")


async def judged(assistant: Assistant, rows: Sequence[Row]) -> list[tuple[str, dict[str, bool]]]:
    """(what was asked, what became of it)"""

    async def said(session: str, *utterances: str) -> Reply:
        for text in utterances:
            reply = await assistant.reply(text, user=UserId(session), session=session)
        return reply

    found = []
    for at, row in enumerate(rows):
        for number, text in enumerate(row.get("unanswered", ())):
            reply = await said(f"{at}-none-{number}", text)
            found.append(("unanswered", {"nothing is cited": not reply.citations}))
        asked = [("question", [text]) for text in row.get("questions", ())]
        asked += [("follow-up", texts) for texts in row.get("follow", ())]
        for number, (kind, texts) in enumerate(asked):
            reply = await said(f"{at}-{number}", *texts)
            cited = [(each.title, each.section[-1] if each.section else "") for each in reply.citations]
            own = (row["title"], row["section"])
            first = cited[:1]
            told = {"section first": first == [own], "page first": [title for title, _ in first] == [row["title"]]}
            found.append((kind, {**told, "section cited": own in cited}))
    return found


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1, help="only every Nth collection")
    parser.add_argument("--reads", type=int, help="turn.reads")
    given = parser.parse_args()
    counted: dict[tuple[str, str, str], list[bool]] = defaultdict(list)
    for name, rows in list(collections().items())[:: given.every]:
        with tempfile.TemporaryDirectory() as folder:
            pages, home = Path(folder) / "pages", Path(folder) / "home"
            pages.mkdir()
            write_pages(rows, pages)
            changed = {} if given.reads is None else {"turn": {"reads": given.reads}}
            settings = load_settings(home=home, chat="none", **changed)
            async with open_workspace(settings) as workspace:
                store = workspace.store.documents
                await ingest([pages], store=store, embedder=workspace.embedder, config=settings.documents)
                for kind, told in await judged(workspace.assistant, rows):
                    for measure, right in told.items():
                        for language in (name[:2], "all"):
                            counted[language, kind, measure].append(right)
    print("| language | asked | | share | of |\n|---|---|---|---:|---:|")
    for (language, kind, measure), rights in sorted(counted.items()):
        print(f"| {language} | {kind} | {measure} | {sum(rights) / len(rights):.3f} | {len(rights)} |")


if __name__ == "__main__":
    asyncio.run(main())
