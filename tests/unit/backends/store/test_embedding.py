from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import numpy as np
import pytest

from yorisoi.backends.store import SqlStore, open_store
from yorisoi.errors import EmbeddingMismatch, StoreError
from yorisoi.memory.columns import Columns
from yorisoi.memory.recollection import Recollection
from yorisoi.memory_ports import Settled
from yorisoi.testing.document_stores import DIMENSION, MODEL, changes_after, new_document, new_passage
from yorisoi.types import Episode, Turn, UserId


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


USER = UserId("hanako")
NOW = datetime(2026, 4, 1, tzinfo=UTC)


def episode_of(text: str, turn: int, kind: Literal["said", "event"] = "said") -> Episode:
    where = "events" if kind == "event" else "s"
    at = {"at": NOW, "last_used": NOW}
    return Episode(
        id=turn, user=USER, session=where, turn=turn, speaker="user", kind=kind, text=text, importance=1, **at
    )


def of_width(width: int) -> np.ndarray:
    return np.full(width, width**-0.5, dtype=np.float32)


async def widths(store: SqlStore) -> list[int | None]:
    """Of the vectors of the user's episodes, by either way to read them."""
    remembered = (await store.episodes.since(USER, 0)).episodes
    found = [None if each.vector is None else len(each.vector) for each in remembered]
    _, vectors = await store.episodes.all(USER)
    assert [bool(row.any()) for row in vectors] == [each is not None for each in found] if vectors is not None else True
    return found


async def test_no_episode_is_kept_with_a_vector_of_another_width_than_the_model_has(store: SqlStore) -> None:
    await store.documents.bind_embedding(MODEL, DIMENSION)
    turns = [Turn(speaker="user", text=text, at=NOW) for text in ("一", "二")]
    await store.sessions.append(USER, "s", turns)
    first, second = [each.id for each in await store.episodes.unsettled(USER, 9)]
    given = {first: of_width(DIMENSION - 1), second: of_width(DIMENSION)}
    settled = [Settled(episode=id_, importance=1, vector=vector, terms=()) for id_, vector in given.items()]
    assert await store.episodes.settle(USER, settled, await store.episodes.revision(USER))
    await store.episodes.add(USER, [(episode_of("三", 0, "event"), of_width(DIMENSION + 1))])
    assert await widths(store) == [None, DIMENSION, None]
    assert [each.text for each in await store.episodes.unsettled(USER, 9)] == ["三"]


async def test_an_episode_that_was_kept_with_such_a_vector_has_none(store: SqlStore) -> None:
    """Of a store that was bound later, or filled before such vectors were refused."""
    for turn, width in enumerate((DIMENSION - 1, DIMENSION)):
        await store.episodes.add(USER, [(episode_of("温泉", turn), of_width(width))])
    episodes, vectors = await store.episodes.all(USER)  # of a store that is bound to none
    assert (len(episodes), vectors is not None) == (2, True)
    mind = await Recollection(store.episodes, store.persona).mind(USER)
    assert len(mind) == 2
    await store.documents.bind_embedding(MODEL, DIMENSION)
    assert await widths(store) == [None, DIMENSION]
    mind = await Recollection(store.episodes, store.persona).mind(USER)
    assert mind.cosines(of_width(DIMENSION)) is not None
    assert (await store.erasure.items(USER, episodes=[each.id for each in episodes])).episodes == 2


async def test_a_memory_that_is_followed_takes_in_no_vector_of_another_width() -> None:
    columns = Columns()
    columns.append(0, [episode_of("一", 0)], [False], [of_width(4)])
    columns.append(1, [episode_of("二", 1)], [False], [of_width(3)])
    assert columns.has_vector[:2].tolist() == [True, False]
