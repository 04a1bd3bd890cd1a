"""A file that is there as a whole or as it was, and is never written through a link that somebody put beside it."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


def beside(path: Path) -> Path:
    """A name for what will replace the file: one at which nobody can have put a link."""
    return path.with_name(f"{path.name}.{secrets.token_hex(8)}")


@contextmanager
def whole_file(path: Path, *, durable: bool = False) -> Iterator[BinaryIO]:
    """What is written in the block replaces the file at its end, for its owner only; an error leaves it as it was.

    `durable`: also when the power goes.  Raises OSError.
    """
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
