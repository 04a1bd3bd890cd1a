"""Conversations and single questions over collections that nothing was fitted on: is the right section quoted?

    python benchmarks/everyday.py [--large] [--work DIR] [--every N] [--reads N] [--fitted FILE]
                                  [--talks | --twists | --foreign | --oneself] [--asked]

The sections of benchmarks/everyday/*.jsonl as pages (123 collections of twelve sections), each in a store of its own.
What a turn decides by is fitted on two thirds of them (`fit.py`), and held to the others here, without a model; or to
those of benchmarks/organisations (`--large`: thirteen, of 102 sections on pages that are much alike), on six of which
is fitted whether a topic goes on, and held to the other seven:
conversations (everyday/talks), and single questions, follow-ups behind what was said before them, and questions that
nothing answers.
`--twists` holds other conversations over all of the large ones: something is refused, pointed at by それ, or asked in
one breath with who one is; `--foreign` those of people who speak Chinese or English over the small Japanese ones;
`--oneself` those in which somebody tells of oneself, asks the documents, and later asks what was told.
`--asked` takes the fourteen small collections for whose sections there are questions (everyday/asked; a capable model
wrote them, which saw nothing else), and keeps these with the passages, as `yorisoi questions` does.
Prints, by language: turns right and conversations without a wrong turn; questions whose section is quoted first, whose
page is, whose section is cited at all; unanswered questions for which nothing was cited.
"""

import argparse
import asyncio
import json
import tempfile
import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from yorisoi.assistant import Assistant
from yorisoi.cli.eval_dialogue import done
from yorisoi.dialogue import fitted as models
from yorisoi.documents import ingest
from yorisoi.documents.questions import keep_questions
from yorisoi.evaluation.dialogue import Dialogue, Done, Judged, hold, load, report
from yorisoi.settings import load_settings
from yorisoi.types import Reply, UserId
from yorisoi.wiring import Workspace, open_workspace

SMALL, LARGE = (Path(__file__).parent / name for name in ("everyday", "organisations"))
Row = dict[str, Any]


def collections(folder: Path = SMALL) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = defaultdict(list)
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text().splitlines():
            row = json.loads(line)
            found[f"{row['language']}_{row['collection']}"].append(row)
    return found


def talks(folder: Path = SMALL, name: str = "talks") -> dict[str, list[Dialogue]]:
    """Collection -> the conversations over it."""
    found: dict[str, list[Dialogue]] = defaultdict(list)
    for path in sorted((folder / name).glob("*.jsonl")):
        for dialogue in load(path):
            found[dialogue.id.rpartition("-")[0]].append(dialogue)
    return found


def held_out(folder: Path = SMALL) -> list[str]:
    """The collections that nothing is fitted on: every third of the small ones, every other of the large ones."""
    return list(collections(folder))[:: 3 if folder == SMALL else 2]


def learnt_from(folder: Path = SMALL) -> list[str]:
    """The others."""
    left_out = held_out(folder)
    return [name for name in collections(folder) if name not in left_out]


def questions_asked() -> dict[str, dict[tuple[str, str], list[str]]]:
    """Collection -> title and section -> the questions that were written for it."""
    found: dict[str, dict[tuple[str, str], list[str]]] = defaultdict(dict)
    for line in (SMALL / "asked" / "questions.jsonl").read_text().splitlines():
        row = json.loads(line)
        found[row["collection"]][row["title"], row["section"]] = row["questions"]
    return found


async def home_of(
    name: str, rows: Sequence[Row], work: Path, asked: Mapping[tuple[str, str], Sequence[str]] | None = None
) -> Path:
    """The store of a collection, made when it is not there; with these questions, by title and section."""
    home = work / ("everyday" if asked is None else "everyday_asked") / name
    if not (home / "yorisoi.db").is_file():
        with tempfile.TemporaryDirectory() as folder:
            write_pages(rows, Path(folder))
            settings = load_settings(home=home, chat="none")
            async with open_workspace(settings) as workspace:
                store = workspace.store.documents
                await ingest([Path(folder)], store=store, embedder=workspace.embedder, config=settings.documents)
                if asked is not None:
                    await _keep(asked, workspace)
    return home


async def _keep(asked: Mapping[tuple[str, str], Sequence[str]], workspace: Workspace) -> None:
    store = workspace.store.documents
    new = [
        replace(each, asked=tuple(asked.get((each.document.title, each.section[-1]), ())))
        for each in await store.unasked(1000)
    ]
    await keep_questions(store, new, workspace.embedder)


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

    run = uuid.uuid4().hex[:8]

    async def said(session: str, *utterances: str) -> Reply:
        session = f"{run}-{session}"
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


async def conversed(assistant: Assistant, dialogues: Sequence[Dialogue]) -> list[Judged]:
    run = uuid.uuid4().hex[:8]

    async def converse(conversation: str, say: str) -> Done:
        session = f"{run}-{conversation}"
        return done(await assistant.reply(say, user=UserId(session), session=session))

    return await hold(dialogues, converse)


