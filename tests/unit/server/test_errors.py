"""What is answered when something goes wrong, in the language that the client accepts."""

from urllib.parse import quote

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.requests import HTTPConnection

from yorisoi.server.errors import install, language_of


def accepting(languages: str) -> HTTPConnection:
    return HTTPConnection({"type": "http", "headers": [(b"accept-language", languages.encode())]})


@pytest.mark.parametrize(
    ("languages", "taken"),
    [
        ("ja", "ja"),
        ("en;q=0.5, zh-CN;q=0.8", "zh"),
        ("zh;q=0, ja;q=0.1", "ja"),
        ("ja;q=1., en", "ja"),
        ("tlh", "en"),
        ("", "en"),
        ("ja;q=., zh;q=1", "zh"),
        ("ja;q=1.1.1, zh;q=9, en;q=.", "en"),
    ],
)
def test_the_language_is_the_first_that_is_known_and_nonsense_counts_for_nothing(languages: str, taken: str) -> None:
    assert language_of(accepting(languages)) == taken


def test_what_failed_is_in_the_log_without_what_was_said_or_how_it_is_called(caplog: pytest.LogCaptureFixture) -> None:
    app = FastAPI()
    install(app)

    said = "私の" + "秘密"

    @app.get("/sessions/{session}")
    def fails(session: str) -> None:
        raise RuntimeError(session)

    client = TestClient(app, raise_server_exceptions=False)
    assert client.get(f"/sessions/{said}").status_code == 500
    assert "GET /sessions/{session} failed: RuntimeError" in caplog.text
    assert "in fails" in caplog.text
    for words in ("秘密", quote("秘密")):
        assert words not in caplog.text
