"""The one engine behind all requests: turns one after the other in a session, each told as it happens."""

import asyncio
import contextlib
import logging
import os
import time
from asyncio import Lock
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import chain, repeat
from typing import Literal, TypeAlias
from uuid import uuid4
from weakref import WeakValueDictionary

from yorisoi.errors import BackendError, ConfigError
from yorisoi.server.errors import Refused, log_failure
from yorisoi.server.identity import Caller
from yorisoi.server.queueing import Queue, tell_place
from yorisoi.types import NOTHING, Reply, UserId
from yorisoi.wiring import Workspace

_log = logging.getLogger("yorisoi.server")
_PAUSES_S = (5.0, 10.0, 20.0, 40.0, 60.0)
"""Before what makes the server ready is tried again; the last from then on."""
_LOOKS, _BETWEEN_LOOKS_S, _NEWEST = 50, 0.1, 5
"""Five seconds in all, which only a process without breath takes."""
_REMEMBERED = 1_000
"""Users whose last trace is waited for; of others it is written long since."""
_MANY = 1_000
"""Turns at once where they wait for something else than this machine's cores."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """The turn waits for the model."""

    place: int
    """1 is the next; 0: the wait is over."""


@dataclass(frozen=True, slots=True)
class Writing:
    """A model writes; the pieces are the answer in the making, and the reply has the final word."""

    text: str


@dataclass(frozen=True, slots=True)
class Replied:
    """The turn is kept: what follows is sure."""

    reply: Reply
    seconds: float
    """In the engine, waiting for a core or the model included, for another turn of the session not."""


Locked: TypeAlias = Literal["session", "history", "embeddings", "memory"]
TurnEvent: TypeAlias = Waiting | Writing | Replied


class Engine:
    """Turns of many users over one workspace."""

    def __init__(
        self, workspace: Workspace, queue: Queue, on_turn: Callable[[Reply, float], None] = lambda *_: None
    ) -> None:
        """`queue` is the one in which the workspace's chat model is waited for; `on_turn` gets every reply with its
        seconds."""
        self.workspace, self.queue, self._on_turn = workspace, queue, on_turn
        self.ready = asyncio.Event()
        """Set when the index holds what the store holds and the models are loaded."""
        self.uploading = Lock()
        """Held while files are taken in, or removed."""
        self.evaluating = Lock()
        """Held while something is measured."""
        self._turns = asyncio.Semaphore(turns_at_once(workspace))
        self._newest: OrderedDict[UserId, str] = OrderedDict()
        """The trace of the last turn of who spoke last, until it is known to be written."""
        self._locks: WeakValueDictionary[tuple[UserId, Locked, str], Lock] = WeakValueDictionary()

    async def get_ready(self) -> None:
        """Bring the index and the names up to the store and load the embedding model, however many tries that takes.

        Without an embedding model that says that it fails turns are answered as well, and so it is not waited for."""
        told: type[Exception] | None = None
        for pause_s in chain(_PAUSES_S, repeat(_PAUSES_S[-1])):
            try:
                await self.workspace.searcher.catch_up()
                await self._load_embedder()
            except Exception as error:  # noqa: BLE001 nobody waits for this, so nobody else would tell of it
                if type(error) is not told:
                    log_failure("getting ready", error)
                told = type(error)
            else:
                self.ready.set()
                return
            await asyncio.sleep(pause_s)

    async def _load_embedder(self) -> None:
        embedder = self.workspace.searcher.embedder
        try:
            if embedder:
                await embedder.embed_queries(["1"])
        except BackendError as error:  # whose message holds nothing that anybody said: it was asked about our "1"
            _log.warning("the embedding model failed; turns are answered without it: %s", error)

    async def written_afterwards(self, user: UserId) -> None:
        """Wait until the trace of the user's last turn is written, which happens after the reply."""
        trace_id = self._newest.get(user)
        for _ in range(_LOOKS if trace_id else 0):
            newest = await self.workspace.store.traces.newest(user, limit=_NEWEST)
            if any(trace["trace_id"] == trace_id for trace in newest):
                break
            await asyncio.sleep(_BETWEEN_LOOKS_S)
        if self._newest.get(user) == trace_id:
            self._newest.pop(user, None)

    def lock(self, user: UserId, kind: Locked, name: str = "") -> Lock:
        """One for each user, kind and name: turns of a session come one after the other."""
        return self._locks.setdefault((user, kind, name), Lock())

    async def converse(
        self,
        caller: Caller,
        text: str,
        *,
        session: str | None = None,
        attributes: Mapping[str, str] = NOTHING,
        just_answer: bool = False,
    ) -> AsyncGenerator[TurnEvent, None]:
        """One turn as it happens; its last event is `Replied`.

        A new session is begun where none is named.  When the events are not taken any more (the client left; close the
        iterator), the turn is given up: either nothing of it is kept, or all.  Raises what `Assistant.reply` raises;
        ConfigError: the session's name could stand in no address.
        """
        session = session or uuid4().hex[:12]
        if "/" in session or session in (".", ".."):  # no address would lead to it
            raise ConfigError(f"a conversation cannot be called {session!r}: no name has a slash, nor is . or ..")
        events: asyncio.Queue[TurnEvent | None] = asyncio.Queue()
        assistant = self.workspace.assistant

        async def turn() -> None:
            tell_place.set(lambda place: events.put_nowait(Waiting(place)))
            async with at_most(self.workspace.settings.server.max_seconds), self.lock(caller.user, "session", session):
                began = time.perf_counter()
                with assistant.settler.lull.broken():
                    async with self._turns:
                        reply = await assistant.reply(
                            text,
                            user=caller.user,
                            session=session,
                            groups=caller.groups,
                            attributes=attributes,
                            just_answer=just_answer,
                            on_text=lambda piece: events.put_nowait(Writing(piece)),
                        )
            seconds = time.perf_counter() - began
            self._newest[caller.user] = reply.trace_id
            self._newest.move_to_end(caller.user)
            while len(self._newest) > _REMEMBERED:
                self._newest.popitem(last=False)
            self._on_turn(reply, seconds)
            events.put_nowait(Replied(reply, seconds))

        task = asyncio.create_task(turn(), name="turn")
        task.add_done_callback(partial(_end, events))
        try:
            while (event := await events.get()) is not None:
                yield event
            await task  # raises what the turn raised
        finally:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await task

    async def reply(
        self,
        caller: Caller,
        text: str,
        *,
        session: str | None = None,
        attributes: Mapping[str, str] = NOTHING,
        just_answer: bool = False,
    ) -> Reply:
        """One turn, when it is done."""
        turn = self.converse(caller, text, session=session, attributes=attributes, just_answer=just_answer)
        async with contextlib.aclosing(turn) as events:
            async for event in events:
                if isinstance(event, Replied):
                    return event.reply
        raise AssertionError("a turn ends with a reply or an error")


def turns_at_once(workspace: Workspace) -> int:
    """One a core where a turn is nothing but computing: those that come beside it would only make each other late, and
    first come, first served answers nearly everybody sooner.  As many as come where models are waited for."""
    waits = workspace.chat or workspace.searcher.reranker or workspace.settings.embedding.startswith("openai:")
    return _MANY if waits else os.cpu_count() or 1


@contextlib.asynccontextmanager
async def at_most(seconds: float) -> AsyncGenerator[None, None]:
    """Raises Refused (504) when the block takes longer."""
    limit = asyncio.timeout(seconds)
    try:
        async with limit:
            yield
    except TimeoutError:
        if limit.expired():
            raise Refused("too_slow") from None
        raise


def _end(events: "asyncio.Queue[TurnEvent | None]", _: object) -> None:
    events.put_nowait(None)
