"""Server-sent events."""

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from fastapi import Request
from fastapi.responses import StreamingResponse

from yorisoi.errors import YorisoiError
from yorisoi.server.errors import language_of, of_error, said
from yorisoi.server.leaving import unless_they_leave
from yorisoi.tracing import plain

Told = tuple[str, Any]
"""The event's name and its data."""
AS_EVENTS: dict[int | str, dict[str, Any]] = {200: {"content": {"text/event-stream": {}}}}
"""What an endpoint that can answer with events says of itself."""


def wants_events(request: Request) -> bool:
    return "text/event-stream" in request.headers.get("accept", "")


async def events(request: Request, happening: AsyncGenerator[Told, None]) -> StreamingResponse:
    """What happens, as it happens.  An error before the first event is raised; a later one is an event, `error`."""
    first = await unless_they_leave(request, anext(happening))

    async def written() -> AsyncGenerator[str, None]:
        async with aclosing(happening):
            yield _event(*first)
            try:
                async for name, data in happening:
                    yield _event(name, data)
            except YorisoiError as error:
                yield _event("error", said(of_error(error), language_of(request))["error"])

    return StreamingResponse(written(), media_type="text/event-stream", headers={"Cache-Control": "no-store"})


def _event(name: str, data: Any) -> str:
    return f"event: {name}\ndata: {json.dumps(plain(data), ensure_ascii=False)}\n\n"
