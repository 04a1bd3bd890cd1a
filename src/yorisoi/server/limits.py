"""How much one user may ask at once, and how often."""

import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from yorisoi.server.engine import Engine
from yorisoi.server.errors import Refused
from yorisoi.server.identity import SignedIn, signed_in
from yorisoi.types import UserId

_REMEMBERED = 10_000
"""Users; of those forgotten none has a request under way."""


@dataclass(slots=True)
class _Bucket:
    """A token bucket: refilled steadily, emptied by requests."""

    left: float
    at: float
    under_way: int = 0


class Limits:
    """Per user: so many requests a minute on average, a tenth of them at one go, and so many at once."""

    def __init__(self, per_minute: int, at_once: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second, self._most, self._at_once = per_minute / 60, max(1.0, per_minute / 10), at_once
        self._clock = clock
        self._buckets: OrderedDict[UserId, _Bucket] = OrderedDict()

    def enter(self, user: UserId) -> None:
        """Raises Refused: too many.  Otherwise `leave` is to follow."""
        now = self._clock()
        bucket = self._buckets.setdefault(user, _Bucket(left=self._most, at=now))
        self._buckets.move_to_end(user)
        bucket.left = min(self._most, bucket.left + (now - bucket.at) * self._per_second)
        bucket.at = now
        if bucket.under_way >= self._at_once or bucket.left < 1:
            raise Refused("too_many", retry_after_s=max(1, round((1 - bucket.left) / self._per_second)))
        bucket.left -= 1
        bucket.under_way += 1
        self._forget()

    def leave(self, user: UserId) -> None:
        self._buckets[user].under_way -= 1

    def _forget(self) -> None:
        while len(self._buckets) > _REMEMBERED:
            user, oldest = self._buckets.popitem(last=False)
            if oldest.under_way:
                self._buckets[user] = oldest
                return


async def admit(connection: HTTPConnection) -> None:
    """Hold one of the caller's places until the answer is sent (`let_go`); one a request, however often this is called.

    Raises Refused: nobody who is known, or too many requests.
    """
    caller = await signed_in(connection)
    if getattr(connection.state, "place_of", None) is None:
        limits: Limits = connection.app.state.limits
        limits.enter(caller.user)
        connection.state.place_of = caller.user


def let_go(connection: HTTPConnection) -> None:
    """Give the place back, where one is held."""
    user: UserId | None = getattr(connection.state, "place_of", None)
    if user is not None:
        connection.state.place_of = None
        connection.app.state.limits.leave(user)


async def limited(request: Request) -> None:
    """A dependency: see `admit`."""
    await admit(request)


async def _one_at_a_time(request: Request, caller: SignedIn) -> AsyncIterator[None]:
    engine: Engine = request.app.state.engine
    async with engine.lock(caller.user, "memory"):
        yield


ONE_AT_A_TIME = [Depends(_one_at_a_time, scope="function")]
"""For what reads a good part of what is kept of a user: threads of several would take turns with the event loop."""
