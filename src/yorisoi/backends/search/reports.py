"""Reports that a model made of communities, kept in one SQLite file beside the index.

A report belongs to a set of passages, so that whoever may read all of them, and nobody else, is told it; it goes as
soon as one of them changes or goes.  The file is apart from the names', which are made anew at no cost, and has a
position in the change log of its own: a model takes minutes, and the names may have gone past what changed meanwhile.
"""

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from yorisoi.backends.disk import told, with_its_cause
from yorisoi.backends.sqlite_file import connected
from yorisoi.change_ports import Position
from yorisoi.errors import BackendUnavailable
from yorisoi.graph_ports import Community, Finding, Report

_BUSY_S = 5.0
_FORM = 3
"""Of what is kept; reports of an older form are gone.  2: held against their passages before they are kept; 3: it is
known to which history of the store they belong."""
_SCHEMA = """
DROP TABLE IF EXISTS report;
DROP TABLE IF EXISTS rests;
DROP TABLE IF EXISTS state;
CREATE TABLE report (key TEXT PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE rests (passage INTEGER NOT NULL, key TEXT NOT NULL, PRIMARY KEY (passage, key)) WITHOUT ROWID;
CREATE TABLE state (id INTEGER PRIMARY KEY CHECK (id = 1), position INTEGER NOT NULL, mark TEXT NOT NULL);
"""


class KeptReports:
    """The file is made with the first report; without one there is nothing to keep up to date."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def put(self, community: Community, report: Report, position: Position) -> None:
        """Keep the report of a community whose passages were read at that change, from which on the log is to be gone
        through again for it."""
        key = _key(community.passages)
        with self._transaction() as database:
            database.execute(
                "INSERT INTO state VALUES (1, ?, ?) ON CONFLICT DO UPDATE"
                " SET position = excluded.position, mark = excluded.mark WHERE excluded.position < position",
                (position.seq, position.mark),
            )
            database.execute("INSERT OR REPLACE INTO report VALUES (?, ?)", (key, json.dumps(asdict(report))))
            database.executemany(
                "INSERT OR IGNORE INTO rests VALUES (?, ?)", [(passage, key) for passage in community.passages]
            )

    def position(self) -> Position | None:
        """The change up to which they are complete; None: there are none."""
        if not self._file.exists():
            return None
        with self._transaction() as database:
            kept = database.execute("SELECT position, mark FROM state").fetchone()
            return Position(*kept) if kept else None

    def passages(self) -> set[int]:
        """All that some report rests on."""
        if not self._file.exists():
            return set()
        with self._transaction() as database:
            return {i for (i,) in database.execute("SELECT DISTINCT passage FROM rests")}

    def of(self, communities: Sequence[Community]) -> Mapping[int, Report]:
        """By the communities' ids, for those that have one."""
        if not self._file.exists():
            return {}
        with self._transaction() as database:
            kept = dict(database.execute("SELECT key, body FROM report"))
        keys = {each.id: _key(each.passages) for each in communities} if kept else {}
        return {i: _report(kept[key]) for i, key in keys.items() if key in kept}

    def forget(self, passages: Iterable[int], after: int = 0, upto: Position | None = None) -> None:
        """Remove the reports that rest on passages which have changed or gone: all that did between two changes."""
        with self._transaction() as database:
            gone = "SELECT key FROM rests WHERE passage = ?"
            database.executemany(f"DELETE FROM report WHERE key IN ({gone})", [(each,) for each in passages])
            database.execute("DELETE FROM rests WHERE key NOT IN (SELECT key FROM report)")
            if upto:  # not past what is to be gone through again for a report that another process has put meanwhile
                between = "position >= ? AND position < ?"
                moved = f"UPDATE state SET position = ?, mark = ? WHERE {between}"
                database.execute(moved, (upto.seq, upto.mark, after, upto.seq))

    def clear(self) -> None:
        self._file.unlink(missing_ok=True)

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        try:
            database = connected(self._file, timeout_s=_BUSY_S)
            try:
                database.execute("BEGIN IMMEDIATE")
                if database.execute("PRAGMA user_version").fetchone()[0] != _FORM:
                    for statement in filter(str.strip, _SCHEMA.split(";")):
                        database.execute(statement)
                    database.execute(f"PRAGMA user_version = {_FORM}")
                yield database
                database.execute("COMMIT")
            finally:
                database.close()
        except (sqlite3.Error, OSError) as error:
            reason = with_its_cause(told(error), self._file)
            raise BackendUnavailable(
                f"{self._file.name}: the reports cannot be used: {reason}; delete the file, and they can be made again"
            ) from error


def _key(passages: Sequence[int]) -> str:
    """Of just these passages; their ids are never used again."""
    return hashlib.sha256(",".join(map(str, sorted(passages))).encode()).hexdigest()


def _report(body: str) -> Report:
    said = json.loads(body)
    findings = tuple(Finding(text=each["text"], passages=tuple(each["passages"])) for each in said.pop("findings"))
    return Report(findings=findings, **said)
