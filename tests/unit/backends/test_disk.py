"""A full disk, one without room for another file and a read-only one are called what they are."""

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy import URL
from sqlalchemy.exc import OperationalError

from yorisoi.backends.disk import with_its_cause
from yorisoi.backends.home import begin_file
from yorisoi.backends.search import reports
from yorisoi.backends.search.embedded import EmbeddedIndex
from yorisoi.backends.search.names import EmbeddedNames
from yorisoi.backends.search.words import WordIndex
from yorisoi.backends.store.database import Database
from yorisoi.errors import BackendUnavailable, StoreError
from yorisoi.testing.index import passage

FULL = {"f_bavail": 7, "f_favail": 50}
NO_FILES = {"f_bavail": 5_000, "f_favail": 0}
UNCOUNTED = {"f_bavail": 5_000, "f_favail": 0, "f_files": 0}
ROOM = {"f_bavail": 5_000, "f_favail": 50}
OF_TANTIVY = (
    'Failed to acquire Lockfile: IoError(Os { code: 28, kind: StorageFull, message: "No space left on device" }). None'
)

Says = Callable[..., None]


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Says:
    """What the file system says of itself from now on."""

    def says(**told: int) -> None:
        told = {"f_frsize": 4096, "f_files": 100, "f_flag": 0, **told}
        monkeypatch.setattr(os, "statvfs", lambda _: SimpleNamespace(**told))

    return says


@pytest.mark.parametrize("reason", ["disk I/O error", "database or disk is full", "unable to open database file"])
@pytest.mark.parametrize(
    ("told", "cause"),
    [
        (FULL, "the disk is full"),
        (NO_FILES, "the disk is full: it has room, but for no more files (inodes)"),
        (UNCOUNTED, None),
        (ROOM, None),
    ],
)
def test_a_full_disk_is_told_in_place_of_what_sqlite_calls_it(
    reason: str, told: dict[str, int], cause: str | None, disk: Says, tmp_path: Path
) -> None:
    disk(**told)
    assert with_its_cause(reason, tmp_path / "yorisoi.db") == (cause or reason)


def test_another_error_on_a_full_disk_and_a_disk_that_cannot_be_asked_stay_as_they_are(
    disk: Says, tmp_path: Path
) -> None:
    assert with_its_cause("disk I/O error", tmp_path / "gone" / "yorisoi.db") == "disk I/O error"
    disk(**FULL)
    assert with_its_cause("no such table: traces", tmp_path / "yorisoi.db") == "no such table: traces"


async def test_the_store_says_that_the_disk_is_full(disk: Says, tmp_path: Path) -> None:
    file = tmp_path / "yorisoi.db"
    database = Database(URL.create("sqlite+aiosqlite", database=str(file)), str(file))
    disk(**FULL)
    with pytest.raises(StoreError, match=r"yorisoi\.db: the disk is full$"):
        async with database.reading():
            raise OperationalError("SELECT 1", {}, sqlite3.OperationalError("disk I/O error"))
    await database.close()


@pytest.mark.parametrize("of", ["names", "reports"])
def test_so_do_the_files_that_are_made_of_it(
    of: str, disk: Says, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    kept = reports.KeptReports(tmp_path / "r.db") if of == "reports" else EmbeddedNames(tmp_path / "n.db", None)  # type: ignore[arg-type]
    monkeypatch.setattr(f"yorisoi.backends.search.{of}.connected", full)
    disk(**FULL)
    with pytest.raises(BackendUnavailable, match=r"cannot be used: the disk is full"), kept._transaction():
        pass


async def test_the_index_gives_the_systems_words_without_those_of_rust(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise ValueError(OF_TANTIVY)

    monkeypatch.setattr(WordIndex, "write", full)
    with pytest.raises(BackendUnavailable, match=r"^the search index cannot be used: No space left on device$"):
        await EmbeddedIndex(tmp_path).apply([passage(1, "休暇")], [], 1)


@pytest.mark.skipif(not hasattr(os, "ST_RDONLY"), reason="the system does not tell")
def test_a_file_on_a_read_only_disk_is_not_called_forbidden(
    disk: Says, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin_file(tmp_path / "yorisoi.db")
    monkeypatch.setattr(os, "access", lambda *_: False)
    disk(**ROOM)
    with pytest.raises(PermissionError):
        begin_file(tmp_path / "yorisoi.db")
    disk(**ROOM, f_flag=os.ST_RDONLY)
    with pytest.raises(OSError, match="Read-only"):
        begin_file(tmp_path / "yorisoi.db")
