"""A model of llama.cpp and the one thread that owns it: what its async faces have in common."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from yorisoi.errors import BackendUnavailable


class Engine(Protocol):
    """A loaded model: blocking, and for one caller at a time."""

    def close(self) -> None: ...


E = TypeVar("E", bound=Engine)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Call:
    """A call, as the thread sees it."""

    hand_over: Callable[[str], object]
    """Gives a piece of the result to whoever waits."""
    stop: threading.Event = field(default_factory=threading.Event)
    """Set when nobody waits any more."""


class OwnedModel(Generic[E]):
    """A model that is loaded on first use; calls wait for each other in its thread."""

    def __init__(self, name: str, load: Callable[[], E], *, timeout_s: float) -> None:
        """`timeout_s` counts from the call, waiting and loading included."""
        self._name = name
        self._load = load
        self.timeout_s = timeout_s
        self._engine: E | None = None
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="yorisoi-llama")

    async def run(self, work: Callable[[E, Call], T], on_piece: Callable[[str], None] | None = None) -> T:
        """What `work` returns in the model's thread; `on_piece` gets, here, what it hands over.

        `work` looks at `stop` often: it is set when the call times out or is cancelled, also before it begins.  Raises
        BackendUnavailable for a call that took too long, and what loading and `work` raise.
        """
        loop = asyncio.get_running_loop()
        pieces: asyncio.Queue[str | None] = asyncio.Queue()
        call = Call(lambda piece: loop.call_soon_threadsafe(pieces.put_nowait, piece))
        done = loop.run_in_executor(self._thread, lambda: work(self._loaded(), call))
        done.add_done_callback(lambda _: pieces.put_nowait(None))
        try:
            async with asyncio.timeout(self.timeout_s):
                while (piece := await pieces.get()) is not None:
                    if on_piece is not None:
                        on_piece(piece)
                return await done
        except TimeoutError as error:
            raise BackendUnavailable(f"{self._name} did not finish within {self.timeout_s:g} s") from error
        finally:
            # However this ends, the thread must not go on working for nobody.
            call.stop.set()
            done.cancel()

    async def loaded(self) -> E:
        """The model, for what needs no turn in its thread; loads it if need be."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._loaded)

    async def close(self) -> None:
        """Free the model.  The object cannot be used afterwards."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._unload)
        self._thread.shutdown()

    def _loaded(self) -> E:
        if self._engine is None:
            self._engine = self._load()
        return self._engine

    def _unload(self) -> None:
        if self._engine is not None:
            self._engine.close()
            self._engine = None
