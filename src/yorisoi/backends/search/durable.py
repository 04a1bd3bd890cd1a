"""Files that survive a killed process and a lost power supply, and that are never written through a link."""

import os
from pathlib import Path

from yorisoi.whole_file import whole_file

_OWN = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


def replace_file(path: Path, content: bytes) -> None:
    """The file with this content: after it returns durably so, before or when killed as it was."""
    with whole_file(path, durable=True) as file:
        file.write(content)
    sync_folder(path.parent)


def append_at(path: Path, offset: int, content: bytes) -> None:
    """The file with the content from `offset` on, durably; what a killed process left behind `offset` is dropped."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT | _OWN, 0o600)
    with os.fdopen(handle, "r+b") as file:
        file.truncate(offset)
        file.seek(offset)
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """The folder's entries made durable, where the system knows how."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
