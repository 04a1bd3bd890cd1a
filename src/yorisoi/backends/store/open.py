"""Opening the store of a home directory."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import SQLAlchemyError

from yorisoi.backends.home import GRAPH, INDEX, begin_file, look_at
from yorisoi.backends.store.clearing import Clearing, clear_what_is_left
from yorisoi.backends.store.database import Database
from yorisoi.backends.store.documents import SqlDocuments
from yorisoi.backends.store.episodes import SqlEpisodes
from yorisoi.backends.store.erasure import SqlErasure
from yorisoi.backends.store.feedback import SqlFeedback
from yorisoi.backends.store.log import SqlTurnLog
from yorisoi.backends.store.migrate import bring_up_to_date
from yorisoi.backends.store.persona import SqlPersona
from yorisoi.backends.store.profiles import SqlProfiles
from yorisoi.backends.store.sessions import SqlSessions
from yorisoi.backends.store.traces import SqlTraces
from yorisoi.backends.store.triples import SqlGraph
from yorisoi.errors import StoreError
from yorisoi.graph_ports import GraphStore
from yorisoi.ports import Clock, DocumentStore

FILE = "yorisoi.db"
DERIVED = (INDEX, GRAPH)
"""Folders of a home that are made from the database, and as private: they hold the words of restricted pages."""


def now() -> datetime:
    return datetime.now(UTC)


class SqlStore:
    """All stores over one database.  Construction does no I/O: `open_store` opens and closes it."""

    def __init__(self, database: Database, clock: Clock = now) -> None:
        self.clearing = clearing = Clearing(database)
        self.documents: DocumentStore = SqlDocuments(database, clearing)
        self.sessions = SqlSessions(database)
        self.profiles = SqlProfiles(database, clock)
        self.episodes = SqlEpisodes(database, clock)
        self.persona = SqlPersona(database, clock)
        self.erasure = SqlErasure(database, clearing)
        self.traces = SqlTraces(database, clock)
        self.graph: GraphStore = SqlGraph(database, clock)
        self.feedback = SqlFeedback(database)
        self.log = SqlTurnLog(database)


@asynccontextmanager
async def open_store(
    home: Path, *, url: str | None = None, clock: Clock = now, new: bool = True
) -> AsyncIterator[SqlStore]:
    """The store, opened, with its tables up to date; closed at the end of the block.

        async with open_store(Path("~/.yorisoi").expanduser()) as store:
            print(await store.documents.overview())

    It is the SQLite file `yorisoi.db` in `home`, which is made if it is not there (folder 0700, file 0600) and may be
    `new`, or the database of `url`, an SQLAlchemy URL with an async driver, which leaves `home` alone.
    Raises StoreError: there is no store, the folder cannot be written, holds links or is somebody else's, the file is
    no store of ours, damaged, or of a newer Yorisoi.
    """
    database = _at_url(url) if url else _in_home(home, new)
    try:
        await bring_up_to_date(database)
        await clear_what_is_left(database)
        store = SqlStore(database, clock)
        try:
            yield store
        finally:
            await store.clearing.close()
    finally:
        await database.close()


def look_for(home: Path) -> None:
    """Raises StoreError: there is no store in the home."""
    if not (home / FILE).exists():
        raise StoreError(
            f"there is no store in {home}; take documents in first: yorisoi ingest PATH (or name another store with "
            "--home)"
        )


def _at_url(url: str) -> Database:
    try:
        parsed = make_url(url)
        return Database(parsed, _named(parsed))
    except (SQLAlchemyError, ImportError) as error:
        reason = str(error).splitlines()[0]
        raise StoreError(f"the store's database URL cannot be used: {reason}") from error
    except ValueError:  # it repeats what stands there, as a password does whose login is not parted from the host
        raise StoreError("the store's database URL cannot be used: its port is no number") from None


def _named(url: URL) -> str:
    """For errors: host and database alone.  A login has a password, and the query may hold one too; where one has an
    `@` in it that should have been written as %40, what follows stands in the host or behind it."""
    if url.host and "@" in f"{url.host}{url.database}":
        return url.drivername
    return URL.create(url.drivername, host=url.host, port=url.port, database=url.database).render_as_string()


def _in_home(home: Path, new: bool = True) -> Database:
    path = home / FILE
    look_at(home)
    if not new:
        look_for(home)
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Before SQLite does, which would leave the mode to the umask; its -wal and -shm files take the mode over.
        begin_file(path)
        for name in DERIVED:
            if not (home / name).is_file():  # whoever opens the cache says so; the store itself is well
                (home / name).mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{path}: the store cannot be opened: {error.strerror}") from error
    return Database(URL.create("sqlite+aiosqlite", database=str(path)), str(path))
