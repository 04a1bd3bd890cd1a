"""LinearRAG's and HippoRAG 2's ways to walk, small and without a model, over the passages, names and vectors of ours.

For comparison in multihop.py only.  Names are those that `yorisoi.language.naming` finds; the constants are those of
the two projects.  What a model does there is left out or done without one, as each class says.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from retrieval import KeptVectors
from yorisoi.graph.push import Edges, edges_between, personalized_pagerank
from yorisoi.language import normal_form, sentences
from yorisoi.language.naming import names_in, title_names
from yorisoi.ports import Embedder, Vectors
from yorisoi.types import Language

DAMPING, OF_A_PASSAGE = 0.5, 0.05
"""Both projects': probability of walking on, and what a passage's own nearness weighs beside a name's."""
_EXACT = {"damping": DAMPING, "least": 1e-7, "faint": 0.0}
SENTENCES_OF_A_NAME, ROUNDS, LEAST_ACTIVATION, NEARNESS = 1, 3, 0.5, 1.5
"""LinearRAG: `top_k_sentence`, `max_iterations`, `iteration_threshold`, `passage_ratio`."""
FACTS, PHRASES = 5, 5
"""HippoRAG 2: facts that a question is linked to, and phrases of these that a walk starts from."""


@dataclass(frozen=True, slots=True)
class Named:
    """Passages, the facts in them (sentences or triples), and names in both; with their vectors."""

    language: Language
    names: Sequence[str]
    of_passage: Sequence[Counter[int]]
    """By passage, how often each name stands there."""
    facts: Sequence[frozenset[int]]
    """By fact, its names."""
    passage_vectors: Vectors
    fact_vectors: Vectors
    name_vectors: Vectors

    def asked(self, question: str) -> list[str]:
        """The names in a question, in normal form."""
        return list(dict.fromkeys(map(normal_form, names_in(question, self.language))))


async def named(
    texts: Sequence[tuple[str, str]],
    language: Language,
    vectors: Vectors,
    kept: KeptVectors,
    embedder: Embedder,
    triples: Sequence[Sequence[Sequence[str]]] | None = None,
) -> Named:
    """`texts` are (title, text) by passage; `triples`, by passage, stand for facts instead of sentences."""
    numbers: dict[str, int] = {}

    def number(name: str) -> int:
        return numbers.setdefault(normal_form(name), len(numbers))

    of_passage: list[Counter[int]] = []
    facts: dict[str, frozenset[int]] = {}
    for place, (title, text) in enumerate(texts):
        if triples is None:
            found = [*title_names(title), *names_in(text, language)]
            for sentence in sentences(text, language):
                if inside := frozenset(map(number, names_in(sentence, language))):
                    facts[sentence] = facts.get(sentence, frozenset()) | inside
        else:
            ends = [(str(head), str(tail)) for head, _, tail in (t for t in triples[place] if len(t) == 3)]
            found = [name for pair in ends for name in pair]
            for triple in (t for t in triples[place] if len(t) == 3):
                facts[" ".join(map(str, triple))] = frozenset((number(str(triple[0])), number(str(triple[2]))))
        of_passage.append(Counter(map(number, found)))
    return Named(
        language=language,
        names=list(numbers),
        of_passage=of_passage,
        facts=list(facts.values()),
        passage_vectors=vectors,
        fact_vectors=await kept.of(list(facts), embedder),
        name_vectors=await kept.of(list(numbers), embedder),
    )


class _Walking:
    def __init__(self, known: Named) -> None:
        self._known = known
        self._passages = len(known.of_passage)

    def _edges(self, pairs: dict[tuple[int, int], float]) -> Edges:
        """Both ways; passages are numbered before names."""
        ends = np.array(list(pairs), dtype=np.int64).reshape(-1, 2)
        weights = np.array(list(pairs.values()))
        return edges_between(
            np.concatenate([ends[:, 0], ends[:, 1]]),
            np.concatenate([ends[:, 1], ends[:, 0]]),
            np.concatenate([weights, weights]),
            self._passages + len(self._known.names),
        )

    def _nearness(self, question: NDArray[np.float32]) -> NDArray[np.float64]:
        """Cosines with all passages, from 0 for the least to 1 for the most."""
        cosines = (self._known.passage_vectors @ question).astype(np.float64)
        spread = cosines.max() - cosines.min()
        nearness: NDArray[np.float64] = (cosines - cosines.min()) / spread if spread else np.ones(len(cosines))
        return nearness

    def _order(self, edges: Edges, of_passages: NDArray[np.float64], of_names: dict[int, float]) -> list[int]:
        start = dict(enumerate((OF_A_PASSAGE * of_passages).tolist()))
        start |= {self._passages + name: mass for name, mass in of_names.items()}
        nodes, ends = personalized_pagerank(edges, start, **_EXACT)
        inside = nodes < self._passages
        best: list[int] = nodes[inside][np.argsort(-ends[inside], kind="stable")].tolist()
        return best


