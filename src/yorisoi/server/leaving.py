"""Work for a client stops when the client leaves."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from fastapi import Request

T = TypeVar("T")


async def unless_they_leave(request: Request, work: Awaitable[T]) -> T:
    """The work's result.  When the connection is closed before, the work is cancelled, and so is the request.

    For answers that come in one piece; a streamed one is stopped by the server itself.  The body is to be read before;
    raises what is wrong with one that nobody has read, as a GET may have it.
    """
    working, leaving = asyncio.create_task(_awaited(work)), asyncio.create_task(_left(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        leaving.result()
        raise asyncio.CancelledError("the client left")
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _awaited(work: Awaitable[T]) -> T:
    return await work


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
