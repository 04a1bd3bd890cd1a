"""A file that is there as a whole or as it was, and is never written through a link that somebody put beside it."""

import errno
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


def check_replaceable(path: Path) -> None:
    """Raises OSError: what is there, or what a link there leads to, is no file."""
    try:
        mode = path.stat().st_mode
    except OSError:  # nothing, or a link that leads nowhere; what else is wrong who opens it is told
        return
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "it is a device or a pipe, which no file takes the place of", str(path))


def beside(path: Path) -> Path:
    """A name for what will replace the file: one at which nobody can have put a link."""
    return path.with_name(f"{path.name}.{secrets.token_hex(8)}")


@contextmanager
def whole_file(path: Path, *, durable: bool = False) -> Iterator[BinaryIO]:
    """What is written in the block replaces the file at its end, for its owner only; an error leaves it as it was.

    `durable`: also when the power goes.  Raises OSError: also where there is a folder, a device or a pipe, which is
    never replaced.
    """
    check_replaceable(path)
    temporary = beside(path)
    # O_EXCL: where there is anything, a link included, nothing is opened.
    with os.fdopen(os.open(temporary, _NEW, 0o600), "wb") as file:
        try:
            yield file
            file.flush()
            if durable:
                os.fsync(file.fileno())
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    try:
        os.replace(temporary, path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
