"""What failed is left alone for a while: a circuit breaker."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from yorisoi.errors import BackendError, BackendUnavailable

REST_S = 30.0
"""After the first failure: longer than a turn, so that a turn waits for a dead server once."""
LONGEST_REST_S = 300.0


class Breaker:
    """Refuses at once for `rest_s` after something could not be had, twice as long after each further time.

    Only what may pass counts (`BackendError.retryable`): a key that is refused or a reply in the wrong form costs no
    waiting.  The first call after the rest is the trial; one that succeeds ends all resting.  Calls that fail together,
    since they were made together, are one failure.
    """

    def __init__(
        self,
        name: str,
        *,
        rest_s: float = REST_S,
        longest_s: float = LONGEST_REST_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`clock` gives seconds since any time."""
        self._name = name
        self._rest_s, self._longest_s = rest_s, longest_s
        self._clock = clock
        self._failures = 0
        self._failed = self._until = clock()

    @contextmanager
    def asked(self) -> Iterator[None]:
        """Around a call.  Raises BackendUnavailable while it rests, before the call is made."""
        began = self._clock()
        if self._until > began:
            left = self._until - began
            raise BackendUnavailable(f"{self._name} failed just now and is asked again in {left:.0f} s")
        try:
            yield
        except BackendError as error:
            if error.retryable and began >= self._failed:
                self._failed = self._clock()
                self._until = self._failed + min(self._rest_s * 2**self._failures, self._longest_s)
                self._failures += 1
            raise
        self._failures = 0
