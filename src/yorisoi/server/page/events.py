"""Server-sent events, as the page's own script reads them."""

import json

from fastapi import Request


def wants_events(request: Request) -> bool:
    return "text/event-stream" in request.headers.get("accept", "")


def event(name: str, data: object) -> str:
    return f"event: {name}\ndata: {json.dumps(data)}\n\n"
