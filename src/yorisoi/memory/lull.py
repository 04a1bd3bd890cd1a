"""Moments in which nobody waits for an answer: then is the time for what nobody waits for."""

import asyncio
import contextlib
from collections.abc import Iterator

_ON_ITS_WAY_S = 0.005
"""From an answer's last word to its being sent: a server writes it down in between, on the same thread."""


class Lull:
    """Counts the turns under way."""

    def __init__(self) -> None:
        self._turns = 0
        self._quiet = asyncio.Event()
        self._quiet.set()

    @contextlib.contextmanager
    def broken(self) -> Iterator[None]:
        """Somebody waits for an answer as long as the block lasts, and until it is sent."""
        self._turns += 1
        self._quiet.clear()
        try:
            yield
        finally:
            asyncio.get_running_loop().call_later(_ON_ITS_WAY_S, self._answered)

    def _answered(self) -> None:
        self._turns -= 1
        if not self._turns:
            self._quiet.set()

    async def wait(self, most_s: float) -> None:
        """Until nobody waits, or for so many seconds."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(most_s):
                await self._quiet.wait()
