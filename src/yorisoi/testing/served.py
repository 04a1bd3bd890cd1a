"""The application on a free port of loopback, in a thread of this process."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from fastapi import FastAPI

from yorisoi.server.listening import bound, configured


@contextmanager
def served(app: FastAPI) -> Iterator[str]:
    """Its address; requests wait until it has started.  Told to stop at the end of the block, and waited for."""
    with bound("127.0.0.1", 0) as listening:
        listening.listen()
        server = uvicorn.Server(configured(app, stopping_s=10))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()
