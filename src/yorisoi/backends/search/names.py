"""The names in passages, kept in one SQLite file beside the index, and walked over in memory.

A passage that changes is put with what it says by itself: the names that it bears and those written as names.  It is
`unread` until known names are looked for in it.  A name that is newly borne makes those passages unread that may
mention it.  Every step is one transaction with the position in the change log, so that a process killed at any point
leaves what the next one goes on from.
"""

import asyncio
import contextlib
import json
import sqlite3
import threading
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from yorisoi.backends.disk import told, with_its_cause
from yorisoi.backends.search.reports import KeptReports
from yorisoi.backends.sqlite_file import connected
from yorisoi.change_ports import Change, Position
from yorisoi.errors import BackendError, BackendUnavailable
from yorisoi.graph.communities import Partition, described, found, placed
from yorisoi.graph.mentions import Gazetteer, Mentions, mentions
from yorisoi.graph.name_graph import BORNE, MENTION, NAMED, NameGraph
from yorisoi.graph.ties import NONE, Ties, ties
from yorisoi.graph_ports import Community, GraphStore, Report, Walked
from yorisoi.language import analyse
from yorisoi.ports import DocumentStore, PassageIndex
from yorisoi.types import Filter, Language, Passage

_FORMAT = 4
_BUSY_S = 5.0
"""How long to wait for another process that writes."""
_TOGETHER = 1_000
"""Passages in a transaction."""
_MAY_MENTION = 300
"""Passages that are read again for a name that is newly borne: those that its words fit best."""
_FEW = 0.02
"""New names, as a share of the passages (50 at least), from which reading all of them again is cheaper."""
_NEAR, _NEAR_OF = 3, 2_000
"""Passages that one which names hardly tie is tied to; passages for which they are looked for."""
_VIEWS = 20
"""Readers' views whose communities are kept."""
_MOST = 30_000
"""Times that a passage is taken to say a name."""
_PARAMETERS = 500
"""SQLite takes at least 999 in a statement."""
_SCHEMA = """
CREATE TABLE passage (id INTEGER PRIMARY KEY, groups TEXT NOT NULL, mentions BLOB NOT NULL, unread INTEGER NOT NULL);
CREATE INDEX passage_unread ON passage (id) WHERE unread;
CREATE TABLE name (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, language TEXT NOT NULL, borne INTEGER NOT NULL,
    fresh INTEGER NOT NULL
);
CREATE TABLE form (id INTEGER PRIMARY KEY, written TEXT NOT NULL UNIQUE);
CREATE INDEX name_fresh ON name (id) WHERE fresh;
CREATE TABLE partition (readers TEXT PRIMARY KEY, body BLOB NOT NULL);
CREATE TABLE state (position INTEGER NOT NULL, mark TEXT NOT NULL);
INSERT INTO state VALUES (0, '');
"""


