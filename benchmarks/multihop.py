"""Questions whose answer takes two pages or more: every leg alone, the hybrid, other ways over a graph, and ours.

    python benchmarks/multihop.py [--sets musique hotpot jemhopqa comparison handbook manual jsquad jaquad drcd niilc]
                                  [--folder DIR] [--work DIR] [--vectors FILE] [--alone] [--write NAME]

`musique` and `hotpot` are HippoRAG's samples (../shared/data/hipporag, 100 questions each over 1,890 and 994
passages), on which the walk was developed.  `jemhopqa` is Japanese: its compositional questions, over a page made of
the triples of each of its subjects (「無名塾の主宰者は仲代達矢です。」) among the paragraphs of JaQuAD's development
set.  `comparison` is the other 667 of its questions, over the same pages (「AとBで年上なのはどちらですか」): right are
the pages of both.  `handbook` and `manual` are 50 questions each over the sample handbook and a manual of `dialogues/`,
written from the documents alone (two_hops.jsonl): the page that a question leads to names or describes what another
page tells.  What is right there is a passage, among all of a store filled as a user would (`--work`).  `--folder` names
a folder with other sets in HippoRAG's layout (NAME.json, NAME_corpus.json).

`jsquad jaquad drcd niilc` are questions that one page answers, which a walk must not harm: 500 of each, over the
collections of retrieval.py with the titles of their articles (of NIILC's snippets, their pages'), without which no
name would lead anywhere; the vectors are those without titles.

`LinearRAG's way` and `HippoRAG 2's way` are small versions of these two over the same passages, names and vectors,
without a model (graph_ways.py), unless `--alone` is given: they embed every name and sentence.
Of MuSiQue there are triples by GPT-3.5 as well.

R@k is the share of a question's pages among the first k.  The last column is by how much `walk` is ahead of a row, on
R@5 (nDCG@10 where one page answers), with its 95 % interval and the p of the paired randomisation test.
"""

import argparse
import asyncio
import json
import random
import statistics
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path

import numpy as np

from collections_of import home_of
from graph_ways import HippoRAG2, LinearRAG, named
from retrieval import KeptVectors, KnownQuestions, collection, squad, written
from turn import HERE, SHARED, commit, document, machine
from walking import megabytes
from yorisoi.backends.search.names import EmbeddedNames
from yorisoi.evaluation.ranking import ndcg
from yorisoi.evaluation.significance import compare
from yorisoi.retrieval.catch_up import catch_up
from yorisoi.retrieval.config import SearchConfig
from yorisoi.retrieval.search import Searcher
from yorisoi.settings import load_settings
from yorisoi.types import Filter, Language, Passage
from yorisoi.wiring import Workspace, open_workspace

PLAIN = SearchConfig(coverage=0.0, strategy="hybrid")
WAYS = {
    "words": replace(PLAIN, vector_weight=0.0),
    "vectors": replace(PLAIN, lexical_weight=0.0),
    "hybrid": SearchConfig(strategy="hybrid"),
    "walk": SearchConfig(strategy="walk"),
    "auto": SearchConfig(strategy="auto"),
}
OWN = "walk"
DEPTHS = (2, 5, 10)
TRIPLES = {"musique": SHARED / "hipporag/openie_musique_train_results_ner_gpt-3.5-turbo-1106_1890.json"}
HANDBOOKS = ("handbook", "manual")
ARTICLES = ("jsquad/*.json", "jaquad/**/*.json", "drcd/*.json")
SETS = ["musique", "hotpot", "jemhopqa", "comparison", *HANDBOOKS, "jsquad", "jaquad", "drcd", "niilc"]
Outcomes = list[tuple[list[int], float]]
"""By question, the ranking and the milliseconds that it took."""
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
    home: Path | None = None
    """A store that holds the pages already."""
    places: Mapping[int, int] = field(default_factory=dict)
    """There, the place of each passage by its id."""

    @property
    def texts(self) -> list[str]:
        """Of the vectors."""
        with_title = not self.one_page
        return [f"{page.title}\n{page.text}" if page.title and with_title else page.text for page in self.pages]

    def place(self, passage: Passage) -> int:
        return self.places[passage.id] if self.home else int(passage.document.source)


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


