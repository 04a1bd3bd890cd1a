"""Single things of one user, erased with what derives from them, within one transaction."""

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from sqlalchemy import Table, Text, cast, delete, exists, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from yorisoi.backends.store.database import chunks
from yorisoi.backends.store.derivation import Place, Spoken, concluded_from, with_derived
from yorisoi.backends.store.schema import attributes, episodes, facts, feedback, reflections, sessions, traces, turns
from yorisoi.errors import StoreError
from yorisoi.memory_ports import Erased, ErasedItem, ErasedKind
from yorisoi.types import UserId

_ENOUGH_TO_TELL = 8
"""Characters from which on a text is somebody's, wherever it stands."""
_SHOWN = 80
"""Characters of a text by which it is recognised."""
_COLUMN = {
    "episode": "episodes",
    "fact": "facts",
    "reflection": "reflections",
    "turn": "turns",
    "trace": "traces",
    "attribute": "attributes",
    "comment": "other",
}


class Items:
    """What goes, noted while it goes."""

    def __init__(self, connection: AsyncConnection, user: UserId) -> None:
        self._connection, self._user = connection, user
        self._items: list[ErasedItem] = []
        self._texts: set[str] = set()

    async def erased(self) -> Erased:
        """All that went, and where the same words were said again."""
        count = Counter(_COLUMN[item.kind] for item in self._items)
        rows = await self._rows(episodes)
        telling = _telling(self._texts)
        again = await _those(rows, lambda row: any(text in row.text for text in telling))
        return Erased(
            **count,
            items=tuple(self._items),
            said_again=tuple(_item("episode", f"e{row.id}", row.text) for row in again),
        )

    async def episodes(self, ids: Sequence[int]) -> None:
        rows = await self._own(episodes, ids, "episode e")
        if not rows:
            return
        self._texts |= {row.text for row in rows}
        gone = await self._turns({(row.session, row.turn) for row in rows}, _telling(self._texts))
        everything = await self._rows(episodes)
        # An event has no turn, and a turn no event: those of one number are told apart by what they are.
        of_turns = [
            row for row in everything if row.id in ids or (row.kind == "said" and (row.session, row.turn) in gone)
        ]
        going = {row.id for row in of_turns}
        await self._facts([row.id for row in await self._rows(facts) if row.episode_id in going])
        await self._unconfirm(going)
        await self._reflections([row.id for row in await self._rows(reflections) if concluded_from(row, of_turns)])
        await self._delete(episodes, episodes.c.id, going)
        self._items += [_item("episode", f"e{row.id}", row.text) for row in everything if row.id in going]
        await self._titles()
        values = await self._attributes(gone)
        await self._traces(gone, _telling(row.text for row in rows) | values)

    async def facts(self, ids: Sequence[int]) -> None:
        rows = await self._own(facts, ids, "fact f")
        self._texts |= {row.text for row in rows}
        await self._facts(ids)

    async def reflections(self, ids: Sequence[int]) -> None:
        rows = await self._own(reflections, ids, "reflection r")
        await self._reflections(ids)
        await self._traces((), _telling(row.text for row in rows))

    # ------------------------------------------------------------ what goes along

    async def _turns(self, erased: set[Place], words: Collection[str]) -> set[Place]:
        """Delete the turns and the replies that derive from them; returns all of their places."""
        names = ("session_number", "position", "speaker", "text", "question", "sources")
        columns = (turns.c[name] for name in names)
        mine = select(sessions.c.id, *columns).join(sessions, sessions.c.number == turns.c.session_number)
        rows = (await self._connection.execute(mine.where(sessions.c.user_id == self._user))).all()
        spoken = {
            (row.id, row.position): Spoken(
                speaker=row.speaker,
                text=f"{row.text}\n{row.question or ''}",
                sources=None if row.sources is None else _places(row.sources),
            )
            for row in rows
        }
        gone = await asyncio.to_thread(with_derived, erased, words, spoken)
        going = [row for row in rows if (row.id, row.position) in gone]
        for row in going:
            of_turn = (turns.c.session_number == row.session_number, turns.c.position == row.position)
            await delete_rows(self._connection, turns, *of_turn)
        self._items += [_item("turn", f"{row.id}/{row.position}", row.text) for row in going]
        return gone

    async def _titles(self) -> None:
        """Names of sessions of which no turn is left, or that repeat what was erased."""
        has_turns = exists().where(turns.c.session_number == sessions.c.number)
        named = select(sessions.c.number, sessions.c.title, has_turns.label("has_turns"))
        mine = named.where(sessions.c.user_id == self._user, sessions.c.title.is_not(None))
        for row in (await self._connection.execute(mine)).all():
            repeats = row.title in self._texts or any(text in row.title for text in _telling(self._texts))
            if repeats or not row.has_turns:
                nameless = update(sessions).where(sessions.c.number == row.number).values(title=None)
                await self._connection.execute(nameless)

    async def _facts(self, ids: Collection[int]) -> None:
        """What they had superseded holds again; episodes that had said the same once more are looked at anew."""
        going = [row for row in await self._rows(facts) if row.id in ids]
        revived = (facts.c.user_id == self._user, facts.c.superseded_by.in_(ids))
        await self._connection.execute(update(facts).where(*revived).values(superseded_by=None, superseded_at=None))
        said_again = {episode for row in going for episode in row.confirmed_by}
        anew = update(episodes).where(episodes.c.user_id == self._user, episodes.c.id.in_(said_again))
        await self._connection.execute(anew.values(settled_at=None))
        await self._delete(facts, facts.c.id, ids)
        self._items += [_item("fact", f"f{row.id}", row.text) for row in going]

    async def _unconfirm(self, gone: set[int]) -> None:
        """Facts that stay were not confirmed by episodes that go."""
        for row in await self._rows(facts):
            left = [episode for episode in row.confirmed_by if episode not in gone]
            if len(left) < len(row.confirmed_by):
                fewer = {"confirmed_by": left, "confirmations": 1 + len(left)}
                await self._connection.execute(update(facts).where(facts.c.id == row.id).values(**fewer))

    async def _reflections(self, ids: Collection[int]) -> None:
        going = [row for row in await self._rows(reflections) if row.id in ids]
        await self._delete(reflections, reflections.c.id, ids)
        self._items += [_item("reflection", f"r{row.id}", row.text) for row in going]

    async def _attributes(self, gone: Collection[Place]) -> set[str]:
        """Attributes learnt from the turns go, their values are returned; the value before each holds again."""
        rows = await self._rows(attributes)
        going = [row for row in rows if (row.session, row.turn) in gone]
        await self._delete(attributes, attributes.c.id, {row.id for row in going})
        for name in {row.name for row in going}:
            of_name = (attributes.c.user_id == self._user, attributes.c.name == name)
            newest = select(attributes.c.id).where(*of_name).order_by(attributes.c.id.desc()).limit(1).scalar_subquery()
            revived = update(attributes).where(*of_name, attributes.c.id == newest).values(superseded_at=None)
            await self._connection.execute(revived)
        self._items += [_item("attribute", row.name, row.value) for row in going]
        return {row.value for row in going} - {row.value for row in rows if row not in going}

    async def _traces(self, gone: Collection[Place], words: Collection[str]) -> None:
        """Traces of the turns, those that the turns went into, and any that repeats the words all the same.

        A trace holds much that no source can name: attributes known, facts, what a model was told."""
        columns = (traces.c.id, traces.c.session, traces.c.turn, traces.c.sources, traces.c.utterance)
        body = cast(traces.c.body, Text).label("body")
        rows = (await self._connection.execute(select(*columns, body).where(traces.c.user_id == self._user))).all()
        needles = {form for word in words for form in _forms(word)}
        going = await _those(rows, lambda row: _made_of(row, gone) or any(needle in row.body for needle in needles))
        await self._delete(traces, traces.c.id, {row.id for row in going})
        self._items += [_item("trace", row.id, row.utterance or "") for row in going]
        await self._comments({row.id for row in rows} - {row.id for row in going}, {place[0] for place in gone}, words)

    async def _comments(self, left: Collection[str], touched: Collection[str], words: Collection[str]) -> None:
        """What was written to turns that went, in a session that is `touched`: only those of traces that are `left`
        stay, unless they repeat the words.  The thumb itself says nothing of what was said."""
        rows = [row for row in await self._rows(feedback) if row.comment]
        going = [
            row
            for row in rows
            if (row.session in touched and row.trace_id not in left) or any(word in row.comment for word in words)
        ]
        for some in chunks([row.id for row in going]):
            mine = update(feedback).where(feedback.c.user_id == self._user, feedback.c.id.in_(some))
            await self._connection.execute(mine.values(comment=None))
        self._items += [_item("comment", str(row.id), row.comment) for row in going]

    # ------------------------------------------------------------ rows of the user

    async def _own(self, table: Table, ids: Sequence[int], name: str) -> Sequence[Any]:
        rows = [row for row in await self._rows(table) if row.id in ids]
        if missing := sorted(set(ids) - {row.id for row in rows}):
            raise StoreError(f"{self._user} has no {name}{missing[0]}; nothing was erased")
        return rows

    async def _rows(self, table: Table) -> Sequence[Any]:
        columns = [column for column in table.c if column.name != "vector"]
        statement = select(*columns).where(table.c.user_id == self._user).order_by(table.c.id)
        return (await self._connection.execute(statement)).all()

    async def _delete(self, table: Table, key: Any, values: Collection[Any]) -> None:
        for some in chunks(list(values)):
            await delete_rows(self._connection, table, table.c.user_id == self._user, key.in_(some))