class EmbeddedNames:
    """A `PassageGraph` in a file, which is made, and made anew when it is broken or of another format."""

    def __init__(self, file: Path, triples: GraphStore | None = None) -> None:
        """`triples` tie names together that no passage has side by side."""
        self._file, self._triples = file, triples
        self._reports = KeptReports(file.with_name("reports.db"))
        self._catching_up, self._parting = asyncio.Lock(), asyncio.Lock()
        self._opening = threading.Lock()
        self._seen: Position | None = None
        """The change up to which this object knows the file to be complete."""
        self._graph: tuple[tuple[Position | None, str], NameGraph] | None = None
        """With `_seen` and the triples' version of that moment."""
        self._ties: tuple[str, Ties] = ("", NONE)
        """With the triples' version."""
        self._communities: dict[frozenset[str], tuple[Position | None, Sequence[Community]]] = {}
        """By the groups of readers that there are pages for; with `_seen` of that moment."""

    # ------------------------------------------------------------ the port

    async def catch_up(self, store: DocumentStore, index: PassageIndex) -> int:
        newest = await index.position()  # the store's newest change, and known without asking it
        if self._seen == newest:
            return 0
        async with self._catching_up:
            position = await asyncio.to_thread(self._position)
            if not await position.is_of(store):
                await asyncio.to_thread(self._empty, position)
                position = await asyncio.to_thread(self._position)
            applied = 0
            await self._forget_reports(store)
            async for batch in store.changes(position.seq):
                for start in range(0, len(batch), _TOGETHER):
                    piece = batch[start : start + _TOGETHER]
                    await asyncio.to_thread(self._apply, piece)
                    applied += len(piece)
            await self._mark_mentioning(index)
            await self._read_unread(store)
            if applied:
                await asyncio.to_thread(self._forget_unused)
            await asyncio.to_thread(self._forget_reports_on_nothing)
            self._seen = newest
        return applied

    async def walk(
        self,
        question: str,
        language: Language,
        seeds: Mapping[int, float],
        readers: frozenset[str],
        *,
        drawn: Mapping[int, float] | None = None,
        to_pages: bool = False,
    ) -> Walked:
        graph = await self.newest()
        return graph.walk(question, language, seeds, readers, drawn=drawn, to_pages=to_pages)

    async def named(self, question: str, language: Language, readers: frozenset[str]) -> Sequence[str]:
        return (await self.newest()).named(question, language, readers)

    async def communities(
        self, store: DocumentStore, index: PassageIndex, readers: frozenset[str]
    ) -> Sequence[Community]:
        every = self._parted((await self.newest()).groups & readers)
        if every is None:
            async with self._parting:  # who comes second takes what the first has made
                graph = await self.newest()
                every = self._parted(graph.groups & readers)
                if every is None:
                    every = await self._part(store, index, graph, graph.groups & readers)
        reports = await asyncio.to_thread(self._reports.of, every)
        return [replace(each, report=reports.get(each.id)) for each in every] if reports else every

    async def keep_report(self, store: DocumentStore, community: Community, report: Report, position: Position) -> bool:
        if not await position.is_of(store):
            return False
        await self._forget_reports(store)  # those of another history, before this one is counted among them
        await asyncio.to_thread(self._reports.put, community, report, position)
        await self._forget_reports(store)
        return bool(await asyncio.to_thread(self._reports.of, [community]))

    async def _forget_reports(self, store: DocumentStore) -> None:
        """Those that rest on what has changed since it was read, and all that were made of another history."""
        position = await asyncio.to_thread(self._reports.position)
        if position is None:
            return
        if not await position.is_of(store):
            await asyncio.to_thread(self._reports.clear)
            return
        async for batch in store.changes(position.seq):
            changed, upto = [each.passage_id for each in batch], batch[-1].position
            await asyncio.to_thread(self._reports.forget, changed, position.seq, upto)
            position = upto

    async def newest(self) -> NameGraph:
        """The graph as the file and the triples have it now."""
        version = await self._triples.version() if self._triples else ""
        if self._triples and self._ties[0] != version:
            self._ties = (version, await ties(self._triples))
        if self._graph is None or self._graph[0] != (self._seen, version):
            self._graph = ((self._seen, version), await asyncio.to_thread(self._load))
        return self._graph[1]

    async def clear(self) -> None:
        self._seen = None
        await asyncio.to_thread(self._start_over)
        await asyncio.to_thread(self._reports.clear)

    # ------------------------------------------------------------ putting

    def _position(self) -> Position:
        with self._transaction() as database:
            [reached] = database.execute("SELECT position, mark FROM state")
            return Position(*reached)

    def _empty(self, at: Position) -> None:
        """Forget everything, as long as this is the position: what another process has built since stays."""
        with self._transaction() as database:
            empty = "UPDATE state SET position = 0, mark = '' WHERE position = ? AND mark = ?"
            if database.execute(empty, (at.seq, at.mark)).rowcount:
                for table in ("passage", "name", "form", "partition"):
                    database.execute(f"DELETE FROM {table}")

    def _apply(self, changes: Sequence[Change]) -> None:
        """Put and remove passages with what they say by themselves."""
        newest = {change.passage_id: change.passage for change in changes}
        said = {passage.id: (passage, mentions(passage)) for passage in newest.values() if passage}
        with self._transaction() as database:
            numbers, forms = _numbered(database, said.values())
            database.executemany("DELETE FROM passage WHERE id = ?", [(each,) for each in newest])
            database.executemany(
                "INSERT INTO passage VALUES (?, ?, ?, 1)",
                [
                    (i, json.dumps(sorted(passage.document.groups)), _packed(own, numbers, forms))
                    for i, (passage, own) in said.items()
                ],
            )
            database.execute("UPDATE state SET position = ?, mark = ?", (changes[-1].seq, changes[-1].mark))

    async def _mark_mentioning(self, index: PassageIndex) -> None:
        """Make unread what may mention a name that is newly borne."""
        fresh, passages, groups = await asyncio.to_thread(self._fresh)
        if not fresh:
            return
        marked: set[int] | None = None
        if len(fresh) <= max(50, _FEW * passages):
            marked, within = set(), Filter(groups=groups)
            try:
                for name, language in fresh:
                    marked.update(i for i, _ in await index.by_words(analyse(name, language), _MAY_MENTION, within))
            except BackendError:
                marked = None  # all of them, then
        await asyncio.to_thread(self._mark, marked)

    def _fresh(self) -> tuple[list[tuple[str, Language]], int, frozenset[str]]:
        """Names newly borne; how many passages there are; all groups that read any."""
        with self._transaction() as database:
            fresh = database.execute("SELECT name, language FROM name WHERE fresh").fetchall()
            [(passages,)] = database.execute("SELECT count(*) FROM passage")
            return fresh, passages, _all_groups(database)

    def _mark(self, passages: Collection[int] | None) -> None:
        with self._transaction() as database:
            if passages is None:
                database.execute("UPDATE passage SET unread = 1")
            else:
                database.executemany("UPDATE passage SET unread = 1 WHERE id = ?", [(each,) for each in passages])
            database.execute("UPDATE name SET fresh = 0 WHERE fresh")

    # ------------------------------------------------------------ reading with known names

    async def _read_unread(self, store: DocumentStore) -> None:
        unread, groups, known = await asyncio.to_thread(self._unread)
        gazetteer = await asyncio.to_thread(Gazetteer, list(known)) if unread else None
        for start in range(0, len(unread), _TOGETHER):
            assert gazetteer is not None
            piece = unread[start : start + _TOGETHER]
            passages = await store.passages(piece, Filter(groups=groups))
            await asyncio.to_thread(self._read, piece, passages, gazetteer, list(known.values()))

    def _unread(self) -> tuple[list[int], frozenset[str], dict[str, int]]:
        """Passages; all groups; the names to look for, with their numbers."""
        with self._transaction() as database:
            unread = [i for (i,) in database.execute("SELECT id FROM passage WHERE unread ORDER BY id")]
            known = dict(database.execute("SELECT name, id FROM name WHERE borne")) if unread else {}
            return unread, _all_groups(database), known

    def _read(
        self, ids: Sequence[int], passages: Sequence[Passage], gazetteer: Gazetteer, numbers: Sequence[int]
    ) -> None:
        found = {
            passage.id: Counter(numbers[place] for place in gazetteer.find(passage.text, passage.language))
            for passage in passages
        }
        with self._transaction() as database:
            for i in ids:
                row = database.execute("SELECT mentions FROM passage WHERE id = ? AND unread", (i,)).fetchone()
                if row:
                    packed = _with_known(np.frombuffer(row[0], dtype=MENTION), found.get(i, Counter()))
                    database.execute("UPDATE passage SET mentions = ?, unread = 0 WHERE id = ?", (packed, i))

    def _forget_unused(self) -> None:
        """Remove the names that no passage has any more, and how none writes one: what is removed from the store is not
        kept here."""
        with self._transaction() as database:
            every = b"".join(row for (row,) in database.execute("SELECT mentions FROM passage"))
            for table in ("name", "form"):
                used = set(np.unique(np.frombuffer(every, dtype=MENTION)[table]).tolist())
                gone = [(i,) for (i,) in database.execute(f"SELECT id FROM {table}") if i not in used]
                database.executemany(f"DELETE FROM {table} WHERE id = ?", gone)

    def _forget_reports_on_nothing(self) -> None:
        """Those that rest on passages that are gone, however they were kept: an older version kept some."""
        if rests := self._reports.passages():
            with self._transaction() as database:
                rests -= {i for (i,) in database.execute("SELECT id FROM passage")}
        if rests:
            self._reports.forget(rests)

    def _load(self) -> NameGraph:
        with self._transaction() as database:
            rows = database.execute("SELECT id, groups, mentions FROM passage ORDER BY id").fetchall()
            names = database.execute("SELECT id, name FROM name ORDER BY id").fetchall()
            forms = database.execute("SELECT id, written FROM form ORDER BY id").fetchall()
        of_groups = {text: frozenset(json.loads(text)) for text in {groups for _, groups, _ in rows}}
        counts = [len(packed) // MENTION.itemsize for _, _, packed in rows]
        every = np.frombuffer(b"".join(packed for _, _, packed in rows), dtype=MENTION).copy()
        every["name"] = np.searchsorted(np.array([i for i, _ in names], dtype=np.int64), every["name"])
        every["form"] = np.searchsorted(np.array([i for i, _ in forms], dtype=np.int64), every["form"])
        return NameGraph(
            passages=np.array([i for i, _, _ in rows], dtype=np.int64),
            counts=np.array(counts, dtype=np.int64),
            mentions=every,
            groups=[of_groups[groups] for _, groups, _ in rows],
            names=[name for _, name in names],
            forms=[written for _, written in forms],
            ties=self._ties[1],
        )

    # ------------------------------------------------------------ communities

    def _parted(self, readers: frozenset[str]) -> Sequence[Community] | None:
        seen, every = self._communities.get(readers, (None, None))
        return every if seen == self._seen else None

    async def _part(
        self, store: DocumentStore, index: PassageIndex, graph: NameGraph, readers: frozenset[str]
    ) -> Sequence[Community]:
        seen, bonds = self._seen, graph.bonds(readers)
        old = await asyncio.to_thread(self._partition, readers)
        if old and not old.is_outdated_by(bonds):
            near = await _near(store, index, bonds.weak(old.new(bonds)), readers)
            partition = await asyncio.to_thread(placed, old, bonds, near)
        else:
            near = await _near(store, index, bonds.weak(np.ones(len(bonds.ids), dtype=bool)), readers)
            partition = await asyncio.to_thread(found, bonds, near)
        await asyncio.to_thread(self._keep_partition, readers, partition)
        every = await asyncio.to_thread(described, partition, bonds)
        self._communities[readers] = seen, every
        for view in list(self._communities)[:-_VIEWS]:
            del self._communities[view]
        return every

    def _partition(self, readers: frozenset[str]) -> Partition | None:
        """The one that is kept for these readers, else that for everyone: what all may read is parted alike."""
        with self._transaction() as database:
            kept = dict(
                database.execute("SELECT readers, body FROM partition WHERE readers IN (?, '[]')", (_view(readers),))
            )
        body = kept.get(_view(readers)) or kept.get(_view(frozenset()))
        return Partition.unpacked(body) if body else None

    def _keep_partition(self, readers: frozenset[str], partition: Partition) -> None:
        with self._transaction() as database:
            database.execute("DELETE FROM partition WHERE readers = ?", (_view(readers),))
            database.execute("INSERT INTO partition VALUES (?, ?)", (_view(readers), partition.packed()))
            database.execute(
                "DELETE FROM partition WHERE readers != '[]' AND rowid NOT IN"
                " (SELECT rowid FROM partition ORDER BY rowid DESC LIMIT ?)",
                (_VIEWS,),
            )

    # ------------------------------------------------------------ the file

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        try:
            with self._opening:
                database = self._connected()
            try:
                database.execute("BEGIN IMMEDIATE")
                yield database
                database.execute("COMMIT")
            finally:
                database.close()  # without COMMIT nothing was done
        except (sqlite3.Error, OSError) as error:
            reason = with_its_cause(told(error), self._file)
            raise BackendUnavailable(
                f"{self._file.name}: the names in the documents cannot be used: {reason}"
            ) from error

    def _connected(self) -> sqlite3.Connection:
        """The file open, after making it where there is none that can be used."""
        for _ in range(2):
            database = connected(self._file, timeout_s=_BUSY_S, any_thread=True)
            try:
                [(version,)] = database.execute("PRAGMA user_version")
                if version == _FORMAT:
                    return database
                if version == 0 and not database.execute("SELECT 1 FROM sqlite_master").fetchone():
                    database.executescript(f"BEGIN IMMEDIATE;{_SCHEMA}PRAGMA user_version = {_FORMAT};COMMIT;")
                    return database
            except sqlite3.OperationalError:  # busy, or made by another process this very moment
                database.close()
                raise
            except sqlite3.DatabaseError:
                pass  # broken
            database.close()
            self._remove()
        raise BackendUnavailable(f"{self._file.name}: a file that was just made cannot be read")

    def _start_over(self) -> None:
        with self._opening:
            self._remove()

    def _remove(self) -> None:
        for path in (
            self._file,
            *(self._file.with_name(self._file.name + end) for end in ("-journal", "-wal", "-shm")),
        ):
            with contextlib.suppress(FileNotFoundError):
                path.unlink()


async def _near(
    store: DocumentStore, index: PassageIndex, weak: Sequence[int], readers: frozenset[str]
) -> list[tuple[int, int]]:
    """Passages that names hardly tie to others, each with those of the readers' that its words fit best."""
    within = Filter(groups=readers)
    found: list[tuple[int, int]] = []
    for passage in await store.passages(list(weak)[:_NEAR_OF], within):
        terms = analyse(passage.in_context, passage.language)
        nearest = [i for i, _ in await index.by_words(terms, _NEAR + 1, within) if i != passage.id]
        found += [(passage.id, other) for other in nearest[:_NEAR]]
    return found


def _view(readers: frozenset[str]) -> str:
    return json.dumps(sorted(readers), ensure_ascii=False)


def _numbered(
    database: sqlite3.Connection, said: Iterable[tuple[Passage, Mentions]]
) -> tuple[dict[str, int], dict[str, int]]:
    """The numbers of all names said, and of all the ways they are written, after adding those that are new."""
    names: dict[str, Language] = {}
    borne: dict[str, Language] = {}
    forms: dict[str, None] = {}
    for passage, own in said:
        for name in own.written:
            names.setdefault(name, passage.language)
        borne |= dict.fromkeys(own.borne, passage.language)
        forms |= dict.fromkeys(own.written.values())
    database.executemany("INSERT OR IGNORE INTO name VALUES (NULL, ?, ?, 0, 0)", names.items())
    database.executemany("INSERT OR IGNORE INTO form VALUES (NULL, ?)", [(written,) for written in forms])
    database.executemany(
        "UPDATE name SET borne = 1, fresh = 1, language = ? WHERE name = ? AND NOT borne",
        [(language, name) for name, language in borne.items()],
    )
    return _ids(database, "name", "name", list(names)), _ids(database, "form", "written", list(forms))


def _ids(database: sqlite3.Connection, table: str, column: str, wanted: Sequence[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for start in range(0, len(wanted), _PARAMETERS):
        piece = wanted[start : start + _PARAMETERS]
        marks = ",".join("?" * len(piece))
        found |= dict(database.execute(f"SELECT {column}, id FROM {table} WHERE {column} IN ({marks})", piece))
    return found


def _packed(own: Mentions, numbers: Mapping[str, int], forms: Mapping[str, int]) -> bytes:
    rows = []
    for name, written in sorted(own.written.items(), key=lambda each: numbers[each[0]]):
        times = own.named.get(name, 0) + (name in own.borne)
        how = (NAMED if name in own.named else 0) | (BORNE if name in own.borne else 0)
        rows.append((numbers[name], min(times, _MOST), how, forms[written]))
    return np.array(rows, dtype=MENTION).tobytes()


def _with_known(own: NDArray[np.void], known: Mapping[int, int]) -> bytes:
    """What a passage says by itself, and the known names found in it, instead of those found before."""
    own = own[own["how"] > 0]
    said = set(own["name"].tolist())
    new = [(name, min(times, _MOST), 0, 0) for name, times in known.items() if name not in said]
    return np.concatenate([own, np.array(new, dtype=MENTION)]).tobytes()


def _all_groups(database: sqlite3.Connection) -> frozenset[str]:
    every = database.execute("SELECT DISTINCT groups FROM passage")
    return frozenset(group for (groups,) in every for group in json.loads(groups))
