"""A SearXNG server of one's own or of one's company: `GET {base_url}/search?q=...&format=json`.

Any server that answers in this form will do.  Nothing is tried twice, and no redirect is followed: the question goes to
the server that was named, and nowhere else.
"""

import asyncio
import re
from typing import Any
from urllib.parse import urlsplit

import httpx2

from yorisoi.backends.bounded_http import UNPACKED, bounded
from yorisoi.backends.named_server import address_of, translated
from yorisoi.errors import BackendError, BackendRefused, BackendUnavailable, MalformedReply
from yorisoi.json_values import loads
from yorisoi.ports import WebPage
from yorisoi.types import UNDETERMINED, Language

_ADVICE = {
    **dict.fromkeys((301, 302, 307, 308), "it is elsewhere now; check the address (web.base_url)"),
    403: "the server does not answer in JSON; add json to search.formats in its settings.yml",
    404: "there is no /search at this address (web.base_url)",
    429: "the server's limiter refuses programs; allow this one in its limiter.toml",
}
_CHARACTERS, _TITLE = 500, 200
"""Kept of a snippet, and of what a page is called."""
_QUERY_CHARACTERS = 300
_MOST_BYTES = 8_000_000
"""Of a reply: a page of results has some 50,000."""
_NOT_IN_ADDRESSES = re.compile(r'[\s"<>\[\]\\^`{|}]')
"""Signs that stand in no address unless they are escaped (RFC 3986), and may be markup where it is shown."""


class SearXNG:
    """See `yorisoi.ports.WebSearch`."""

    def __init__(self, base_url: str, *, timeout_s: float = 10.0) -> None:
        """`timeout_s` holds for a whole search.  Raises ConfigError: not an address."""
        self._address = address_of(base_url, "/search", "web.base_url")
        self._timeout_s = timeout_s
        self._client = httpx2.AsyncClient(
            timeout=timeout_s,
            headers=UNPACKED | {"Accept": "application/json"},
            event_hooks=bounded(_MOST_BYTES, self.name),
        )

    @property
    def name(self) -> str:
        """The address without user, password and query."""
        return f"searxng:{self._address.copy_with(query=None, username='', password='')}"

    async def search(self, query: str, limit: int, language: Language) -> list[WebPage]:
        """See the port.  The query is cut to 300 characters."""
        asked = {"q": query[:_QUERY_CHARACTERS], "format": "json"}
        if language != UNDETERMINED:
            asked["language"] = language
        with translated(self.name, self._timeout_s):
            async with asyncio.timeout(self._timeout_s):
                response = await self._client.get(self._address, params=asked)
        return self._read(response)[:limit]

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    def _read(self, response: httpx2.Response) -> list[WebPage]:
        if response.status_code != 200:
            raise self._by_status(response.status_code)
        try:
            reply = loads(response.content)
        except ValueError as error:
            raise MalformedReply(f"{self.name} sent something that is not JSON; check web.base_url") from error
        rows = reply.get("results") if isinstance(reply, dict) else None
        if not isinstance(rows, list):
            raise MalformedReply(f"{self.name} sent no list of results; check web.base_url")
        pages = {page.url: page for row in rows if (page := _page(row))}
        if not pages and (silent := reply.get("unresponsive_engines")):  # nothing found because nobody looked
            raise BackendUnavailable(f"{self.name}: its search engines do not answer ({_named(silent)})")
        return list(pages.values())

    def _by_status(self, status: int) -> BackendError:
        if status in (408, 409) or status >= 500:
            return BackendUnavailable(f"{self.name} is busy or broken (HTTP {status}); try again later")
        advice = _ADVICE.get(status, "the server refused the request")
        return BackendRefused(f"{self.name}: HTTP {status}: {advice}")


def _page(row: Any) -> WebPage | None:
    """A result that can be cited: it has a web address, and says something."""
    if not isinstance(row, dict):
        return None
    url, title, text = (_line(row.get(name)) for name in ("url", "title", "content"))
    if not _is_web_address(url) or not text:
        return None
    return WebPage(url=url, title=(title or url)[:_TITLE], text=text[:_CHARACTERS])


def _line(value: Any) -> str:
    """One line of printable text: a snippet is not to move the terminal's cursor."""
    text = " ".join(value.split()) if isinstance(value, str) else ""
    return "".join(character for character in text if character.isprintable())


def _is_web_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc) and not _NOT_IN_ADDRESSES.search(url)


def _named(silent: Any) -> str:
    """`[["google", "timeout"], ...]` as `google: timeout`; three of them."""
    rows = silent if isinstance(silent, list) else []
    named = [": ".join(map(str, row)) if isinstance(row, list) else str(row) for row in rows]
    return ", ".join(named[:3])
