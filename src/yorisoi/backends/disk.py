"""What a file system says of itself where an error does not: SQLite calls a full disk "disk I/O error"."""

import os
from pathlib import Path

_UNTOLD = ("disk I/O error", "database or disk is full", "unable to open database file")
"""What SQLite says of a full disk: which of them depends on the file that has to grow or to be made."""
_LEAST_BYTES = 1 << 16
"""With less than this left a disk is full to SQLite: beside its log it makes an index of 32 KB (`-shm`)."""


def told(error: Exception) -> str:
    """What an error says, without the path that errors of the system repeat."""
    return getattr(error, "strerror", None) or str(error)


def with_its_cause(reason: str, file: Path) -> str:
    """What SQLite gives as a reason of what failed with a file, unless that is a full disk, which is then told."""
    full = _full(file.parent) if any(each in reason for each in _UNTOLD) else None
    return full or reason


def is_read_only(path: Path) -> bool:
    """Whether the file system of a path can be read alone; False where the system does not tell (Windows)."""
    try:
        return bool(os.statvfs(path).f_flag & os.ST_RDONLY)
    except (AttributeError, OSError):
        return False


def _full(folder: Path) -> str | None:
    """That its disk is full, and of what; None where it is not, or the system does not tell (Windows)."""
    try:
        left = os.statvfs(folder)
    except (AttributeError, OSError):
        return None
    if left.f_bavail * left.f_frsize < _LEAST_BYTES:
        return "the disk is full"
    if left.f_files and not left.f_favail:  # some file systems count none
        return "the disk is full: it has room, but for no more files (inodes)"
    return None
