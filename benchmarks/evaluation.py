"""How far may sets of queries that were made and checked by machine be trusted?

    python benchmarks/evaluation.py checks [--chat MODEL] [--a-label N] [--embedding none]
    python benchmarks/evaluation.py ranking [--sets jsquad niilc] [--queries 300] [--ways answer user]

`checks`   `eval verify` on 300 labelled Japanese queries for five FAQs (benchmarks/faq_labelled): precision and recall
           by reason.  The library and the clinic are held out.  A query that is labelled `viewpoint` does not count for
           `inconsistency`, whatever is said of it.  With --chat that model judges the held-out ones, or so many of each
           label.
`ranking`  Five search settings ranked by MRR@10, by the real questions of JSQuAD and NIILC and by queries that rules
           make from the same passages, by difficulty: Kendall's tau of the two rankings.
"""

import argparse
import asyncio
import csv
import json
import random
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

from yorisoi.evaluation.beir import DataSet, Entry, Judged
from yorisoi.evaluation.corpus import source_prefix, take_in
from yorisoi.evaluation.faq import judging, rules, sets
from yorisoi.evaluation.faq.bearing import Bearing, bearing
from yorisoi.evaluation.faq.checking import check
from yorisoi.evaluation.faq.difficulty import LEVELS
from yorisoi.evaluation.faq.drafts import queries_of
from yorisoi.evaluation.faq.reasons import Reason, Verdict
from yorisoi.evaluation.faq.sets import Faq, Made, Query
from yorisoi.evaluation.measuring import figures, means, run, searching
from yorisoi.evaluation.recorded_chat import RecordedChat
from yorisoi.evaluation.significance import bootstrap_interval
from yorisoi.retrieval.catch_up import catch_up
from yorisoi.settings import load_settings
from yorisoi.wiring import chat_model, embedding_model, open_workspace

LABELLED = Path(__file__).parent / "faq_labelled"
SHARED = Path(__file__).parents[2] / "shared" / "data"
SEEN, HELD_OUT = ("shop", "streaming", "office"), ("library", "clinic")
REASONS: tuple[Reason, ...] = ("viewpoint", "inconsistency")
SEED = 11


# ---------------------------------------------------------------- checks


