"""Questions whose answer takes two pages or more: every leg alone, the hybrid, and the walk over names.

    python benchmarks/multihop.py [--sets musique hotpot jemhopqa jsquad jaquad drcd niilc] [--folder DIR]
                                  [--vectors FILE] [--write NAME]

`musique` and `hotpot` are HippoRAG's samples (../shared/data/hipporag, 100 questions each over 1,890 and 994
passages), on which the walk was developed.  `jemhopqa` is Japanese: its compositional questions, over a page made of
the triples of each of its subjects (「無名塾の主宰者は仲代達矢です。」) among the paragraphs of JaQuAD's development
set.  `--folder` names a folder with other sets in HippoRAG's layout (NAME.json, NAME_corpus.json).

`jsquad jaquad drcd niilc` are questions that one page answers, which a walk must not harm: 500 of each, over the
collections of retrieval.py with the titles of their articles (of NIILC's snippets, their pages'), without which no
name would lead anywhere; the vectors are those without titles.

R@k is the share of a question's pages among the first k.  The difference is to the hybrid, on R@5 (nDCG@10 where one
page answers), with its 95 % interval and the p of the paired randomisation test.
"""

import argparse
import asyncio
import json
import random
import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from retrieval import KeptVectors, KnownQuestions, collection, squad, written
from turn import SHARED, commit, document, machine
from yorisoi.evaluation.ranking import ndcg
from yorisoi.evaluation.significance import compare
from yorisoi.retrieval.catch_up import catch_up
from yorisoi.retrieval.config import SearchConfig
from yorisoi.retrieval.search import Searcher
from yorisoi.settings import load_settings
from yorisoi.types import Filter, Language
from yorisoi.wiring import Workspace, open_workspace

PLAIN = SearchConfig(coverage=0.0, strategy="hybrid")
WAYS = {
    "words": replace(PLAIN, vector_weight=0.0),
    "vectors": replace(PLAIN, lexical_weight=0.0),
    "hybrid": SearchConfig(strategy="hybrid"),
    "walk": SearchConfig(strategy="walk"),
    "auto": SearchConfig(strategy="auto"),
}
DEPTHS = (2, 5, 10)
ARTICLES = ("jsquad/*.json", "jaquad/**/*.json", "drcd/*.json")
SAMPLE, SEED = 500, 11


@dataclass(frozen=True, slots=True)
class Page:
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Asked:
    text: str
    pages: frozenset[int]
    """That answer it together."""


@dataclass(frozen=True, slots=True)
class Hops:
    pages: list[Page]
    questions: list[Asked]
    language: Language
    one_page: bool = False
    """Each question has one page that answers it, and the vectors are those of the pages without their titles."""


def hipporag(folder: Path, name: str) -> Hops:
    corpus = json.loads((folder / f"{name}_corpus.json").read_text(encoding="utf-8"))
    asked = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    if isinstance(corpus, dict):  # title -> sentences
        pages = [Page(title, "".join(sentences)) for title, sentences in corpus.items()]
    else:
        pages = [Page(each["title"], each["text"]) for each in corpus]
    at = {page: place for place, page in enumerate(pages)}
    by_title: dict[str, set[int]] = {}
    for place, page in enumerate(pages):
        by_title.setdefault(page.title, set()).add(place)
    questions = []
    for each in asked:
        if "paragraphs" in each:
            right = [p for p in each["paragraphs"] if p["is_supporting"]]
            gold = {at[Page(p["title"], p.get("paragraph_text") or p["text"])] for p in right}
        else:
            gold = set[int]().union(*(by_title[title] for title, _ in each["supporting_facts"]))
        questions.append(Asked(each["question"], frozenset(gold)))
    return Hops(pages, questions, "en")


def jemhopqa() -> Hops:
    rows = json.loads((SHARED / "jemhopqa/train_ver1.2.json").read_text(encoding="utf-8"))
    said: dict[str, dict[str, None]] = {}
    for row in rows:
        for subject, relation, objects in row["derivations"]:
            said.setdefault(subject, {})[f"{subject}の{relation}は{'、'.join(objects)}です。"] = None
    pages = [Page(subject, "".join(sentences)) for subject, sentences in said.items()]
    at = {page.title: place for place, page in enumerate(pages)}
    questions = [
        Asked(row["question"], frozenset(at[subject] for subject, *_ in row["derivations"]))
        for row in rows
        if row["type"] == "compositional"
    ]
    others = dict.fromkeys(paragraph for paragraph, _ in squad("jaquad/jaquad_dev*.json"))
    return Hops([*pages, *(Page("", text) for text in others)], questions, "ja")


def titled(name: str) -> Hops:
    """A collection of retrieval.py, each passage under the title of its article."""
    data, titles = collection(name), dict[str, str]()
    for file in [file for pattern in ARTICLES for file in sorted(SHARED.glob(pattern))]:
        for article in json.loads(file.read_text(encoding="utf-8"))["data"]:
            titles |= {each["context"]: article["title"].replace("_", " ") for each in article["paragraphs"]}
    if name == "niilc":
        rows = map(json.loads, (SHARED / "niilc/retrieval_corpus.jsonl").read_text(encoding="utf-8").splitlines())
        asked = map(json.loads, (SHARED / "niilc/retrieval_queries.jsonl").read_text(encoding="utf-8").splitlines())
        text = {row["id"]: row["text"] for row in rows}
        for each in asked:
            titles.setdefault(text[each["gold"]], each["wiki_page"] or "")
    at = {text: place for place, text in enumerate(data.passages)}
    asked = random.Random(SEED).sample(data.questions, min(SAMPLE, len(data.questions)))
    questions = [Asked(question.text, frozenset([at[question.passage]])) for question in asked]
    return Hops([Page(titles.get(text, ""), text) for text in data.passages], questions, data.language, one_page=True)


