"""A turn's own time: its model calls share what is left until the first word."""

import time
from collections.abc import Callable
from dataclasses import replace

from yorisoi.errors import BackendUnavailable
from yorisoi.ports import ChatModel, ChatRequest, Completion
from yorisoi.wrapped_chat import WrappedChat


class Budget:
    """So many seconds from now on."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock` gives seconds since any time."""
        self.seconds = seconds
        self._clock = clock
        self._end = clock() + seconds

    @property
    def left(self) -> float:
        return self._end - self._clock()


class BudgetedChat(WrappedChat):
    """A ChatModel whose first word has to come within what is left of a budget; it is not asked when nothing is."""

    def __init__(self, model: ChatModel, budget: Budget) -> None:
        super().__init__(model)
        self._budget = budget

    async def complete(self, request: ChatRequest, on_text: Callable[[str], None] | None = None) -> Completion:
        """See the port."""
        left = self._budget.left
        if left <= 0:
            raise BackendUnavailable(f"{self.name} is not asked: {self._budget.seconds:g} s without a word are over")
        return await self._model.complete(replace(request, first_word_s=left), on_text)
