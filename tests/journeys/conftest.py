"""Real processes and the real wiring over the sample handbook, taken in once per run.

Journeys that leave traces work on a copy.
"""

import fcntl
import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from yorisoi import wiring
from yorisoi.cli.main import main
from yorisoi.ports import ChatModel, Embedder
from yorisoi.settings import load_settings
from yorisoi.wiring import Workspace, open_workspace

EXAMPLES = Path(__file__).parents[2] / "examples"
YORISOI = (sys.executable, "-c", "from yorisoi.cli.main import main; main()")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """What a process left behind."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        assert self.status == 0, self.err
        return json.loads(self.out)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cli:
    """The command line, a real process a call."""

    folder: Path
    """Where the commands run: no settings file of the developer's lies there."""

    def environment(self, **more: str) -> dict[str, str]:
        own = {name: value for name, value in os.environ.items() if not name.startswith(("YORISOI_", "OPENAI_"))}
        return {**own, "PYTHONUTF8": "1", "LC_ALL": "ja_JP.UTF-8", "COLUMNS": "200", **more}

    def __call__(
        self, *words: str | Path, stdin: str = "", env: Mapping[str, str] | None = None, folder: Path | None = None
    ) -> Ran:
        done = subprocess.run(
            [*YORISOI, *map(str, words)],
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            cwd=folder or self.folder,
            env=self.environment(**(env or {})),
            timeout=300,
        )
        return Ran(status=done.returncode, out=done.stdout, err=done.stderr)

    def start(self, *words: str | Path, **env: str) -> "subprocess.Popen[bytes]":
        """A process to be killed."""
        return subprocess.Popen(
            [*YORISOI, *map(str, words)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self.folder,
            env=self.environment(**env),
        )

    def say(self, home: Path, text: str, *words: str | Path) -> Any:
        """One turn without a model."""
        return self("chat", "-m", text, "--home", home, "--chat", "none", "--json", *words).json


@pytest.fixture(scope="session")
def yorisoi(tmp_path_factory: pytest.TempPathFactory) -> Cli:
    return Cli(folder=tmp_path_factory.mktemp("elsewhere"))


@dataclass(frozen=True, slots=True, kw_only=True)
class AtOnce:
    """The command line within this process: a second quicker a call, for what no process of its own is needed for."""

    folder: Path
    patch: pytest.MonkeyPatch
    captured: pytest.CaptureFixture[str]

    def __call__(
        self, *words: str | Path, stdin: str = "", env: Mapping[str, str] | None = None, folder: Path | None = None
    ) -> Ran:
        with self.patch.context() as patched:
            patched.chdir(folder or self.folder)
            patched.setattr(sys, "stdin", io.StringIO(stdin))
            for name, value in {"LC_ALL": "ja_JP.UTF-8", "COLUMNS": "200", **(env or {})}.items():
                patched.setenv(name, value)
            with pytest.raises(SystemExit) as left:
                main([str(word) for word in words])
        out, err = self.captured.readouterr()
        return Ran(status=int(left.value.code or 0), out=out, err=err)

    def say(self, home: Path, text: str, *words: str | Path) -> Any:
        """One turn without a model."""
        return self("chat", "-m", text, "--home", home, "--chat", "none", "--json", *words).json


@pytest.fixture
def at_once(yorisoi: Cli, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> AtOnce:
    return AtOnce(folder=yorisoi.folder, patch=monkeypatch, captured=capsys)


@pytest.fixture(scope="session")
def handbook(yorisoi: Cli, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The home of the sample handbook, to be read only; processes that share the tests share it."""
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    home = shared / "handbook"
    with (shared / "handbook.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not home.exists():
            begun = shared / "handbook-begun"
            report = yorisoi("ingest", EXAMPLES / "handbook", EXAMPLES / "faq.csv", "--home", begun, "--json").json
            assert report["documents"] >= 100
            assert report["passages"] >= 300
            assert report["skipped"] == []
            begun.rename(home)
    return home


@pytest.fixture
def home(handbook: Path, tmp_path: Path) -> Path:
    """A copy of the handbook's home, to be talked to."""
    return Path(shutil.copytree(handbook, tmp_path / "home"))


@pytest.fixture
def converse() -> Any:
    """`async with converse(home, chat) as workspace:` opens a home from Python, as every command does."""
    return _opened


@pytest.fixture(scope="session")
def opened() -> Any:
    """The same for what lasts longer than a test."""
    return _opened


@asynccontextmanager
async def _opened(
    home: Path,
    chat: ChatModel | None = None,
    *,
    embedding: str = "auto",
    embedder: Callable[[Embedder], Embedder] | None = None,
    **settings: Any,
) -> AsyncIterator[Workspace]:
    """The home, opened by the real wiring; `chat` speaks where the wiring would take a model, `embedder` wraps the real
    one, and all else is what may be set (turn={"max_ask_backs": 1})."""
    with pytest.MonkeyPatch.context() as patched:
        if chat:
            patched.setattr(wiring, "chat_model", lambda *_: chat)
        if embedder:
            real, wrapped = wiring.embedding_model, embedder
            patched.setattr(wiring, "embedding_model", lambda *given: wrapped(real(*given)))  # type: ignore[arg-type]
        async with open_workspace(load_settings(home=home, chat="none", embedding=embedding, **settings)) as workspace:
            yield workspace
