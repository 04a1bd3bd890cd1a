"""Running the application on an address, until it is told to stop."""

import asyncio
import contextlib
import logging
import socket
from collections.abc import Callable

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol

from yorisoi.errors import ConfigError, YorisoiError

_CONNECTIONS = 1_000
"""Open at once; further ones are told to come back (503).  Systems allow a process 1,024 files by default, and one that
has no more left to open can answer nobody.  Clients that are slow on purpose are for a proxy in front to end."""
_STOPPING_S = 30
"""For requests under way when the server is told to stop; then they are given up."""
_KEPT_OPEN_S = 75
"""A connection between two requests: longer than proxies keep theirs (nginx: 60 s), since a request that is sent while
the connection is closed is lost."""

_AT_A_TIME = 16_384
"""Bytes of a connection, then others have their turn: each chunk of a body is an event of its own to h11, and of chunks
of one byte asyncio's 256 kB are 2 s of the event loop."""

_HEAD_BYTES = 131_072
"""Of a request's head at most; h11's own 16 kB count what is incomplete, and so all that is read a little at a time."""


class _HTTP(H11Protocol):
    """Connections that are read a little at a time."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        transport.max_size = _AT_A_TIME  # type: ignore[attr-defined]
        super().connection_made(transport)


def log_requests() -> None:
    """The line of each request (`watching.Watch`) to standard error, as it is."""
    to_standard_error = logging.StreamHandler()
    to_standard_error.setFormatter(logging.Formatter("%(message)s"))
    requests = logging.getLogger("yorisoi.requests")
    requests.handlers, requests.propagate = [to_standard_error], False
    requests.setLevel(logging.INFO)


def serve(app: FastAPI, host: str, port: int, on_open: Callable[[str], None]) -> None:
    """Listen until SIGINT or SIGTERM; `on_open` gets the address once requests are taken.

    Stopping, no new request is taken, those under way are finished, and what is written afterwards is waited for.
    Raises ConfigError: the address cannot be listened on; and what the application raised when it was started.
    """
    logging.getLogger("uvicorn.error").disabled = True  # whatever fails is told by the application, in one line
    with bound(host, port) as listening:
        config = configured(app)
        number = listening.getsockname()[1]
        name = f"[{host}]" if ":" in host else host
        server = _Announcing(config, lambda: on_open(f"http://{name}:{number}"))
        with contextlib.suppress(SystemExit):  # uvicorn's way to say that the application did not start
            server.run(sockets=[listening])
        if not server.started:
            raise getattr(app.state, "failure", None) or YorisoiError("the server could not be started")


def configured(app: FastAPI, stopping_s: int = _STOPPING_S) -> uvicorn.Config:
    """How the application is served; requests under way have `stopping_s` to end."""
    return uvicorn.Config(
        app,
        http=_HTTP,
        h11_max_incomplete_event_size=_HEAD_BYTES,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=stopping_s,
        timeout_keep_alive=_KEPT_OPEN_S,
        limit_concurrency=_CONNECTIONS,
    )


class _Announcing(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, on_open: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_open = on_open

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self.started:
            self._on_open()


def bound(host: str, port: int) -> socket.socket:
    """A socket that has the address; port 0 takes a free one.  Raises ConfigError."""
    if not host:
        raise ConfigError("an empty host names no address; every one of this machine is 0.0.0.0")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With its protocol named: asyncio sends at once (TCP_NODELAY) only over what it knows to be TCP, and else an answer
    # would wait 40 ms until the client has acknowledged its head.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        reason = error.strerror or str(error)
        raise ConfigError(f"{host}:{port} cannot be listened on: {reason}; choose another --port") from error
    return listening
