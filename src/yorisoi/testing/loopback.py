"""A web server on loopback for the fakes: it runs in a thread of its own while a test talks to it."""

import contextlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Quiet(BaseHTTPRequestHandler):
    """A handler that logs nothing."""

    def say(self, status: int, reply: Any, kind: str) -> None:
        """Answer with text as it is, with pieces of it as they come, or with JSON; `kind` is the content type."""
        if isinstance(reply, Iterator):
            self._say_in_pieces(status, reply, kind)
            return
        raw = (reply if isinstance(reply, str) else json.dumps(reply)).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def _say_in_pieces(self, status: int, pieces: Iterator[str], kind: str) -> None:
        """The body ends with the connection.  Whoever asked may hang up before."""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.end_headers()
        with contextlib.suppress(ConnectionError):
            for piece in pieces:
                self.wfile.write(piece.encode())
                self.wfile.flush()

    def log_message(self, *args: object) -> None:
        pass


@contextmanager
def running(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """The address of a server that answers with this handler."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
