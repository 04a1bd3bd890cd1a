"""Run in a process of its own: nothing deleted is left in an SQLite file, in its log, or in the gaps of its pages.

SQLite zeroes the deleted row itself (`secure_delete`).  But where it moves rows within a page (`rebuildPage` of its
btree.c), copies stay behind in the gap between the list of a page's rows and the rows, which no SQL reaches: not to
update, and to delete only with the whole table.  So the gaps are overwritten in the file
(https://sqlite.org/fileformat2.html#b_tree_pages).

To SQLite a gap means nothing: zeros may be written there whoever reads, be killed in between, and be written twice.
Only nobody may write the page meanwhile, nor a copy of it out of a cache later:

- whoever holds the write lock while all of the log has been copied into the file is the only one to write the file;
- the transaction ends with a change, so that every other connection reads its pages anew before it writes.

Not in the process that holds the store open: there, closing the file would let go of SQLite's locks
(https://sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_).
"""

import os
import sqlite3
import struct
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from typing import BinaryIO, NamedTuple

_AT_ONCE = 500
"""Pages overwritten in one transaction: some hundredths of a second in which others do not write."""
_HOLDING_UP_S = 0.1
"""Who empties the log keeps others from writing while it waits for those who read: so long at a time."""
_ROWS = {2: 12, 5: 12, 10: 8, 13: 8}
"""By the first byte of a page that holds rows: the length of its head."""
_TOO_MANY = 2 << 24
"""From this number of pages on the first byte of others, the number of the next page, may look like one of those."""
_NOTHING = bytes(65536)


class _Busy(Exception):
    """Others have read, or written, for longer than may be waited."""


def clear(file: str, wait_s: float) -> None:
    """Raises sqlite3.Error, OSError, _Busy: what kept it from that."""
    until = time.monotonic() + wait_s
    # Closed last, with no lock left to let go of.
    with (
        open(file, "r+b", buffering=0) as pages,
        closing(sqlite3.connect(file, timeout=wait_s, isolation_level=None)) as writer,
        closing(sqlite3.connect(file, timeout=_HOLDING_UP_S, isolation_level=None)) as log,
    ):
        _empty(log, until)  # what was deleted is so in the file as well: no copy of it comes into being from here on
        form = _Form.of(pages)
        dirty = [number for number, page in _all(pages, form) if _left(page, number, form)]
        for start in range(0, len(dirty), _AT_ONCE):
            _lock(writer, log, until)
            for number in dirty[start : start + _AT_ONCE]:
                _overwrite(pages, number, form)
            os.fsync(pages.fileno())
            [version] = writer.execute("PRAGMA user_version").fetchone()
            writer.execute(f"PRAGMA user_version = {version}")
            writer.execute("COMMIT")
        _empty(log, until)


class _Form(NamedTuple):
    """What the head of the file tells of its pages."""

    size: int
    usable: int

    @classmethod
    def of(cls, pages: BinaryIO) -> "_Form":
        head = _read(pages, 0, 100)
        size, reserved, moved = struct.unpack_from(">16xH2xB31xI", head)
        size = 65536 if size == 1 else size
        if moved or os.fstat(pages.fileno()).st_size >= _TOO_MANY * size:
            raise OSError("its pages cannot be told apart")
        return cls(size, size - reserved)


def _empty(log: sqlite3.Connection, until: float) -> None:
    while log.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
        _wait(until)


def _lock(writer: sqlite3.Connection, log: sqlite3.Connection, until: float) -> None:
    """Until the writer's transaction ends nobody writes the file."""
    while True:
        writer.execute("BEGIN IMMEDIATE")
        busy, length, copied = log.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        if not busy and length == copied:
            return
        writer.execute("ROLLBACK")
        _wait(until)


def _wait(until: float) -> None:
    if time.monotonic() > until:
        raise _Busy("another process keeps it open")
    time.sleep(_HOLDING_UP_S)


def _all(pages: BinaryIO, form: _Form) -> Iterator[tuple[int, bytes]]:
    number = 0
    while block := _read(pages, number * form.size, 256 * form.size):
        for start in range(0, len(block), form.size):
            number += 1
            yield number, block[start : start + form.size]


def _left(page: bytes, number: int, form: _Form) -> slice | None:
    """Where its gap holds something."""
    head = 100 if number == 1 else 0
    if len(page) < form.size or page[head] not in _ROWS:
        return None
    rows, end = struct.unpack_from(">3xHH", page, head)
    listed = head + _ROWS[page[head]]
    start, end = listed + 2 * rows, end or 65536
    if not start <= end <= form.usable or page[start:end] == _NOTHING[: end - start]:
        return None
    if min(struct.unpack_from(f">{rows}H", page, listed), default=end) < end:
        return None  # a damaged page: what stands there may be a row
    return slice(start, end)


def _overwrite(pages: BinaryIO, number: int, form: _Form) -> None:
    at = (number - 1) * form.size
    if gap := _left(_read(pages, at, form.size), number, form):
        pages.seek(at + gap.start)
        pages.write(_NOTHING[gap])


def _read(pages: BinaryIO, at: int, length: int) -> bytes:
    pages.seek(at)
    return pages.read(length)


if __name__ == "__main__":
    try:
        clear(sys.argv[1], float(sys.argv[2]))
    except (sqlite3.Error, OSError, _Busy) as error:
        print(getattr(error, "strerror", None) or error)
