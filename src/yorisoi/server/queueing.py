"""A queue for a model that takes one request at a time, and that tells everybody in it their place."""

from asyncio import Future, get_running_loop
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar

from yorisoi.ports import ChatModel, ChatRequest, Completion
from yorisoi.wrapped_chat import WrappedChat

Tell = Callable[[int], None]
"""Gets a place in the queue whenever it changes: 1 is the next; 0 when it is one's turn after waiting."""

tell_place: ContextVar[Tell] = ContextVar("tell_place", default=lambda _: None)
"""Who is to be told, of the task that asks."""


class Queue:
    """First come, first served, so many at once."""

    def __init__(self, at_once: int = 1) -> None:
        self._free = at_once
        self._waiting: deque[tuple[Future[None], Tell]] = deque()

    def __len__(self) -> int:
        """How many wait."""
        return len(self._waiting)

    @asynccontextmanager
    async def turn(self, tell: Tell) -> AsyncIterator[None]:
        """Waits for one's turn and holds it for the block.  Whoever is cancelled while waiting leaves the queue."""
        if self._free and not self._waiting:
            self._free -= 1
        else:
            await self._wait(tell)
        try:
            yield
        finally:
            self._next()

    async def _wait(self, tell: Tell) -> None:
        own: Future[None] = get_running_loop().create_future()
        place = (own, tell)
        self._waiting.append(place)
        tell(len(self._waiting))
        try:
            await own
        except BaseException:
            if place in self._waiting:
                self._waiting.remove(place)
                self._tell_all()
            elif own.done() and not own.cancelled():
                self._next()  # it was given the turn in the same moment
            raise
        tell(0)

    def _next(self) -> None:
        while self._waiting:
            first, _ = self._waiting.popleft()
            if not first.done():
                first.set_result(None)
                self._tell_all()
                return
        self._free += 1

    def _tell_all(self) -> None:
        for place, (_, tell) in enumerate(self._waiting, start=1):
            tell(place)


class QueuedChat(WrappedChat):
    """A ChatModel whose calls come one at a time.  Waiting does not count into the model's own time limit."""

    def __init__(self, model: ChatModel, queue: Queue) -> None:
        super().__init__(model)
        self._queue = queue

    async def complete(self, request: ChatRequest, on_text: Callable[[str], None] | None = None) -> Completion:
        async with self._queue.turn(tell_place.get()):
            return await self._model.complete(request, on_text)

    async def close(self) -> None:
        """Free what the model holds."""
        if close := getattr(self._model, "close", None):
            await close()
