from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from yorisoi.backends.store import SqlStore, open_store
from yorisoi.errors import EmbeddingMismatch, StoreError
from yorisoi.testing.document_stores import DIMENSION, MODEL, changes_after, new_document, new_passage


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqlStore]:
    async with open_store(tmp_path) as opened:
        yield opened


async def test_vectors_are_refused_before_a_model_is_bound(store: SqlStore) -> None:
    with pytest.raises(EmbeddingMismatch, match="no embedding model yet"):
        await store.documents.put([new_document("a.md", "一")])
    assert await store.documents.hashes() == {}


async def test_vectors_of_another_dimension_are_refused(store: SqlStore) -> None:
    await store.documents.bind_embedding(MODEL, DIMENSION + 1)
    with pytest.raises(StoreError, match="shape"):
        await store.documents.put([new_document("a.md", "一")])
    assert await store.documents.hashes() == {}


async def test_the_refusal_names_both_models_and_the_ways_out(store: SqlStore) -> None:
    await store.documents.bind_embedding(MODEL, DIMENSION)
    await store.documents.put([new_document("a.md", "一")])
    with pytest.raises(EmbeddingMismatch, match=f"{MODEL}.*other:model.*YORISOI_EMBEDDING.*--home"):
        await store.documents.bind_embedding("other:model", 8)


async def test_another_process_that_bound_the_empty_store_first_wins(tmp_path: Path, store: SqlStore) -> None:
    await store.documents.bind_embedding(MODEL, DIMENSION)
    async with open_store(tmp_path) as other:
        await other.documents.bind_embedding("other:model", DIMENSION)
    with pytest.raises(EmbeddingMismatch):
        await store.documents.put([new_document("a.md", "一")])


async def test_a_store_filled_without_a_model_is_embedded_by_the_next_ingest(store: SqlStore) -> None:
    document = new_document("a.md", "一", "二")
    bare = replace(document, passages=tuple(replace(passage, vector=None) for passage in document.passages))
    await store.documents.put([bare])
    before = await changes_after(store.documents, 0)
    assert [change.vector for change in before] == [None, None]
    await store.documents.bind_embedding(MODEL, DIMENSION)
    assert await store.documents.hashes() == {"a.md": ""}
    await store.documents.put([document])
    after = await changes_after(store.documents, before[-1].seq)
    assert [change.passage_id for change in after] == [change.passage_id for change in before]
    assert all(change.vector is not None for change in after)


async def test_a_known_text_needs_no_vector_in_another_document(store: SqlStore) -> None:
    await store.documents.bind_embedding(MODEL, DIMENSION)
    await store.documents.put([new_document("a.md", "一")])
    await store.documents.remove(["a.md"])
    moved = replace(new_document("b.md"), passages=(replace(new_passage("一"), vector=None),))
    await store.documents.put([moved])
    [*_, change] = await changes_after(store.documents, 0)
    assert change.vector is not None
    np.testing.assert_array_equal(change.vector, new_passage("一").vector)


async def test_vectors_that_no_passage_needs_go_when_asked_to(store: SqlStore) -> None:
    await store.documents.bind_embedding(MODEL, DIMENSION)
    await store.documents.put([new_document("a.md", "一", "二")])
    await store.documents.put([new_document("a.md", "一")])
    assert await store.documents.forget_unused_vectors() == 1
    assert await store.documents.forget_unused_vectors() == 0
    kept = await store.documents.vectors([new_passage("一").context_hash, new_passage("二").context_hash])
    assert list(kept) == [new_passage("一").context_hash]


async def test_a_date_that_is_none_is_refused_with_its_source(store: SqlStore) -> None:
    await store.documents.bind_embedding(MODEL, DIMENSION)
    with pytest.raises(StoreError, match=r"a\.md.*2026年4月"):
        await store.documents.put([replace(new_document("a.md", "一"), updated="2026年4月")])
