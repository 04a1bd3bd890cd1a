"""Moments in which nobody waits for an answer: then is the time for what nobody waits for."""

import asyncio
import contextlib
from collections.abc import Iterator


class Lull:
    """Counts the turns under way."""

    def __init__(self) -> None:
        self._turns = 0
        self._quiet = asyncio.Event()
        self._quiet.set()

    @contextlib.contextmanager
    def broken(self) -> Iterator[None]:
        """Somebody waits for an answer as long as the block lasts."""
        self._turns += 1
        self._quiet.clear()
        try:
            yield
        finally:
            self._turns -= 1
            if not self._turns:
                self._quiet.set()

    async def wait(self, most_s: float) -> None:
        """Until nobody waits, or for so many seconds."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(most_s):
                await self._quiet.wait()