async def _those(rows: Sequence[Any], are: Callable[[Any], bool]) -> list[Any]:
    """In a thread: every text that goes is looked for in all that stays, seconds of long conversations."""
    return await asyncio.to_thread(lambda: [row for row in rows if are(row)])


async def delete_rows(connection: AsyncConnection, table: Table, *conditions: Any) -> int:
    """How many there were."""
    return (await connection.execute(delete(table).where(*conditions))).rowcount


def _telling(texts: Iterable[str]) -> set[str]:
    """Those that tell by themselves whose they are: はい does not."""
    return {text for text in texts if len(text) >= _ENOUGH_TO_TELL}


def _made_of(trace: Any, gone: Collection[Place]) -> bool:
    if trace.turn is None:
        return any(session == trace.session for session, _ in gone)
    about = {(trace.session, trace.turn), (trace.session, trace.turn + 1)}
    if trace.sources is None:
        about |= {(trace.session, index) for index in range(trace.turn)}
    return any(place in gone for place in about | _places(trace.sources or ()))


def _places(sources: Collection[Sequence[Any]]) -> frozenset[Place]:
    return frozenset((session, index) for session, index in sources)


def _forms(word: str) -> set[str]:
    """How a text stands in JSON, and in JSON that is itself a text in JSON."""
    once = json.dumps(word, ensure_ascii=False)[1:-1]
    return {once, json.dumps(once, ensure_ascii=False)[1:-1]}


def _item(kind: ErasedKind, id_: str, text: str) -> ErasedItem:
    return ErasedItem(kind=kind, id=id_, text=" ".join(text.split())[:_SHOWN])