def jemhopqa(kind: str) -> Hops:
    """`kind`: compositional or comparison."""
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
        if row["type"] == kind
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


async def handbook(name: str, work: Path) -> Hops:
    """Our questions over a store; each names for every step a page and words that stand in one passage of it."""
    rows = map(json.loads, (HERE / "two_hops.jsonl").read_text(encoding="utf-8").splitlines())
    home = home_of(name, work)
    async with open_workspace(load_settings(home=home, chat="none")) as workspace:
        passages = [each.passage async for batch in workspace.store.documents.changes(0) for each in batch]
        newest = sorted({p.id: p for p in passages if p}.values(), key=lambda passage: passage.id)

    def right(page: str, words: str) -> int:
        [place] = [
            place
            for place, passage in enumerate(newest)
            if Path(passage.document.source).stem == page and words in "".join(passage.text.splitlines())
        ]
        return place

    questions = [
        Asked(row["text"], frozenset(right(*need) for need in row["needs"]))
        for row in rows
        if row["collection"] == name
    ]
    pages = [Page(" ".join((p.document.title, *p.section)), p.text) for p in newest]
    return Hops(pages, questions, "ja", home=home, places={p.id: place for place, p in enumerate(newest)})


async def fill(workspace: Workspace, hops: Hops, kept: KeptVectors) -> None:
    embedder, store = workspace.embedder, workspace.store.documents
    assert embedder is not None
    await store.bind_embedding(embedder.name, embedder.dimension)
    vectors = await kept.of(hops.texts, embedder)
    documents = []
    for place, page in enumerate(hops.pages):
        bare = document(page.title, [page.text], vectors[place : place + 1], hops.language)
        documents.append(replace(bare, source=f"{place}"))
    for start in range(0, len(documents), 500):
        await store.put(documents[start : start + 500])
    await catch_up(store, workspace.index)


async def ranking(searcher: Searcher, question: Asked, hops: Hops) -> tuple[list[int], float]:
    began = time.perf_counter()
    found = await searcher.search([question.text], within=Filter(), language=hops.language)
    spent = 1000 * (time.perf_counter() - began)
    # what was folded because it says the same was found with it
    passages = [passage for hit in found.hits for passage in (hit.passage, *hit.also)]
    return [hops.place(passage) for passage in passages], spent


async def other_ways(name: str, hops: Hops, kept: KeptVectors, embedder: KnownQuestions) -> dict[str, Outcomes]:
    """LinearRAG's and HippoRAG 2's; `embedder` knows the questions, and embeds the names in them beforehand."""
    texts = [(page.title, page.text) for page in hops.pages]
    vectors = await kept.of(hops.texts, embedder.model)
    known = await named(texts, hops.language, vectors, kept, embedder.model)
    ways = {"LinearRAG's way": LinearRAG(known), "HippoRAG 2's way, sentences for triples": HippoRAG2(known)}
    if name in TRIPLES:
        said = json.loads(TRIPLES[name].read_text(encoding="utf-8"))["docs"]
        by_text = {each["text"]: each["extracted_triples"] for each in said}
        triples = [by_text.get(page.text, []) for page in hops.pages]
        theirs = await named(texts, hops.language, vectors, kept, embedder.model, triples)
        ways["HippoRAG 2's way, triples by GPT-3.5"] = HippoRAG2(theirs)
    asked = await embedder.embed_queries([question.text for question in hops.questions])
    names = {each for question in hops.questions for each in known.asked(question.text)}
    of_name = dict(zip(names, await kept.of(list(names), embedder.model), strict=True))
    outcomes: dict[str, Outcomes] = {}
    for label, way in ways.items():
        outcomes[label] = []
        for question, vector in zip(hops.questions, asked, strict=True):
            began = time.perf_counter()
            found = way.rank(question.text, vector, lambda every: np.array([of_name[each] for each in every]))
            outcomes[label].append((found[: DEPTHS[-1]], 1000 * (time.perf_counter() - began)))
    return outcomes


