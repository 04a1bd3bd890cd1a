"""The OpenID Connect provider that the settings name."""

from typing import TYPE_CHECKING

from yorisoi.errors import ConfigError
from yorisoi.settings import OidcSettings

if TYPE_CHECKING:
    from yorisoi.backends.openid import OpenIdProvider


def provider(settings: OidcSettings) -> "OpenIdProvider | None":
    """None where none is set.  Raises ConfigError: half set, or its library is not installed."""
    if not settings.issuer and not settings.client_id:
        return None
    if not settings.issuer or not settings.client_id:
        raise ConfigError("server.oidc: issuer and client_id belong together")
    if "openid" not in settings.scopes.split():
        raise ConfigError("server.oidc.scopes: openid is missing")
    from yorisoi.backends.openid import Client, OpenIdProvider  # an extra

    secret = settings.client_secret
    client = Client(
        issuer=settings.issuer,
        client_id=settings.client_id,
        client_secret=secret.get_secret_value() if secret else None,
        scopes=settings.scopes,
        user_claim=settings.user_claim,
        groups_claim=settings.groups_claim,
        timeout_s=settings.timeout_s,
    )
    return OpenIdProvider(client)
