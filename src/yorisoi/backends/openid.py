"""Login by OpenID Connect: the authorization code flow with PKCE, state and nonce, by Authlib.

Source: OpenID Connect Core 1.0 (3.1) and Discovery 1.0; RFC 7636 (PKCE); RFC 9700 (current practice).
"""

import asyncio
import secrets
import ssl
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import httpx2  # which Authlib speaks with too, where it is installed

from yorisoi.backends.account_names import is_name
from yorisoi.backends.bounded_http import UNPACKED, bounded
from yorisoi.errors import BackendRefused, BackendUnavailable, ConfigError, MalformedReply

try:
    from authlib.common.errors import AuthlibBaseError
    from authlib.integrations.starlette_client import StarletteIntegration, StarletteOAuth2App
    from joserfc.errors import JoseError
except ImportError as error:
    raise ConfigError("server.oidc: install it with `pip install yorisoi[oidc]`") from error

_MOST_BYTES = 1_000_000
"""Of an answer of the provider."""
_SIGNED_BY = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
"""What an ID token may be signed by: the provider's keys, whatever else it says that it takes (`none`)."""
_DISCOVERY = "/.well-known/openid-configuration"
_HOLDS_S = 60.0
"""For so long a login is begun by what the provider said of itself before: anybody can begin one, and it is not to be
asked as often as they do.  A login is finished by what it says then, of its keys too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Client:
    """As whom a provider is asked, and what is read of its answers: see the settings `server.oidc`."""

    issuer: str
    client_id: str
    client_secret: str | None
    scopes: str
    user_claim: str
    groups_claim: str
    timeout_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun:
    """A login that was begun: where the browser goes, and what has to be known when it comes back."""

    url: str
    kept: Mapping[str, str]
    """`state`, `nonce`, `code_verifier`, `redirect_uri`: the server keeps them, bound to the browser."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Vouched:
    """Somebody for whom the provider vouches."""

    name: str
    groups: frozenset[str]


