"""Single things of one user, erased with what derives from them: found by reading alone, then deleted."""

import asyncio
import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Select, Table, Text, bindparam, cast, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from yorisoi.backends.store.database import chunks
from yorisoi.backends.store.derivation import Place, Spoken, concluded_from, with_derived
from yorisoi.backends.store.learning import confirm_less, hand_over, said_less
from yorisoi.backends.store.schema import attributes, episodes, facts, feedback, reflections, sessions, traces, turns
from yorisoi.backends.store.words import SHORTEST, Search, Words
from yorisoi.errors import StoreError
from yorisoi.language import analyse, detect_language, keywords, normal_form
from yorisoi.language.packs import FIRST
from yorisoi.memory_ports import Erased, ErasedItem, ErasedKind
from yorisoi.types import UserId

_ENOUGH_TO_TELL = SHORTEST
"""Characters from which on a text is somebody's, wherever it stands."""
_SHOWN = 80
"""Characters of a text by which it is recognised."""
_AT_ONCE = 100
"""Traces whose bodies are held in memory."""
_COLUMN = {
    "episode": "episodes",
    "fact": "facts",
    "reflection": "reflections",
    "turn": "turns",
    "trace": "traces",
    "attribute": "attributes",
    "comment": "other",
    "name": "other",
}
_delete_turn = delete(turns).where(turns.c.session_number == bindparam("number"), turns.c.position == bindparam("at"))


