"""BM25 over terms that were analysed beforehand, by tantivy."""

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import inf, log2
from pathlib import Path
from typing import Any, TypeAlias, cast

import tantivy

from yorisoi.backends.search.scope import RESTRICTED, clauses, labels
from yorisoi.language.packs import packs
from yorisoi.ports import IndexedPassage, Terms
from yorisoi.types import Filter, Language

_HEAP_BYTES = 64_000_000
_LONGEST_TERM = 200
"""Characters.  Longer ones are data that slipped into the text; tantivy would drop them beyond 65,530 bytes."""

_COMMON, _FEW, _MANY = 0.05, 200, 2_000
"""A bigram of more passages than this share of all, 200 at least and 2,000 at most, is not asked beside words: です,
ます.  nDCG@10 of words alone in 14,208 passages, all questions, by that share:

    share                 .05     .02     .01     .005    .002    0
    JSQuAD                .9455   .9451   .9442   .9440   .9433   .9402
    JaQuAD                .9025   .9016   .9033   .9030   .9021   .8993
    NIILC                 .6180   .6154   .6196   .6158   .6115   .6035
    clauses (JSQuAD)      26      22      19      16      13      8

Words cannot be spared: without those of 5 % JSQuAD has .942 for .947 (1,500 questions).
"""

_KNOWN_LIMIT = 100_000

_SPARE = 16
"""Hits fetched beyond the limit: a fourth of all queries have equal scores there, hardly one has so many."""

_MERGED = 8
"""tantivy merges segments of one level when there are so many."""
_SMALLEST, _LEVEL = 10_000, 0.75
"""Passages up to which all segments are of the lowest level, and by how much the binary logarithms of sizes differ
within a level: tantivy's `LogMergePolicy`."""
_WORTH_MERGING, _PART = 1_000, 4_000
"""Passages in one `write` that are worth a merge; `catch_up` sends more than 4,000 only as one of many of a size, which
tantivy merges by itself."""
_SMALL_ONES = 2
"""Segments of the lowest level that are worth one: with the commits it takes it costs as much as indexing.  Of 100,000
passages that come 4,000 at a time each is merged 1.0 times (1.8 if one segment were worth it, 1.5 with three), and on
the way there are 4.4 segments (4.1, 3.2); of those that come 4,000, 4,000, 2,000 it is 1.6 times (2.3, 1.5) and 3.9
(4.0, 3.5).  With three, single writes wait for longer merges."""

_ALWAYS_THERE = frozenset(("meta.json", ".managed.json", ".tantivy-writer.lock", ".tantivy-meta.lock"))
_SPACE = re.compile(r"\s+")
_LABELS = ("language", "source", "section", "groups")

Scored: TypeAlias = list[tuple[int, float]]


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field("id", indexed=True, fast=True)
    for field in ("words", "bigrams"):  # frequencies without positions: no phrase is ever asked for
        builder.add_text_field(field, tokenizer_name="whitespace", index_option="freq")
    for field in _LABELS:
        builder.add_text_field(field, tokenizer_name="raw", index_option="basic")
    return builder.build()


