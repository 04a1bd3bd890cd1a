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

Each is told by words, and by words and what the embedded model reads of it beside the passages (`fit_claims.py`).

`claims.jsonl`: 5,264 sentences about 376 pages of invented collections by eight other writers, mostly in other words
than the page's; 3,008 of them made up.  Reading is fitted on three quarters of the collections, the others tell.
"""

import argparse
import asyncio
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from collections_of import EMBEDDER, available, open_searcher
from yorisoi.dialogue.answer.claim_reading import read_claims
from yorisoi.dialogue.answer.support import DOUBTED, Evidence, as_feature, features, terms, unsupported
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
                passages = [hit.passage for hit in hits]
                evidence = Evidence(passages)
                claims = [sentence["text"] for sentence in row["sentences"]]
                read = await read_claims(claims, passages, row["language"], EMBEDDER)
                for sentence in row["sentences"]:
                    about = {"id": row["id"], "collection": name, "kind": sentence.get("how", "supported"), **sentence}
                    about["features"] = features(sentence["text"], row["question"], evidence, row["language"])
                    about["read"] = as_feature(read[sentence["text"]])
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


def page_of(row: dict[str, Any]) -> list[Passage]:
    language, title = row["language"], row["title"]
    page = Document(id=1, source=title, title=title, language=language)
    return [
        Passage(id=at, document=page, position=at, section=(part["section"],), text=part["text"], language=language)
        for at, part in enumerate(row["sections"])
    ]


def claimed() -> list[dict[str, Any]]:
    """Pages with claims about them."""
    return [json.loads(line) for line in (HERE / "claims.jsonl").read_text("utf-8").splitlines()]


def held_out() -> set[str]:
    """The collections of claims that nothing is fitted on: every fourth."""
    return set(sorted({row["collection"] for row in claimed()})[::4])


async def judge_claims() -> None:
    """What ships, on claims beside the page that each is about, of collections that nothing was fitted on."""
    judged: defaultdict[str, list[tuple[bool, bool, bool]]] = defaultdict(list)
    for row in (row for row in claimed() if row["collection"] in held_out()):
        passages, language = page_of(row), row["language"]
        evidence = Evidence(passages)
        read = await read_claims([claim["text"] for claim in row["claims"]], passages, language, EMBEDDER)
        for claim in row["claims"]:
            text = claim["text"]
            by_words = unsupported(text, "", evidence, language) >= DOUBTED
            doubt = unsupported(text, "", evidence, language, read=read[text]) >= DOUBTED
            for group in ("all", language, claim.get("how", "supported")):
                judged[group].append((by_words, doubt, not claim["supported"]))
    print("| claims | of | by words: precision | recall | and reading: precision | recall |")
    print("|---|---:|---:|---:|---:|---:|")
    for group, told in judged.items():
        by_words, doubts, made_up = np.array(told, dtype=bool).T
        if made_up.all() or not made_up.any():
            print(f"| {group} | {len(told)} | | {by_words.mean():.3f} | | {doubts.mean():.3f} |")
            continue
        figures = (*precision_recall(by_words, made_up)[:2], *precision_recall(doubts, made_up)[:2])
        print(f"| {group} | {len(told)} | " + " | ".join(f"{figure:.3f}" for figure in figures) + " |")


def left_out(found: Sequence[dict[str, Any]]) -> Iterator[NDArray[np.bool_]]:
    """For each collection, which sentences are not its."""
    collection = np.array([each["collection"] for each in found])
    return (collection != name for name in dict.fromkeys(collection))


def by_share(found: Sequence[dict[str, Any]], made_up: NDArray[np.bool_]) -> None:
    share, doubted = np.array([each["share"] for each in found]), np.zeros(len(found), dtype=bool)
    cuts = np.unique(share)
    for others in left_out(found):
        best = max(cuts, key=lambda cut: precision_recall(share[others] <= cut, made_up[others])[2])
        doubted[~others] = share[~others] <= best
    tell("share of words", doubted, made_up)


def by_features(name: str, names: Sequence[str], found: Sequence[dict[str, Any]], given: argparse.Namespace) -> None:
    x = np.array([[(each["features"] | each)[feature] for feature in names] for each in found])
    made_up = np.array([not each["supported"] for each in found])
    probability = np.zeros(len(found))
    for others in left_out(found):
        weights, bias = fitted(x[others], made_up[others].astype(float))
        probability[~others] = 1 / (1 + np.exp(-(x[~others] @ weights + bias)))
    doubted = probability >= DOUBTED
    tell(name, doubted, made_up)
    for cut in (0.3, 0.4, 0.5, 0.6, 0.7):
        print(f"  from {cut}: " + " ".join(f"{value:.3f}" for value in precision_recall(probability >= cut, made_up)))
    for group in ("kind", "collection"):
        by: defaultdict[str, list[tuple[bool, bool]]] = defaultdict(list)
        for each, doubt in zip(found, doubted, strict=True):
            by[each[group]].append((bool(doubt), not each["supported"]))
        for value, pairs in by.items():
            told = sum(doubt and bad for doubt, bad in pairs), sum(bad for _, bad in pairs)
            wrong = sum(doubt and not bad for doubt, bad in pairs), sum(not bad for _, bad in pairs)
            print(f"  {value:14} made up and doubted {told[0]}/{told[1]}, supported and doubted {wrong[0]}/{wrong[1]}")
    if given.fit:
        weights, bias = fitted(x, made_up.astype(float))
        print("WEIGHTS =", {name: round(float(weight), 2) for name, weight in zip(names, weights, strict=True)})
        print("BIAS =", round(bias, 2))
    if given.each:
        for each, p in zip(found, probability, strict=True):
            if (p >= DOUBTED) == each["supported"]:
                print(f"{p:.2f} {each['kind']} {each['id']}: {each['text']}")


def tell(name: str, doubted: NDArray[np.bool_], made_up: NDArray[np.bool_]) -> None:
    figures = " ".join(f"{value:.3f}" for value in precision_recall(doubted, made_up))
    print(f"{name:18} precision, recall, F1 {figures}; of the supported ones doubted {doubted[~made_up].mean():.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, default=Path(".bench"))
    parser.add_argument("--claims", action="store_true")
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--each", action="store_true")
    given = parser.parse_args()
    if given.claims:
        asyncio.run(judge_claims())
        return
    rows = [json.loads(line) for line in (HERE / "grounding.jsonl").read_text(encoding="utf-8").splitlines()]
    rows = [row for row in rows if available(row["collection"])]
    found = asyncio.run(sentences_of(rows, given.work))
    made_up = np.array([not each["supported"] for each in found])
    print(f"{len(rows)} answers, {len(found)} sentences, {made_up.sum()} made up")
    by_share(found, made_up)
    words = list(found[0]["features"])
    for name, names in (("words", words), ("words and reading", [*words, "read"])):
        by_features(name, names, found, given)


if __name__ == "__main__":
    main()
