"""Files that survive a killed process and a lost power supply."""

import os
from pathlib import Path


def replace_file(path: Path, content: bytes) -> None:
    """The file with this content: after it returns durably so, before or when killed as it was."""
    temporary = path.with_name(path.name + ".new")
    with temporary.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)
    sync_folder(path.parent)


def append_at(path: Path, offset: int, content: bytes) -> None:
    """The file with the content from `offset` on, durably; what a killed process left behind `offset` is dropped."""
    with path.open("r+b" if path.exists() else "w+b") as file:
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
