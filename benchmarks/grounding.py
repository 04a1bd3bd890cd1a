"""Are made-up sentences of an answer told from those that its passages support?

    python benchmarks/grounding.py --work DIR            DIR: the stores, see collections_of.py
    python benchmarks/grounding.py --work DIR --fit      what `support.py` is to hold
    python benchmarks/grounding.py --work DIR --each     every sentence that is judged wrongly
    python benchmarks/grounding.py --claims              what ships, on claims that nothing was fitted on

`grounding.jsonl`: 300 answers written by hand to passages of eight collections, half of them with one sentence that the
passage does not say: a figure or a subject of its neighbour, the opposite, another condition, something added.  Each
answer is judged against five passages: the one that it was written to and what the search finds beside it.

Each collection is judged by weights fitted on the seven others.  The row to beat doubts by a threshold on the share of
a sentence's words that one passage holds, chosen in the same way.

`claims.jsonl`: 5,264 sentences about 376 pages of invented collections by eight other writers, mostly in other words
than the page's; 3,008 of them made up.
"""

import argparse
import asyncio
import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from collections_of import available, open_searcher
from yorisoi.dialogue.answer.support import DOUBTED, Evidence, features, terms, unsupported
from yorisoi.retrieval.search import Searcher
from yorisoi.types import Document, Filter, Hit, Passage

HERE = Path(__file__).parent
GROUPS = frozenset({"人事部"})
"""Of the one restricted page among them."""
PASSAGES = 5
RIDGE = 5.0
Floats = NDArray[np.float64]


async def hits_of(row: dict[str, Any], searcher: Searcher) -> list[Hit]:
    """The passage that the answer was written to, and the best others, in the order of the search."""
    within = Filter(groups=GROUPS)
    hits = list((await searcher.search([row["question"]], within=within, limit=40)).hits)
    page = next(hit for hit in hits if hit.passage.document.source == row["source"])
    passages = await searcher.store.neighbours(page.passage, 1000, 1000)
    written_to = next(each for each in passages if each.position == row["position"])
    first = [hit for hit in hits[:PASSAGES] if hit.passage.id != written_to.id]
    return [replace(page, passage=written_to), *first][:PASSAGES]


def share_of_words(claim: str, hits: Sequence[Hit], language: str) -> float:
    """What the trivial baseline goes by."""
    said = terms(claim, language)
    return max(len(said & terms(hit.passage.in_context, hit.passage.language)) / max(1, len(said)) for hit in hits)


async def sentences_of(rows: Sequence[dict[str, Any]], work: Path) -> list[dict[str, Any]]:
    """Every sentence with its features."""
    found = []
    for name in dict.fromkeys(row["collection"] for row in rows):
        async with open_searcher(name, work) as (searcher, _):
            for row in (row for row in rows if row["collection"] == name):
                hits = await hits_of(row, searcher)
                evidence = Evidence([hit.passage for hit in hits])
                for sentence in row["sentences"]:
                    about = {"id": row["id"], "collection": name, "kind": sentence.get("how", "supported"), **sentence}
                    about["features"] = features(sentence["text"], row["question"], evidence, row["language"])
                    about["share"] = share_of_words(sentence["text"], hits, row["language"])
                    found.append(about)
    return found


def fitted(x: Floats, y: Floats) -> tuple[Floats, float]:
    """Weights and bias of a ridge logistic regression, for features as they are.  Newton's method."""
    mean, scale = x.mean(axis=0), x.std(axis=0) + 1e-9
    columns = np.column_stack([(x - mean) / scale, np.ones(len(x))])
    ridge = np.diag([RIDGE] * x.shape[1] + [0.0])
    weights = np.zeros(columns.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-columns @ weights))
        hessian = (columns.T * (p * (1 - p))) @ columns + ridge
        step = np.linalg.solve(hessian, columns.T @ (p - y) + ridge @ weights)
        weights -= step
        if np.abs(step).max() < 1e-9:
            break
    return weights[:-1] / scale, float(weights[-1] - (weights[:-1] / scale) @ mean)


def precision_recall(doubted: NDArray[np.bool_], made_up: NDArray[np.bool_]) -> tuple[float, float, float]:
    hits = float((doubted & made_up).sum())
    precision, recall = hits / max(1, doubted.sum()), hits / made_up.sum()
    return precision, recall, 2 * precision * recall / max(1e-9, precision + recall)


