"""Are made-up sentences of an answer told from those that its passages support?

    python benchmarks/grounding.py --work DIR            DIR: the stores, see collections_of.py
    python benchmarks/grounding.py --work DIR --fit      what `support.py` is to hold
    python benchmarks/grounding.py --work DIR --each     every sentence that is judged wrongly

`grounding.jsonl`: 300 answers written by hand to passages of eight collections, half of them with one sentence that the
passage does not say: a figure or a subject of its neighbour, the opposite, another condition, something added.  The
passage is kept by its first and last words (`begins`, `ends`), since pages are split otherwise as time goes by.  Each
answer is judged against five passages: those that hold what it was written to, and what the search finds beside them.

`claims.jsonl`: sentences about pages of invented collections by other writers, half of them made up, mostly in other
words than the page's; each is judged against its page.  What reads claims (`fit_claims.py`) is fitted on three quarters
of these collections; only the others are looked at here.

Each collection is judged by weights fitted on all others, answers and claims counting equally: of what words tell
alone, and of that and what was read.  The row to beat doubts by a threshold on the share of a sentence's words that one
passage holds, chosen in the same way.
"""

import argparse
import asyncio
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from collections_of import EMBEDDER, available, open_searcher
from yorisoi.dialogue.answer.claim_reading import read_claims
from yorisoi.dialogue.answer.support import DOUBTED, DOUBTED_READ, Premises, as_feature, features, terms
from yorisoi.retrieval.search import Searcher
from yorisoi.types import Document, Filter, Passage

HERE = Path(__file__).parent
GROUPS = frozenset({"人事部"})
"""Of the one restricted page among them."""
PASSAGES = 5
RIDGE = 5.0
Floats = NDArray[np.float64]


async def written_to(row: dict[str, Any], searcher: Searcher) -> list[Passage]:
    """The passages that hold what the answer was written to, from its beginning to its end, as its page is split now.

    Of more than PASSAGES, as of a table whose rows are passages, those that have most words of the answer.
    """
    within = Filter(groups=GROUPS, sources=(row["source"],))
    (document,) = await searcher.store.listed(within)
    beginning = Passage(id=0, document=document, position=0, section=(), text="", language=document.language)
    page = await searcher.store.neighbours(beginning, 0, 1000)
    first = [row["begins"] in each.text for each in page].index(True)
    last = [row["ends"] in each.text for each in page].index(True, first)
    said = terms("\n".join(sentence["text"] for sentence in row["sentences"]), row["language"])
    stretch = sorted(page[first : last + 1], key=lambda each: -len(said & terms(each.in_context, each.language)))
    return stretch[:PASSAGES]


async def passages_of(row: dict[str, Any], searcher: Searcher) -> list[Passage]:
    """What the answer was written to, and the best others, in the order of the search."""
    own = await written_to(row, searcher)
    found = (await searcher.search([row["question"]], within=Filter(groups=GROUPS), limit=40)).hits[:PASSAGES]
    ids = {each.id for each in own}
    return [*own, *(hit.passage for hit in found if hit.passage.id not in ids)][:PASSAGES]


def share_of_words(claim: str, passages: Sequence[Passage], language: str) -> float:
    """What the trivial baseline goes by."""
    said = terms(claim, language)
    return max(len(said & terms(each.in_context, each.language)) / max(1, len(said)) for each in passages)


async def sentences_of(rows: Sequence[dict[str, Any]], work: Path) -> list[dict[str, Any]]:
    """Every sentence with its features."""
    found = []
    for name in dict.fromkeys(row["collection"] for row in rows):
        async with open_searcher(name, work) as (searcher, _):
            for row in (row for row in rows if row["collection"] == name):
                passages = await passages_of(row, searcher)
                premises = Premises(passages)
                claims = [sentence["text"] for sentence in row["sentences"]]
                read = await read_claims(claims, passages, row["language"], EMBEDDER)
                for sentence in row["sentences"]:
                    about = {
                        "set": "answers",
                        "id": row["id"],
                        "collection": name,
                        "kind": sentence.get("how", "supported"),
                        **sentence,
                    }
                    about["features"] = features(sentence["text"], row["question"], premises, row["language"])
                    about["read"] = as_feature(read[sentence["text"]])
                    about["share"] = share_of_words(sentence["text"], passages, row["language"])
                    found.append(about)
    return found


def fitted(x: Floats, y: Floats, weight: Floats) -> tuple[Floats, float]:
    """Weights and bias of a ridge logistic regression, for features as they are.  Newton's method."""
    mean, scale = x.mean(axis=0), x.std(axis=0) + 1e-9
    columns = np.column_stack([(x - mean) / scale, np.ones(len(x))])
    ridge = np.diag([RIDGE] * x.shape[1] + [0.0])
    weights = np.zeros(columns.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-columns @ weights))
        hessian = (columns.T * (weight * p * (1 - p))) @ columns + ridge
        step = np.linalg.solve(hessian, columns.T @ (weight * (p - y)) + ridge @ weights)
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


