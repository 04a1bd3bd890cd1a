"""A store in the wrong place, a terminal that cannot write, a no: one line, nothing left behind, no traceback."""

import json
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.docs.test_commands_documented import COMMANDS

EXAMPLES = Path(__file__).parents[2] / "examples"
BEGINNING = {"ingest", "memory record", "graph import", "serve"}
"""They begin a store (decision 044); the first page may be sent to a server."""
WITHOUT = {
    *("models list", "models pull"),
    *("eval retrieval", "eval faq", "eval memory", "eval personalize", "eval rewrite"),
    *("eval judge", "eval report", "eval comments", "eval generate", "eval verify"),
}
"""They need none: what they measure is a store of their own, or runs and files."""
SOMEBODY = {"id": "u", "goal": "休暇", "pages": ["p"], "says": ["休暇"], "details": {}}
SOMEBODY |= {"persona": "terse", "patience": 1}
READING = {
    "questions": ("questions", "--estimate"),
    "search": ("search", "休暇", "--embedding", "none"),
    "chat": ("chat", "-m", "休暇", "--chat", "none", "--embedding", "none"),
    "show": ("show", "1"),
    "trace list": ("trace", "list"),
    "trace show": ("trace", "show", "latest"),
    "trace diff": ("trace", "diff", "latest", "latest"),
    "memory list": ("memory", "list"),
    "memory show": ("memory", "show", "e1"),
    "memory correct": ("memory", "correct", "e1", "旅行した", "--embedding", "none"),
    "memory export": ("memory", "export"),
    "memory erase": ("memory", "erase", "--all"),
    "memory audit": ("memory", "audit"),
    "sessions list": ("sessions", "list"),
    "sessions rename": ("sessions", "rename", "s1", "休暇"),
    "sessions delete": ("sessions", "delete", "s1"),
    "feedback": ("feedback", "list"),
    "graph stats": ("graph", "stats"),
    "graph topics": ("graph", "topics", "休暇"),
    "graph export": ("graph", "export", "out.html"),
    "graph build": ("graph", "build"),
    "graph train": ("graph", "train"),
    "graph communities": ("graph", "communities"),
    "config show": ("config", "show", "--user", "sato"),
    "doctor": ("doctor", "--chat", "none", "--embedding", "none"),
    "mcp": ("mcp", "--embedding", "none"),
    "accounts person": ("accounts", "person", "sato"),
    "accounts key": ("accounts", "key", "sato"),
    "accounts list": ("accounts", "list"),
    "accounts remove": ("accounts", "remove", "sato"),
    "eval answers": ("eval", "answers", EXAMPLES / "answers.jsonl", "--embedding", "none"),
    "eval tune": ("eval", "tune", EXAMPLES / "answers.jsonl", "--embedding", "none"),
    "eval compare": ("eval", "compare", "../a.toml", "../a.toml", EXAMPLES / "answers.jsonl", "--embedding", "none"),
    "eval dialogue": ("eval", "dialogue", Path(__file__).parent / "conversations.jsonl", "--embedding", "none"),
    "eval users": ("eval", "users", "../users.jsonl", "--embedding", "none"),
    "eval intent": ("eval", "intent", EXAMPLES / "utterances.jsonl", "--embedding", "none"),
}


@pytest.fixture
def small(at_once: Any, tmp_path: Path) -> Path:
    """A home of one page, without vectors."""
    (tmp_path / "p.md").write_text("# 休暇\n\n夏季休暇は3日です。\n", encoding="utf-8")
    assert at_once("ingest", tmp_path / "p.md", "--home", tmp_path / "home", "--embedding", "none").status == 0
    return tmp_path / "home"


@pytest.mark.parametrize("command", READING)
def test_a_reading_command_begins_no_store_where_there_is_none(at_once: Any, tmp_path: Path, command: str) -> None:
    (tmp_path / "a.toml").touch()
    (tmp_path / "users.jsonl").write_text(json.dumps(SOMEBODY), encoding="utf-8")
    (here := tmp_path / "here").mkdir()
    ran = at_once(*READING[command], "--home", "TYPO", stdin="a long password\n", folder=here)
    assert ran.status == (1 if command == "doctor" else 2)
    assert "TYPO" in ran.out + ran.err
    assert "yorisoi ingest PATH" in ran.out + ran.err
    assert list(here.iterdir()) == []


