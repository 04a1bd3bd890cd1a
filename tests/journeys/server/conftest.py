"""A real server on loopback, in a thread of its own."""

import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import openai
import pytest
import uvicorn

from yorisoi import wiring
from yorisoi.ports import ChatModel
from yorisoi.server.app import create_app
from yorisoi.server.identity import Identify
from yorisoi.server.listening import bound
from yorisoi.settings import load_settings

_PATIENCE_S = 60


@contextmanager
def serving(
    home: Path, chat: ChatModel | None = None, *, identify: Identify | None = None, **settings: Any
) -> Iterator[str]:
    """The address of a server over the home that is ready; `chat` speaks where the wiring would take a model."""
    with pytest.MonkeyPatch.context() as patched, bound("127.0.0.1", 0) as listening:
        if chat:
            patched.setattr(wiring, "chat_model", lambda *_: chat)
        app = create_app(load_settings(home=home, chat="none", **settings), identify=identify)
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", access_log=False, timeout_graceful_shutdown=10))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        try:
            wait_until_ready(url)
            yield url
        finally:
            server.should_exit = True
            thread.join()


def wait_until_ready(url: str) -> None:
    until = time.monotonic() + _PATIENCE_S
    while time.monotonic() < until:
        try:
            if httpx2.get(f"{url}/readyz").status_code == httpx2.codes.OK:
                return
        except httpx2.TransportError:
            pass
        time.sleep(0.05)
    raise AssertionError(f"the server did not get ready in {_PATIENCE_S} s")


@pytest.fixture(scope="module")
def shared_url(handbook: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server over the handbook, for a module's tests that do not mind each other."""
    home = Path(shutil.copytree(handbook, tmp_path_factory.mktemp("served") / "home"))
    with serving(home) as url:
        yield url


@pytest.fixture
def serve() -> Any:
    """`with serve(home, chat) as url:`"""
    return serving


@pytest.fixture
def client(shared_url: str) -> Iterator[openai.OpenAI]:
    """The official client."""
    with openai.OpenAI(base_url=f"{shared_url}/v1", api_key="any", max_retries=0) as made:
        yield made
