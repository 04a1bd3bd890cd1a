"""What is shown of settings, and written of them, holds no login, and nothing that a name would put there."""

import tomllib

import pytest

from yorisoi.cli.config import value_of
from yorisoi.cli.eval_tune import _toml
from yorisoi.settings import Settings, load_settings, names

WITH_LOGIN = "http://hanako:S3cretPW@models.example/v1?key=K3y"


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch) -> Settings:
    for name in ("OPENAI__BASE_URL", "RERANK__BASE_URL", "WEB__BASE_URL", "SERVER__OIDC__ISSUER"):
        monkeypatch.setenv(f"YORISOI_{name}", WITH_LOGIN)
    monkeypatch.setenv("YORISOI_SERVER__OIDC__CLIENT_SECRET", "S3cretPW")
    return load_settings()


def test_no_setting_is_printed_with_a_login(chosen: Settings) -> None:
    shown = {name: str(value_of(chosen, name)) for name in names()}
    assert shown["openai.base_url"] == shown["server.oidc.issuer"] == "http://models.example/v1"
    assert not [name for name, value in shown.items() if "S3cret" in value or "K3y" in value]


def test_what_is_no_address_is_not_printed_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YORISOI_OPENAI__BASE_URL", "http://hanako:S3cretPW@[x")
    assert value_of(load_settings(), "openai.base_url") == "***"


@pytest.mark.parametrize("name", ['set\nserver.host = "0.0.0.0"\n#', "set\r\n[web]\x7f\x85\u2028", "set\udcff"])
def test_settings_that_are_written_hold_no_login_and_no_line_of_a_name(chosen: Settings, name: str) -> None:
    report = {"metric": "facts", "now": 0.4, "facts": 0.9, "held_out": 83, "data": name, "test": {"p": 0.0001}}
    written = _toml(chosen, report)
    written.encode()
    assert "S3cret" not in written
    assert "**" not in written
    settings = tomllib.loads(written)
    assert "host" not in settings.get("server", {})
    assert settings["openai"] == {"base_url": "http://models.example/v1"}
