"""What a request has to pass before anything looks at it: host, origin, body.  For HTTP and for sockets."""

import ipaddress
from dataclasses import dataclass
from typing import Any

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from yorisoi.server.bodies import Body
from yorisoi.server.errors import Refused, answer
from yorisoi.server.limits import let_go
from yorisoi.settings import ServerSettings

_READING = frozenset(("GET", "HEAD", "OPTIONS"))
_LOCAL = frozenset(("localhost", "127.0.0.1", "[::1]"))
_MOST_TO_UNQUOTE = 10_000_000
"""Backslashes in cookies by their letters: Python before 3.11.10 and 3.12.6 looks through all that follows for each of
them, on the event loop and whatever is asked for: 30,000 in 60 kB took 7 s (CVE-2024-7592); so many take 0.05 s."""
_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"SAMEORIGIN"),
    (b"cache-control", b"no-store"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BorderConfig:
    """What passes."""

    hosts: frozenset[str] | None
    """Names that the server answers to, without ports; None: any."""
    max_body_bytes: int

    @classmethod
    def of(cls, settings: ServerSettings) -> "BorderConfig":
        named = frozenset(filter(None, (name.strip().lower() for name in (settings.names or "").split(","))))
        hosts = named | _LOCAL if named or is_loopback(settings.host) else None
        return cls(hosts=hosts, max_body_bytes=settings.max_body_bytes)


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches the address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class Border:
    """ASGI middleware that refuses what should not be let in.

    - A host that is not the server's own: a strange page cannot make its own name point here (DNS rebinding).
    - A change, or a socket, asked for by a page of another origin: cross-site request forgery.  Browsers say where a
      request comes from (`Sec-Fetch-Site`, `Origin`) and pages cannot forge it; programs send neither header.
    - Cookies that take long to read.
    - A body of somebody unknown, beyond its limit, or of another form than is taken: see `bodies`.
    """

    def __init__(self, app: ASGIApp, config: BorderConfig) -> None:
        self._app, self._config = app, config

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        refused = self._refusal(scope)
        if scope["type"] == "http":
            body = Body(scope, receive, self._config.max_body_bytes)
            refused = refused or body.refusal()
            if refused is None:
                await self._let_in(scope, body, send)
            else:
                await answer(HTTPConnection(scope), refused)(scope, receive, _with_headers(scope, send))
        elif refused is None:
            await self._app(scope, receive, send)
        else:
            await receive()  # the request for the socket
            await send({"type": "websocket.close", "code": 1008})

    async def _let_in(self, scope: Scope, body: Body, send: Send) -> None:
        try:
            await self._app(scope, body, _with_headers(scope, send))
        finally:
            let_go(HTTPConnection(scope))

    def _refusal(self, scope: Scope) -> Refused | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "").lower()
        if self._config.hosts is not None and _without_port(host) not in self._config.hosts:
            return Refused("host_unknown")
        if any(len(each) * each.count("\\") > _MOST_TO_UNQUOTE for each in headers.getlist("cookie")):
            return Refused("invalid", detail="Cookie: too many backslashes")
        changes = scope["type"] == "websocket" or scope["method"] not in _READING
        if changes and _comes_from_elsewhere(headers, host):
            return Refused("other_origin")
        return None


def _without_port(host: str) -> str:
    return host[: host.index("]") + 1] if host.startswith("[") and "]" in host else host.partition(":")[0]


def _comes_from_elsewhere(headers: Headers, host: str) -> bool:
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site not in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is not None and origin.lower().partition(":")[2] != f"//{host}"


def _with_headers(scope: Scope, send: Send) -> Any:
    """Those of every answer.  What comes in chunks is not read on behind the answer to it, whatever more comes."""
    ours = [*_HEADERS, (b"connection", b"close")] if "transfer-encoding" in Headers(scope=scope) else _HEADERS

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            present = {name.lower() for name, _ in message["headers"]}
            message["headers"] = [*message["headers"], *(each for each in ours if each[0] not in present)]
        await send(message)

    return sending
