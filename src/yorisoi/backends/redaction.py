"""Keys and passwords kept out of what is said."""

from collections.abc import Iterable
from urllib.parse import urlsplit, urlunsplit

HIDDEN = "***"
_SHORTEST = 4
"""Characters of a secret that is looked for: "any" or "k", put in for servers without keys, stand in ordinary words."""


def without_secrets(text: str, secrets: Iterable[str]) -> str:
    """The text with each secret as `***`.  Servers repeat what they were sent in their errors.

    >>> without_secrets("bad key sk-123456", ["sk-123456"])
    'bad key ***'
    """
    for secret in sorted(secrets, key=len, reverse=True):
        if len(secret) >= _SHORTEST:
            text = text.replace(secret, HIDDEN)
    return text


def without_login(url: str) -> str:
    """The address without user, password, query and fragment.

    >>> without_login("http://me:secret@host:8000/v1?key=1")
    'http://host:8000/v1'
    """
    try:
        parts = urlsplit(url)
    except ValueError:  # no address: nobody can tell where a login ends in it
        return HIDDEN
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def secrets_in(url: str) -> list[str]:
    """The password of an address, and its query, where keys are put as well."""
    parts = urlsplit(url)
    return [each for each in (parts.password, parts.query) if each]
