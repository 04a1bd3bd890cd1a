"""What a client of a server says when something is wrong: an error of ours, without the key and without a login."""

import json
from base64 import b64encode
from collections.abc import Callable
from typing import Any

import httpx2
import pytest

from yorisoi.clients.server import Server
from yorisoi.errors import BackendRefused, BackendUnavailable, ConfigError, MalformedReply

KEY, PASSWORD = "yorisoi_KEYKEY", "PASS/WORD"
SECRETS = (KEY, PASSWORD, "PASS%2FWORD", "PASS", b64encode(f"me:{PASSWORD}".encode()).decode())
URL = "http://me:PASS%2FWORD@127.0.0.1:8390"
HIT = {"passage_id": 1, "score": 0.5, "source": "a.md", "title": "", "section": [], "language": "ja", "text": "休暇"}
Answer = Callable[[httpx2.Request], httpx2.Response]


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch) -> Callable[[Answer], None]:
    """Has any server answer so."""

    def answer(by: Answer) -> None:
        client = httpx2.Client(transport=httpx2.MockTransport(by))
        monkeypatch.setattr("yorisoi.clients.server.httpx2.get", client.get)

    return answer


def with_body(body: str, status: int = 200) -> Answer:
    return lambda _: httpx2.Response(status, text=body)


def with_hits(*hits: Any) -> Answer:
    return with_body(json.dumps({"hits": hits}))


def repeating(request: httpx2.Request) -> httpx2.Response:
    """What it was sent, and what it may know."""
    said = f"{request.headers['Authorization']}\nBearer {KEY}, {PASSWORD}, PASS%2FWORD"
    return httpx2.Response(400, json={"error": {"message": said}})


def unreachable(_: httpx2.Request) -> httpx2.Response:
    raise httpx2.ConnectError(f"cannot connect to {URL}")


def told(error: BaseException) -> str:
    """By the error and what it came from, as a traceback has it."""
    came_from = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return f"{error}\n{told(came_from)}" if came_from else str(error)


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (repeating, BackendRefused),
        (unreachable, BackendUnavailable),
        (with_body("<html>"), MalformedReply),
        (with_body("[1]"), MalformedReply),
        (with_body("[" * 100_000), MalformedReply),
        (with_body('{"hits": null}'), MalformedReply),
        (with_body('{"error": "no"}', 500), MalformedReply),
        (with_hits({"passage_id": 1}), MalformedReply),
        (with_hits(HIT | {"text": None}), MalformedReply),
        (with_hits(HIT | {"score": "high"}), MalformedReply),
        (with_hits("休暇"), MalformedReply),
    ],
)
def test_what_a_server_does_is_an_error_of_ours_without_a_secret(answered: Any, answer: Answer, kind: Any) -> None:
    answered(answer)
    with pytest.raises(kind) as raised:
        Server(url=URL, key=KEY).search("休暇")
    assert "the server at http://127.0.0.1:8390" in str(raised.value)
    assert "\n" not in str(raised.value)
    assert not [each for each in SECRETS if each in str(raised.value)]


@pytest.mark.parametrize(
    "url",
    [
        URL,
        "ftp://me:PASS@host",
        "http://me:PASS@host:99999",
        "http://me:PASS/WORD@host",
        "http://me:PASS?WORD@host",
        "http://[me:PASS@host",
        "http://me:PASS@\ud800",
        "me:PASS@host",
    ],
)
def test_an_address_is_told_without_its_login(answered: Any, url: str) -> None:
    answered(with_body("<html>"))
    server = Server(url=url)
    with pytest.raises((ConfigError, MalformedReply)) as raised:
        server.search("休暇")
    assert "PASS" not in told(raised.value) + repr(server)


def test_a_key_that_cannot_be_sent_is_refused_without_being_told() -> None:
    for key in ("yorisoi_鍵", "yorisoi_key\n"):
        with pytest.raises(ConfigError, match="cannot be sent") as raised:
            Server(key=key).search("休暇")
        assert "yorisoi_" not in str(raised.value)
    assert repr(Server(key=KEY)) == "Server(url='http://127.0.0.1:8390', limit=10, timeout_s=30.0)"


def test_hits_come_as_they_are_for_any_query(answered: Any) -> None:
    asked: list[str] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        asked.append(request.url.params["q"])
        return httpx2.Response(200, json={"hits": [HIT]})

    answered(answer)
    for query in ("休暇", "\ud800", "休" * 100_000):
        assert Server().search(query) == [HIT]
    assert asked == ["休暇", "?", "休" * 4_000]
