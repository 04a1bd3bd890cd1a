"""What fails is an answer like any other: counted, logged and guarded."""

import asyncio
import json
import logging
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from yorisoi.backends.accounts import Account, Accounts, open_accounts
from yorisoi.errors import StoreFailed
from yorisoi.server.app import create_app
from yorisoi.server.border import Border
from yorisoi.settings import load_settings

SECRET = "合言葉はカナリアです"


def until_ready(client: TestClient) -> None:
    for _ in range(200):
        if client.get("/readyz").status_code == 200:
            return
        time.sleep(0.05)
    raise AssertionError("never ready")


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


def test_a_store_that_cannot_be_written_is_503_without_its_path_which_is_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    home = tmp_path / "home"
    app = create_app(load_settings(home=home, chat="none", embedding="none"))
    with TestClient(app, "http://127.0.0.1") as client:
        until_ready(client)
        file = home / "yorisoi.db"
        file.rename(home / "moved.db")
        answers = [
            client.post("/api/memory", json={"text": "経理は増田さんです"}),
            client.delete("/api/memory?everything=true"),
            client.get("/api/documents"),
            client.get("/readyz"),
        ]
        (home / "moved.db").rename(file)
    for answer in answers:
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "store_failed")
        assert "start Yorisoi anew" in answer.json()["error"]["message"]
        assert str(tmp_path) not in answer.text
    assert f"{file}: the file was replaced" in caplog.text


def test_nobody_is_let_in_over_accounts_that_were_replaced(tmp_path: Path) -> None:
    """Neither as the local user of a server that knew nobody, nor by a key that the file of before has open."""
    home, other = tmp_path / "home", tmp_path / "other"
    for folder in (home, other):
        folder.mkdir(mode=0o700)

    async def made(folder: Path) -> str:
        async with open_accounts(folder, lambda: datetime.now(UTC)) as accounts:
            return await accounts.make_key("kei", "k", 3, (), None, by="me")

    key = asyncio.run(made(other))
    app = create_app(load_settings(home=home, chat="none", embedding="none"))
    with TestClient(app, "http://127.0.0.1") as client:
        assert client.get("/api/admin/people").status_code == 200
        until_ready(client)
        (other / "accounts.db").replace(home / "accounts.db")
        for end in ("-wal", "-shm"):
            (home / f"accounts.db{end}").unlink(missing_ok=True)
        for headers in ({}, {"Authorization": f"Bearer {key}"}):
            for path in ("/api/admin/people", "/api/documents", "/readyz", "/"):
                assert client.get(path, headers=headers).status_code == 503
    app = create_app(load_settings(home=home, chat="none", embedding="none"))
    with TestClient(app, "http://127.0.0.1") as client:
        assert client.get("/api/admin/people").status_code == 401
        assert client.get("/api/admin/people", headers=headers).status_code == 200


def test_a_right_password_that_cannot_be_taken_is_no_failed_login(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, password = tmp_path / "home", "correct horse battery"
    home.mkdir(mode=0o700)

    async def put() -> None:
        async with open_accounts(home, lambda: datetime.now(UTC)) as accounts:
            await accounts.put_person(Account(name="kei", role=1, groups=frozenset()), password, by="me")

    asyncio.run(put())
    begin = Accounts._begin

    async def full(*_: Any) -> None:
        raise StoreFailed(str(home / "accounts.db"), "the disk is full")

    app = create_app(load_settings(home=home, chat="none", embedding="none"))
    with TestClient(app, "http://127.0.0.1") as client:
        monkeypatch.setattr(Accounts, "_begin", full)
        given = {"name": "kei", "password": password}
        answers = [client.post("/api/login", json=given) for _ in range(11)]
        monkeypatch.setattr(Accounts, "_begin", begin)
        last = client.post("/api/login", json=given)
    assert [answer.status_code for answer in answers] == [503] * 11
    assert str(tmp_path) not in answers[0].text
    assert last.status_code == 200


def test_a_name_without_end_is_refused_before_it_is_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Accounts, "remove_person", lambda *_, **__: pytest.fail("was looked for"))
    app = create_app(load_settings(home=tmp_path / "home", chat="none", embedding="none"))
    with TestClient(app, "http://127.0.0.1") as client:
        assert client.delete("/api/admin/people/" + "x" * 201).status_code == 400
