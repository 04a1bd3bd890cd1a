"""The search of a server, for frameworks that bring the rest themselves."""

from dataclasses import dataclass, field
from typing import Any

import httpx2

from yorisoi.backends.named_server import address_of, translated
from yorisoi.errors import BackendRefused, MalformedReply


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """Where Yorisoi is served, and as whom it is asked: the key's groups decide what is found."""

    url: str = "http://127.0.0.1:8390"
    key: str | None = field(default=None, repr=False)
    """Such as `yorisoi accounts key` makes; none is needed on loopback without accounts."""
    limit: int = 10
    """Passages at most, 1 to 100."""
    timeout_s: float = 30.0

    def search(self, query: str) -> list[dict[str, Any]]:
        """Passages for the query, best first, as `GET /api/search` gives them.

        Raises ConfigError: the url is none; BackendUnavailable; BackendRefused: the server said no; MalformedReply.
        """
        address = address_of(self.url, "/api/search", "url")
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        with translated(f"the server at {self.url}", self.timeout_s):
            answer = httpx2.get(
                address, params={"q": query, "limit": self.limit}, headers=headers, timeout=self.timeout_s
            )
        try:
            body = answer.json()
            if answer.is_success:
                return list(body["hits"])
            said = body["error"]["message"]
        except (ValueError, KeyError, TypeError) as error:
            raise MalformedReply(f"the server at {self.url} is not Yorisoi's: {answer.status_code}") from error
        raise BackendRefused(f"the server at {self.url} refused: {said}")


def about(hit: dict[str, Any]) -> dict[str, Any]:
    """What stands beside the text of a hit: where it is from, and how well it fits."""
    return {name: hit[name] for name in ("source", "title", "section", "language", "passage_id", "score")}
