"""Does what legs find together fall below the best of them anywhere?  Each collection by settings chosen without it.

    python benchmarks/fusion.py [--questions 300] [--work DIR] [--vectors FILE] [--write NAME]

Collections: NIILC, JSQuAD, JaQuAD and DRCD as in retrieval.py, HippoRAG's samples of MuSiQue and HotpotQA (English) as
in multihop.py, and the first questions of the conversations over eight stores (dialogue.py), in everyday words.  For
each, nDCG@10 of words and of vectors alone, of the default, and of the setting from SETTINGS whose mean lead over the
best single leg is the largest over all other collections.
"""

import argparse
import asyncio
import json
import random
import statistics
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import product
from pathlib import Path

from collections_of import COLLECTIONS, available, home_of
from multihop import fill as fill_hops
from multihop import hipporag
from retrieval import KeptVectors, KnownQuestions, collection, fill, written
from turn import HERE, SHARED, commit, machine
from yorisoi.evaluation.ranking import ndcg
from yorisoi.retrieval.config import SearchConfig
from yorisoi.retrieval.search import Searcher
from yorisoi.settings import load_settings
from yorisoi.types import Filter, Language, Passage
from yorisoi.wiring import Workspace, open_workspace

PLAIN = SearchConfig(coverage=0.0, strategy="hybrid")
LEGS = {"words": replace(PLAIN, vector_weight=0.0), "vectors": replace(PLAIN, lexical_weight=0.0)}
SETTINGS = {
    (hubness, per): SearchConfig(strategy="hybrid", hubness=hubness, bm25_per_nat=per)
    for hubness, per in product((0.4, 0.7, 1.0), (3.0, 4.0, 5.0))
}
DEFAULT = (SearchConfig().hubness, SearchConfig().bm25_per_nat)
HANDBOOKS = "everyday questions"
SEED = 11


@dataclass(frozen=True, slots=True)
class Asked:
    text: str
    right: frozenset[str]


Figures = dict[object, list[float]]
"""By leg or setting, nDCG@10 of each question."""


async def figures(
    workspace: Workspace, questions: Sequence[Asked], language: Language, name_of: Callable[[Passage], str]
) -> Figures:
    assert workspace.embedder is not None
    embedder = KnownQuestions(workspace.embedder)
    await embedder.prepare([asked.text for asked in questions])
    found: Figures = {}
    for label, config in {**LEGS, **SETTINGS}.items():
        leg = embedder if config.vector_weight else None
        searcher = Searcher(workspace.store.documents, workspace.index, leg, config)
        found[label] = []
        for asked in questions:
            hits = (await searcher.search([asked.text], within=Filter(), language=language)).hits
            names = dict.fromkeys(name_of(passage) for hit in hits for passage in (hit.passage, *hit.also))
            found[label].append(ndcg(list(names), dict.fromkeys(asked.right, 1), k=10))
    return found


async def of_collection(name: str, most: int, kept: KeptVectors) -> Figures:
    with tempfile.TemporaryDirectory() as folder:
        async with open_workspace(load_settings(home=Path(folder), chat="none")) as workspace:
            if name in ("musique", "hotpot"):
                hops = hipporag(SHARED / "hipporag", {"musique": "musique_train", "hotpot": "hotpotqa_train"}[name])
                await fill_hops(workspace, hops, kept)
                asked = [Asked(each.text, frozenset(map(str, each.pages))) for each in hops.questions]
                return await figures(workspace, asked, hops.language, lambda passage: passage.document.source)
            data = collection(name)
            await fill(workspace, data, kept)
            drawn = random.Random(SEED).sample(data.questions, min(most, len(data.questions)))
            asked = [Asked(each.text, frozenset([each.passage])) for each in drawn]
            return await figures(workspace, asked, data.language, data.name_of)


async def of_handbooks(work: Path) -> Figures:
    """Pages, by the parts of their paths that the conversations name."""
    found: Figures = {}
    for name in filter(available, COLLECTIONS):
        rows = map(json.loads, (HERE / "dialogues" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines())
        first = [row["turns"][0] for row in rows]
        wanted = [turn for turn in first if turn["action"] == "answer" and turn.get("page")]
        asked = [Asked(turn["say"], frozenset([_pages(turn)[0]])) for turn in wanted]
        parts = {part: pages[0] for turn in wanted for pages in [_pages(turn)] for part in pages}

        def name_of(passage: Passage, parts: dict[str, str] = parts) -> str:
            source = passage.document.source
            return next((page for part, page in parts.items() if part in source), source)

        async with open_workspace(load_settings(home=home_of(name, work), chat="none")) as workspace:
            for label, values in (await figures(workspace, asked, "ja", name_of)).items():
                found.setdefault(label, []).extend(values)
    return found


def _pages(turn: dict[str, str | list[str]]) -> list[str]:
    return [turn["page"]] if isinstance(turn["page"], str) else turn["page"]


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=int, default=300, help="of each set, a seeded sample")
    parser.add_argument("--work", type=Path, default=Path(".bench"), help="where the stores of conversations are kept")
    parser.add_argument("--vectors", type=Path, help="an .npz file in which the passages' vectors are kept")
    parser.add_argument("--write", metavar="NAME", help="write results/NAME.md too")
    given = parser.parse_args()
    kept = KeptVectors(given.vectors)
    every: dict[str, dict[object, float]] = {}
    for name in ("niilc", "jsquad", "jaquad", "drcd", "musique", "hotpot"):
        found = await of_collection(name, given.questions, kept)
        every[name] = {label: statistics.fmean(values) for label, values in found.items()}
    every[HANDBOOKS] = {label: statistics.fmean(values) for label, values in (await of_handbooks(given.work)).items()}
    best_leg = {name: max(found[leg] for leg in LEGS) for name, found in every.items()}

    def lead_elsewhere(setting: object, left_out: str) -> float:
        return statistics.fmean(every[name][setting] - best_leg[name] for name in every if name != left_out)

    with written(given.write, "fusion.py, nDCG@10"):
        print(f"{date.today().isoformat()}, commit {commit()}, {machine()}, seed {SEED}\n")
        print("| | words | vectors | default | against the best leg | chosen without it | its figure | against it |")
        print("|---|---|---|---|---|---|---|---|")
        for name, found in every.items():
            chosen = max(SETTINGS, key=lambda setting: lead_elsewhere(setting, name))
            cells = [
                f"{found['words']:.3f}",
                f"{found['vectors']:.3f}",
                f"{found[DEFAULT]:.3f}",
                f"{found[DEFAULT] - best_leg[name]:+.3f}",
                f"hubness {chosen[0]}, bm25_per_nat {chosen[1]:g}",
                f"{found[chosen]:.3f}",
                f"{found[chosen] - best_leg[name]:+.3f}",
            ]
            print(f"| {name} | {' | '.join(cells)} |")
        print("\n| hubness, bm25_per_nat | " + " | ".join(every) + " |\n|---|" + "---|" * len(every))
        for setting in SETTINGS:
            leads = " | ".join(f"{found[setting] - best_leg[name]:+.3f}" for name, found in every.items())
            print(f"| {setting[0]}, {setting[1]:g} | {leads} |")


if __name__ == "__main__":
    asyncio.run(main())
