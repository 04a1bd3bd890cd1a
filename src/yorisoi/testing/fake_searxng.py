"""A fake SearXNG server on loopback that answers as it is told: with pages, with nothing, with an error, with nonsense.

with serving(finding(("https://example.org/a", "題名", "本文"))) as (base_url, seen):
    SearXNG(base_url)
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from yorisoi.testing.loopback import Quiet, running

Reply = tuple[int, Any]
"""Status and body: a dict goes out as JSON, a str as a web page."""
Answer = Callable[[dict[str, str]], Reply]
"""From the query's parameters (`q`, `format`, `language`)."""


def finding(*pages: tuple[str, str, str]) -> Answer:
    """A server that finds these (address, title, snippet), whatever is looked for."""
    rows = [{"url": url, "title": title, "content": text, "engine": "fake"} for url, title, text in pages]
    return lambda asked: (200, found(asked["q"], rows))


def silent(*engines: str) -> Answer:
    """A server none of whose engines answers."""
    return lambda asked: (
        200,
        {**found(asked["q"], []), "unresponsive_engines": [[each, "timeout"] for each in engines]},
    )


def saying(status: int, body: Any = "") -> Answer:
    """A server that says this to everything."""
    return lambda _: (status, body)


def found(query: str, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The body of an answer."""
    empty: dict[str, list[Any]] = {
        name: [] for name in ("answers", "corrections", "infoboxes", "suggestions", "unresponsive_engines")
    }
    return {"query": query, "number_of_results": len(rows), "results": rows, **empty}


@contextmanager
def serving(answer: Answer) -> Iterator[tuple[str, list[dict[str, str]]]]:
    """Base URL of a server that answers with `answer`, and the parameters of the requests it got."""
    seen: list[dict[str, str]] = []

    class Handler(Quiet):
        def do_GET(self) -> None:
            address = urlsplit(self.path)
            asked = dict(parse_qsl(address.query))
            seen.append(asked)
            status, reply = answer(asked) if address.path == "/search" else (404, "<html>no such page</html>")
            self.say(status, reply, "text/html" if isinstance(reply, str) else "application/json")

    with running(Handler) as url:
        yield url, seen
