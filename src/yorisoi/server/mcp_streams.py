"""Standard input and output for `yorisoi mcp`: all that was sent is answered, also where the input ends behind it.

The library cancels what is under way when its input ends, so it is told of the end when all of that is done; and it
answers nothing to what it cannot read.
"""

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.dispatcher import as_request_id, coerce_request_id
from mcp.shared.message import SessionMessage
from mcp_types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    RequestId,
)
from pydantic import ValidationError

from yorisoi.language.packs import LENDS
from yorisoi.server.errors import Refused, said
from yorisoi.server.mcp_messages import check, unreadable

Coming = MemoryObjectReceiveStream[SessionMessage | Exception]
Going = MemoryObjectSendStream[SessionMessage]


class _Unanswered:
    """Requests that the library has and has not answered."""

    def __init__(self) -> None:
        self._open: Counter[RequestId] = Counter()  # as the library compares them: "07" and 7 are one id
        self._fewer = anyio.Event()

    def came(self, message: JSONRPCMessage) -> None:
        if isinstance(message, JSONRPCRequest):
            self._open[coerce_request_id(message.id)] += 1
        elif isinstance(message, JSONRPCNotification) and message.method == "notifications/cancelled":
            self._close(as_request_id((message.params or {}).get("requestId")))  # which is never answered

    def went(self, message: JSONRPCMessage) -> None:
        if isinstance(message, JSONRPCResponse | JSONRPCError):
            self._close(message.id)

    async def all_answered(self, most_s: float) -> None:
        """Until they are, or none of them is for so many seconds."""
        while self._open:
            with anyio.move_on_after(most_s) as waiting:
                await self._fewer.wait()
            if waiting.cancelled_caught:
                return

    def _close(self, id_: RequestId | None) -> None:
        if id_ is None:
            return
        known = coerce_request_id(id_)
        left = self._open.pop(known, 0) - 1
        if left > 0:
            self._open[known] = left
        self._fewer.set()
        self._fewer = anyio.Event()


@asynccontextmanager
async def until_answered(coming: Coming, going: Going, most_s: float) -> AsyncIterator[tuple[Coming, Going]]:
    """The streams for the library; what comes ends when all is answered, or nothing is for `most_s`."""
    unanswered = _Unanswered()
    to_library, library_reads = anyio.create_memory_object_stream[SessionMessage | Exception]()
    library_writes, from_library = anyio.create_memory_object_stream[SessionMessage]()

    async def bring() -> None:
        async with coming, to_library:
            async for each in coming:
                if _is_blank(each):
                    continue
                if fault := _fault_of(each):
                    await going.send(fault)
                elif isinstance(each, SessionMessage):
                    unanswered.came(each.message)
                    await to_library.send(each)
            await unanswered.all_answered(most_s)

    async def take() -> None:
        async with going, from_library:
            async for each in from_library:
                await going.send(each)
                unanswered.went(each.message)

    async with anyio.create_task_group() as both:
        both.start_soon(bring)
        both.start_soon(take)
        yield library_reads, library_writes


def _is_blank(came: SessionMessage | Exception) -> bool:
    """An empty line, which a file may end with."""
    return isinstance(came, ValidationError) and not str(came.errors()[0]["input"]).strip()


def _fault_of(came: SessionMessage | Exception) -> SessionMessage | None:
    """What is answered where no message came, or one that the library would not answer."""
    try:
        if isinstance(came, Exception):
            raise unreadable(came)
        check(came.message)
    except Refused as refused:
        code = PARSE_ERROR if refused.code == "not_json" else INVALID_REQUEST
        error = ErrorData(code=code, message=said(refused, LENDS)["error"]["message"])
        return SessionMessage(JSONRPCError(jsonrpc="2.0", id=None, error=error))
    return None