def labelled(name: str) -> tuple[dict[str, Faq], list[Query], list[str]]:
    faqs = sets.load_faqs([LABELLED / name / sets.FAQS])
    with (LABELLED / name / "queries_labelled.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    queries = [Query(id=f"{name}-{at:02}", text=row["query"], faqs=(row["id"],)) for at, row in enumerate(rows, 1)]
    return faqs, queries, [row["label"] for row in rows]


async def checks(chat: str | None, a_label: int | None, embedding: str | None) -> None:
    settings = load_settings(chat=chat or "none", embedding=embedding)
    embedder, model = embedding_model(settings), chat_model(settings)
    found: dict[str, list[tuple[Verdict, str]]] = {}
    for name in (*SEEN, *HELD_OUT):
        faqs, queries, labels = labelled(name)
        held = await bearing(queries, faqs, embedder)
        if model is None:
            verdicts = check(held)
        elif name in HELD_OUT:
            held, labels = _some(held, labels, (a_label or len(labels)) // len(HELD_OUT))
            with tempfile.TemporaryDirectory() as folder:
                recorded = RecordedChat(Path(folder) / "replies.jsonl", model)
                todo = [each for each in judging.questions(held, recorded, Made(seed=SEED)) if each.kind == "check"]
                verdicts, failed = await judging.judge(recorded, held, todo, check(held))
            print(f"{name}: {len(labels)} queries, {len(failed)} failed")
        else:
            continue
        found[name] = list(zip(verdicts, labels, strict=True))
    print(f"checked by {model.name if model else 'rules'}, embedding {embedder.name if embedder else 'none'}")
    for names in (SEEN, HELD_OUT):
        rows = [row for name in names for row in found.get(name, [])]
        for reason in REASONS if rows else ():
            counted = [
                (verdict, label) for verdict, label in rows if label in ("fine", reason) or reason == "viewpoint"
            ]
            said = [reason in verdict.reasons for verdict, _ in counted]
            true = [label == reason for _, label in counted]
            print(f"{' '.join(names):24} {reason:14} {_told(said, true)}   always: {_told([True] * len(true), true)}")


def _some(held: Bearing, labels: Sequence[str], most: int) -> tuple[Bearing, list[str]]:
    """As many queries of each label, drawn once."""
    rows: list[int] = []
    for label in dict.fromkeys(labels):
        of_label = [row for row, each in enumerate(labels) if each == label]
        rows += sorted(random.Random(SEED).sample(of_label, min(most, len(of_label))))
    cosine = None if held.cosine is None else held.cosine[rows]
    part = replace(held, queries=tuple(held.queries[row] for row in rows), covered=held.covered[rows], cosine=cosine)
    return part, [labels[row] for row in rows]


def _told(said: Sequence[bool], true: Sequence[bool]) -> str:
    right = sum(a and b for a, b in zip(said, true, strict=True))
    precision = right / sum(said) if any(said) else float("nan")
    return f"precision {precision:.3f} recall {right / sum(true):.3f} ({right} of {sum(said)} said, {sum(true)} true)"


# ---------------------------------------------------------------- ranking

SEARCHES: Mapping[str, Mapping[str, Any]] = {
    "default": {},
    "by rank": {"fusion": "rank", "coverage": 0.0},
    "words only": {"vector_weight": 0.0},
    "key words only": {"vector_weight": 0.0, "keywords": "rules", "coverage": 0.0},
    "meaning only": {"lexical_weight": 0.0},
}


def jsquad() -> tuple[dict[str, Faq], list[Judged]]:
    """1,145 passages of the validation part under their articles' titles, and their questions."""
    faqs: dict[str, Faq] = {}
    asked: list[Judged] = []
    for article in json.loads((SHARED / "jsquad/valid-v1.3.json").read_text(encoding="utf-8"))["data"]:
        for paragraph in article["paragraphs"]:
            title, _, text = paragraph["context"].partition(" [SEP] ")
            faq = Faq(f"d{len(faqs)}", title, text)
            faqs[faq.id] = faq
            asked += [
                Judged(id=each["id"], text=each["question"], relevance={faq.id: 1.0}) for each in paragraph["qas"]
            ]
    return faqs, asked


def niilc(distractors: int = 1500) -> tuple[dict[str, Faq], list[Judged]]:
    """The passages of evidence under the titles of their pages, and as many others; questions of the dev part."""
    folder = SHARED / "niilc"
    rows = [json.loads(line) for line in (folder / "retrieval_corpus.jsonl").read_text(encoding="utf-8").splitlines()]
    asked = [json.loads(line) for line in (folder / "retrieval_queries.jsonl").read_text(encoding="utf-8").splitlines()]
    title = {each["gold"]: each["wiki_page"] for each in asked}
    others = [row for row in rows if row["id"] not in title]
    kept = [row for row in rows if row["id"] in title] + random.Random(SEED).sample(others, distractors)
    faqs = {row["id"]: Faq(row["id"], title.get(row["id"], ""), row["text"].replace(" [SEP] ", "\n")) for row in kept}
    dev = [each for each in asked if each["split"] == "dev"]
    return faqs, [Judged(id=each["qid"], text=each["question"], relevance={each["gold"]: 1.0}) for each in dev]


async def ranking(names: Sequence[str], count: int, ways: Sequence[str]) -> None:
    for name in names:
        faqs, asked = {"jsquad": jsquad, "niilc": niilc}[name]()
        draw = random.Random(SEED)
        real = draw.sample(asked, count)
        wanted = list(dict.fromkeys(id_ for each in asked for id_ in each.relevance))
        some = [faqs[id_] for id_ in draw.sample(wanted, min(count, len(wanted)))]
        drafts = rules.generate(some, ways, n=2, seed=SEED)
        made = queries_of(drafts, {faq.id: faq for faq in some})
        good = [verdict.query for verdict in check(await bearing(made, faqs, None)) if verdict.accepted]
        levels = {level: [query for query in good if query.difficulty == level] for level in LEVELS}
        asked_of = {"real": real} | {
            level: [
                Judged(id=query.id, text=query.text, relevance=dict.fromkeys(query.faqs, 1.0))
                for query in draw.sample(queries, min(count // 2, len(queries)))
            ]
            for level, queries in levels.items()
            if queries
        }
        counts = ", ".join(f"{len(queries)} {kind}" for kind, queries in asked_of.items())
        print(f"{name}: {len(faqs)} passages; questions: {counts}; {len(good)} of {len(made)} made were good")
        await _rank(name, faqs, asked_of)


async def _rank(name: str, faqs: Mapping[str, Faq], asked: Mapping[str, Sequence[Judged]]) -> None:
    corpus = {faq.id: Entry(id=faq.id, title=faq.title, text=faq.body) for faq in faqs.values()}
    data = DataSet(name=name, split="", corpus=corpus, queries=(), without_relevant=0)
    measured: dict[str, dict[str, list[float]]] = {kind: {} for kind in asked}
    with tempfile.TemporaryDirectory() as home:
        for setting, search in SEARCHES.items():
            settings = load_settings(home=Path(home), chat="none", search=dict(search))
            async with open_workspace(settings) as workspace:
                documents = workspace.store.documents
                await take_in(data, store=documents, embedder=workspace.embedder, config=settings.documents)
                await catch_up(documents, workspace.index)
                for kind, queries in asked.items():
                    search_ = searching(workspace.searcher, prefix=source_prefix(data), depth=50, language="ja")
                    found = await run(queries, search_)
                    rows = [figures(query, found[query.id].ranking) for query in queries]
                    measured[kind][setting] = [row["mrr@10"] for row in rows]
                    mean = means(rows)
                    print(f"  {setting:16} {kind:10} mrr@10 {mean['mrr@10']:.4f} recall@1 {mean['recall@1']:.4f}")
    sure = [pair for pair in combinations(SEARCHES, 2) if _sure(measured["real"], *pair)]
    mean = {
        kind: {setting: sum(values) / len(values) for setting, values in of_kind.items()}
        for kind, of_kind in measured.items()
    }
    for kind in asked:
        if kind != "real":
            every = tau(mean["real"], mean[kind], list(combinations(SEARCHES, 2)))
            told = tau(mean["real"], mean[kind], sure)
            print(f"  Kendall's tau of real and {kind}: {every:+.2f}; over the {len(sure)} pairs that real questions")
            print(f"  tell apart (95 %): {told:+.2f}")


def _sure(values: Mapping[str, list[float]], one: str, other: str) -> bool:
    import numpy as np

    low, high = bootstrap_interval(np.asarray(values[one]) - np.asarray(values[other]), rounds=2000)
    return low > 0 or high < 0


def tau(one: Mapping[str, float], other: Mapping[str, float], pairs: Sequence[tuple[str, str]]) -> float:
    """(concordant - discordant) / pairs; a tie in either is neither.  Source: Kendall, Biometrika 1938 (tau-a)."""
    agree = [(one[a] - one[b]) * (other[a] - other[b]) for a, b in pairs]
    return (sum(each > 0 for each in agree) - sum(each < 0 for each in agree)) / max(1, len(pairs))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("checks", "ranking"))
    parser.add_argument("--chat", metavar="MODEL")
    parser.add_argument("--a-label", type=int, metavar="N")
    parser.add_argument("--embedding", metavar="MODEL")
    parser.add_argument("--sets", nargs="+", default=["jsquad", "niilc"])
    parser.add_argument("--queries", type=int, default=300)
    parser.add_argument("--ways", nargs="+", default=["answer", "user"])
    given = parser.parse_args()
    if given.what == "checks":
        asyncio.run(checks(given.chat, given.a_label, given.embedding))
    else:
        asyncio.run(ranking(given.sets, given.queries, given.ways))


if __name__ == "__main__":
    main()