class OpenIdProvider:
    """A provider, found through its discovery document."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._lately: tuple[float, Any] | None = None
        """When it was asked last, and its client since."""

    async def begin(self, redirect_uri: str) -> Begun:
        """Raises BackendUnavailable, BackendRefused."""
        now = time.monotonic()
        lately = self._lately if self._lately and now < self._lately[0] + _HOLDS_S else None
        async with self._translated():
            asked, app = lately or (now, await self._found())
            made = await app.create_authorization_url(redirect_uri)
        self._lately = asked, app
        url = str(made.pop("url"))
        return Begun(url=url, kept={**made, "redirect_uri": redirect_uri})

    async def finish(self, kept: Mapping[str, str], answer: Mapping[str, str]) -> Vouched:
        """Who came back.  `kept` is of the same browser's `Begun`, `answer` the query that the provider sent it with.

        Raises BackendUnavailable; BackendRefused: the provider says no, the answer belongs to no login of this browser,
        or what is signed does not hold.
        """
        if not secrets.compare_digest(kept["state"].encode(), answer.get("state", "").encode()):
            raise BackendRefused("the answer belongs to another login")
        if "error" in answer or "code" not in answer:
            raise BackendRefused(f"the provider says: {answer.get('error', 'nothing')[:100]}")
        async with self._translated():
            app = await self._found()
            token = await app.fetch_access_token(
                code=answer["code"], code_verifier=kept["code_verifier"], redirect_uri=kept["redirect_uri"]
            )
            claims = await app.parse_id_token(token, nonce=kept["nonce"])
            if claims is None:
                raise BackendRefused("the provider sent no ID token")
            return self._vouched(await self._more(app, claims, token))

    @cached_property
    def _authorities(self) -> ssl.SSLContext:
        """Read once: it takes 50 ms or more, in which the server does nothing else, and Authlib makes a client, which
        would read them, for each request."""
        return httpx2.create_ssl_context()

    async def _found(self) -> Any:
        """Authlib's client of the provider as it describes itself now, under the issuer's address, which it has to name
        (Discovery 1.0, 4.3).  Authlib keeps what it has read, document and keys, for as long as there is this client.
        """
        client = self._client
        app = StarletteOAuth2App(
            StarletteIntegration("oidc"),
            client_id=client.client_id,
            client_secret=client.client_secret,
            server_metadata_url=client.issuer.rstrip("/") + _DISCOVERY,
            client_kwargs={
                "scope": client.scopes,
                "code_challenge_method": "S256",
                "timeout": client.timeout_s,
                "verify": self._authorities,
                "headers": UNPACKED,
                "event_hooks": bounded(_MOST_BYTES, "the provider"),
                **({} if client.client_secret else {"token_endpoint_auth_method": "none"}),
            },
        )
        told = await app.load_server_metadata()
        signs = told.get("id_token_signing_alg_values_supported")
        told["id_token_signing_alg_values_supported"] = [each for each in signs or () if each in _SIGNED_BY]
        named = told.get("issuer", "")
        if str(named).rstrip("/") != client.issuer.rstrip("/"):
            raise BackendRefused(f"the provider calls itself {named!s:.200}")
        return app

    async def _more(self, app: Any, claims: Mapping[str, Any], token: Mapping[str, Any]) -> Mapping[str, Any]:
        """With what only the userinfo endpoint says, of the same subject (Core 1.0, 5.3.2)."""
        wanted = (self._client.user_claim, self._client.groups_claim)
        metadata = await app.load_server_metadata()
        if all(claim_of(claims, name) is not None for name in wanted) or "userinfo_endpoint" not in metadata:
            return claims
        told: Mapping[str, Any] = await app.userinfo(token=token)
        if told.get("sub") != claims["sub"]:
            raise BackendRefused("the provider's userinfo is somebody else's")
        return {**told, **claims}

    def _vouched(self, claims: Mapping[str, Any]) -> Vouched:
        name, groups = (claim_of(claims, each) for each in (self._client.user_claim, self._client.groups_claim))
        if not isinstance(name, str) or not is_name(name):
            raise BackendRefused(f"the provider sends no {self._client.user_claim} that can be a name")
        if self._client.user_claim == "email" and claims.get("email_verified") is not True:
            raise BackendRefused("the provider has not verified the address")
        listed = [groups] if isinstance(groups, str) else groups if isinstance(groups, list) else []
        return Vouched(name=name, groups=frozenset(each for each in listed if isinstance(each, str) and each))

    @asynccontextmanager
    async def _translated(self) -> AsyncIterator[None]:
        """All that is asked of the provider in `timeout_s`; what the libraries raise, in Yorisoi's words, without what
        was sent."""
        try:
            async with asyncio.timeout(self._client.timeout_s):
                yield
        except TimeoutError as error:
            raise BackendUnavailable("the provider does not answer in time") from error
        except MalformedReply as error:
            raise BackendRefused(str(error)) from error
        except httpx2.TransportError as error:
            raise BackendUnavailable("the provider cannot be reached") from error
        except (httpx2.HTTPError, AuthlibBaseError, JoseError, ValueError, KeyError, TypeError, RuntimeError) as error:
            raise BackendRefused(f"the provider's answer does not hold: {type(error).__name__}") from error


def claim_of(claims: Mapping[str, Any], name: str) -> Any:
    """A claim by its name, or by a path with dots: `realm_access.roles`.  None: there is none.

    >>> claim_of({"a": {"b": ["x"]}, "https://example.org/roles": ["y"]}, "a.b")
    ['x']
    >>> claim_of({"a": {"b": ["x"]}, "https://example.org/roles": ["y"]}, "https://example.org/roles")
    ['y']
    """
    if name in claims:
        return claims[name]
    found: Any = claims
    for part in name.split("."):
        found = found.get(part) if isinstance(found, Mapping) else None
    return found
