"""Keys and passwords kept out of what is said."""

from base64 import b64encode
from collections.abc import Iterable
from urllib.parse import unquote, urlsplit, urlunsplit

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
    """The address without user, password, query and fragment; `***` where nobody can tell where a login ends.

    >>> without_login("http://me:secret@host:8000/v1?key=1")
    'http://host:8000/v1'
    >>> without_login("http://me:sec/ret@host:8000")
    '***'
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return HIDDEN
    if "@" in f"{parts.path}{parts.query}{parts.fragment}":
        return HIDDEN
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def secrets_in(url: str) -> list[str]:
    """The password of an address, or else its user, as it is written, meant and sent (RFC 7617), and its query: keys
    are put in each of them.

    >>> secrets_in("http://me:sec%2Fret@host")
    ['sec%2Fret', 'sec/ret', 'bWU6c2VjL3JldA==']
    """
    parts = urlsplit(url)
    user, password = parts.username or "", parts.password or ""
    sent = b64encode(unquote(f"{user}:{password}").encode()).decode() if user or password else ""
    return [each for each in (password or user, unquote(password or user), sent, parts.query) if each]
