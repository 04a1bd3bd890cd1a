"""Samples come from all over the store, the same ones each time, and a leg that fails is seen to fail."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.unit.house import document, house

from yorisoi.evaluation.self_test import LegCheck, by_vector, by_words, fused, own_words, sample
from yorisoi.ports import NewDocument, Store
from yorisoi.testing.hash_embedder import HashEmbedder

PAGES = [
    document(
        f"page{number:02}.md",
        f"規程{number}",
        *(f"第{number}条の{part} 部署{number}の決まり{part}です。" for part in range(5)),
    )
    for number in range(40)
]


async def with_vectors(embedder: HashEmbedder) -> list[NewDocument]:
    return [
        replace(
            page,
            passages=tuple(
                [
                    replace(passage, vector=(await embedder.embed_passages([f"{page.title}\n{passage.text}"]))[0])
                    for passage in page.passages
                ]
            ),
        )
        for page in PAGES
    ]


async def sources(store: Store, **options: int) -> list[str]:
    return [each.passage.document.source for each in await sample(store.documents, **options)]


async def test_samples_are_spread_and_repeat(tmp_path: Path) -> None:
    async with house(tmp_path, PAGES) as (_, _, store):
        first = await sources(store)
        assert len(first) == 10
        assert len(set(first)) >= 8
        assert sorted(first) == first, "in the order in which they were stored"
        assert {source < "page20.md" for source in first} == {True, False}
        assert await sources(store) == first
        assert await sources(store, seed=12) != first


async def test_a_small_store_is_taken_whole(tmp_path: Path) -> None:
    async with house(tmp_path, PAGES[:1]) as (_, _, store):
        assert len(await sample(store.documents)) == 5


async def test_an_empty_store_has_none(tmp_path: Path) -> None:
    async with house(tmp_path, []) as (_, _, store):
        assert await sample(store.documents) == []


async def test_removed_documents_do_not_stand_in_the_way(tmp_path: Path) -> None:
    async with house(tmp_path, PAGES) as (_, _, store):
        await store.documents.remove([page.source for page in PAGES[:39]])
        assert set(await sources(store)) == {"page39.md"}


async def test_a_query_is_the_headings_and_the_first_sentences(tmp_path: Path) -> None:
    text = "看護休暇は年五日です。" + "次の文は長い説明です。" * 20
    async with house(tmp_path, [document("a.md", "子の看護休暇", text)]) as (_, _, store):
        (each,) = await sample(store.documents)
    assert own_words(each.passage).startswith("子の看護休暇 看護休暇は年五日です。")
    assert 80 <= len(each.query) <= 240


async def test_each_leg_finds_the_samples_and_a_leg_with_wrong_vectors_does_not(tmp_path: Path) -> None:
    embedder = HashEmbedder(256)
    async with house(tmp_path, [], embedder=embedder) as (_, searcher, store):
        await store.documents.bind_embedding(embedder.name, 256)
        await store.documents.put(await with_vectors(embedder))
        samples = await sample(store.documents)
        assert all(each.embedded for each in samples)
        whole = await fused(samples, searcher)
        assert (whole.found, whole.of, whole.lost) == (10, 10, ())
        assert (await by_words(samples, store.documents, searcher.index)).ok
        queries = await embedder.embed_queries([each.query for each in samples])
        assert (await by_vector(samples, queries, store.documents, searcher.index)).ok
        wrong = await by_vector(samples, -queries, store.documents, searcher.index)
        assert not wrong.ok
        assert len(wrong.lost) == wrong.of - wrong.found


async def test_passages_of_a_group_are_found_too(tmp_path: Path) -> None:
    secret = [document("secret.md", "懲戒", "懲戒は人事部が行います。", groups=frozenset({"人事部"}))]
    async with house(tmp_path, secret) as (_, searcher, store):
        assert (await fused(await sample(store.documents), searcher)).found == 1


@pytest.mark.parametrize(("found", "ok"), [(10, True), (8, True), (7, False), (0, False)])
def test_a_leg_may_miss_two_of_ten(found: int, ok: bool) -> None:
    assert LegCheck(found=found, of=10, lost=()).ok is ok
