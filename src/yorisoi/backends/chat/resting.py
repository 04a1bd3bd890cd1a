"""A model that failed is left alone for a while: a circuit breaker."""

import asyncio
import time
from collections.abc import Callable

from yorisoi.errors import BackendError, BackendUnavailable
from yorisoi.ports import ChatModel, ChatRequest, Completion
from yorisoi.wrapped_chat import WrappedChat

REST_S = 30.0
"""After the first failure: longer than a turn, so that a turn waits for a dead server once."""
LONGEST_REST_S = 300.0


class RestingChat(WrappedChat):
    """A ChatModel that refuses at once for `rest_s` after it could not be had, twice as long after each further time.

    Only what may pass counts (`BackendError.retryable`): a key that is refused or a reply in the wrong form costs no
    waiting.  The first call after the rest is the trial; one that succeeds ends all resting.  Calls that fail together,
    since they were made together, are one failure.
    """

    def __init__(
        self,
        model: ChatModel,
        *,
        rest_s: float = REST_S,
        longest_s: float = LONGEST_REST_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`clock` gives seconds since any time."""
        super().__init__(model)
        self._rest_s, self._longest_s = rest_s, longest_s
        self._clock = clock
        self._failures = 0
        self._failed = self._until = clock()

    async def complete(self, request: ChatRequest, on_text: Callable[[str], None] | None = None) -> Completion:
        """See the port.  Raises BackendUnavailable without asking while the model rests, and when no word has come
        within `first_word_s`."""
        began = self._clock()
        if self._until > began:
            left = self._until - began
            raise BackendUnavailable(f"{self.name} failed just now and is asked again in {left:.0f} s")
        try:
            completion = await self._in_time(request, on_text)
        except BackendError as error:
            if error.retryable and began >= self._failed:
                self._failed = self._clock()
                self._until = self._failed + min(self._rest_s * 2**self._failures, self._longest_s)
                self._failures += 1
            raise
        self._failures = 0
        return completion

    async def _in_time(self, request: ChatRequest, on_text: Callable[[str], None] | None) -> Completion:
        limit = asyncio.timeout(request.first_word_s)

        def heard(piece: str) -> None:
            if not limit.expired():
                limit.reschedule(None)
            if on_text:
                on_text(piece)

        try:
            async with limit:
                return await self._model.complete(request, heard if request.first_word_s else on_text)
        except TimeoutError as error:  # no model raises it itself
            raise BackendUnavailable(f"{self.name} said nothing within {request.first_word_s:.3g} s") from error

    async def close(self) -> None:
        """Free what the model holds."""
        if close := getattr(self._model, "close", None):
            await close()
