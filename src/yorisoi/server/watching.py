"""How the server does, for those who run it: figures for Prometheus, and one line of JSON a request.

Neither holds what anybody said, searched or sent: an address counts by its pattern (`/api/sessions/{session}`), since
the names in it are the users' own.
"""

import json
import logging
import time
from datetime import UTC, datetime
from uuid import uuid4

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from yorisoi.types import Reply

_log = logging.getLogger("yorisoi.requests")
_SECONDS = (0.01, 0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 30.0, 60.0, 120.0)
"""Bounds of the histograms: a turn without a model is in the first half, one with a small model in the second."""
_NOWHERE = "other"
"""For addresses and methods that are none: each would be a series of its own."""
_METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
_MOST_CHARACTERS = 64
"""Of an id that a client gives its request."""
_LEFT = 499
"""The status that is noted of a request whose client left before it was answered."""
REQUEST_ID = "x-request-id"


def asked_for(scope: Scope) -> tuple[str, str]:
    """A request's method and the pattern of its address."""
    method = scope["method"] if scope["method"] in _METHODS else _NOWHERE
    return method, getattr(scope.get("route"), "path", _NOWHERE)


class Figures:
    """What is counted in this process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.requests = Counter(
            "yorisoi_requests", "Requests answered", ("method", "path", "status"), registry=self.registry
        )
        self.seconds = Histogram(
            "yorisoi_request_seconds",
            "From a request's head to the end of its answer",
            ("path",),
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.under_way = Gauge("yorisoi_requests_under_way", "Requests not yet answered", registry=self.registry)
        self.turns = Counter("yorisoi_turns", "Turns answered", ("action", "degraded"), registry=self.registry)
        self.turn_seconds = Histogram(
            "yorisoi_turn_seconds", "Of a turn in the engine", buckets=_SECONDS, registry=self.registry
        )
        self.waiting = Gauge("yorisoi_waiting_for_the_model", "Turns in its queue", registry=self.registry)
        self.ready = Gauge("yorisoi_ready", "1 when turns are answered", registry=self.registry)

    def count_turn(self, reply: Reply, seconds: float) -> None:
        self.turns.labels(reply.action, "yes" if reply.degraded else "no").inc()
        self.turn_seconds.observe(seconds)

    def as_text(self) -> bytes:
        """In Prometheus' text format."""
        return generate_latest(self.registry)


class Watch:
    """ASGI middleware that counts and logs every request, those that others refuse included; outermost.

    A request keeps the id that the client or a proxy gave it (`X-Request-ID`), or gets one; the answer has it too.
    """

    def __init__(self, app: ASGIApp, figures: Figures) -> None:
        self._app, self._figures = app, figures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), _LEFT  # unless an answer was begun
        given = Headers(scope=scope).get(REQUEST_ID, "")
        request_id = given if given.isascii() and 0 < len(given) <= _MOST_CHARACTERS else uuid4().hex

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[REQUEST_ID] = request_id
            await send(message)

        try:
            with self._figures.under_way.track_inprogress():
                await self._app(scope, receive, sending)
        except Exception:  # of what stands between here and the application, which answers for itself
            status = 500 if status == _LEFT else status
            raise
        finally:
            self._note(scope, status, time.perf_counter() - began, request_id)

    def _note(self, scope: Scope, status: int, seconds: float, request_id: str) -> None:
        method, path = asked_for(scope)
        self._figures.requests.labels(method if path != _NOWHERE else "", path, status).inc()
        self._figures.seconds.labels(path).observe(seconds)
        caller = scope.get("state", {}).get("caller")
        line = {
            "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "method": method,
            "path": path,
            "status": status,
            "ms": round(1000 * seconds, 1),
            "user": caller.user if caller else None,
            "by": caller.by if caller else None,
            "request_id": request_id,
        }
        _log.info("%s", json.dumps(line, ensure_ascii=False))
