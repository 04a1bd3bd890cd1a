"""DocumentStore over SQL."""

import json
from collections import Counter
from collections.abc import AsyncIterator, Collection, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, Text, bindparam, cast, delete, exists, func, or_, select

from yorisoi.backends.filtering import may_read, passes
from yorisoi.backends.store import change_log, put, questions
from yorisoi.backends.store.at_once import compiled
from yorisoi.backends.store.clearing import Clearing, remember_to_clear
from yorisoi.backends.store.database import Database, chunks, uninterrupted
from yorisoi.backends.store.dialects import one_writer
from yorisoi.backends.store.embedding import EmbeddingModel, bind, bound, from_blob, mismatch
from yorisoi.backends.store.rows import DOCUMENT_COLUMNS, from_sqlite, select_passages, to_document, to_passage
from yorisoi.backends.store.schema import documents, passages, vectors
from yorisoi.change_ports import Change
from yorisoi.errors import StoreError
from yorisoi.overview import Overview, telling_apart
from yorisoi.ports import NewDocument
from yorisoi.types import Document, Filter, Passage, group_names

# Built once: building a statement takes as long as running it.
_BY_ID = select_passages().where(passages.c.id.in_(bindparam("ids", expanding=True)))
_LISTED = select(func.json_each(bindparam("ids")).table_valued("value").c.value)
_BY_ID_AT_ONCE = compiled(select_passages().where(passages.c.id.in_(_LISTED)))
_AT_ONCE = 100
"""So many passages are read on the event loop, in half a millisecond; more are left to a thread."""
_SECTION = (passages.c.document_id, cast(passages.c.section, Text))
_RULES = ("|-", "| -", "|:-")
"""Below what the columns of a table are called."""
_MORE_ROWS = select(func.count() - 1).where(or_(*map(passages.c.text.contains, _RULES))).group_by(*_SECTION)
"""Of each section the passages with rows of its tables but one."""
_WAIT_TO_CLEAR_S = 0.5
"""For others who read; what they keep from being cleared is cleared soon afterwards: see `Clearing`."""
_TOGETHER, _ASKED_FOR = 500, 100
"""Documents read at once for a list; sources up to which the database looks for them."""
_AROUND = (
    select_passages()
    .where(passages.c.document_id == bindparam("document"))
    .where(passages.c.position.between(bindparam("first"), bindparam("last")))
    .order_by(passages.c.position)
)


