"""Several batches of changes go into the index together; the last word about a passage counts."""

from collections.abc import AsyncIterator
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, cast

import pytest

from yorisoi.change_ports import Change, Position
from yorisoi.ports import DocumentStore
from yorisoi.retrieval import catch_up as module
from yorisoi.retrieval.catch_up import catch_up
from yorisoi.testing.index import ids_by_words
from yorisoi.testing.memory_index import MemoryIndex
from yorisoi.types import Document, Passage

PAGE = Document(id=1, source="a.md", title="", language="ja")


def put(seq: int, number: int, text: str) -> Change:
    passage = Passage(id=number, document=PAGE, position=0, section=(), text=text, language="ja")
    return Change(seq=seq, passage_id=number, passage=passage, mark="m")


def store_of(*batches: list[Change]) -> DocumentStore:
    async def last_change() -> int:
        return batches[-1][-1].seq

    async def mark(_: int) -> str:
        return "m"

    async def changes(after: int) -> AsyncIterator[list[Change]]:
        for batch in batches:
            if batch[-1].seq > after:
                yield batch

    async def overview(_: object) -> SimpleNamespace:
        held = {change.passage_id for batch in batches for change in batch if change.passage}
        return SimpleNamespace(passages=len(held))

    store: Any = SimpleNamespace(last_change=last_change, mark=mark, changes=changes, overview=overview)
    return cast(DocumentStore, store)


@pytest.mark.parametrize("together", [1, 2, 100])
async def test_the_last_of_several_changes_counts(together: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_TOGETHER", together)
    index, told = MemoryIndex(), []
    gone = Change(seq=3, passage_id=1, passage=None, mark="m")
    store = store_of([put(1, 1, "休暇"), put(2, 2, "休暇")], [gone, put(4, 3, "休暇")], [put(5, 2, "経費")])
    assert await catch_up(store, index, told.append) == 5
    assert await index.position() == Position(5, "m")
    assert await ids_by_words(index, "休暇") == [3]
    assert await ids_by_words(index, "経費") == [2]
    assert told[-1] == 5
    assert await catch_up(store, index) == 0


@pytest.mark.parametrize(
    ("new", "applied"),
    [(3, [3]), (9, [4, 4, 1]), (32, [4] * 8), (40, [5] * 8), (100, [13] * 7 + [9]), (144, [9] * 16)],
    ids=str,
)
async def test_a_great_backlog_is_applied_in_a_multiple_of_eight_pieces_of_one_size(
    new: int, applied: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_TOGETHER", 4)
    monkeypatch.setattr(module, "_AT_MOST", 16)
    index, told = MemoryIndex(), []
    store = store_of([put(seq, seq, "休暇") for seq in range(1, new + 1)])
    await catch_up(store, index, told.append)
    assert [after - before for before, after in pairwise([0, *told])] == applied