def _language(dialogue: Dialogue) -> str:
    """That is spoken: of those over another language's collection it stands last."""
    collection, _, last = dialogue.id.rpartition("-")
    return last if last in ("en", "zh") else collection[:2]


def print_twists(judged: Sequence[Judged]) -> None:
    """Those with an odd number, which were looked at, and those with an even one, which were only counted."""
    print("| | kind | turns right | of | conversations | of | page first |\n|---|---|---:|---:|---:|---:|---:|")
    for half, rest in (("odd", 1), ("even", 0)):
        turns = [each for each in judged if int(each.dialogue.id.rpartition("-r")[2]) % 2 == rest]
        for kind in ("all", *dict.fromkeys(each.dialogue.kind for each in turns)):
            some = [each for each in turns if kind in ("all", each.dialogue.kind)]
            of = report(some)
            right = f"{of['turns_right']:.3f} | {of['turns']} | {of['conversations_right']:.3f} | {of['conversations']}"
            print(f"| {half} | {kind} | {right} | {of['page_first']:.3f} |")
    print()


def print_conversations(judged: Sequence[Judged]) -> None:
    told = {"all": judged}
    told |= {each: [one for one in judged if _language(one.dialogue) == each] for each in ("en", "ja", "zh")}
    print("| language | turns right | of | conversations | of | page first |\n|---|---:|---:|---:|---:|---:|")
    for language, turns in told.items():
        if turns:
            of = report(turns)
            right, whole = of["turns_right"], of["conversations_right"]
            counts = f"{right:.3f} | {of['turns']} | {whole:.3f} | {of['conversations']}"
            print(f"| {language} | {counts} | {of['page_first']:.3f} |")
    of = report(judged)
    for title, group in (("kind", of["by_kind"]), ("should", of["by_action"])):
        print(f"\n| {title} | turns right | of |\n|---|---:|---:|")
        for name, row in group.items():
            print(f"| {name} | {row['turns_right']:.3f} | {row['turns']} |")
    print("\nfaults: " + ", ".join(f"{fault} {count}" for fault, count in of["faults"].items()) + "\n")


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, default=Path(".bench"), help="where stores are kept")
    parser.add_argument("--large", action="store_true", help="over the large collections")
    parser.add_argument("--every", type=int, default=1, help="only every Nth of the collections held out")
    parser.add_argument("--reads", type=int, help="turn.reads")
    parser.add_argument("--fitted", type=Path, help="other models than those that ship")
    parser.add_argument("--talks", action="store_true", help="only the conversations")
    parser.add_argument("--twists", action="store_true", help="only these, over the large collections")
    parser.add_argument("--asked", action="store_true", help="with questions to each section, where there are some")
    parser.add_argument("--foreign", action="store_true", help="only these, over the small Japanese collections")
    parser.add_argument("--oneself", action="store_true", help="only these, over half of the small collections")
    given = parser.parse_args()
    of = next((each for each in ("twists", "foreign", "oneself") if getattr(given, each)), "talks")
    given.large, given.talks = given.large or given.twists, given.talks or of != "talks"
    counted: dict[tuple[str, str, str], list[bool]] = defaultdict(list)
    folder = LARGE if given.large else SMALL
    every, dialogues = collections(folder), talks(folder, of)
    fitted = models.load(given.fitted) if given.fitted else None
    judged_turns: list[Judged] = []
    names = list(every) if given.twists else held_out(folder)
    asked = questions_asked() if given.asked else {}
    names = [each for each in names if (each in dialogues or of == "talks") and (each in asked or not asked)]
    for name in names[:: given.every]:
        home = await home_of(name, every[name], given.work, asked.get(name))
        changed = {} if given.reads is None else {"turn": {"reads": given.reads}}
        async with open_workspace(load_settings(home=home, chat="none", **changed)) as workspace:
            assistant = Assistant(workspace.store, workspace.searcher, None, workspace.settings.turn, models=fitted)
            judged_turns += await conversed(assistant, dialogues.get(name, ()))
            for kind, told in [] if given.talks else await judged(assistant, every[name]):
                for measure, right in told.items():
                    for language in (name[:2], "all"):
                        counted[language, kind, measure].append(right)
            await assistant.close()
    print_conversations(judged_turns)
    if given.twists:
        print_twists(judged_turns)
    wrong = json.dumps(report(judged_turns)["wrong"], ensure_ascii=False, indent=0)
    (given.work / "everyday_wrong.json").write_text(wrong, "utf-8")
    if counted:
        print("| language | asked | | share | of |\n|---|---|---|---:|---:|")
    for (language, kind, measure), rights in sorted(counted.items()):
        print(f"| {language} | {kind} | {measure} | {sum(rights) / len(rights):.3f} | {len(rights)} |")


if __name__ == "__main__":
    asyncio.run(main())
