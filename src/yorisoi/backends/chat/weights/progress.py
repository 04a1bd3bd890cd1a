"""Progress in bytes of a download that somebody else performs, seen from the size of the files it leaves."""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

Progress = Callable[[int, int], None]
"""Called with (bytes done, bytes in all), from any thread."""

_EVERY_S = 0.2


@contextmanager
def watching(folder: Path, on_bytes: Callable[[int], None]) -> Iterator[None]:
    """Report the size of a folder's largest file while the block runs.

    The largest file, not the sum: a downloader may copy a finished file to its destination.
    """
    done = threading.Event()

    def watch() -> None:
        while not done.wait(_EVERY_S):
            on_bytes(largest_file(folder))

    thread = threading.Thread(target=watch, name="yorisoi-download-progress", daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def largest_file(folder: Path) -> int:
    """Size of the largest file below a folder, 0 when there is none.  Files and folders may vanish while it looks."""
    largest = 0
    for parent, _, names in os.walk(folder):  # unlike rglob it passes over a folder that is gone
        for name in names:
            with suppress(FileNotFoundError):
                largest = max(largest, os.stat(os.path.join(parent, name)).st_size)
    return largest
