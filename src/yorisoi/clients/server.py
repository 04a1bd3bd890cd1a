"""The search of a server, for frameworks that bring the rest themselves."""

from dataclasses import dataclass
from typing import Any

import httpx2

from yorisoi.backends.named_server import address_of, translated
from yorisoi.backends.redaction import secrets_in, without_login, without_secrets
from yorisoi.errors import BackendRefused, ConfigError, MalformedReply
from yorisoi.json_values import loads

_MOST_CHARACTERS = 4_000
"""Of a query, as many as the server takes."""
_BESIDE_THE_TEXT = ("source", "title", "section", "language", "passage_id", "score")


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """Where Yorisoi is served, and as whom it is asked: the key's groups decide what is found."""

    url: str = "http://127.0.0.1:8390"
    key: str | None = None
    """Such as `yorisoi accounts key` makes; none is needed on loopback without accounts."""
    limit: int = 10
    """Passages at most, 1 to 100."""
    timeout_s: float = 30.0

    def __repr__(self) -> str:
        return f"Server(url={without_login(self.url)!r}, limit={self.limit}, timeout_s={self.timeout_s})"

    def search(self, query: str) -> list[dict[str, Any]]:
        """Passages for the query, best first, as `GET /api/search` gives them; of the query 4,000 characters are read.

        Raises ConfigError: the url is none, or the key cannot be sent; BackendUnavailable; BackendRefused: the server
        said no; MalformedReply.  None of them tells the key or a login.
        """
        address, key = address_of(self.url, "/api/search", "url"), self.key or ""
        if not (key.isascii() and key.isprintable()):
            raise ConfigError("the key has characters that cannot be sent")
        who = f"the server at {without_login(self.url)}"
        asked: dict[str, str | int] = {
            "q": query[:_MOST_CHARACTERS].encode("utf-8", "replace").decode(),
            "limit": self.limit,
        }
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        with translated(who, self.timeout_s):
            answer = httpx2.get(address, params=asked, headers=headers, timeout=self.timeout_s)
        try:
            body = loads(answer.content)
            if answer.is_success:
                return [_whole(hit) for hit in body["hits"]]
            said = " ".join(str(body["error"]["message"]).split())
        except (ValueError, KeyError, TypeError) as error:
            raise MalformedReply(f"{who} is not Yorisoi's: {answer.status_code}") from error
        raise BackendRefused(f"{who} refused: {without_secrets(said, [key, *secrets_in(self.url)])[:200]}")


def about(hit: dict[str, Any]) -> dict[str, Any]:
    """What stands beside the text of a hit: where it is from, and how well it fits."""
    return {name: hit[name] for name in _BESIDE_THE_TEXT}


def _whole(hit: dict[str, Any]) -> dict[str, Any]:
    """The hit.  Raises KeyError, TypeError: not as the search gives it."""
    if not isinstance(hit["text"], str) or not isinstance(about(hit)["score"], int | float):
        raise TypeError
    return hit
