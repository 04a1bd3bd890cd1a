"""What no store by itself does: a process of the version before, which draws no marks, goes on writing."""

import sqlite3
from contextlib import closing
from pathlib import Path

from yorisoi.backends.store import open_store
from yorisoi.backends.store.open import FILE
from yorisoi.testing.document_stores import changes_after, new_document_without_vectors


async def test_what_an_older_version_changed_meanwhile_gets_a_mark_that_stays(tmp_path: Path) -> None:
    async with open_store(tmp_path) as opened:
        store = opened.documents
        await store.put([new_document_without_vectors("a.md")])
        first = await store.mark(1)
        await store.put([new_document_without_vectors("b.md"), new_document_without_vectors("c.md")])
        with closing(sqlite3.connect(tmp_path / FILE)) as older, older:
            older.execute("DELETE FROM marks WHERE seq > 1")
        assert await store.mark(3) == ""
        assert [change.seq for change in await changes_after(store, 3)] == [], "nothing new is asked for"
        drawn = await store.mark(3)
        assert drawn not in ("", first)
        assert [change.mark for change in await changes_after(store, 0)] == [first, drawn, drawn]
        await store.put([new_document_without_vectors("d.md")])
        assert [await store.mark(seq) for seq in (1, 2, 3)] == [first, drawn, drawn]