def test_of_every_command_it_is_known_whether_it_begins_a_store() -> None:
    assert sorted([*READING, *BEGINNING, *WITHOUT]) == sorted(COMMANDS)


def test_an_empty_name_is_no_home(at_once: Any, tmp_path: Path) -> None:
    ran = at_once("memory", "list", env={"YORISOI_HOME": ""}, folder=tmp_path)
    assert (ran.status, len(ran.err.splitlines())) == (2, 1)
    assert "home" in ran.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", [("ingest", ""), ("memory", "list", "--home", "")])
def test_nor_is_it_the_current_folder(at_once: Any, tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "a.md").write_text("# 駐輪場")
    ran = at_once(*words, folder=tmp_path)
    assert (ran.status, len(ran.err.splitlines())) == (2, 1)
    assert "an empty text names no file" in ran.err
    assert [each.name for each in tmp_path.iterdir()] == ["a.md"]


def test_what_is_made_from_the_store_is_as_private_as_the_store(at_once: Any, tmp_path: Path) -> None:
    (tmp_path / "p.md").write_text("# 休暇\n\n夏季休暇は3日です。\n", encoding="utf-8")
    (tmp_path / "open").mkdir(mode=0o755)
    for home in ("open", "new"):
        at_once("ingest", tmp_path / "p.md", "--home", tmp_path / home, "--embedding", "none")
        for name in ("index", "graph"):
            (tmp_path / home / name).chmod(0o755)  # as an earlier version left it
        at_once("search", "休暇", "--home", tmp_path / home, "--embedding", "none")
        for name in ("index", "graph"):
            assert stat.S_IMODE((tmp_path / home / name).stat().st_mode) == 0o700
        assert stat.S_IMODE((tmp_path / home / "yorisoi.db").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700


@pytest.mark.parametrize("at", ["0001-01-01", "9999-12-31T23:59:59-12:00", "0000-01-01", "yesterday"])
def test_a_time_that_cannot_be_is_one_line(at_once: Any, small: Path, at: str) -> None:
    ran = at_once("memory", "record", "旅行した", "--at", at, "--home", small, "--embedding", "none")
    assert (ran.status, len(ran.err.splitlines())) == (2, 1)
    assert at in ran.err


def test_a_no_is_no_failure(at_once: Any, small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_once("memory", "record", "旅行した", "--user", "sato", "--home", small, "--embedding", "none")
    monkeypatch.setattr("yorisoi.cli.memory.console._force_terminal", True)
    monkeypatch.setattr("typer.confirm", _no)
    ran = at_once("memory", "erase", "--user", "sato", "--home", small)
    assert (ran.status, ran.err) == (1, "yorisoi: nothing was done\n")
    assert "旅行した" in at_once("memory", "list", "--user", "sato", "--home", small).out


def _no(*_: Any, **__: Any) -> None:
    from typer.exceptions import Abort

    raise Abort


def test_a_terminal_that_cannot_show_japanese_shows_its_numbers(yorisoi: Any, small: Path) -> None:
    ran = yorisoi("show", "1", "--home", small, env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert ran.status == 0, ran.err
    assert "\\u4f11\\u6687" in ran.out


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_an_output_that_is_full_is_one_line(yorisoi: Any, small: Path) -> None:
    command = [sys.executable, "-c", "from yorisoi.cli.main import main; main()", "show", "1", "--home", str(small)]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, env=yorisoi.environment())
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1, done.stderr


def test_an_argument_that_is_no_text_is_one_line_before_anything_is_said(at_once: Any, small: Path) -> None:
    for words in (("--attribute", "a=\udcff"), ("--user", "\udcff"), ("--session", "\udcff")):
        ran = at_once("chat", "-m", "休暇", "--chat", "none", "--embedding", "none", *words, "--home", small)
        assert (ran.status, ran.out, len(ran.err.splitlines())) == (2, "", 1)
