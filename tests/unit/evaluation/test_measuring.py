"""A corpus becomes a store, and what the search brings becomes figures."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from tests.unit.house import document

from yorisoi.backends.store import open_store
from yorisoi.documents import DocumentsConfig
from yorisoi.errors import DataSetError
from yorisoi.evaluation.beir import DataSet, Entry, Judged
from yorisoi.evaluation.corpus import source_prefix, take_in, without_text
from yorisoi.evaluation.measuring import (
    Searched,
    by_language,
    documents_of,
    dropped,
    figures,
    means,
    searching,
    times,
)
from yorisoi.ports import Vectors
from yorisoi.retrieval.search import Searcher
from yorisoi.testing.hash_embedder import HashEmbedder
from yorisoi.testing.memory_index import MemoryIndex
from yorisoi.types import Degraded, Filter

LONG = "第1条 休暇は年度ごとに付与する。" * 60
ENTRIES = {
    "leave": Entry(id="leave", title="休暇", text="年次有給休暇は二十日です。"),
    "long": Entry(id="long", title="規程", text=LONG),
    "page": Entry(id="page", title="", text="# 始業\n\n九時です。\n\n# 終業\n\n十八時です。"),
    "title": Entry(id="title", title="題名だけ", text=" "),
    "nothing": Entry(id="nothing", title="", text=""),
}
LEAVE = Judged(id="q1", text="有給休暇は何日", relevance={"leave": 1.0})
DATA = DataSet(name="rules", split="test", corpus=ENTRIES, queries=(LEAVE,), without_relevant=0)


class Counting(HashEmbedder):
    def __init__(self) -> None:
        super().__init__(64)
        self.embedded: list[str] = []

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        self.embedded += texts
        return await super().embed_passages(texts)


async def test_a_document_is_one_passage_as_given_unless_it_is_too_long(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        told: list[tuple[int, int]] = []
        await take_in(
            DATA,
            store=store.documents,
            embedder=None,
            config=DocumentsConfig(),
            on_progress=lambda done, total: told.append((done, total)),
        )
        passages = [change.passage async for batch in store.documents.changes(0) for change in batch]
    by_id: dict[str, list[str]] = {}
    for passage in passages:
        assert passage is not None
        by_id.setdefault(passage.document.source.removeprefix(source_prefix(DATA)), []).append(passage.text)
    assert by_id["leave"] == ["年次有給休暇は二十日です。"]
    assert by_id["page"] == [ENTRIES["page"].text], "headings do not part what is short"
    assert by_id["title"] == ["題名だけ"]
    assert len(by_id["long"]) > 1
    assert "".join(by_id["long"]) == LONG
    assert "nothing" not in by_id
    assert without_text(DATA.corpus) == 1
    assert (told[0], told[-1]) == ((0, 4), (4, 4))


async def test_a_kept_store_embeds_only_what_is_new_and_forgets_what_is_gone(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        embedder = Counting()
        config = DocumentsConfig()
        assert await take_in(DATA, store=store.documents, embedder=embedder, config=config) == 4
        first = len(embedder.embedded)
        assert await take_in(DATA, store=store.documents, embedder=embedder, config=config) == 0
        assert len(embedder.embedded) == first
        other = {id_: entry for id_, entry in ENTRIES.items() if id_ != "page"}
        other["leave"] = replace(other["leave"], text="三十日になりました。")
        changed = replace(DATA, corpus=other)
        assert await take_in(changed, store=store.documents, embedder=embedder, config=config) == 1
        assert embedder.embedded[first:] == ["休暇\n三十日になりました。"]
        assert (await store.documents.overview()).documents == 3


async def test_a_store_kept_without_vectors_gets_them_later(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        config = DocumentsConfig()
        await take_in(DATA, store=store.documents, embedder=None, config=config)
        assert await take_in(DATA, store=store.documents, embedder=None, config=config) == 0
        assert await take_in(DATA, store=store.documents, embedder=Counting(), config=config) == 4


async def test_a_store_of_other_documents_is_left_alone(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        await store.documents.put([document("handbook/leave.md", "休暇", "二十日です。")])
        with pytest.raises(DataSetError, match=r"handbook/leave\.md"):
            await take_in(DATA, store=store.documents, embedder=None, config=DocumentsConfig())
        assert list(await store.documents.hashes()) == ["handbook/leave.md"]


async def test_a_document_counts_with_its_best_passage(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        await take_in(DATA, store=store.documents, embedder=None, config=DocumentsConfig())
        searcher = Searcher(store.documents, MemoryIndex(), None)
        found = await searcher.search(["休暇は年度ごとに付与"], within=Filter(), language="ja", limit=20)
        ranking = documents_of(found.hits, source_prefix(DATA))
        assert [source_prefix(DATA) + id_ for id_, _ in ranking] == list(
            dict.fromkeys(hit.passage.document.source for hit in found.hits)
        )
        assert ranking[0] == ("long", found.hits[0].score)
        search = searching(searcher, prefix=source_prefix(DATA), depth=50, language="ja", within=Filter())
        traced = await search(LEAVE)
    searched = traced.output
    assert [step["name"] for step in traced.trace["steps"]].count("fuse") == 1
    assert searched.ranking[0][0] == "leave"
    assert 0 <= searched.ms_without_embedding <= searched.ms
    assert figures(LEAVE, searched.ranking)["ndcg@10"] == 1


async def test_the_query_itself_is_no_answer(tmp_path: Path) -> None:
    itself = Judged(id="leave", text=ENTRIES["leave"].text, relevance={"long": 1.0}, in_corpus=True)
    async with open_store(tmp_path) as store:
        await take_in(DATA, store=store.documents, embedder=None, config=DocumentsConfig())
        searcher = Searcher(store.documents, MemoryIndex(), None)
        search = searching(searcher, prefix=source_prefix(DATA), depth=50, language="ja", within=Filter())
        searched = (await search(itself)).output
    assert "leave" not in dict(searched.ranking)
    assert figures(itself, (("leave", 2.0), ("long", 1.0)))["mrr@10"] == 1
    assert figures(replace(itself, in_corpus=False), (("leave", 2.0), ("long", 1.0)))["mrr@10"] == 0.5


def test_means_are_taken_over_all_and_over_each_language() -> None:
    rows = [figures(LEAVE, (("leave", 1.0),)), figures(LEAVE, ())]
    assert means(rows)["recall@1"] == 0.5
    parts = by_language(["ja", "en"], rows)
    assert {name: (part["queries"], part["recall@1"]) for name, part in parts.items()} == {
        "ja": (1, 1.0),
        "en": (1, 0.0),
    }


def test_times_and_what_was_dropped_are_summed_up() -> None:
    lost = Degraded(step="search.lexical", reason="no words")
    searched = [
        Searched(ranking=(), ms=float(ms), ms_without_embedding=ms / 2, dropped=(lost,) if ms > 95 else ())
        for ms in range(1, 101)
    ]
    assert times(searched) == {
        "p50_ms": 50.5,
        "p95_ms": 95.05,
        "p50_ms_without_embedding": 25.25,
        "p95_ms_without_embedding": 47.52,
    }
    assert dropped(searched) == {"search.lexical: no words": 5}
