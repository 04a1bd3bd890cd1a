"""A chat model that failed is left alone for a while, and one that says nothing is not waited for."""

import asyncio
from collections.abc import Callable

from yorisoi.backends.breaker import Breaker
from yorisoi.errors import BackendUnavailable
from yorisoi.ports import ChatModel, ChatRequest, Completion
from yorisoi.wrapped_chat import WrappedChat


class RestingChat(WrappedChat):
    """A ChatModel that refuses at once while it rests: see `Breaker`."""

    def __init__(self, model: ChatModel, breaker: Breaker | None = None) -> None:
        super().__init__(model)
        self._breaker = breaker or Breaker(model.name)

    async def complete(self, request: ChatRequest, on_text: Callable[[str], None] | None = None) -> Completion:
        """See the port.  Raises BackendUnavailable without asking while the model rests, and when no word has come
        within `first_word_s`."""
        with self._breaker.asked():
            return await self._in_time(request, on_text)

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
