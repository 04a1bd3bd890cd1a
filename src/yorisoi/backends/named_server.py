"""A server that a setting names by its address: the address, and what the HTTP client raises, in Yorisoi's words."""

from collections.abc import Iterator
from contextlib import contextmanager

import httpx2

from yorisoi.errors import BackendUnavailable, ConfigError, MalformedReply


def address_of(base_url: str, path: str, setting: str) -> httpx2.URL:
    """Where `path` is on the server at `base_url`, which may end with it already.  Raises ConfigError."""
    url = checked_address(base_url, setting)
    return url.copy_with(path=f"{url.path.rstrip('/').removesuffix(path)}{path}")


def checked_address(base_url: str, setting: str) -> httpx2.URL:
    """The address of a server.  Raises ConfigError: it is none."""
    try:
        url = httpx2.URL(base_url)
    except (httpx2.InvalidURL, UnicodeError):  # whose words may be those of a password, as `me:pa/ss@` has them
        raise ConfigError(f"{setting} is not an address: it cannot be read; write signs as in %2F in a login") from None
    if url.scheme not in ("http", "https") or not url.host:
        raise ConfigError(f"{setting} is not an address: it begins with http:// or https:// and names a server")
    if url.port is not None and not 1 <= url.port <= 65535:
        raise ConfigError(f"{setting} is not an address: ports go from 1 to 65535")
    return url


@contextmanager
def translated(who: str, timeout_s: float) -> Iterator[None]:
    """Turn the client's errors into BackendError.  `who` says whom it was about; no key may stand in it."""
    try:
        yield
    except (TimeoutError, httpx2.TimeoutException) as error:
        raise BackendUnavailable(f"{who} did not answer within {timeout_s:g} s") from error
    except httpx2.TransportError as error:
        raise BackendUnavailable(f"{who} cannot be reached; is the server running?") from error
    except httpx2.RequestError as error:
        raise MalformedReply(f"{who} sent something that cannot be read: {error}") from error
