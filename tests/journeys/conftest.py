"""Real processes over the sample handbook, taken in once per run; journeys that leave traces work on a copy."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from yorisoi.assistant import Assistant
from yorisoi.cli.main import main
from yorisoi.ports import ChatModel, Embedder
from yorisoi.retrieval.search import Searcher
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


@pytest.fixture
def at_once(capsys: pytest.CaptureFixture[str]) -> Any:
    """The command line within this process: a second quicker a call, for what no process of its own is needed for."""

    def run(*words: str | Path) -> Ran:
        with pytest.raises(SystemExit) as left:
            main([str(word) for word in words])
        out, err = capsys.readouterr()
        return Ran(status=int(left.value.code or 0), out=out, err=err)

    return run


@pytest.fixture(scope="session")
def handbook(yorisoi: Cli, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The home of the sample handbook, to be read only."""
    home = tmp_path_factory.mktemp("handbook") / "home"
    report = yorisoi("ingest", EXAMPLES / "handbook", EXAMPLES / "faq.csv", "--home", home, "--json").json
    assert report["documents"] >= 100
    assert report["passages"] >= 300
    assert report["skipped"] == []
    return home


@pytest.fixture
def home(handbook: Path, tmp_path: Path) -> Path:
    """A copy of the handbook's home, to be talked to."""
    return Path(shutil.copytree(handbook, tmp_path / "home"))


@pytest.fixture
def converse() -> Any:
    """`async with converse(home, chat) as workspace:` opens a home from Python."""
    return _opened


@asynccontextmanager
async def _opened(
    home: Path,
    chat: ChatModel | None = None,
    *,
    embedding: str = "auto",
    embedder: Callable[[Embedder], Embedder] | None = None,
) -> AsyncIterator[Workspace]:
    """The home, opened from Python; `chat` speaks in place of a real model, `embedder` wraps the real one."""
    async with open_workspace(load_settings(home=home, chat="none", embedding=embedding)) as workspace:
        if embedder and workspace.embedder:
            searcher = Searcher(workspace.store.documents, workspace.index, embedder(workspace.embedder))
        else:
            searcher = workspace.searcher
        config = replace(workspace.assistant.config, assess="always")
        assistant = Assistant(workspace.store, searcher, chat, config)
        try:
            yield replace(workspace, chat=chat, searcher=searcher, assistant=assistant)
        finally:
            await assistant.close()
