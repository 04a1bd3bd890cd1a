"""What a provider says of itself at one moment does not shut its door, nor keep one open, for longer than that."""

import asyncio
import json
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable
from dataclasses import replace
from importlib.util import find_spec
from typing import Any

import httpcore2
import httpx2
import pytest

from yorisoi.errors import BackendRefused, BackendUnavailable

pytestmark = pytest.mark.skipif(find_spec("authlib") is None, reason="needs authlib: make setup-dev")
ISSUER, BACK = "https://login.example.org", "https://yorisoi.example.org/login/provider/back"
DOCUMENT = {
    "issuer": ISSUER,
    "authorization_endpoint": f"{ISSUER}/authorize",
    "token_endpoint": f"{ISSUER}/token",
    "jwks_uri": f"{ISSUER}/jwks",
}


class Provider:
    """Answers in place of the network."""

    def __init__(self) -> None:
        self.document: Any = DOCUMENT
        self.keys: Any = None
        """What is published, if it is another than the key that signs."""
        self.asked: list[str] = []
        self.nonce = ""
        self.signs = True
        self.sign_anew("k1")

    def sign_anew(self, kid: str | None) -> None:
        from joserfc.jwk import RSAKey

        self._key = RSAKey.generate_key(2048, {"kid": kid} if kid else {})
        self._header = {"alg": "RS256", **({"kid": kid} if kid else {})}

    def answer(self, request: httpx2.Request) -> Any:
        from joserfc import jwt

        self.asked.append(request.url.path)
        match request.url.path:
            case "/.well-known/openid-configuration":
                return self.document
            case "/jwks":
                return self.keys or {"keys": [self._key.as_dict(private=False)]}
        now = int(time.time())
        claims = {"iss": ISSUER, "aud": "yorisoi", "sub": "u-1", "exp": now + 300, "iat": now, "nonce": self.nonce}
        signed = jwt.encode(self._header, claims, self._key) if self.signs else unsigned(claims)
        return {"access_token": "a", "token_type": "Bearer", "id_token": signed}


def unsigned(claims: object) -> str:
    parts = (urlsafe_b64encode(json.dumps(each).encode()).decode().rstrip("=") for each in ({"alg": "none"}, claims))
    return ".".join((*parts, ""))


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Provider:
    made = Provider()

    async def handle(_: object, request: httpx2.Request) -> httpx2.Response:
        sent = json.dumps(made.answer(request)).encode()
        return httpx2.Response(200, stream=httpx2.ByteStream(sent), request=request)

    monkeypatch.setattr(httpx2.AsyncHTTPTransport, "handle_async_request", handle)
    return made


@pytest.fixture
def asked(provider: Provider) -> Any:
    """Yorisoi's side."""
    from yorisoi.backends.openid import Client, OpenIdProvider

    assert provider
    client = Client(
        issuer=ISSUER,
        client_id="yorisoi",
        client_secret="s",
        scopes="openid",
        user_claim="sub",
        groups_claim="groups",
        timeout_s=5,
    )
    return OpenIdProvider(client)


@pytest.fixture
def log_in(provider: Provider, asked: Any) -> Callable[[], Any]:
    """Who comes in, from the beginning to the end; raises BackendRefused."""

    async def log_in() -> str:
        begun = await asked.begin(BACK)
        provider.nonce = begun.kept["nonce"]
        return str((await asked.finish(begun.kept, {"state": begun.kept["state"], "code": "c"})).name)

    return log_in


async def test_a_token_that_nobody_signed_is_not_believed(provider: Provider, log_in: Any) -> None:
    provider.document = DOCUMENT | {"id_token_signing_alg_values_supported": ["RS256", "none"]}
    assert await log_in() == "u-1"
    provider.signs = False
    with pytest.raises(BackendRefused):
        await log_in()


async def test_an_answer_that_takes_too_long_or_too_much_ends(
    provider: Provider, asked: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    provider.document = DOCUMENT | {"more": "x" * 1_000_000}
    with pytest.raises(BackendRefused, match="the provider sent more than 1,000,000 bytes"):
        await asked.begin(BACK)

    async def never(_: object, request: httpx2.Request) -> httpx2.Response:
        await asyncio.Event().wait()
        return httpx2.Response(200, request=request)

    monkeypatch.setattr(httpx2.AsyncHTTPTransport, "handle_async_request", never)
    monkeypatch.setattr(asked, "_client", replace(asked._client, timeout_s=0.01))
    with pytest.raises(BackendUnavailable, match="in time"):
        await asked.begin(BACK)


WRONG = ({"status": "maintenance"}, [], None, {"issuer": None}, {"issuer": ISSUER}, DOCUMENT | {"jwks_uri": None})


@pytest.mark.parametrize("document", WRONG)
async def test_a_document_that_does_not_hold_is_asked_for_again(provider: Provider, log_in: Any, document: Any) -> None:
    provider.document = document
    with pytest.raises(BackendRefused):
        await log_in()
    provider.document = DOCUMENT
    assert await log_in() == "u-1"


@pytest.mark.parametrize("keys", [{"keys": []}, {"error": "maintenance"}])
async def test_keys_that_do_not_hold_are_asked_for_again(provider: Provider, log_in: Any, keys: Any) -> None:
    provider.keys = keys
    with pytest.raises(BackendRefused):
        await log_in()
    provider.keys = None
    assert await log_in() == "u-1"


@pytest.mark.parametrize(("first", "second"), [("k1", "k2"), ("k1", "k1"), (None, None)])
async def test_a_key_is_changed_under_any_name(provider: Provider, log_in: Any, first: Any, second: Any) -> None:
    for kid in (first, second):
        provider.sign_anew(kid)
        assert await log_in() == "u-1"


async def test_a_key_that_was_withdrawn_is_not_believed(provider: Provider, log_in: Any) -> None:
    assert await log_in() == "u-1"
    provider.keys = {"keys": []}
    with pytest.raises(BackendRefused):
        await log_in()


async def test_a_provider_that_moves_is_found(
    provider: Provider, asked: Any, log_in: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await log_in() == "u-1"
    moved = {"authorization_endpoint": "https://moved.example/authorize", "token_endpoint": f"{ISSUER}/moved"}
    provider.document = DOCUMENT | moved
    assert await log_in() == "u-1"
    assert "/moved" in provider.asked
    monkeypatch.setattr("yorisoi.backends.openid._HOLDS_S", 0.0)
    assert (await asked.begin(BACK)).url.startswith("https://moved.example/")


async def test_whoever_only_begins_logins_does_not_make_us_ask_each_time(provider: Provider, asked: Any) -> None:
    for _ in range(3):
        await asked.begin(BACK)
    assert provider.asked == ["/.well-known/openid-configuration"]


async def test_authorities_are_read_once(log_in: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """They take a twentieth of a second or more of everybody's time, and anybody can begin a login."""
    read, make = [], httpcore2.default_ssl_context
    monkeypatch.setattr(httpcore2, "default_ssl_context", lambda **given: read.append(given) or make(**given))
    for _ in range(3):
        await log_in()
    assert len(read) == 1
