"""Opening an SQLite file of our own: made for its owner only, and what is deleted in it is overwritten."""

import sqlite3
from pathlib import Path

from yorisoi.backends.home import begin_file

OVERWRITING = "secure_delete = ON"
"""A pragma: what is erased must not linger in free pages.  Not every SQLite is built to do so by itself."""


def connected(file: Path, *, timeout_s: float, any_thread: bool = False) -> sqlite3.Connection:
    """The file in a folder that is made if it is not there, with no transaction until one is begun.

    Raises OSError: it cannot be made, is a link or no file; sqlite3.Error.
    """
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    begin_file(file)
    database = sqlite3.connect(file, timeout=timeout_s, isolation_level=None, check_same_thread=not any_thread)
    try:
        database.execute(f"PRAGMA {OVERWRITING}")
    except BaseException:
        database.close()
        raise
    return database
