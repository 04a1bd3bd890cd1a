"""What fails is an answer like any other: counted, logged and guarded."""

import json
import logging
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from yorisoi.server.app import create_app
from yorisoi.server.border import Border
from yorisoi.settings import load_settings

SECRET = "合言葉はカナリアです"


async def failing() -> None:
    raise RuntimeError(SECRET)


def test_a_request_that_fails_is_500_to_its_client_in_the_log_and_in_the_figures(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    app = create_app(load_settings(home=tmp_path / "home", chat="none", embedding="none"))
    app.add_api_route("/failing", failing)
    with (
        caplog.at_level(logging.INFO, "yorisoi.requests"),
        TestClient(app, "http://127.0.0.1", raise_server_exceptions=False) as client,
    ):
        answer = client.get("/failing", headers={"X-Request-ID": "r1"})
        metrics = client.get("/metrics").text
    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "failed")
    expected = {"x-request-id": "r1", "cache-control": "no-store", "x-content-type-options": "nosniff"}
    assert {name: answer.headers.get(name) for name in expected} == expected
    [line] = [json.loads(each.message) for each in caplog.records if '"/failing"' in each.message]
    assert line["status"] == 500
    assert 'path="/failing",status="500"' in metrics
    assert caplog.text.count("GET /failing failed: RuntimeError") == 1
    assert SECRET not in caplog.text


def test_what_fails_at_the_border_is_500_in_the_log_too(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refusal(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(Border, "_refusal", refusal)
    app = create_app(load_settings(home=tmp_path / "home", chat="none", embedding="none"))
    with (
        caplog.at_level(logging.INFO, "yorisoi.requests"),
        TestClient(app, "http://127.0.0.1", raise_server_exceptions=False) as client,
    ):
        assert client.get("/healthz").status_code == 500
    [line] = [json.loads(each.message) for each in caplog.records if each.name == "yorisoi.requests"]
    assert line["status"] == 500