async def fill(workspace: Workspace, hops: Hops, kept: KeptVectors) -> None:
    embedder, store = workspace.embedder, workspace.store.documents
    assert embedder is not None
    await store.bind_embedding(embedder.name, embedder.dimension)
    with_title = not hops.one_page
    texts = [f"{page.title}\n{page.text}" if page.title and with_title else page.text for page in hops.pages]
    vectors = await kept.of(texts, embedder)
    documents = []
    for place, page in enumerate(hops.pages):
        bare = document(page.title, [page.text], vectors[place : place + 1], hops.language)
        documents.append(replace(bare, source=f"{place}"))
    for start in range(0, len(documents), 500):
        await store.put(documents[start : start + 500])
    await catch_up(store, workspace.index)


async def ranking(searcher: Searcher, question: Asked, language: Language) -> tuple[list[int], float]:
    began = time.perf_counter()
    found = await searcher.search([question.text], within=Filter(), language=language)
    spent = 1000 * (time.perf_counter() - began)
    # what was folded because it says the same was found with it
    passages = [passage for hit in found.hits for passage in (hit.passage, *hit.also)]
    return [int(passage.document.source) for passage in passages], spent


def recalls(found: Sequence[Sequence[int]], questions: Sequence[Asked], k: int) -> list[float]:
    return [len(asked.pages & set(each[:k])) / len(asked.pages) for each, asked in zip(found, questions, strict=True)]


async def measure(name: str, hops: Hops, kept: KeptVectors) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with open_workspace(load_settings(home=Path(folder), chat="none")) as workspace:
            await fill(workspace, hops, kept)
            assert workspace.embedder is not None
            embedder = KnownQuestions(workspace.embedder)
            await embedder.prepare([question.text for question in hops.questions])
            store, graph = workspace.store.documents, workspace.searcher.graph
            assert graph is not None
            began = time.process_time()
            await graph.catch_up(store, workspace.index)
            built = 1000 * (time.process_time() - began) / len(hops.pages)
            print(
                f"\n{name}: {len(hops.questions)} questions, {len(hops.pages)} passages; names {built:.2f} ms a passage"
            )
            print("\n| | R@2 | R@5 | R@10 | nDCG@10 | against the hybrid | p50 ms |\n|---|---|---|---|---|---|---|")
            of_hybrid: list[float] = []
            for label, config in WAYS.items():
                leg = embedder if config.vector_weight else None
                searcher = Searcher(store, workspace.index, leg, config, graph=graph)
                outcomes = [await ranking(searcher, question, hops.language) for question in hops.questions]
                found = [each for each, _ in outcomes]
                decides = gains(found, hops) if hops.one_page else recalls(found, hops.questions, 5)
                of_hybrid = decides if label == "hybrid" else of_hybrid
                against = "" if label == "hybrid" or not of_hybrid else difference(decides, of_hybrid)
                figures = [statistics.fmean(recalls(found, hops.questions, k)) for k in DEPTHS]
                figures.append(statistics.fmean(gains(found, hops)))
                spent = statistics.median([spent for _, spent in outcomes])
                cells = " | ".join(f"{figure:.3f}" for figure in figures)
                print(f"| {label} | {cells} | {against} | {spent:.1f} |", flush=True)


def gains(found: Sequence[Sequence[int]], hops: Hops) -> list[float]:
    """nDCG@10 of each question."""
    return [
        ndcg(list(map(str, dict.fromkeys(each))), {str(page): 1 for page in asked.pages}, k=10)
        for each, asked in zip(found, hops.questions, strict=True)
    ]


def difference(one: Sequence[float], other: Sequence[float]) -> str:
    seen = compare(one, other)
    return f"{seen.difference:+.3f} [{seen.ci95[0]:+.3f}, {seen.ci95[1]:+.3f}], p {seen.p:.4f}"


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--sets", nargs="+", default=["musique", "hotpot", "jemhopqa", "jsquad", "jaquad", "drcd", "niilc"]
    )
    parser.add_argument("--folder", type=Path, help="of sets in HippoRAG's layout; then --sets are its names")
    parser.add_argument("--vectors", type=Path, help="an .npz file in which the passages' vectors are kept")
    parser.add_argument("--write", metavar="NAME", help="write results/NAME.md too")
    given = parser.parse_args()
    kept = KeptVectors(given.vectors)
    with written(given.write, "multihop.py"):
        print(f"{date.today().isoformat()}, commit {commit()}, {machine()}", flush=True)
        for name in given.sets:
            await measure(name, load(name, given.folder), kept)


def load(name: str, folder: Path | None) -> Hops:
    if folder:
        return hipporag(folder, name)
    if name == "jemhopqa":
        return jemhopqa()
    if name in ("jsquad", "jaquad", "drcd", "niilc"):
        return titled(name)
    return hipporag(SHARED / "hipporag", {"musique": "musique_train", "hotpot": "hotpotqa_train"}[name])


if __name__ == "__main__":
    asyncio.run(main())
