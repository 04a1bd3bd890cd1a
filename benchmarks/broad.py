"""Broad questions: an answer theme by theme against the hybrid's, judged in pairs, in both orders.

    python benchmarks/broad.py [--work DIR] [--chat MODEL] --sheet pairs.jsonl     answers, as pairs to be judged
    python benchmarks/broad.py --judged pairs.jsonl [--write NAME]                what the judgements say

`broad_questions.jsonl` holds 60 questions over three collections.  Each is answered twice, without a model or with the
one that is named (its server by `YORISOI_OPENAI__BASE_URL`): as the assistant does, and by the same assistant without
a graph, which has the hybrid search alone.  A few questions are asked at once; whoever plays the model by hand
gives it time by `YORISOI_OPENAI__TIMEOUT_S` and `YORISOI_TURN__FIRST_WORD_S`.

In the sheet a line has a question and two answers, `first` and `second`; nothing tells whose they are, and every pair
stands there twice, the second time the other way round, far from the first.  Whoever judges fills `comprehensiveness`
(how much of the question, in all its sides, is answered) and `diversity` (how varied the views that it gives are), as
in Edge et al. (2024), and `directness`, their control, with `first`, `second` or `tie`.  Questions that are answered
alike are left out of the sheet and told.  `pairs.key.json` beside the sheet says which is which; the form of an answer
does, too.

Of a pair judged in both orders the verdicts are averaged: 1 for a win, 0.5 for a tie.
"""

import argparse
import asyncio
import json
import random
import statistics
import uuid
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from collections_of import HERE, available, home_of
from retrieval import written
from turn import commit
from yorisoi.assistant import Assistant
from yorisoi.retrieval.search import Searcher
from yorisoi.settings import load_settings
from yorisoi.types import Reply, UserId
from yorisoi.wiring import open_workspace

QUESTIONS = HERE / "broad_questions.jsonl"
ASPECTS = ("comprehensiveness", "diversity", "directness")
WORTH = {"first": 1.0, "tie": 0.5, "second": 0.0}
SEED = 17
AT_ONCE = 4
"""Questions of a collection."""


@dataclass(frozen=True, slots=True)
class Answered:
    id: str
    question: str
    graph: str
    hybrid: str


async def answer(work: Path, chat: str, collection: str, rows: list[dict[str, str]]) -> list[Answered]:
    async with open_workspace(load_settings(home=home_of(collection, work), chat=chat)) as workspace:
        few = asyncio.Semaphore(AT_ONCE)  # one writes at a time, and waits half a minute for the others
        documents, model = workspace.store.documents, workspace.chat
        plain = Searcher(documents, workspace.index, workspace.embedder, workspace.searcher.config, chat=model)
        hybrid = Assistant(workspace.store, plain, model, workspace.assistant.config)

        async def said(assistant: Assistant, question: str) -> Reply:
            return await assistant.reply(question, user=UserId(f"broad-{uuid.uuid4().hex}"), just_answer=True)

        async def both(row: dict[str, str]) -> Answered:
            async with few:
                replies = await asyncio.gather(*(said(each, row["question"]) for each in (workspace.assistant, hybrid)))
            return Answered(row["id"], row["question"], *(told(reply) for reply in replies))

        found = await asyncio.gather(*(both(row) for row in rows))
        await hybrid.close()
    return found


def told(reply: Reply) -> str:
    """What the reader sees: the text and the pages that it cites."""
    pages = [f"[{each.number}] {' > '.join((each.title, *each.section))}" for each in reply.citations]
    return "\n".join([reply.text, *pages])


def sheet(answered: list[Answered], file: Path) -> None:
    draw = random.Random(SEED)
    pairs = [each for each in answered if each.graph != each.hybrid]
    coins = {each.id: draw.random() < 0.5 for each in pairs}
    key: dict[str, dict[str, str]] = {}
    lines = []
    for swapped in (False, True):
        for each in draw.sample(pairs, len(pairs)):
            name = f"{draw.getrandbits(40):010x}"
            graph_first = coins[each.id] != swapped
            key[name] = {"id": each.id, "graph": "first" if graph_first else "second"}
            one, other = (each.graph, each.hybrid) if graph_first else (each.hybrid, each.graph)
            row = {"pair": name, "question": each.question, "first": one, "second": other}
            lines.append(json.dumps(row | dict.fromkeys(ASPECTS, ""), ensure_ascii=False))
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    file.with_suffix(".key.json").write_text(json.dumps(key, indent=1), encoding="utf-8")
    print(f"{len(answered)} questions; {len(pairs)} are answered in two ways, {len(lines)} lines in {file}")


def verdicts(file: Path) -> None:
    key = json.loads(file.with_suffix(".key.json").read_text(encoding="utf-8"))
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    print("| | questions | orders | the graph's wins | 95 % |\n|---|---:|---:|---:|---|")
    for aspect in ASPECTS:
        by_question: dict[str, list[float]] = {}
        for row in rows:
            if row[aspect]:
                worth = WORTH[row[aspect]]
                of = key[row["pair"]]
                by_question.setdefault(of["id"], []).append(worth if of["graph"] == "first" else 1 - worth)
        means = [statistics.fmean(each) for each in by_question.values()]
        if means:
            draw = random.Random(SEED)
            spread = sorted(statistics.fmean(draw.choices(means, k=len(means))) for _ in range(2000))
            orders = sum(map(len, by_question.values()))
            print(
                f"| {aspect} | {len(means)} | {orders} | {statistics.fmean(means):.3f} "
                f"| [{spread[50]:.3f}, {spread[1949]:.3f}] |"
            )


async def answers(work: Path, chat: str) -> list[Answered]:
    rows = [json.loads(line) for line in QUESTIONS.read_text(encoding="utf-8").splitlines()]
    collections = [name for name in dict.fromkeys(row["collection"] for row in rows) if available(name)]
    return [
        each
        for name in collections
        for each in await answer(work, chat, name, [row for row in rows if row["collection"] == name])
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, default=Path(".bench"))
    parser.add_argument("--chat", metavar="MODEL", default="none")
    parser.add_argument("--sheet", type=Path)
    parser.add_argument("--judged", type=Path)
    parser.add_argument("--write", metavar="NAME", help="write results/NAME.md too")
    given = parser.parse_args()
    if given.sheet:
        sheet(asyncio.run(answers(given.work, given.chat)), given.sheet)
    if given.judged:
        with written(given.write, "broad.py"):
            print(f"{date.today().isoformat()}, commit {commit()}\n")
            verdicts(given.judged)


if __name__ == "__main__":
    main()
