"""What passes the border, request by request: hosts, origins, sizes; for HTTP and for sockets."""

import asyncio
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from yorisoi.server.border import Border, BorderConfig, is_loopback
from yorisoi.server.errors import Refused
from yorisoi.settings import ServerSettings

OWN = "yorisoi.example"
ANY_NAME = BorderConfig.of(ServerSettings(host="0.0.0.0"))
CONFIG = BorderConfig.of(ServerSettings(host="0.0.0.0", names=f"{OWN}, Other.Example", max_body_bytes=1000))


async def inside(scope: Scope, receive: Receive, send: Send) -> None:
    """Reads the whole body and says how long it was."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        return
    length, more = 0, True
    while more:
        message = await receive()
        length, more = length + len(message["body"]), message.get("more_body", False)
    headers = [(b"x-length", str(length).encode()), (b"referrer-policy", b"no-referrer")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


def asked(
    method: str = "POST", *, body: tuple[bytes, ...] = (b"",), config: BorderConfig = CONFIG, **headers: str
) -> tuple[int, dict[str, str]]:
    """(status, headers) of the answer; a header that is too much to read raises as the application would."""
    sent: list[Message] = []
    waiting = [{"type": "http.request", "body": part, "more_body": True} for part in body[:-1]]
    waiting.append({"type": "http.request", "body": body[-1], "more_body": False})

    async def receive() -> Message:
        return waiting.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    given = {"host": OWN, **{name.replace("_", "-"): value for name, value in headers.items()}}
    scope = {
        "type": "http",
        "method": method,
        "path": "/login",  # where nobody has to be known
        "headers": [(n.encode(), v.encode()) for n, v in given.items()],
    }
    asyncio.run(Border(inside, config)(scope, receive, send))
    return sent[0]["status"], {name.decode(): value.decode() for name, value in sent[0]["headers"]}


def socket(**headers: str) -> str:
    """What is answered to the request for a socket."""
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        sent.append(message)

    given = [(name.replace("_", "-").encode(), value.encode()) for name, value in {"host": OWN, **headers}.items()]
    asyncio.run(Border(inside, CONFIG)({"type": "websocket", "path": "/", "headers": given}, receive, send))
    return str(sent[0]["type"])


@pytest.mark.parametrize(
    ("host", "status"),
    [
        (OWN, 200),
        (f"{OWN}:8000", 200),
        ("OTHER.example", 200),
        ("localhost:1", 200),
        ("[::1]:1", 200),
        ("evil.example", 400),
        (f"{OWN}.evil.example", 400),
        ("", 400),
    ],
)
def test_the_server_answers_to_its_own_names(host: str, status: int) -> None:
    assert asked("GET", host=host)[0] == status


def test_a_server_for_others_without_names_answers_to_any() -> None:
    assert asked(host="any", config=ANY_NAME)[0] == 200
    assert asked(host="any", config=BorderConfig.of(ServerSettings(host="127.0.0.1")))[0] == 400


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"sec_fetch_site": "same-origin"}, 200),
        ({"sec_fetch_site": "none"}, 200),
        ({"sec_fetch_site": "same-site"}, 403),
        ({"sec_fetch_site": "cross-site", "origin": f"https://{OWN}"}, 403),
        ({"origin": f"https://{OWN}"}, 200),
        ({"origin": f"https://{OWN.upper()}"}, 200),
        ({"origin": f"https://{OWN}:8000"}, 403),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "null", "host": ""}, 403),
        ({"origin": "http://["}, 403),
        ({"origin": f"https://{OWN}@evil.example"}, 403),
    ],
)
def test_a_change_comes_from_the_own_pages_or_from_programs(headers: dict[str, str], status: int) -> None:
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        assert asked(method, config=ANY_NAME, **headers)[0] == status
    for method in ("GET", "HEAD", "OPTIONS"):
        assert asked(method, config=ANY_NAME, **headers)[0] == 200


def test_a_socket_is_a_change() -> None:
    assert socket() == "websocket.accept"
    assert socket(origin=f"https://{OWN}") == "websocket.accept"
    assert socket(origin="https://evil.example") == "websocket.close"
    assert socket(origin="http://[") == "websocket.close"
    assert socket(host="evil.example") == "websocket.close"


def test_what_is_neither_a_request_nor_a_socket_passes() -> None:
    passed: list[str] = []

    async def begins(scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG001
        passed.append(scope["type"])

    async def nothing(*_: Message) -> Any:
        raise AssertionError("nothing is received or sent")

    asyncio.run(Border(begins, CONFIG)({"type": "lifespan"}, nothing, nothing))
    assert passed == ["lifespan"]


@pytest.mark.parametrize(("length", "status"), [("1000", 200), ("1001", 413), ("nonsense", 200)])
def test_a_body_that_is_said_to_be_too_long_is_refused_unread(length: str, status: int) -> None:
    assert asked(content_length=length)[0] == status


def test_a_body_is_counted_as_it_comes() -> None:
    assert asked(body=(b"x" * 500, b"x" * 500))[1]["x-length"] == "1000"
    with pytest.raises(Refused, match="too_large"):
        asked(body=(b"x" * 500, b"x" * 500, b"x"))


def test_every_answer_says_how_it_may_be_shown_and_a_page_may_say_it_otherwise() -> None:
    headers = asked()[1]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "SAMEORIGIN"
    assert headers["referrer-policy"] == "no-referrer"
    refused: dict[str, Any] = asked(host="evil.example")[1]
    assert refused["x-content-type-options"] == "nosniff"
    assert refused["referrer-policy"] == "same-origin"


@pytest.mark.parametrize(
    ("host", "alone"),
    [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("::", False), ("example", False)],
)
def test_loopback_is_what_only_this_machine_reaches(host: str, alone: bool) -> None:
    assert is_loopback(host) is alone


@pytest.mark.parametrize(
    ("cookie", "status"),
    [
        ('a="' + r"\1" * 30_000 + '"', 400),
        ("a=" + '"' + "\\054" * 500 + '"; b=c', 200),
        (r'messages="[[\"__json\"\054 1]]"', 200),
        ("a=" + "b" * 30_000, 200),
    ],
    ids=["hostile", "many", "another application's", "long"],
)
def test_cookies_are_let_in_that_do_not_take_long_to_read(cookie: str, status: int) -> None:
    assert asked("GET", cookie=cookie)[0] == status


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        ("multipart/form-data; boundary=b; charset=punycode", 400),
        ('multipart/form-data; boundary=b; charset="PUNYCODE"', 400),
        ("multipart/form-data; boundary=b; charset=unicode_escape", 400),
        ("multipart/form-data; charset=utf-8; boundary=b; charset=punycode", 400),
        (f"multipart/form-data; boundary=b; {'a=b;' * 300}", 400),
        ("multipart/form-data; boundary=b; charset=UTF-8", 200),
        ("multipart/form-data; boundary=b", 200),
        ("multipart/form-data; boundary=b; charset=Shift_JIS", 200),
        ("application/x-www-form-urlencoded; charset=ISO-8859-1", 200),
        ("application/json; charset=utf-8", 200),
        ("text/html; charset=utf-7", 200),
        ("", 200),
    ],
)
def test_forms_name_charsets_of_forms_alone(kind: str, status: int) -> None:
    assert asked(content_type=kind)[0] == status
