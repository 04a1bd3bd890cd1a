"""One object per thread, for libraries whose objects must not be shared."""

import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def per_thread(make: Callable[[], T]) -> Callable[[], T]:
    """A function that returns this thread's own object, made at its first call."""
    kept = threading.local()

    def mine() -> T:
        try:
            found: T = kept.it
        except AttributeError:
            found = kept.it = make()
        return found

    return mine