class LinearRAG(_Walking):
    """Zhuang et al., LinearRAG, arXiv 2510.10114: names that sentences near to the question bring in, then a walk.

    Their recogniser of names is a spaCy transformer; ours is rules.  Passages of one page next to each other are tied
    there; here every passage is a page.
    """

    def __init__(self, known: Named) -> None:
        super().__init__(known)
        pairs = {
            (passage, self._passages + name): times / found.total()
            for passage, found in enumerate(known.of_passage)
            for name, times in found.items()
        }
        self._graph = self._edges(pairs)
        self._sentences: dict[int, list[int]] = {}
        for sentence, names in enumerate(known.facts):
            for name in names:
                self._sentences.setdefault(name, []).append(sentence)

    def rank(self, question: str, vector: NDArray[np.float32], embed: Callable[[Sequence[str]], Vectors]) -> list[int]:
        asked = self._known.asked(question)
        if not asked:
            return np.argsort(-(self._known.passage_vectors @ vector), kind="stable").tolist()  # type: ignore[no-any-return]
        near = embed(asked) @ self._known.name_vectors.T
        active = {int(row.argmax()): (float(row.max()), 1) for row in near}
        weights = {name: score for name, (score, _) in active.items()}
        current, used = dict(active), set[int]()
        for tier in range(2, ROUNDS + 1):
            found: dict[int, tuple[float, int]] = {}
            for name, (score, _) in current.items():
                inside = [s for s in self._sentences.get(name, ()) if s not in used]
                if score < LEAST_ACTIVATION or not inside:
                    continue
                cosines = self._known.fact_vectors[inside] @ vector
                for place in np.argsort(-cosines, kind="stable")[:SENTENCES_OF_A_NAME].tolist():
                    used.add(inside[place])
                    passed_on = score * float(cosines[place])
                    for other in self._known.facts[inside[place]] if passed_on >= LEAST_ACTIVATION else ():
                        weights[other] = weights.get(other, 0.0) + passed_on
                        found[other] = (passed_on, tier)
            active |= found
            current = found
        bonus = np.zeros(self._passages)
        for passage, holds in enumerate(self._known.of_passage):
            for name in active.keys() & holds.keys():
                score, tier = active[name]
                bonus[passage] += score * log(1 + holds[name]) / tier
        return self._order(self._graph, NEARNESS * self._nearness(vector) + np.log1p(bonus), weights)


class HippoRAG2(_Walking):
    """Gutierrez et al., From RAG to Memory, ICML 2025: a walk from the phrases of the facts nearest to the question.

    There a model makes the facts and strikes out those that do not help.  Here facts are sentences with the names in
    them, or triples that a model made, and none is struck out.  Phrases alike by cosine are not tied: e5's cosines of
    any two names lie near its threshold of .8.
    """

    def __init__(self, known: Named) -> None:
        super().__init__(known)
        pairs: dict[tuple[int, int], float] = {
            (passage, self._passages + name): 1.0 for passage, found in enumerate(known.of_passage) for name in found
        }
        for fact in known.facts:
            for one in fact:
                for other in fact:
                    if one < other:
                        tie = (self._passages + one, self._passages + other)
                        pairs[tie] = pairs.get(tie, 0.0) + 1.0
        self._graph = self._edges(pairs)
        self._in = Counter(name for found in known.of_passage for name in found)

    def rank(self, question: str, vector: NDArray[np.float32], embed: Callable[[Sequence[str]], Vectors]) -> list[int]:  # noqa: ARG002
        cosines = self._known.fact_vectors @ vector
        best = np.argsort(-cosines, kind="stable")[:FACTS]
        low, high = float(cosines.min()), float(cosines.max())
        scores: dict[int, list[float]] = {}
        for fact in best.tolist():
            for name in self._known.facts[fact]:
                scores.setdefault(name, []).append((float(cosines[fact]) - low) / ((high - low) or 1.0))
        of_names = {name: sum(each) / len(each) / max(1, self._in[name]) for name, each in scores.items()}
        phrases = dict(sorted(of_names.items(), key=lambda each: -each[1])[:PHRASES])
        return self._order(self._graph, self._nearness(vector), phrases)