class Items:
    """What goes.  `find` tells it, `delete` deletes what was found, over the same connection.

    The search is the long part.  In the transaction that deletes, what was written since goes as well, and only that
    is looked through."""

    def __init__(self, connection: AsyncConnection, user: UserId, search: Search) -> None:
        self._connection, self._user, self._search = connection, user, search
        self._turns: Sequence[Any] = ()
        self._names: Sequence[Any] = ()
        """Sessions whose names go."""
        self._going: dict[Table, Sequence[Any]] = {sessions: ()}
        self._fewer: list[dict[str, Any]] = []
        """Confirmations of facts that stay."""
        self._holding_again: Sequence[int] = ()
        """Ids of attributes."""

    async def find(self, *, episode: Collection[int], fact: Collection[int], reflection: Collection[int]) -> Erased:
        """All that goes with these, and where the same words were said again.  Raises StoreError: one is not there;
        OtherWords, see `Search`."""
        said, known, concluded = [await self._rows(table) for table in (episodes, facts, reflections)]
        episode = {*episode, *(row.id for row in _corrections(said, known, fact))}
        told = self._own(said, episode, "episode e")
        texts = {row.text for row in (*told, *self._own(known, fact, "fact f"))}
        words = _telling(row.text for row in (*told, *self._own(concluded, reflection, "reflection r")))

        gone: set[Place] = set()
        if told:
            gone = await self._find_turns(told)
        of_turns = [row for row in said if row.id in episode or (row.session, row.turn) in gone]
        ids = {row.id for row in of_turns}
        self._going |= {
            episodes: of_turns,
            facts: [row for row in known if row.id in fact or row.episode_id in ids],
            reflections: [row for row in concluded if row.id in reflection or concluded_from(row, of_turns)],
        }
        self._fewer = said_less(self._user, known, ids)
        words |= await self._find_attributes(gone)
        await self._find_traces(gone, words)
        left = [row for row in said if row.id not in ids]
        again = await self._those(left, self._search.of(_telling(texts)))
        again += _corrections(left, known, {row.superseded_by for row in self._going[facts]})
        items = self._items()
        return Erased(
            **Counter(_COLUMN[item.kind] for item in items),
            sessions=len(self._going[sessions]),
            items=tuple(items),
            said_again=tuple({row.id: _item("episode", f"e{row.id}", row.text) for row in again}.values()),
        )

    async def delete(self) -> None:
        """Delete it.  What erased facts had superseded holds again where nothing had superseded these; episodes that
        had said the same once more are looked at anew."""
        execute, user = self._connection.execute, self._user
        going = {table: [row.id for row in rows] for table, rows in self._going.items()}
        anew = {each for row in self._going[facts] for each in row.confirmed_by}
        changes: list[tuple[Table, Any, Collection[Any], Mapping[str, Any]]] = [
            (episodes, episodes.c.id, anew, {"settled_at": None}),
            (sessions, sessions.c.number, [row.number for row in self._names], {"title": None}),
            (feedback, feedback.c.id, going.pop(feedback), {"comment": None}),
            (feedback, feedback.c.session, going[sessions], {"session": None}),
        ]
        await hand_over(self._connection, user, set(going[facts]))
        for table, column, values, new in changes:
            for some in chunks(list(values)):
                await execute(update(table).where(table.c.user_id == user, column.in_(some)).values(**new))
        await confirm_less(self._connection, self._fewer)
        if self._turns:
            await execute(_delete_turn, [{"number": row.session_number, "at": row.position} for row in self._turns])
        for table, ids in going.items():
            for some in chunks(ids):
                await delete_rows(self._connection, table, table.c.user_id == user, table.c.id.in_(some))
        for some in chunks(self._holding_again):  # after those in whose place they come
            mine = attributes.c.user_id == user, attributes.c.id.in_(some)
            await execute(update(attributes).where(*mine).values(superseded_at=None))

    # ------------------------------------------------------------ what goes along

    async def _find_turns(self, told: Sequence[Any]) -> set[Place]:
        """The turns, the replies that derive from them, sessions of which no turn is left, and names: of these, those
        that repeat what was told, and that have a word of it where it was told; returns all of the turns' places."""
        names = ("session_number", "position", "speaker", "text", "question", "sources")
        columns = (turns.c[name] for name in names)
        mine = select(sessions.c.id, *columns).join(sessions, sessions.c.number == turns.c.session_number)
        rows = await self._all(mine.where(sessions.c.user_id == self._user))
        spoken = {
            (row.id, row.position): Spoken(
                speaker=row.speaker,
                text=f"{row.text}\n{row.question or ''}",
                sources=None if row.sources is None else _places(row.sources),
            )
            for row in rows
        }
        words = self._search.of(_telling(row.text for row in told))
        places = {(row.session, row.turn) for row in told}
        gone = await asyncio.to_thread(with_derived, places, words.held_by, spoken)
        self._turns = [row for row in rows if (row.id, row.position) in gone]
        left = {row.session_number for row in rows if (row.id, row.position) not in gone}
        own = select(sessions.c.number, sessions.c.id, sessions.c.title).where(sessions.c.user_id == self._user)
        begun = await self._all(own)
        self._going[sessions] = [row for row in begun if row.number not in left]
        texts = {row.text for row in told}
        told_in = {row.session: "\n".join(each.text for each in told if each.session == row.session) for row in told}

        def goes(row: Any) -> bool:
            repeats = row.title in texts or words.held_by(row.title)
            return repeats or row.number not in left or _has_a_word_of(row.title, told_in.get(row.id, ""))

        named = [row for row in begun if row.title]
        self._names = await asyncio.to_thread(lambda: [row for row in named if goes(row)])
        return gone

    async def _find_attributes(self, gone: Collection[Place]) -> set[str]:
        """Attributes learnt from the turns go, their values are returned; the value before each holds again."""
        rows = await self._rows(attributes)
        self._going[attributes] = going = [row for row in rows if (row.session, row.turn) in gone]
        left = [row for row in rows if (row.session, row.turn) not in gone]
        newest = {row.name: row.id for row in left}  # rows are in order
        self._holding_again = [newest[name] for name in {row.name for row in going} & newest.keys()]
        return {row.value for row in going} - {row.value for row in left}

    async def _find_traces(self, gone: Collection[Place], words: Collection[str]) -> None:
        """Traces of the turns, those that the turns went into, and any that repeats the words all the same.

        A trace holds much that no source can name: facts, what a model was told."""
        names = ("number", "id", "session", "turn", "sources", "utterance")
        mine = select(*(traces.c[name] for name in names)).where(traces.c.user_id == self._user)
        rows = await self._all(mine)
        forms = self._search.of(form for word in words for form in _forms(word))
        repeating = await self._repeating(rows, forms) if words else ()
        going = [row for row in rows if row.number in repeating or _made_of(row, gone)]
        self._going[traces] = going
        left = {row.id for row in rows} - {row.id for row in going}
        await self._find_comments(left, {session for session, _ in gone}, words)

    async def _repeating(self, rows: Sequence[Any], words: Words) -> set[int]:
        """Numbers of the traces that hold any of the words.  A number is given once, to what never changes."""
        number = traces.c.number
        for some in chunks([row.number for row in rows if row.number not in words.found], _AT_ONCE):
            mine = traces.c.user_id == self._user, number.in_(some)
            body = cast(traces.c.body, Text).label("body")
            read = await self._all(select(number, body).where(*mine))
            await asyncio.to_thread(_look_through, read, words)
        return {row.number for row in rows if words.found.get(row.number)}

    async def _find_comments(self, left: Collection[str], touched: Collection[str], words: Collection[str]) -> None:
        """What was written to turns that went, in a session that is `touched`: only those of traces that are `left`
        stay, unless they repeat the words.  The thumb itself says nothing of what was said."""
        rows = [row for row in await self._rows(feedback) if row.comment]
        repeating = {row.id for row in await self._those(rows, self._search.of(words), "comment")}
        self._going[feedback] = [
            row for row in rows if row.id in repeating or (row.session in touched and row.trace_id not in left)
        ]

    async def _those(self, rows: Sequence[Any], words: Words, column: str = "text") -> list[Any]:
        """That hold any of the words.  In a thread, as all that takes seconds of long conversations."""
        return await asyncio.to_thread(lambda: [row for row in rows if words.held_by(getattr(row, column))])

    # ------------------------------------------------------------ rows of the user

    def _own(self, rows: Sequence[Any], ids: Collection[int], name: str) -> Sequence[Any]:
        if missing := sorted(set(ids) - {row.id for row in rows}):
            raise StoreError(f"{self._user} has no {name}{missing[0]}; nothing was erased")
        return [row for row in rows if row.id in ids]

    async def _rows(self, table: Table) -> Sequence[Any]:
        columns = [column for column in table.c if column.name != "vector"]
        statement = select(*columns).where(table.c.user_id == self._user).order_by(table.c.id)
        return await self._all(statement)

    async def _all(self, statement: Select[*tuple[Any, ...]]) -> Sequence[Any]:
        """Its rows, made in a thread: of long conversations that takes a good part of a second."""
        return await asyncio.to_thread((await self._connection.execute(statement)).all)

    def _items(self) -> list[ErasedItem]:
        going = self._going
        return [
            *(_item("turn", f"{row.id}/{row.position}", row.text) for row in self._turns),
            *(_item("fact", f"f{row.id}", row.text) for row in going[facts]),
            *(_item("reflection", f"r{row.id}", row.text) for row in going[reflections]),
            *(_item("episode", f"e{row.id}", row.text) for row in going[episodes]),
            *(_item("attribute", row.name, row.value) for row in going[attributes]),
            *(_item("trace", row.id, row.utterance or "") for row in going[traces]),
            *(_item("comment", str(row.id), row.comment) for row in going[feedback]),
            *(_item("name", row.id, row.title) for row in self._names),
        ]


async def delete_rows(connection: AsyncConnection, table: Table, *conditions: Any) -> int:
    """How many there were."""
    return (await connection.execute(delete(table).where(*conditions))).rowcount


def _look_through(bodies: Sequence[Any], words: Words) -> None:
    for each in bodies:
        words.held_by(each.body, each.number)


def _corrections(said: Sequence[Any], known: Sequence[Any], corrected: Collection[int | None]) -> list[Any]:
    """The events by which these facts were put right: written for them alone."""
    events = {row.episode_id for row in known if row.id in corrected and row.by == "user"}
    return [row for row in said if row.id in events and row.kind == "event"]


def _telling(texts: Iterable[str]) -> set[str]:
    """Those that tell by themselves whose they are: はい does not."""
    return {text for text in texts if len(text) >= _ENOUGH_TO_TELL}


def _has_a_word_of(name: str, told: str) -> bool:
    """Whether a key word of the name stands in what was told, or is in any of its forms a word of it."""
    if not told:
        return False
    language, held = detect_language(name, FIRST), normal_form(told)
    words = set(analyse(told, detect_language(told, FIRST)).words)
    return any(word in held for word in keywords(name, language)) or bool(words & set(analyse(name, language).words))


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
