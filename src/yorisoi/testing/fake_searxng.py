"""A fake SearXNG server on loopback that answers as it is told: with pages, with nothing, with an error, with nonsense.

with serving(finding(("https://example.org/a", "題名", "本文"))) as (base_url, seen):
    SearXNG(base_url)
"""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

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

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            address = urlsplit(self.path)
            asked = dict(parse_qsl(address.query))
            seen.append(asked)
            status, reply = answer(asked) if address.path == "/search" else (404, "<html>no such page</html>")
            raw = (reply if isinstance(reply, str) else json.dumps(reply)).encode()
            self.send_response(status)
            self.send_header("Content-Type", "text/html" if isinstance(reply, str) else "application/json")
            self.send_header("Content-Length", str(len(raw)))
            self.end_headers()
            self.wfile.write(raw)

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", seen
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