def recalls(found: Sequence[Sequence[int]], questions: Sequence[Asked], k: int) -> list[float]:
    return [len(asked.pages & set(each[:k])) / len(asked.pages) for each, asked in zip(found, questions, strict=True)]


async def measure(name: str, hops: Hops, kept: KeptVectors, *, alone: bool = False) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with open_workspace(load_settings(home=hops.home or Path(folder), chat="none")) as workspace:
            if hops.home is None:
                await fill(workspace, hops, kept)
            assert workspace.embedder is not None
            embedder = KnownQuestions(workspace.embedder)
            await embedder.prepare([question.text for question in hops.questions])
            store, graph = workspace.store.documents, EmbeddedNames(Path(folder) / "names.db")
            await catch_up(store, workspace.index)
            began = time.process_time()
            await graph.catch_up(store, workspace.index)
            built = 1000 * (time.process_time() - began) / len(hops.pages)
            print(f"\n{name}: {len(hops.questions)} questions, {len(hops.pages)} passages", end="; ")
            print(f"names {built:.2f} ms a passage, {megabytes(await graph.newest()):.1f} MB in memory\n")
            rows: dict[str, Outcomes] = {}
            for label, config in WAYS.items():
                leg = embedder if config.vector_weight else None
                searcher = Searcher(store, workspace.index, leg, config, graph=graph)
                rows[label] = [await ranking(searcher, question, hops) for question in hops.questions]
            if not (hops.one_page or alone):
                rows |= await other_ways(name, hops, kept, embedder)
    print("| | R@2 | R@5 | R@10 | nDCG@10 | the walk is ahead by | p50 ms |\n|---|---|---|---|---|---|---|")
    decides = {
        label: gains(found, hops) if hops.one_page else recalls(found, hops.questions, 5)
        for label, outcomes in rows.items()
        for found in [[each for each, _ in outcomes]]
    }
    for label, outcomes in rows.items():
        found = [each for each, _ in outcomes]
        figures = [statistics.fmean(recalls(found, hops.questions, k)) for k in DEPTHS]
        figures.append(statistics.fmean(gains(found, hops)))
        cells = " | ".join(f"{figure:.3f}" for figure in figures)
        ahead = "" if label == OWN else difference(decides[OWN], decides[label])
        print(f"| {label} | {cells} | {ahead} | {statistics.median(spent for _, spent in outcomes):.1f} |", flush=True)


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
    parser.add_argument("--sets", nargs="+", default=SETS)
    parser.add_argument("--folder", type=Path, help="of sets in HippoRAG's layout; then --sets are its names")
    parser.add_argument("--work", type=Path, default=Path(".bench"), help="where the stores of the handbooks are kept")
    parser.add_argument("--vectors", type=Path, help="an .npz file in which the passages' vectors are kept")
    parser.add_argument("--alone", action="store_true", help="without the other ways over a graph")
    parser.add_argument("--write", metavar="NAME", help="write results/NAME.md too")
    given = parser.parse_args()
    kept = KeptVectors(given.vectors)
    with written(given.write, "multihop.py"):
        print(f"{date.today().isoformat()}, commit {commit()}, {machine()}", flush=True)
        for name in given.sets:
            await measure(name, await load(name, given.folder, given.work), kept, alone=given.alone)


async def load(name: str, folder: Path | None, work: Path = Path(".bench")) -> Hops:
    if folder:
        return hipporag(folder, name)
    if name in HANDBOOKS:
        return await handbook(name, work)
    if name in ("jemhopqa", "comparison"):
        return jemhopqa("comparison" if name == "comparison" else "compositional")
    if name in ("jsquad", "jaquad", "drcd", "niilc"):
        return titled(name)
    return hipporag(SHARED / "hipporag", {"musique": "musique_train", "hotpot": "hotpotqa_train"}[name])


if __name__ == "__main__":
    asyncio.run(main())
