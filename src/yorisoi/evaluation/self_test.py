"""Does a store's search find the store's own passages?  Each leg alone, and both fused."""

import random
from collections.abc import AsyncGenerator, Awaitable, Callable, Container, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import cast

from yorisoi.change_ports import Change
from yorisoi.language import analyse, detect_language, sentences
from yorisoi.ports import DocumentStore, PassageIndex, Vectors
from yorisoi.retrieval.search import Searcher
from yorisoi.types import Filter, Passage

SAMPLES = 10
TOP = 10
"""A passage counts as found when it is among so many."""
ENOUGH = 0.8
"""Of the samples: pages that are nearly alike outdo one another in a store that is all right."""
SEED = 11
_QUERY = 80
"""Characters of a passage that make a query, rounded up to whole sentences."""
_LONGEST = 240


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A passage and a query made of its own words."""

    passage: Passage
    query: str
    embedded: bool
    """The store holds a vector of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LegCheck:
    """How many samples one leg found again."""

    found: int
    of: int
    lost: tuple[str, ...]
    """Sources of those that were not found."""
    wordless: int = 0
    """Samples of which the leg for words makes no words, so that it could not find them."""

    @property
    def ok(self) -> bool:
        return self.found >= ENOUGH * self.of


async def sample(store: DocumentStore, *, size: int = SAMPLES, seed: int = SEED) -> list[Sample]:
    """Passages from all over the store, the same ones each time; all of a store that has no more."""
    newest = await store.last_change()
    share = newest / size
    draw = random.Random(seed)
    taken: dict[int, Sample] = {}
    for part in range(size):
        after = int(part * share + draw.random() * share)
        # From somewhere within the part; where only removals follow, from its beginning.
        for start in dict.fromkeys((after, int(part * share))):
            chosen = await _first(store, start, taken)
            if chosen and chosen.passage:
                taken[chosen.passage_id] = Sample(
                    passage=chosen.passage, query=own_words(chosen.passage), embedded=chosen.vector is not None
                )
                break
    return list(taken.values())


async def _first(store: DocumentStore, after: int, taken: Container[int]) -> Change | None:
    """The first change after `after` that put a passage not yet taken."""
    batches = cast(AsyncGenerator[list[Change]], store.changes(after))
    async with aclosing(batches):
        async for batch in batches:
            for change in batch:
                if change.passage and change.passage_id not in taken:
                    return change
    return None


def own_words(passage: Passage) -> str:
    """The headings of a passage and the sentences that it begins with."""
    headings = " ".join(dict.fromkeys(passage.headings))
    words = ""
    for sentence in sentences(passage.text.strip(), passage.language):
        words += sentence
        if len(words) >= _QUERY:
            break
    return " ".join(f"{headings} {words}".split())[:_LONGEST]


async def by_words(samples: Sequence[Sample], store: DocumentStore, index: PassageIndex) -> LegCheck:
    """The leg for words alone, with the query analysed as a search does it."""

    async def search(each: Sample, within: Filter) -> list[Passage]:
        terms = analyse(each.query, detect_language(each.query, each.passage.language))
        found = await index.by_words(terms, TOP, within) if terms else []
        return await store.passages([passage for passage, _ in found], within)

    wordless = sum(not analyse(each.query, detect_language(each.query, each.passage.language)) for each in samples)
    return await _check(samples, search, wordless)


async def by_vector(samples: Sequence[Sample], vectors: Vectors, store: DocumentStore, index: PassageIndex) -> LegCheck:
    """The leg for meaning alone, given the vectors of the samples' queries."""
    of = {each.passage.id: vector for each, vector in zip(samples, vectors, strict=True)}

    async def search(each: Sample, within: Filter) -> list[Passage]:
        found = await index.by_vector(of[each.passage.id], TOP, within)
        return await store.passages([passage for passage, _ in found], within)

    return await _check(samples, search)


async def fused(samples: Sequence[Sample], searcher: Searcher) -> LegCheck:
    """The search as a user has it."""

    async def search(each: Sample, within: Filter) -> list[Passage]:
        found = await searcher.search([each.query], within=within, language=each.passage.language, limit=TOP)
        return [hit.passage for hit in found.hits]

    return await _check(samples, search)


async def _check(
    samples: Sequence[Sample], search: Callable[[Sample, Filter], Awaitable[list[Passage]]], wordless: int = 0
) -> LegCheck:
    lost = []
    for each in samples:
        hits = await search(each, Filter(groups=each.passage.document.groups))
        # The same text may stand on several pages, and any of them will do.
        if not any(each.passage.text.strip() in hit.text for hit in hits):
            lost.append(each.passage.document.source)
    return LegCheck(found=len(samples) - len(lost), of=len(samples), lost=tuple(lost), wordless=wordless)