class SqlDocuments:
    """Documents, passages, vectors and the change log: see `yorisoi.ports.DocumentStore`."""

    def __init__(self, database: Database, clearing: Clearing) -> None:
        self._database, self._clearing = database, clearing
        self._model: EmbeddingModel | None = None

    @uninterrupted
    async def bind_embedding(self, name: str, dimension: int) -> None:
        model = EmbeddingModel(name, dimension)
        async with self._database.reading() as connection:
            already = await bound(connection) == model
        if not already:
            async with self._database.writing() as connection:
                await bind(connection, model)
        self._model = model

    async def hashes(self, under: str = "") -> dict[str, str]:
        statement = select(documents.c.source, documents.c.content_hash)
        async with self._database.reading() as connection:
            rows = await connection.execute(statement.where(_begins_with(under)) if under else statement)
            return dict(rows.all())

    @uninterrupted
    async def put(self, documents: Sequence[NewDocument], *, over: Mapping[str, str] | None = None) -> frozenset[str]:
        """As the port says.  Raises StoreError: a vector of another model or dimension than the store is bound to."""
        if not documents:
            return frozenset()
        async with self._database.writing() as connection:
            await one_writer(connection)
            model = await bound(connection)
            self._check_vectors([each.vector for document in documents for each in document.passages], model)
            return await put.put(connection, documents, model.name if model else None, over)

    def _check_vectors(self, arriving: Iterable[NDArray[np.float32] | None], model: EmbeddingModel | None) -> None:
        # Asked again with every put, because another process may have bound the still empty store to another model.
        shapes = {vector.shape for vector in arriving if vector is not None}
        if not shapes:
            return
        if model is None or (self._model is not None and self._model != model):
            raise mismatch(model, self._model or EmbeddingModel("the embedding model", 0))
        if shapes != {(model.dimension,)}:
            raise StoreError(f"vectors of {model.name} have shape ({model.dimension},), not {sorted(shapes)}")

    @uninterrupted
    async def remove(self, sources: Collection[str], *, over: Mapping[str, str] | None = None) -> int:
        """As the port says; the files, which still hold the words, are cleared of what was removed."""
        async with self._database.writing() as connection:
            await one_writer(connection)
            if removed := await put.remove(connection, sources, over):
                await remember_to_clear(connection)
        if removed:
            await self._clearing.clear(_WAIT_TO_CLEAR_S)
        return removed

    async def passages(self, ids: Sequence[int], within: Filter) -> list[Passage]:
        found = self._at_once(ids)
        if found is None:
            found = {}
            seen: dict[int, Document] = {}
            async with self._database.reading() as connection:
                for some in chunks(ids):
                    rows = await connection.execute(_BY_ID, {"ids": some})
                    found |= {row[0]: to_passage(row, seen) for row in rows}
        return [found[id_] for id_ in ids if id_ in found and passes(found[id_], within)]

    def _at_once(self, ids: Sequence[int]) -> dict[int, Passage] | None:
        if self._database.at_once is None or len(ids) > _AT_ONCE:
            return None
        rows = self._database.at_once.rows(_BY_ID_AT_ONCE, (json.dumps(list(ids)),))
        seen: dict[int, Document] = {}
        return None if rows is None else {row[0]: from_sqlite(row, seen) for row in rows}

    async def listed(self, within: Filter, *, after: str = "", limit: int | None = 100) -> list[Document]:
        found: list[Document] = []
        batch = select(*DOCUMENT_COLUMNS).order_by(documents.c.source).limit(_TOGETHER)
        if 0 < len(within.sources) <= _ASKED_FOR:  # each turn asks for a few pages of what may be many thousands
            batch = batch.where(or_(*map(_begins_with, within.sources)))
        async with self._database.reading() as connection:
            while limit is None or len(found) < limit:
                rows = (await connection.execute(batch.where(documents.c.source > after))).all()
                known = (to_document(row[0], row[1:]) for row in rows)
                found += [document for document in known if may_read(document, within)]
                if len(rows) < _TOGETHER:
                    break
                after = rows[-1].source
        return found[:limit]

    async def neighbours(self, passage: Passage, before: int, after: int) -> list[Passage]:
        """As the port says."""
        around = {
            "document": passage.document.id,
            "first": passage.position - before,
            "last": passage.position + after,
        }
        seen: dict[int, Document] = {}
        async with self._database.reading() as connection:
            found = [to_passage(row, seen) for row in await connection.execute(_AROUND, around)]
        known = passage.document
        return [each for each in found if (each.document.source, each.document.groups) == (known.source, known.groups)]

    async def unasked(self, limit: int, *, after: int = 0) -> list[Passage]:
        waiting = select_passages().where(passages.c.asked.is_(None), passages.c.id > after)
        seen: dict[int, Document] = {}
        async with self._database.reading() as connection:
            rows = await connection.execute(waiting.order_by(passages.c.id).limit(limit))
            return [to_passage(row, seen) for row in rows]

    @uninterrupted
    async def put_questions(self, written: Sequence[tuple[Passage, NDArray[np.float32] | None]]) -> int:
        """As the port says.  Raises StoreError: a vector of another model or dimension than the store is bound to."""
        async with self._database.writing() as connection:
            await one_writer(connection)
            model = await bound(connection)
            self._check_vectors([vector for _, vector in written], model)
            return await questions.put(connection, written, model.name if model else None)

    @uninterrupted
    async def forget_questions(self) -> int:
        """As the port says; the files are cleared of them as of documents that are removed."""
        async with self._database.writing() as connection:
            await one_writer(connection)
            if forgotten := await questions.forget(connection):
                await remember_to_clear(connection)
        if forgotten:
            await self._clearing.clear(_WAIT_TO_CLEAR_S)
        return forgotten

    async def vectors(self, context_hashes: Collection[str]) -> dict[str, NDArray[np.float32]]:
        found: dict[str, NDArray[np.float32]] = {}
        async with self._database.reading() as connection:
            model = await bound(connection)
            if model is None:
                return found
            of_model = select(vectors.c.context_hash, vectors.c.vector).where(vectors.c.model == model.name)
            for some in chunks(list(context_hashes)):
                rows = await connection.execute(of_model.where(vectors.c.context_hash.in_(some)))
                found |= {context_hash: from_blob(blob) for context_hash, blob in rows}
        return found

    def changes(self, after: int) -> AsyncIterator[list[Change]]:
        return change_log.batches(self._database, after)

    async def last_change(self) -> int:
        return await change_log.newest(self._database)

    async def mark(self, seq: int) -> str:
        return await change_log.mark(self._database, seq)

    async def overview(self, groups: frozenset[str] | None = frozenset()) -> Overview:
        groups = None if groups is None else group_names(groups)
        groups_of = cast(documents.c.groups, Text)
        by_attributes = select(documents.c.applies_to, groups_of, func.count()).group_by(
            documents.c.applies_to, groups_of
        )
        # All passages are counted by an index; those that the reader may not read, mostly few, are taken off.
        by_language = select(passages.c.language, func.count()).group_by(passages.c.language)
        async with self._database.reading() as connection:
            found = (await connection.execute(by_attributes)).all()
            readable = [(applies_to, count) for applies_to, written, count in found if _may_read(written, groups)]
            needed = {group for _, written, _ in found for group in json.loads(written)}
            hidden = {written for _, written, _ in found if not _may_read(written, groups)}
            languages: Counter[str] = Counter(dict((await connection.execute(by_language)).all()))
            more_rows = _MORE_ROWS
            if hidden:
                unreadable = by_language.join(documents).where(groups_of.in_(hidden))
                languages -= Counter(dict((await connection.execute(unreadable)).all()))
                more_rows = more_rows.join(documents).where(groups_of.notin_(hidden))
            rows = sum(count for (count,) in await connection.execute(more_rows))
            model = await bound(connection)
        values: dict[str, set[str]] = {}
        for attributes, _ in readable:
            for name, value in attributes.items():
                values.setdefault(name, set()).add(value)
        return Overview(
            documents=sum(count for _, count in readable),
            passages=sum(languages.values()),
            extent=sum(languages.values()) - rows,
            languages=dict(languages),
            attributes=telling_apart(values),
            groups=frozenset(needed if groups is None else needed & groups),
            embedding=model.name if model else None,
            dimension=model.dimension if model else None,
        )

    @uninterrupted
    async def forget_unused_vectors(self) -> int:
        """Remove the vectors of texts that no passage has; returns how many.

        Not done by itself: a page that comes back, or moves from one ingest to the next, need not be embedded again.
        """
        of_passage = vectors.c.context_hash.in_((passages.c.context_hash, passages.c.searched_hash))
        needed = exists(select(passages.c.id).where(of_passage))
        async with self._database.writing() as connection:
            await one_writer(connection)
            return (await connection.execute(delete(vectors).where(~needed))).rowcount


def _begins_with(beginning: str) -> ColumnElement[bool]:
    # Not LIKE: on SQLite that ignores the case of ASCII letters.
    return func.substr(documents.c.source, 1, len(beginning)) == beginning


def _may_read(written: str, groups: frozenset[str] | None) -> bool:
    """Whether a reader of these groups may read pages of the groups that are written so in the store."""
    needed = json.loads(written)
    return groups is None or not needed or not groups.isdisjoint(needed)
