"""The ways in which somebody is known: a key, a login, a trusted proxy's word; else the one local user."""

import ipaddress
from collections.abc import Collection, Mapping

from starlette.requests import HTTPConnection

from yorisoi.backends.account_names import composed, is_name
from yorisoi.backends.accounts import KEY, Account, Accounts
from yorisoi.errors import ConfigError
from yorisoi.server.errors import Refused
from yorisoi.server.headers import BLANKS, header_text
from yorisoi.server.identity import Caller, Role
from yorisoi.settings import ServerSettings
from yorisoi.types import UserId, group_names

COOKIE = "yorisoi_login"


class Doors:
    """Tells who is there.  Each door that is named has to open; where none is named the local user comes in, as long
    as there is no provider and no proxy, and nobody has had an account since the server started.  Where a trusted proxy
    names somebody else than the browser's login, the login is not theirs."""

    def __init__(self, accounts: Accounts, settings: ServerSettings, local: Caller | None) -> None:
        """`local` is for a server that only this machine reaches.  Raises ConfigError: addresses that are none."""
        others = settings.proxy_header or settings.oidc.issuer
        self._accounts, self._settings, self._local = accounts, settings, None if others else local
        self._proxies = networks(settings.proxy_from)

    async def look(self) -> None:
        """Once there is an account, the local user never comes in again, even if the last account goes."""
        if self._local and await self._accounts.any():
            self._local = None

    async def __call__(self, connection: HTTPConnection) -> Caller:
        await self.look()
        headers = connection.headers
        scheme, _, key = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and key.startswith(f"{KEY}_"):
            return _caller(await self._accounts.with_key(key.strip()), "key")
        login = await self._logged_in(connection)
        if login and not self._names_another(connection, login):
            return login
        if self._settings.proxy_header and self._settings.proxy_header in headers:
            return await self._through_proxy(connection, self._settings.proxy_header)
        if self._local:
            return self._local
        raise Refused("not_signed_in")

    async def _logged_in(self, connection: HTTPConnection) -> Caller | None:
        """By the cookie of the browser; None where it has none that holds."""
        token = connection.cookies.get(cookie_name(self._settings))
        if token and (found := await self._accounts.logged_in(token)):
            return _caller(found, "password")
        if token and self._settings.oidc.issuer and (found := await self._accounts.logged_in_provided(token)):
            return _caller(found, "oidc")
        return None

    def _names_another(self, connection: HTTPConnection, login: Caller) -> bool:
        header = self._settings.proxy_header
        if not header or header not in connection.headers or not self._is_proxy(connection):
            return False
        return _said(connection, header) != login.user

    def _is_proxy(self, connection: HTTPConnection) -> bool:
        return _is_in(connection.client.host if connection.client else "", self._proxies)

    async def _through_proxy(self, connection: HTTPConnection, header: str) -> Caller:
        if not self._is_proxy(connection):
            raise Refused("not_signed_in")
        name = _said(connection, header)
        if not is_name(name):
            raise Refused("not_signed_in")
        if refusal := await self._accounts.refusal(name):
            raise Refused("provider_refused", detail=refusal)
        written = _said(connection, self._settings.proxy_groups_header)
        groups = frozenset(filter(None, (group.strip(BLANKS) for group in written.split(","))))
        return Caller(user=UserId(name), groups=groups, role=role_of(groups, self._settings), by="proxy")


def _said(connection: HTTPConnection, header: str) -> str:
    """What a proxy says in a header, composed, as names are kept.

    Raises Refused: it stands there twice, of which one may be the client's own, or holds what no name has."""
    try:
        return composed(header_text(connection, header))
    except ValueError as error:
        raise Refused("provider_refused", detail=f"the proxy's header {header} {error}") from None


def cookie_name(settings: ServerSettings, cookie: str = COOKIE) -> str:
    """With https browsers hold what the prefix promises: a cookie of this host and no other, over nothing else."""
    return f"__Host-{cookie}" if settings.https else cookie


def role_of(groups: Collection[str], settings: ServerSettings) -> Role:
    """What somebody of these groups may do."""
    named = group_names(groups)
    if group_names([settings.administrator_group]) <= named:
        return Role.ADMINISTRATOR
    return Role.EDITOR if group_names([settings.editor_group]) <= named else Role.USER


def networks(written: str) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """Addresses and networks with commas between them.  Raises ConfigError."""
    try:
        return [ipaddress.ip_network(each.strip()) for each in written.split(",") if each.strip()]
    except ValueError as error:
        raise ConfigError(f"setting server.proxy_from: {error}") from error


def _is_in(address: str, known: Collection[ipaddress.IPv4Network | ipaddress.IPv6Network]) -> bool:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(found in network for network in known)


def _caller(account: Account | None, by: str) -> Caller:
    if account is None:
        raise Refused("not_signed_in")
    return Caller(user=UserId(account.name), groups=account.groups, role=Role(account.role), by=by)


ROLES: Mapping[str, Role] = {role.name.lower(): role for role in Role}
"""By the names that people write."""
