"""What SQLite leaves in the gaps of its pages is overwritten, and nothing else, whatever others do meanwhile."""

import random
import signal
import sqlite3
import string
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from tests.held import files_holding

from yorisoi.backends.store import gaps
from yorisoi.own_python import own_python

COMMAND = own_python("-I", "-S", gaps.__file__)


def connected(file: Path) -> sqlite3.Connection:
    database = sqlite3.connect(file, timeout=30, isolation_level=None)
    for pragma in ("journal_mode = WAL", "secure_delete = ON", "synchronous = OFF"):
        database.execute(f"PRAGMA {pragma}")
    return database


def cleared(file: Path, wait_s: float = 10) -> str:
    return subprocess.run([*COMMAND, str(file), str(wait_s)], check=True, capture_output=True, text=True).stdout.strip()


class Rows:
    """Rows that grow, shrink, come and go over two connections, each with pages in its cache."""

    def __init__(self, file: Path, seed: int) -> None:
        self.file, self._random = file, random.Random(seed)
        with sqlite3.connect(file) as first:
            first.execute(f"PRAGMA page_size = {self._random.choice([1024, 4096, 4096, 65536])}")
        first.close()
        self.connections = [connected(file), connected(file)]
        self.connections[0].execute("CREATE TABLE said (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT, name TEXT)")
        self.connections[0].execute("CREATE INDEX said_by_name ON said (name)")
        self.there: dict[int, str] = {}
        self._count = 0
        self.gone: list[bytes] = []

    def _words(self, mark: str) -> str:
        length = self._random.choice([4, 40, 300, 9000]) if self._random.random() < 0.1 else 70
        return "".join(self._random.choices(string.ascii_lowercase, k=self._random.randint(0, length))) + mark

    def change(self, times: int) -> None:
        for start in range(0, times, 25):
            one = self._random.choice(self.connections)
            one.execute("BEGIN IMMEDIATE")
            for _ in range(start, min(start + 25, times)):
                self._change(one)
            one.execute("COMMIT")

    def _change(self, one: sqlite3.Connection) -> None:
        what = self._random.random()
        if what < 0.35 or not self.there:
            self._count += 1
            mark = f"<{self.file.name}{self._count:05}>"
            row = (self._words(mark), self._words(mark)[-80:])
            done = one.execute("INSERT INTO said (text, name) VALUES (?, ?)", row)
            self.there[done.lastrowid or 0] = mark
            return
        chosen = self._random.choice(list(self.there))
        if what < 0.85:
            row = (self._words(self.there[chosen]), self._words(self.there[chosen])[-80:], chosen)
            one.execute("UPDATE said SET text = ?, name = ? WHERE id = ?", row)
        else:
            one.execute("DELETE FROM said WHERE id = ?", (chosen,))
            self.gone.append(self.there.pop(chosen).encode())

    def all(self) -> list[tuple[object, ...]]:
        return self.connections[0].execute("SELECT * FROM said ORDER BY id").fetchall()

    def close(self) -> None:
        for each in self.connections:
            each.close()


@contextmanager
def rows(folder: Path, seed: int, times: int) -> Iterator[Rows]:
    made = Rows(folder / f"{seed}.db", seed)
    try:
        made.change(times)
        yield made
    finally:
        made.close()


def test_copies_of_moved_rows_are_overwritten_and_no_cache_brings_them_back(tmp_path: Path) -> None:
    left_before = 0
    for seed in (1, 2, 6, 9, 22, 26):
        with rows(tmp_path, seed, times=600) as some:
            some.connections[1].execute("PRAGMA wal_checkpoint(TRUNCATE)")
            left_before += bool(files_holding(tmp_path, *some.gone))
            kept = some.all()
            assert cleared(some.file) == ""
            assert some.all() == kept
            assert files_holding(tmp_path, *some.gone) == []
            gone, some.gone = some.gone, []
            for one in some.connections:
                one.execute("UPDATE said SET text = text || '.' WHERE id % 3 = 0")
                one.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            assert files_holding(tmp_path, *gone) == []
            assert some.connections[1].execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert left_before, "or this test shows nothing"


def test_killed_at_any_point_it_damages_nothing_and_the_next_makes_up_for_it(tmp_path: Path) -> None:
    with rows(tmp_path, seed=3, times=1500) as some:
        for attempt in range(12):
            some.change(30)
            kept = some.all()
            clearing = subprocess.Popen([*COMMAND, str(some.file), "10"], stdout=subprocess.DEVNULL)
            time.sleep(attempt * 0.02)
            clearing.send_signal(signal.SIGKILL)
            clearing.wait()
            assert some.all() == kept
            assert some.connections[1].execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert cleared(some.file) == ""
        assert files_holding(tmp_path, *some.gone) == []


def test_others_write_while_it_runs_and_nothing_of_theirs_is_lost(tmp_path: Path) -> None:
    with rows(tmp_path, seed=5, times=1500) as some:
        gone = list(some.gone)
        clearing = [subprocess.Popen([*COMMAND, str(some.file), "20"], stdout=subprocess.PIPE) for _ in range(2)]
        longest = 0.0
        while any(each.poll() is None for each in clearing):
            begun = time.monotonic()
            some.change(1)
            longest = max(longest, time.monotonic() - begun)
        assert [each.communicate()[0] for each in clearing] == [b"", b""]
        assert longest < 2, "seconds that a write has waited"
        assert {row[0] for row in some.all()} == set(some.there)
        assert some.connections[1].execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        some.connections[0].execute("PRAGMA wal_checkpoint(TRUNCATE)")
        assert files_holding(tmp_path, *gone) == []


def test_who_reads_on_keeps_it_from_being_cleared_and_keeps_nobody_from_writing(tmp_path: Path) -> None:
    with rows(tmp_path, seed=7, times=50) as some:
        reader = connected(some.file)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM said").fetchone()
        some.change(20)
        clearing = subprocess.Popen([*COMMAND, str(some.file), "1.5"], stdout=subprocess.PIPE)
        longest = 0.0
        while clearing.poll() is None:
            begun = time.monotonic()
            some.change(1)
            longest = max(longest, time.monotonic() - begun)
        assert clearing.communicate()[0] == b"another process keeps it open\n"
        assert longest < 1
        reader.close()
        assert cleared(some.file) == ""


@pytest.mark.parametrize("content", [b"", b"no database" * 500], ids=["empty", "another file"])
def test_what_is_no_database_is_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "x.db"
    file.write_bytes(content)
    with suppress(subprocess.CalledProcessError):
        cleared(file)
    assert file.read_bytes() == content


def test_a_page_on_which_rows_lie_in_the_gap_is_damaged_and_left_alone(tmp_path: Path) -> None:
    with rows(tmp_path, seed=9, times=400) as some:
        some.connections[0].execute("PRAGMA wal_checkpoint(TRUNCATE)")
    whole = bytearray(some.file.read_bytes())
    size = int.from_bytes(whole[16:18], "big")
    size = 65536 if size == 1 else size
    leaf = next(at for at in range(size, len(whole), size) if whole[at] == 13 and whole[at + 4] > 1)
    whole[leaf + 5 : leaf + 7] = (size - 1).to_bytes(2, "big")
    some.file.write_bytes(whole)
    cleared(some.file)
    assert some.file.read_bytes()[leaf : leaf + size] == whole[leaf : leaf + size]