class WordIndex:
    """A tantivy index in a directory.

        score(d) = BM25(words) + bigram_weight * BM25(bigrams)        k1 = 1.2, b = .75 (tantivy's)

    Raises ValueError when the directory holds something else, OSError when it cannot be read or written.
    """

    def __init__(self, directory: Path, bigram_weight: float) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        self._directory = directory
        self._schema = _schema()
        self._index = tantivy.Index(self._schema, path=str(directory), reuse=True)
        self._index.config_reader("manual")  # the default starts a thread that watches the files
        self._bigram_weight = bigram_weight

    @staticmethod
    def exists(directory: Path) -> bool:
        """Whether the directory holds an index: making one there anew would hide that the old one is lost."""
        return directory.is_dir() and tantivy.Index.exists(str(directory))

    @staticmethod
    def is_one_or_empty(directory: Path) -> bool:
        """Whether the directory, no link to one, holds an index, one that was begun, or nothing."""
        if directory.is_symlink() or not directory.is_dir():
            return False
        names = {path.name for path in directory.iterdir()}
        return not names or bool(names & _ALWAYS_THERE)

    def write(self, puts: Collection[IndexedPassage], removed: Iterable[int]) -> None:
        """Replace and remove passages, durably.  One writer at a time: the caller holds the lock.

        Killed halfway, it has done so for some of the passages.
        """
        writer = self._index.writer(heap_size=_HEAP_BYTES, num_threads=1)
        writer.garbage_collect_files()  # a list of deletions that a killed writer left has this commit's very name
        gone = list(removed)
        for piece in self._pieces(list(puts)):
            outdated = [*gone, *(put.id for put in piece)]
            if outdated:  # by query: `delete_documents_by_term` takes the number for a signed one and matches nothing
                writer.delete_documents_by_query(tantivy.Query.term_set_query(self._schema, "id", outdated))
            for put in piece:
                writer.add_document(self._document(put))
            writer.commit()
            gone = []
        writer.wait_merging_threads()

    def _pieces(self, puts: list[IndexedPassage]) -> Iterator[list[IndexedPassage]]:
        """The passages in as many segments as it takes for tantivy to merge them with the small ones that are there.

        It has no call for that, and every segment costs a search .04 ms: with the usual nine of 100,000 passages twice
        the time that one would take.
        """
        lowest = self._lowest_level()
        pieces = _MERGED - lowest if _WORTH_MERGING <= len(puts) <= _PART and _SMALL_ONES <= lowest < _MERGED else 1
        size = max(1, -(-len(puts) // pieces))
        for start in range(0, max(1, len(puts)), size):
            yield puts[start : start + size]

    def _lowest_level(self) -> int:
        """How many segments new ones would be merged with."""
        meta = json.loads((self._directory / "meta.json").read_bytes())
        sizes = sorted((log2(max(segment["max_doc"], _SMALLEST)) for segment in meta["segments"]), reverse=True)
        level, members = inf, 0
        for size in [*sizes, log2(_SMALLEST)]:
            if size < level - _LEVEL:
                level, members = size, 0
            members += 1
        return members - 1

    def _document(self, put: IndexedPassage) -> tantivy.Document:
        document = tantivy.Document()
        document.add_unsigned("id", put.id)
        document.add_text("words", _spaced(put.terms.words))
        document.add_text("bigrams", _spaced(put.terms.bigrams))
        for field, values in labels(put).items():
            for value in values:
                document.add_text(field, value)
        return document

    def searcher(self) -> "WordSearcher":
        """What is committed now; later commits do not change it."""
        self._index.reload()
        return WordSearcher(self._index.searcher(), self._schema, self._bigram_weight)


class WordSearcher:
    """A fixed state of a `WordIndex`; safe to use from several threads."""

    def __init__(self, searcher: tantivy.Searcher, schema: tantivy.Schema, bigram_weight: float) -> None:
        self._searcher = searcher
        self._schema = schema
        self._bigram_weight = bigram_weight
        self._all_public = searcher.doc_freq("groups", RESTRICTED) == 0
        self.passages: int = searcher.num_docs
        self._rare: dict[str, bool] = {}
        self._by_language: tuple[Language | None, Mapping[Language, frozenset[int]]] | None = None

    def search(self, terms: Terms, limit: int, within: Filter) -> Scored:
        """The best passages with their BM25, ties by id."""
        asked = self._asked(terms)
        if not asked or limit < 1:
            return []
        query = tantivy.Query.boolean_query(asked)
        scope = self._scope(within)
        if scope:
            query = tantivy.Query.boolean_query([(tantivy.Occur.Must, query), (tantivy.Occur.Must, scope)])
        return self._best(query, limit)

    def _asked(self, terms: Terms) -> list[tuple[tantivy.Occur, tantivy.Query]]:
        asked = [*self._term_queries("words", terms.words, 1.0)]
        if self._bigram_weight:
            bigrams = [bigram for bigram in terms.bigrams if not asked or self._is_rare(bigram)]
            asked += self._term_queries("bigrams", bigrams, self._bigram_weight)
        return [(tantivy.Occur.Should, clause) for clause in asked]

    def _term_queries(self, field: str, terms: Sequence[str], weight: float) -> Iterator[tantivy.Query]:
        for term, count in Counter(_spaced(terms).split()).items():
            query = tantivy.Query.term_query(self._schema, field, term, index_option="freq")
            boost = weight * count
            yield query if boost == 1.0 else tantivy.Query.boost_query(query, boost)

    def _is_rare(self, bigram: str) -> bool:
        known = self._rare.get(bigram)
        if known is None:
            if len(self._rare) >= _KNOWN_LIMIT:
                self._rare.clear()
            most = min(max(_FEW, _COMMON * self.passages), _MANY)
            known = self._rare[bigram] = self._searcher.doc_freq("bigrams", bigram) <= most
        return known

    def _best(self, query: tantivy.Query, limit: int) -> Scored:
        """The `limit` best; when equal scores straddle the cut, more are fetched so that ids decide."""
        fetch = limit + _SPARE
        while True:
            hits = self._searcher.search(query, limit=fetch, count=False).hits
            if len(hits) < fetch or hits[limit - 1][0] > hits[-1][0]:
                break
            fetch *= 2
        scored = sorted(zip((-score for score, _ in hits), self._ids(hits), strict=True))
        return [(passage, -score) for score, passage in scored[:limit]]

    def allowed(self, within: Filter) -> frozenset[int] | None:
        """Ids of the passages that pass a filter; None: all do."""
        scope = self._scope(within)
        if scope is None:
            return None
        hits = self._searcher.search(scope, limit=max(1, self._searcher.num_docs), count=False).hits
        return frozenset(self._ids(hits))

    def by_language(self) -> tuple[Language | None, Mapping[Language, frozenset[int]]]:
        """The language of most passages, and the passages of each other one, whoever may read them; kept."""
        if self._by_language is None:
            counts = {language: self._searcher.doc_freq("language", language) for language in packs()}
            frequent = sorted((language for language in counts if counts[language]), key=lambda each: -counts[each])
            self._by_language = (
                frequent[0] if frequent else None,
                {language: self._of_language(language) for language in frequent[1:]},
            )
        return self._by_language

    def _of_language(self, language: Language) -> frozenset[int]:
        query = tantivy.Query.term_query(self._schema, "language", language, index_option="basic")
        hits = self._searcher.search(query, limit=max(1, self.passages), count=False).hits
        return frozenset(self._ids(hits))

    def _ids(self, hits: Sequence[tuple[Any, tantivy.DocAddress]]) -> list[int]:
        values = self._searcher.fast_field_values("id", [address for _, address in hits])
        return cast(list[int], values)

    def _scope(self, within: Filter) -> tantivy.Query | None:
        """The filter as a query that scores 0; None when every passage passes."""
        groups = [
            tantivy.Query.term_set_query(self._schema, field, list(values))
            for field, values in clauses(within, self._all_public).items()
        ]
        if not groups:
            return None
        both = tantivy.Query.boolean_query([(tantivy.Occur.Must, group) for group in groups])
        return tantivy.Query.const_score_query(both, 0.0)


def _spaced(terms: Sequence[str]) -> str:
    """The terms as a text that white space takes apart into them again."""
    text = " ".join(terms)
    if len(text.split()) == len(terms) and max(map(len, terms), default=0) <= _LONGEST_TERM:
        return text
    return " ".join(map(_one_token, terms))


def _one_token(term: str) -> str:
    return _SPACE.sub("\u2423", term)[:_LONGEST_TERM]
