"""Whether an SQLite file that is open is still the one at its path.

Where a backup is moved over it SQLite goes on with the file that it has open, which nobody finds any more once it is
closed.
"""

import os
from pathlib import Path

from sqlalchemy import URL


def local_file(url: URL) -> Path | None:
    """The file of a database that is a plain SQLite file; None for every other one."""
    name = url.database or ""
    if url.get_backend_name() != "sqlite" or url.query or not name or name.startswith((":", "file:")):
        return None
    return Path(name)


class OpenedFile:
    """Remembers which file it was that was opened, by device and inode."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._opened: tuple[int, int] | None = None
        self._replaced = False

    def remember(self) -> None:
        """It is open for writing now; the first time counts.  Not before: a file system of layers may copy it then."""
        if self._opened is None:
            self._opened = self._at_path()

    def is_replaced(self) -> bool:
        """Whether another file is at its path, or has been, or none that can be reached.  Takes a few microseconds.

        Once there was another one it stays replaced, whatever is moved back: a connection may have opened that."""
        if self._opened is None or self._replaced:
            return self._replaced
        there = self._at_path()
        self._replaced = there is not None and there != self._opened
        return there != self._opened

    def _at_path(self) -> tuple[int, int] | None:
        try:
            status = os.stat(self.path)
        except OSError:
            return None
        return status.st_dev, status.st_ino
