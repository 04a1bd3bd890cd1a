"""Storing documents, each in place of the one of the same source; a constant number of statements for any number."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import Row, and_, bindparam, case, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from yorisoi.backends.store.change_log import log
from yorisoi.backends.store.database import chunks
from yorisoi.backends.store.dialects import insert_missing
from yorisoi.backends.store.diff import Difference, StoredPassage, difference
from yorisoi.backends.store.embedding import to_blob
from yorisoi.backends.store.rows import EMBEDDED_AS
from yorisoi.backends.store.schema import documents, passages, vectors
from yorisoi.backends.store.withdrawal import withdraw_passages
from yorisoi.errors import StoreError
from yorisoi.ports import NewDocument, NewPassage

_METADATA = ("title", "language", "owner", "contact", "updated", "applies_to", "groups")


@dataclass(frozen=True, slots=True)
class Replacement:
    """A document, where it goes, and what of its passages changes."""

    document_id: int
    passages: Difference
    metadata_changed: bool

    @property
    def reindexed(self) -> list[int]:
        # An index keeps the source, the groups, ... with every passage.
        return self.passages.kept if self.metadata_changed else self.passages.reindexed


async def put(
    connection: AsyncConnection,
    arriving: Sequence[NewDocument],
    model: str | None,
    over: Mapping[str, str] | None = None,
) -> frozenset[str]:
    """Store the documents within the caller's transaction; of two with one source the last counts.

    `model` is the embedding model that the vectors come from, `over` and what is returned are as the port says.
    Passages whose section, text and language are as before
    keep their ids.  Raises StoreError: `updated` is not an ISO date.
    """
    by_source = {document.source: document for document in arriving}
    stored = await _stored_documents(connection, list(by_source))
    left: frozenset[str] = frozenset()
    if over is not None:
        now = {source: stored[source].content_hash if source in stored else None for source in by_source}
        meanwhile = {source for source in by_source if now[source] != over.get(source)}
        left = frozenset(source for source in meanwhile if now[source] != by_source[source].content_hash)
        by_source = {source: each for source, each in by_source.items() if source not in meanwhile}
        stored = {source: row for source, row in stored.items() if source not in meanwhile}
    columns = {source: _columns(document) for source, document in by_source.items()}
    await _write_documents(connection, columns, stored)
    ids = {source: row.id for source, row in stored.items()}
    ids |= await _insert_documents(connection, [columns[source] for source in by_source if source not in stored])
    old = await _stored_passages(connection, [row.id for row in stored.values()], model)
    replacements = [
        Replacement(
            document_id=ids[source],
            passages=difference(old.get(ids[source], ()), document.passages),
            metadata_changed=source in stored and _metadata_differs(stored[source], columns[source]),
        )
        for source, document in by_source.items()
    ]
    await _insert_vectors(connection, by_source.values(), model)
    await _write_passages(connection, replacements)
    # Who may read a page, or its title, may have changed: what the graph took from it has to be looked at anew.
    other_readers = [id_ for each in replacements if each.metadata_changed for id_ in each.reindexed]
    await withdraw_passages(connection, other_readers)
    return left


async def remove(connection: AsyncConnection, sources: Collection[str], over: Mapping[str, str] | None = None) -> int:
    """Remove documents with their passages within the caller's transaction; `over` and what is returned are as the port
    says."""
    stored = await _stored_documents(connection, list(sources))
    document_ids = [row.id for source, row in stored.items() if over is None or row.content_hash == over.get(source)]
    for some in chunks(document_ids):
        gone = await connection.scalars(select(passages.c.id).where(passages.c.document_id.in_(some)))
        await log(connection, "remove", gone.all())
        await connection.execute(delete(passages).where(passages.c.document_id.in_(some)))
        await connection.execute(delete(documents).where(documents.c.id.in_(some)))
    return len(document_ids)


def _columns(document: NewDocument) -> dict[str, Any]:
    try:
        updated = date.fromisoformat(document.updated) if document.updated else None
    except ValueError as error:
        raise StoreError(f"{document.source}: `updated` is not an ISO date: {document.updated}") from error
    return {
        "source": document.source,
        "content_hash": document.content_hash,
        "title": document.title,
        "language": document.language,
        "owner": document.owner,
        "contact": document.contact,
        "updated": updated,
        "applies_to": dict(document.applies_to),
        "groups": sorted(document.groups),
    }


def _metadata_differs(stored: Row[Any], columns: Mapping[str, Any]) -> bool:
    return any(getattr(stored, name) != columns[name] for name in _METADATA)


async def _stored_documents(connection: AsyncConnection, sources: Sequence[str]) -> dict[str, Row[Any]]:
    found: dict[str, Row[Any]] = {}
    for some in chunks(sources):
        rows = await connection.execute(select(documents).where(documents.c.source.in_(some)))
        found |= {row.source: row for row in rows}
    return found


async def _write_documents(
    connection: AsyncConnection, columns: Mapping[str, Mapping[str, Any]], stored: Mapping[str, Row[Any]]
) -> None:
    rows = [{**columns[source], "document_id": row.id} for source, row in stored.items()]
    if rows:
        await connection.execute(update(documents).where(documents.c.id == bindparam("document_id")), rows)


async def _insert_documents(connection: AsyncConnection, rows: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    if not rows:
        return {}
    inserted = await connection.execute(insert(documents).returning(documents.c.source, documents.c.id), rows)
    return dict(inserted.all())


async def _stored_passages(
    connection: AsyncConnection, document_ids: Sequence[int], model: str | None
) -> dict[int, list[StoredPassage]]:
    found: dict[int, list[StoredPassage]] = {}
    of_passage = and_(vectors.c.context_hash == EMBEDDED_AS, vectors.c.model == model)
    statement = select(passages, vectors.c.model).select_from(passages.outerjoin(vectors, of_passage))
    for some in chunks(document_ids):
        for row in await connection.execute(statement.where(passages.c.document_id.in_(some))):
            stored = StoredPassage(
                id=row.id,
                position=row.position,
                section=tuple(row.section),
                text=row.text,
                language=row.language,
                context_hash=row.context_hash,
                embedded=row.model is not None,
            )
            found.setdefault(row.document_id, []).append(stored)
    return found


async def _insert_vectors(connection: AsyncConnection, arriving: Iterable[NewDocument], model: str | None) -> None:
    blobs = {
        passage.context_hash: to_blob(passage.vector)
        for document in arriving
        for passage in document.passages
        if passage.vector is not None
    }
    if blobs:
        rows = [{"context_hash": hash_, "model": model, "vector": blob} for hash_, blob in blobs.items()]
        await connection.execute(insert_missing(connection.dialect.name, vectors), rows)


async def _write_passages(connection: AsyncConnection, replacements: Sequence[Replacement]) -> None:
    removed = [id_ for each in replacements for id_ in each.passages.removed]
    moved = [
        {"passage_id": passage.id, "new_position": passage.position, "new_context": passage.context_hash}
        for each in replacements
        for passage in each.passages.moved
    ]
    added = [
        _passage_row(each.document_id, position, passage)
        for each in replacements
        for position, passage in each.passages.added
    ]
    for some in chunks(removed):
        await connection.execute(delete(passages).where(passages.c.id.in_(some)))
    if moved:
        stays = passages.c.context_hash == bindparam("new_context")  # else its questions were asked of another page
        await connection.execute(
            update(passages)
            .where(passages.c.id == bindparam("passage_id"))
            .values(
                position=bindparam("new_position"),
                context_hash=bindparam("new_context"),
                asked=case((stays, passages.c.asked)),
                searched_hash=case((stays, passages.c.searched_hash)),
            ),
            moved,
        )
    inserted: Sequence[int] = ()
    if added:
        inserted = (await connection.scalars(insert(passages).returning(passages.c.id), added)).all()
    await log(connection, "remove", removed)
    await log(connection, "put", [id_ for each in replacements for id_ in each.reindexed] + sorted(inserted))


def _passage_row(document_id: int, position: int, passage: NewPassage) -> dict[str, Any]:
    return {
        "document_id": document_id,
        "position": position,
        "section": list(passage.section),
        "text": passage.text,
        "language": passage.language,
        "context_hash": passage.context_hash,
    }
