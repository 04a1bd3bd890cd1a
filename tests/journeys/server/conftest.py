"""A real server on loopback, in a thread of its own."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import openai
import pytest
from httpx2._config import DEFAULT_TIMEOUT_CONFIG

from yorisoi import wiring
from yorisoi.ports import ChatModel
from yorisoi.server.app import create_app
from yorisoi.server.identity import Identify
from yorisoi.settings import load_settings
from yorisoi.testing.served import served


@pytest.fixture(autouse=True, scope="session")
def _patient() -> Iterator[None]:
    """Requests wait five seconds where they do not say otherwise, which a turn takes on a busy machine."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(DEFAULT_TIMEOUT_CONFIG, "read", 120.0)
        yield


@contextmanager
def serving(
    home: Path, chat: ChatModel | None = None, *, identify: Identify | None = None, **settings: Any
) -> Iterator[str]:
    """The address of a server over the home that is ready; `chat` speaks where the wiring would take a model."""
    with pytest.MonkeyPatch.context() as patched:
        if chat:
            patched.setattr(wiring, "chat_model", lambda *_: chat)
        with served(create_app(load_settings(home=home, chat="none", **settings), identify=identify)) as url:
            yield url


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
