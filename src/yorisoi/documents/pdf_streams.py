"""What the streams of a PDF unpack to is counted while they are unpacked: 3 MB can hold 3 GB.

pdfminer inflates a stream whole, by `zlib.decompress`, and offers no limit; what stands in for `zlib` there has one.
"""

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from yorisoi.errors import DocumentError


class _Budget:
    """Bytes that may still be unpacked; a stream that is unpacked again, as converters do, counts once."""

    def __init__(self, most: int) -> None:
        self.most = self.left = most
        self.seen: set[int] = set()

    def spend(self, size: int) -> None:
        self.left -= size
        if self.left < 0:
            raise DocumentError(f"unpacks to more than {self.most:,} bytes")


_budget: ContextVar[_Budget | None] = ContextVar("budget", default=None)


@contextmanager
def bounded_streams(most: int) -> Iterator[None]:
    """Inside, pdfminer raises DocumentError when the streams of a file unpack to more than `most` bytes together."""
    from pdfminer import pdftypes

    vars(pdftypes)["zlib"] = _Zlib
    token = _budget.set(_Budget(most))
    try:
        yield
    finally:
        _budget.reset(token)


class _Unpacker:
    """A `zlib.decompressobj` that spends the budget."""

    def __init__(self) -> None:
        self._unpacker = zlib.decompressobj()

    def decompress(self, data: bytes) -> bytes:
        budget = _budget.get()
        if budget is None:
            return self._unpacker.decompress(data)
        found = self._unpacker.decompress(data, max(1, budget.left + 1))
        budget.spend(len(found))
        return found


class _Zlib:
    """As much of `zlib` as `pdfminer.pdftypes` uses."""

    error = zlib.error
    decompressobj = _Unpacker

    @staticmethod
    def decompress(data: bytes) -> bytes:
        budget = _budget.get()
        if budget is None:
            return zlib.decompress(data)
        unpacker = zlib.decompressobj()
        again = hash(data) in budget.seen
        found = unpacker.decompress(data, budget.most + 1 if again else max(1, budget.left + 1))
        if not again:
            budget.spend(len(found))
            budget.seen.add(hash(data))
        if not unpacker.eof:
            raise zlib.error("incomplete or truncated stream")
        return found
