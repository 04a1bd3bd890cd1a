"""How near queries and FAQs are to each other: by words, and by meaning where there is an embedding model.

covered[q, f]   share of the query's words and bigrams, by rarity, in the best sentence of the FAQ: see
                `yorisoi.retrieval.coverage`
cosine[q, f]    of the embeddings of query and FAQ; None without a model

read[q]         what the embedding model makes of the query when it reads its FAQ with it, (queries, width); None where
                the model reads no pairs
answers[q]      log-odds that its FAQ answers the query, and the most of the four others that are nearest by meaning,
                (queries, 2); None where the model tells no answers

The first two are of shape (queries, FAQs).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from yorisoi.evaluation.faq.sets import Faq, Query
from yorisoi.language import analyse, detect_language
from yorisoi.ports import Embedder
from yorisoi.reading_ports import AnswerReader, PairReader
from yorisoi.retrieval.coverage import coverage
from yorisoi.types import Document, Passage, in_context

Floats = NDArray[np.float32]

_LOOKED_AT = 60
"""FAQs of a larger collection that a query is held against by words: the nearest by meaning, or with most of them."""
_OTHERS_READ = 4


@dataclass(frozen=True)
class Bearing:
    queries: tuple[Query, ...]
    faqs: tuple[Faq, ...]
    covered: Floats
    cosine: Floats | None
    read: Floats | None = None
    answers: Floats | None = None
    encoder: str = ""
    """The embedding model."""

    @cached_property
    def position(self) -> Mapping[str, int]:
        """Of a FAQ, by id."""
        return {faq.id: at for at, faq in enumerate(self.faqs)}

    @cached_property
    def score(self) -> Floats:
        """What FAQs are ranked by for a query: words and meaning, both from 0 to 1."""
        return self.covered if self.cosine is None else np.asarray((self.covered + self.cosine) / 2, dtype=np.float32)

    def best_other(self, row: int) -> int | None:
        """The nearest FAQ that the query was not made for; None when there is none."""
        mine = {self.position[faq] for faq in self.queries[row].faqs}
        others = [at for at in np.argsort(-self.score[row], kind="stable").tolist() if at not in mine]
        return others[0] if others else None


async def bearing(queries: Sequence[Query], faqs: Mapping[str, Faq], embedder: Embedder | None) -> Bearing:
    """Every query held against every FAQ.  Raises what the embedder raises."""
    all_ = tuple(faqs.values())
    texts = [in_context(faq.title, (), faq.body) for faq in all_]
    cosine: Floats | None = None
    if embedder and queries:
        vectors = await embedder.embed_passages(texts)
        cosine = await embedder.embed_queries([query.text for query in queries]) @ vectors.T
    passages = [_passage(at, faq) for at, faq in enumerate(all_)]
    holding = _postings(all_)
    covered = np.zeros((len(queries), len(all_)), dtype=np.float32)
    position = {faq.id: at for at, faq in enumerate(all_)}
    for row, query in enumerate(queries):
        terms = analyse(query.text, detect_language(query.text, faqs[query.faqs[0]].language))
        near: Iterable[int] = range(len(all_))
        if len(all_) > _LOOKED_AT:
            near = _nearest(cosine[row]) if cosine is not None else _most_shared(terms.words, holding)
        columns = list(dict.fromkeys((*near, *(position[faq] for faq in query.faqs))))
        covered[row, columns] = coverage(terms, [passages[at] for at in columns])
    read = None
    if isinstance(embedder, PairReader) and queries:
        own = [faqs[query.faqs[0]] for query in queries]
        pairs = [(query.text, f"{faq.title}\n{faq.body}") for query, faq in zip(queries, own, strict=True)]
        read = await embedder.read_pairs(pairs)
    answers = None
    if isinstance(embedder, AnswerReader) and cosine is not None and len(all_) > 1:
        columns_of_own = [position[query.faqs[0]] for query in queries]
        answers = await _answers(queries, columns_of_own, cosine, texts, embedder)
    return Bearing(
        queries=tuple(queries),
        faqs=all_,
        covered=covered,
        cosine=cosine,
        read=read,
        answers=answers,
        encoder=embedder.name if embedder else "",
    )


async def _answers(
    queries: Sequence[Query], own: Sequence[int], cosine: Floats, texts: Sequence[str], reader: AnswerReader
) -> Floats:
    """See `Bearing`; `own` are the columns of the queries' FAQs."""
    found = np.empty((len(queries), 2), dtype=np.float32)
    for row, (query, mine) in enumerate(zip(queries, own, strict=True)):
        others = [at for at in np.argsort(-cosine[row], kind="stable").tolist() if at != mine][:_OTHERS_READ]
        log_odds = await reader.answering(query.text, [texts[at] for at in (mine, *others)])
        found[row] = log_odds[0], log_odds[1:].max()
    return found


def _nearest(cosines: Floats) -> list[int]:
    return [int(at) for at in np.argsort(-cosines, kind="stable")[:_LOOKED_AT]]


def _postings(faqs: Sequence[Faq]) -> Mapping[str, list[int]]:
    """Word -> the FAQs that hold it."""
    holding: dict[str, list[int]] = {}
    for at, faq in enumerate(faqs):
        for word in set(analyse(f"{faq.title}\n{faq.body}", faq.language).words):
            holding.setdefault(word, []).append(at)
    return holding


def _most_shared(words: Sequence[str], holding: Mapping[str, list[int]]) -> list[int]:
    shared = Counter(at for word in set(words) for at in holding.get(word, ()))
    return [at for at, _ in sorted(shared.items(), key=lambda item: (-item[1], item[0]))[:_LOOKED_AT]]


def _passage(at: int, faq: Faq) -> Passage:
    page = Document(id=at, source=faq.id, title=faq.title, language=faq.language)
    return Passage(id=at, document=page, position=0, section=(), text=faq.body, language=faq.language)