async def claims_held_out() -> list[dict[str, Any]]:
    """Every claim of a collection that nothing was fitted on, with its features."""
    found, looked_at = [], held_out()
    for row in (row for row in claimed() if row["collection"] in looked_at):
        passages, language = page_of(row), row["language"]
        premises = Premises(passages)
        read = await read_claims([claim["text"] for claim in row["claims"]], passages, language, EMBEDDER)
        for claim in row["claims"]:
            about = {"set": "claims", "id": row["title"], "collection": row["collection"], **claim}
            about["kind"] = claim.get("how", "supported")
            about["features"] = features(claim["text"], "", premises, language)
            about["read"] = as_feature(read[claim["text"]])
            about["share"] = share_of_words(claim["text"], passages, language)
            found.append(about)
    return found


def weight_of(found: Sequence[dict[str, Any]]) -> Floats:
    """Answers and claims count equally, as many as there are answers' sentences."""
    sets = np.array([each["set"] for each in found])
    return np.where(sets == "answers", 1.0, (sets == "answers").sum() / max(1, (sets == "claims").sum()))


def left_out(found: Sequence[dict[str, Any]]) -> Iterator[NDArray[np.bool_]]:
    """For each collection, which sentences are not its."""
    collection = np.array([each["collection"] for each in found])
    return (collection != name for name in dict.fromkeys(collection))


def by_share(found: Sequence[dict[str, Any]]) -> NDArray[np.bool_]:
    share, made_up = np.array([each["share"] for each in found]), invented(found)
    doubted = np.zeros(len(found), dtype=bool)
    cuts = np.unique(share.round(2))
    for others in left_out(found):
        best = max(cuts, key=lambda cut: precision_recall(share[others] <= cut, made_up[others])[2])
        doubted[~others] = share[~others] <= best
    return doubted


def by_features(found: Sequence[dict[str, Any]], names: Sequence[str], *, fit: bool) -> Floats:
    """Probabilities that they are made up."""
    x = np.array([[(each["features"] | each)[feature] for feature in names] for each in found])
    y, weight = invented(found).astype(float), weight_of(found)
    probability = np.zeros(len(found))
    for others in left_out(found):
        weights, bias = fitted(x[others], y[others], weight[others])
        probability[~others] = 1 / (1 + np.exp(-(x[~others] @ weights + bias)))
    if fit:
        weights, bias = fitted(x, y, weight)
        print("WEIGHTS =", {name: round(float(each), 2) for name, each in zip(names, weights, strict=True)})
        print("BIAS =", round(bias, 2))
    return probability


def invented(found: Sequence[dict[str, Any]]) -> NDArray[np.bool_]:
    return np.array([not each["supported"] for each in found])


def tell(name: str, doubted: NDArray[np.bool_], made_up: NDArray[np.bool_]) -> None:
    figures = " | ".join(f"{value:.3f}" for value in precision_recall(doubted, made_up))
    print(f"| {name} | {figures} | {doubted[~made_up].mean():.3f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, default=Path(".bench"))
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--each", action="store_true")
    given = parser.parse_args()
    rows = [json.loads(line) for line in (HERE / "grounding.jsonl").read_text(encoding="utf-8").splitlines()]
    rows = [row for row in rows if available(row["collection"])]
    found = asyncio.run(sentences_of(rows, given.work)) + asyncio.run(claims_held_out())
    made_up, sets = invented(found), np.array([each["set"] for each in found])
    words = list(found[0]["features"])
    by_words, read = (by_features(found, names, fit=given.fit) for names in (words, [*words, "read"]))
    share = by_share(found)
    for name in ("answers", "claims"):
        of = sets == name
        print(f"\n{name}: {of.sum()} sentences, {made_up[of].sum()} made up\n")
        print("| | precision | recall | F1 | of supported ones doubted |\n|---|---:|---:|---:|---:|")
        tell("share of words", share[of], made_up[of])
        tell("by words", by_words[of] >= DOUBTED, made_up[of])
        for cut in (0.4, 0.5, 0.55, DOUBTED_READ, 0.7):
            tell(f"and reading, from {cut}", read[of] >= cut, made_up[of])
        print("\n| | of | doubted by words | and reading |\n|---|---:|---:|---:|")
        for kind in dict.fromkeys(each["kind"] for each in found):
            own = of & np.array([each["kind"] == kind for each in found])
            if own.any():
                doubts = ((by_words >= DOUBTED)[own].mean(), (read >= DOUBTED_READ)[own].mean())
                print(f"| {kind} | {own.sum()} | " + " | ".join(f"{doubt:.3f}" for doubt in doubts) + " |")
    if given.each:
        for each, p in zip(found, read, strict=True):
            if (p >= DOUBTED_READ) == each["supported"]:
                print(f"{p:.2f} {each['kind']} {each['id']}: {each['text']}")


if __name__ == "__main__":
    main()