def page_of(row: dict[str, Any]) -> Evidence:
    language, title = row["language"], row["title"]
    page = Document(id=1, source=title, title=title, language=language)
    return Evidence(
        [
            Passage(id=at, document=page, position=at, section=(part["section"],), text=part["text"], language=language)
            for at, part in enumerate(row["sections"])
        ]
    )


def judge_claims() -> None:
    """What ships, on claims beside the page that each is about."""
    doubted: defaultdict[str, list[bool]] = defaultdict(list)
    judged: defaultdict[str, list[tuple[bool, bool]]] = defaultdict(list)
    for line in (HERE / "claims.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        evidence = page_of(row)
        for claim in row["claims"]:
            doubt = unsupported(claim["text"], "", evidence, row["language"]) >= DOUBTED
            doubted[claim.get("how", "supported")].append(doubt)
            for group in ("all", row["language"]):
                judged[group].append((doubt, not claim["supported"]))
    print("| claims | of | precision | recall |\n|---|---:|---:|---:|")
    for group, pairs in judged.items():
        said, made_up = np.array(pairs, dtype=bool).T
        precision, recall, _ = precision_recall(said, made_up)
        print(f"| {group} | {len(pairs)} | {precision:.3f} | {recall:.3f} |")
    print("\n| how | of | doubted |\n|---|---:|---:|")
    for how, doubts in doubted.items():
        print(f"| {how} | {len(doubts)} | {np.mean(doubts):.3f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, default=Path(".bench"))
    parser.add_argument("--claims", action="store_true")
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--each", action="store_true")
    given = parser.parse_args()
    if given.claims:
        judge_claims()
        return
    rows = [json.loads(line) for line in (HERE / "grounding.jsonl").read_text(encoding="utf-8").splitlines()]
    rows = [row for row in rows if available(row["collection"])]
    found = asyncio.run(sentences_of(rows, given.work))
    names = list(found[0]["features"])
    x = np.array([[each["features"][name] for name in names] for each in found])
    made_up = np.array([not each["supported"] for each in found])
    share = np.array([each["share"] for each in found])
    collection = np.array([each["collection"] for each in found])
    probability, trivial = np.zeros(len(found)), np.zeros(len(found), dtype=bool)
    for name in dict.fromkeys(collection):
        others = collection != name
        weights, bias = fitted(x[others], made_up[others].astype(float))
        probability[~others] = 1 / (1 + np.exp(-(x[~others] @ weights + bias)))
        cuts = np.unique(share)
        best = max(cuts, key=lambda cut: precision_recall(share[others] <= cut, made_up[others])[2])
        trivial[~others] = share[~others] <= best
    doubted = probability >= DOUBTED
    print(f"{len(rows)} answers, {len(found)} sentences, {made_up.sum()} made up")
    for name, said in (("share of words", trivial), ("features", doubted)):
        figures = " ".join(f"{value:.3f}" for value in precision_recall(said, made_up))
        print(f"{name:16} precision, recall, F1 {figures}; of the supported ones doubted {said[~made_up].mean():.3f}")
    for cut in (0.3, 0.4, 0.6, 0.7):
        print(f"  from {cut}: " + " ".join(f"{value:.3f}" for value in precision_recall(probability >= cut, made_up)))
    for group in ("kind", "collection"):
        by: defaultdict[str, list[tuple[bool, bool]]] = defaultdict(list)
        for each, doubt in zip(found, doubted, strict=True):
            by[each[group]].append((bool(doubt), not each["supported"]))
        for name, pairs in by.items():
            told = sum(doubt and bad for doubt, bad in pairs), sum(bad for _, bad in pairs)
            wrong = sum(doubt and not bad for doubt, bad in pairs), sum(not bad for _, bad in pairs)
            print(f"  {name:14} made up and doubted {told[0]}/{told[1]}, supported and doubted {wrong[0]}/{wrong[1]}")
    if given.fit:
        weights, bias = fitted(x, made_up.astype(float))
        print("WEIGHTS =", {name: round(float(weight), 2) for name, weight in zip(names, weights, strict=True)})
        print("BIAS =", round(bias, 2))
    if given.each:
        for each, p in zip(found, probability, strict=True):
            if (p >= DOUBTED) == each["supported"]:
                print(f"{p:.2f} {each['kind']} {each['id']}: {each['text']}")


if __name__ == "__main__":
    main()
