"""Whose bodies are read, and how much of them."""

import asyncio
from typing import Any

import pytest
from starlette.requests import HTTPConnection
from starlette.types import Message

from yorisoi.server.bodies import (
    BYTES,
    MOST_CONTAINERS,
    MOST_MEMBERS,
    OPEN_BYTES,
    OPEN_MEMBERS,
    UPLOADS,
    Body,
    most_bytes,
)
from yorisoi.server.errors import Refused
from yorisoi.server.identity import Caller, Role, look_again
from yorisoi.server.limits import Limits, admit, let_go
from yorisoi.types import UserId

KNOWN = {"user": Role.USER, "editor": Role.EDITOR}


class App:
    """What an application knows of its callers: a bearer's role by its name."""

    def __init__(self, at_once: int = 8) -> None:
        self.state = self
        self.limits = Limits(600, at_once)
        self.known = KNOWN

    async def identify(self, connection: Any) -> Caller:
        role = self.known.get(connection.headers.get("authorization", ""))
        if role is None:
            raise Refused("not_signed_in")
        return Caller(user=UserId("me"), groups=frozenset(), role=role, by="key")


def received(path: str, *parts: bytes, app: App | None = None, kind: str = "application/json", by: str = "") -> int:
    """How many parts are read.  Raises Refused as the body does."""
    waiting: list[Message] = [{"type": "http.request", "body": part, "more_body": True} for part in parts]

    async def receive() -> Message:
        return waiting.pop(0)

    headers = [(b"content-type", kind.encode()), (b"authorization", by.encode())]
    scope = {"type": "http", "method": "POST", "path": path, "headers": headers, "app": app or App()}
    body = Body(scope, receive, 200_000_000)

    async def read() -> None:
        for _ in parts:
            await body()

    try:
        asyncio.run(read())
    except Refused as refused:
        raise Refused(refused.code, left=str(len(waiting))) from None
    return len(parts)


def refused(*given: Any, **more: Any) -> tuple[str, int]:
    """(code, parts that were not read)."""
    with pytest.raises(Refused) as caught:
        received(*given, **more)
    return caught.value.code, int(caught.value.values["left"])


def test_nothing_is_read_of_somebody_unknown() -> None:
    for path in ("/api/chat", "/v1/chat/completions", "/api/documents", "/mcp"):
        assert refused(path, b"{}", b"{}") == ("not_signed_in", 2)
    assert received("/api/chat", b"{}", b"{}", by="user") == 2


def test_who_is_dismissed_while_the_body_comes_is_not_known_when_it_has_come() -> None:
    app = App()
    waiting: list[Message] = [{"type": "http.request", "body": b"{", "more_body": True}]

    async def receive() -> Message:
        if waiting:
            return waiting.pop(0)
        app.known = {}
        return {"type": "http.request", "body": b"}", "more_body": False}

    headers = [(b"content-type", b"application/json"), (b"authorization", b"editor")]
    body = Body({"type": "http", "method": "POST", "path": "/api/chat", "headers": headers, "app": app}, receive, 1000)

    async def read() -> None:
        await body()
        with pytest.raises(Refused) as caught:
            await body()
        assert caught.value.code == "not_signed_in"

    asyncio.run(read())


def test_nor_of_somebody_who_asks_too_much_at_once() -> None:
    app = App(at_once=1)
    assert received("/api/chat", b"{}", app=app, by="user") == 1
    assert refused("/api/chat", b"{}", app=app, by="user") == ("too_many", 1)


def test_files_are_read_of_editors_only() -> None:
    for path in UPLOADS:
        assert refused(path, b"x", kind="multipart/form-data", by="user") == ("not_allowed", 1)
        assert received(path, b"x" * (BYTES + 1), kind="multipart/form-data", by="editor") == 1


def test_bodies_that_are_no_files_are_short() -> None:
    assert refused("/api/chat", b"x" * BYTES, b"x", b"x", by="user") == ("too_large", 1)
    assert refused("/api/login", b"x" * OPEN_BYTES, b"x", b"x") == ("too_large", 1)
    assert most_bytes("/me/correct", "application/x-www-form-urlencoded", 10**9) < BYTES
    assert {most_bytes(path, "", 5000) for path in ("/api/chat", "/login", "/documents")} == {5000}


def test_json_holds_so_many_lists_and_objects() -> None:
    half = b"[{" * (MOST_CONTAINERS // 4)
    assert received("/api/chat", half, half, by="user") == 2
    assert refused("/api/chat", half, half, b"{", b"", by="user") == ("invalid", 1)
    assert received("/api/documents", half, half, b"{", kind="multipart/form-data", by="editor") == 3
    for kind in ("application/x-www-form-urlencoded+json", "multipart/x+json"):  # JSON, for FastAPI
        assert refused("/api/chat", half, half, b"{", b"", kind=kind, by="user") == ("invalid", 1)


def test_and_so_many_values_of_which_those_in_strings_are_none() -> None:
    many = b'{"messages":[' + b"1," * (MOST_MEMBERS - 1)
    assert received("/v1/chat/completions", many, by="user") == 1
    assert refused("/v1/chat/completions", many, b"1,", b"", by="user") == ("invalid", 1)
    assert refused("/api/login", b"1," * OPEN_MEMBERS, b"") == ("invalid", 1)
    commas = b"," * MOST_MEMBERS
    for before, behind in ((b'{"text":"', b'"}'), (b'{"text":"\\\\\\"', b'"}'), (b'{"a":"\\\\","text":"', b'"}')):
        assert received("/api/chat", before, commas, commas, behind, by="user") == 4
    assert received("/api/chat", b'{"text":"\\', b'"', commas, commas, by="user") == 4, "a quotation mark cut in two"
    assert refused("/api/chat", b'{"text":"\\\\"', b"," + commas, b"", by="user") == ("invalid", 1)
    assert received("/api/documents", commas, commas, kind="text/csv", by="editor") == 2


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-16-be"])
def test_json_in_other_encodings_is_none(encoding: str) -> None:
    assert refused("/api/chat", '{"text": "∀"}'.encode(encoding), by="user") == ("not_json", 0)


def test_the_place_that_was_taken_is_given_back_and_nobody_else_takes_a_request_over() -> None:
    app = App(at_once=1)
    names = iter(["aoi", "aoi", "ren"])

    async def identify(_: Any) -> Caller:
        return Caller(user=UserId(next(names)), groups=frozenset(), role=Role.USER, by="password")

    app.identify = identify  # type: ignore[method-assign]
    connection = HTTPConnection({"type": "http", "headers": [], "app": app})

    async def begin_and_end() -> None:
        await admit(connection)
        await look_again(connection)
        with pytest.raises(Refused):
            await look_again(connection)
        let_go(connection)

    asyncio.run(begin_and_end())
    app.limits.enter(UserId("aoi"))
