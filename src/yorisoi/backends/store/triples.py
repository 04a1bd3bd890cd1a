"""GraphStore over SQL."""

import secrets
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import islice
from typing import Any

from sqlalchemy import String, and_, cast, delete, exists, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from yorisoi.backends.store import revisions
from yorisoi.backends.store.database import Database, chunks, uninterrupted
from yorisoi.backends.store.dialects import one_writer
from yorisoi.backends.store.reading import Read
from yorisoi.backends.store.rows import select_passages, to_passage
from yorisoi.backends.store.schema import documents, episodes, focus, origins, passages, triples
from yorisoi.graph_ports import Origin, Stated
from yorisoi.language.plain import as_name
from yorisoi.ports import Clock
from yorisoi.types import Document, Focus, Passage, Triple, UserId

BATCH = 20_000
"""Triples written or read at a time: some megabytes."""

_FOR_EVERYONE = cast(documents.c.groups, String) == "[]"
_VERSION = Read(select(func.count(origins.c.mark), func.sum(origins.c.mark)))
_MARKS = 2**40
"""As many marks there are; the sum of eight million of them still is an integer of SQLite's."""


class SqlGraph:
    """Triples and focus words: see `yorisoi.ports.GraphStore`."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    @uninterrupted
    async def put(self, origin: Origin, triples: Iterable[Triple]) -> int:
        """As the port says.  An origin is a file by its name, or a passage by its id and the method."""
        async with self._database.writing() as connection:
            return await self._put(connection, origin, triples)

    @uninterrupted
    async def put_all(self, found: Sequence[tuple[Origin, Sequence[Triple]]]) -> None:
        async with self._database.writing() as connection:
            for origin, some in found:
                await self._put(connection, origin, some)

    async def _put(self, connection: AsyncConnection, origin: Origin, triples: Iterable[Triple]) -> int:
        await connection.execute(delete(origins).where(_same(origin)))
        if origin.passage_id is not None:
            await one_writer(connection)  # from here to the end nobody closes or removes the page
            there = select(passages.c.id).join_from(passages, documents).where(passages.c.id == origin.passage_id)
            if await connection.scalar(there.where(_FOR_EVERYONE)) is None:
                return 0
        row = {**asdict(origin), "at": self._clock(), "mark": secrets.randbelow(_MARKS)}
        added = insert(origins).values(row).returning(origins.c.id)
        return await _insert_triples(connection, await connection.scalar(added), triples)

    @uninterrupted
    async def withdraw(self, name: str) -> int:
        of_name = origins.c.name == name
        async with self._database.writing() as connection:
            counted = select(func.count()).select_from(triples.join(origins)).where(of_name)
            count = await connection.scalar(counted)
            await connection.execute(delete(origins).where(of_name))
        return count or 0

    async def version(self) -> str:
        """As the port says.  Numbers of origins would not do: a store that is restored gives them again."""
        [[count, marks]] = await _VERSION.rows(self._database)
        return f"{count}-{marks or 0}"

    async def triples(self) -> AsyncIterator[list[Stated]]:
        stated = (triples.c.id, triples.c.head, triples.c.relation, triples.c.tail, triples.c.confidence)
        origin = (origins.c.name, origins.c.method)
        statement = select(*stated, *origin).select_from(triples.join(origins)).order_by(triples.c.id).limit(BATCH)
        after = 0
        while True:
            async with self._database.reading() as connection:
                rows = (await connection.execute(statement.where(triples.c.id > after))).all()
            if not rows:
                return
            yield [each for row in rows if (each := _stated(row))]
            after = rows[-1][0]

    async def origins(self) -> dict[tuple[str, str], int]:
        statement = (
            select(origins.c.name, origins.c.method, func.count(triples.c.id))
            .select_from(origins.outerjoin(triples))
            .group_by(origins.c.name, origins.c.method)
            .order_by(func.min(origins.c.id))
        )
        async with self._database.reading() as connection:
            return {(name, method): count for name, method, count in await connection.execute(statement)}

    async def unbuilt(self, method: str, limit: int) -> list[Passage]:
        built = exists().where(and_(origins.c.passage_id == passages.c.id, origins.c.method == method))
        statement = select_passages().where(~built, _FOR_EVERYONE).order_by(passages.c.id).limit(limit)
        async with self._database.reading() as connection:
            rows = (await connection.execute(statement)).all()
        seen: dict[int, Document] = {}
        return [to_passage(row, seen) for row in rows]

    async def unheard(self, user: UserId) -> dict[int, str]:
        known = and_(focus.c.episode_id == episodes.c.id, focus.c.text == episodes.c.text)
        statement = (
            select(episodes.c.id, episodes.c.text)
            .where(episodes.c.user_id == user, episodes.c.speaker == "user", ~exists().where(known))
            .order_by(episodes.c.id)
        )
        async with self._database.reading() as connection:
            return dict((await connection.execute(statement)).all())

    @uninterrupted
    async def hear(self, user: UserId, found: Mapping[int, tuple[str, Sequence[Focus]]]) -> None:
        async with self._database.writing() as connection:
            await revisions.lock(connection, user)  # two processes may hear the same, and one may erase it
            for some in chunks(list(found)):
                theirs = select(episodes.c.id).where(episodes.c.user_id == user, episodes.c.id.in_(some))
                still_there = (await connection.scalars(theirs)).all()
                await connection.execute(delete(focus).where(focus.c.episode_id.in_(still_there)))
                if rows := [_focus_row(user, id_, *found[id_]) for id_ in still_there]:
                    await connection.execute(insert(focus), rows)

    async def focus(self, user: UserId) -> list[Focus]:
        statement = select(focus.c.words).where(focus.c.user_id == user).order_by(focus.c.episode_id)
        async with self._database.reading() as connection:
            rows = (await connection.scalars(statement)).all()
        return [Focus(**word) for words in rows for word in words]

    async def spoken(self, user: UserId) -> dict[str, list[tuple[str, int]]]:
        statement = (
            select(focus.c.words, episodes.c.session, episodes.c.turn)
            .join(episodes, episodes.c.id == focus.c.episode_id)
            .where(focus.c.user_id == user)
            .order_by(focus.c.episode_id)
        )
        async with self._database.reading() as connection:
            rows = (await connection.execute(statement)).all()
        found: dict[str, list[tuple[str, int]]] = {}
        for words, session, turn in rows:
            for word in dict.fromkeys(word["word"] for word in words):
                found.setdefault(word, []).append((session, turn))
        return found

    async def crowd(self, limit: int) -> list[list[Focus]]:
        some = select(focus.c.user_id).distinct().order_by(focus.c.user_id).limit(limit)
        statement = select(focus.c.user_id, focus.c.words).where(focus.c.user_id.in_(some)).order_by(focus.c.user_id)
        async with self._database.reading() as connection:
            rows = (await connection.execute(statement)).all()
        people: dict[str, list[Focus]] = {}
        for user, words in rows:
            people.setdefault(user, []).extend(Focus(**word) for word in words)
        return list(people.values())


def _same(origin: Origin) -> Any:
    if origin.passage_id is None:
        return and_(origins.c.name == origin.name, origins.c.passage_id.is_(None))
    return and_(origins.c.passage_id == origin.passage_id, origins.c.method == origin.method)


async def _insert_triples(connection: AsyncConnection, origin_id: int | None, arriving: Iterable[Triple]) -> int:
    count = 0
    for some in _batches(arriving):
        await connection.execute(
            insert(triples),
            [
                {
                    "origin_id": origin_id,
                    "head": triple.head,
                    "relation": triple.relation,
                    "tail": triple.tail,
                    "confidence": triple.confidence,
                }
                for triple in some
            ],
        )
        count += len(some)
    return count


def _batches(arriving: Iterable[Triple]) -> Iterator[list[Triple]]:
    rest = iter(arriving)
    while some := list(islice(rest, BATCH)):
        yield some


def _stated(row: Sequence[Any]) -> Stated | None:
    """None where a name has nothing that is seen.  Who stated it, a page, a model or a file, may have been an older
    version's to look at, so names are made harmless here, where every reader of them comes by."""
    _, *written, confidence, source, method = row
    head, relation, tail = map(as_name, written)
    if not (head and relation and tail):
        return None
    triple = Triple(head=head, relation=relation, tail=tail, confidence=confidence)
    return Stated(triple=triple, source=source, method=method)


def _focus_row(user: UserId, episode_id: int, text: str, words: Sequence[Focus]) -> dict[str, Any]:
    return {"episode_id": episode_id, "user_id": user, "text": text, "words": [asdict(word) for word in words]}
