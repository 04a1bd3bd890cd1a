"""The change log: which passages an index has to take again, in which order."""

import secrets
from collections.abc import AsyncIterator, Sequence
from typing import Any, Literal

from sqlalchemy import Select, and_, bindparam, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from yorisoi.backends.store.database import Database, chunks
from yorisoi.backends.store.dialects import one_writer
from yorisoi.backends.store.embedding import bound, from_blob
from yorisoi.backends.store.reading import Read
from yorisoi.backends.store.rows import EMBEDDED_AS, PASSAGE_COLUMNS, to_passage
from yorisoi.backends.store.schema import changes, documents, marks, passages, vectors
from yorisoi.change_ports import Change
from yorisoi.types import Document

BATCH = 1_000
"""Changes read at a time: 1.5 MB of vectors."""

MARKS = 10_000
"""So many are kept, half a megabyte: of each call one or two.  What is derived and further behind is made anew."""

_NEWEST = Read(select(func.max(changes.c.seq)))
_LACKS_MARK = select(func.max(changes.c.seq) > func.coalesce(select(func.max(marks.c.seq)).scalar_subquery(), 0))
_MARK = Read(select(marks.c.mark).where(marks.c.seq >= bindparam("seq")).order_by(marks.c.seq).limit(1))
"""Calls come one after the other, so that a change is of the first that ended at it or later."""


async def log(connection: AsyncConnection, op: Literal["put", "remove"], ids: Sequence[int]) -> None:
    """Note a change of each passage, within the caller's transaction.

    The new row takes the old one's place, so that the log stays as short as the number of passages there ever were, and
    holds only the last change of each.
    """
    if not ids:
        return
    for some in chunks(ids):
        await connection.execute(delete(changes).where(changes.c.passage_id.in_(some)))
        await connection.execute(insert(changes), [{"passage_id": id_, "op": op} for id_ in some])
    await _draw_mark(connection)


async def _draw_mark(connection: AsyncConnection) -> None:
    """For the last change and all before it that have none."""
    last = select(func.max(changes.c.seq)).scalar_subquery()
    marking = insert(marks).values(seq=last, mark=secrets.token_hex(16)).returning(marks.c.number)
    number = await connection.scalar(marking) or 0
    await connection.execute(delete(marks).where(marks.c.number <= number - MARKS))


async def newest(database: Database) -> int:
    [[number]] = await _NEWEST.rows(database)
    return number or 0


async def mark(database: Database, seq: int) -> str:
    """As the port says of `ChangeLog`."""
    found = await _MARK.rows(database, seq=seq)
    return found[0][0] if found else ""


async def batches(database: Database, after: int) -> AsyncIterator[list[Change]]:
    """Changes with `seq > after` in order, each batch one state of the store.

    A passage that changes again while this runs comes once more, in a later batch.
    """
    async with database.reading() as connection:
        model = await bound(connection)
        lacks_mark = await connection.scalar(_LACKS_MARK)
    if lacks_mark:
        await _mark_what_an_older_version_changed(database)
    statement = _select_changes(model.name if model else None)
    while True:
        async with database.reading() as connection:
            rows = (await connection.execute(statement, {"after": after})).all()
        if not rows:
            return
        seen: dict[int, Document] = {}
        yield [_to_change(row, seen) for row in rows]
        after = rows[-1].seq


async def _mark_what_an_older_version_changed(database: Database) -> None:
    """It draws none, where it had the store open before this one came."""
    async with database.writing() as connection:
        await one_writer(connection)
        if await connection.scalar(_LACKS_MARK):
            await _draw_mark(connection)


def _select_changes(model: str | None) -> Select[Any]:
    of_passage = and_(vectors.c.context_hash == EMBEDDED_AS, vectors.c.model == model)
    joined = (
        changes.outerjoin(passages, passages.c.id == changes.c.passage_id)
        .outerjoin(documents, documents.c.id == passages.c.document_id)
        .outerjoin(vectors, of_passage)
    )
    of_call = select(marks.c.mark).where(marks.c.seq >= changes.c.seq).order_by(marks.c.seq).limit(1).correlate(changes)
    return (
        select(changes.c.seq, changes.c.passage_id, of_call.scalar_subquery(), vectors.c.vector, *PASSAGE_COLUMNS)
        .select_from(joined)
        .where(changes.c.seq > bindparam("after", type_=changes.c.seq.type))
        .order_by(changes.c.seq)
        .limit(BATCH)
    )


def _to_change(row: Sequence[Any], seen: dict[int, Document]) -> Change:
    seq, passage_id, mark, blob, *passage = row
    return Change(
        seq=seq,
        passage_id=passage_id,
        passage=None if passage[0] is None else to_passage(passage, seen),
        mark=mark or "",
        vector=None if blob is None else from_blob(blob),
    )
