"""What is deleted in our SQLite files is overwritten, also where SQLite is not built to do so by itself."""

import os
import re
import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.held import files_holding
from tests.unit.house import document

from yorisoi.backends.search.names import EmbeddedNames
from yorisoi.backends.search.reports import KeptReports
from yorisoi.backends.sqlite_file import connected
from yorisoi.backends.store import open_store
from yorisoi.change_ports import Position
from yorisoi.errors import BackendUnavailable
from yorisoi.graph_ports import Community, Report
from yorisoi.retrieval.catch_up import catch_up
from yorisoi.testing.memory_index import MemoryIndex

SECRET = "クジャクサボテン"
SRC = Path(__file__).parents[3] / "src" / "yorisoi"


@pytest.fixture(autouse=True)
def _built_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    real: Callable[..., sqlite3.Connection] = sqlite3.connect

    def connect(*given: Any, **more: Any) -> sqlite3.Connection:
        connection = real(*given, **more)
        connection.execute("PRAGMA secure_delete = OFF")
        return connection

    monkeypatch.setattr(sqlite3, "connect", connect)


def in_files(folder: Path, text: str) -> list[str]:
    held = files_holding(folder, text.encode(), text.encode("unicode_escape"))
    return [name for name in held if ".db" in name]


async def test_names_of_removed_pages_are_in_no_file(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    async with open_store(tmp_path) as store:
        documents, index, names = store.documents, MemoryIndex(), EmbeddedNames(folder / "names.db")
        pages = [document(f"{n}.md", f"「{SECRET}{n}号」", f"「{SECRET}{n}号」の育て方です。") for n in range(40)]
        await documents.put([*pages, document("a.md", "給与", "「給与」は毎月25日に払います。")])
        await catch_up(documents, index)
        await names.catch_up(documents, index)
        assert in_files(folder, SECRET)
        await documents.remove([f"{n}.md" for n in range(40)])
        await catch_up(documents, index)
        await names.catch_up(documents, index)
    assert in_files(folder, SECRET) == []


def test_reports_of_removed_pages_are_in_no_file(tmp_path: Path) -> None:
    reports = KeptReports(tmp_path / "reports.db")
    for n in range(30):  # more than a page: what is left of the file must not be what hides it
        reports.put(_community(n, n + 1), _report(), Position(1, "m"))
    assert in_files(tmp_path, SECRET)
    reports.forget(range(31), after=1, upto=Position(2, "m"))
    assert in_files(tmp_path, SECRET) == []


@pytest.mark.skipif(not hasattr(os, "O_NOFOLLOW"), reason="this system knows no links")
def test_a_file_is_made_for_its_owner_and_never_through_a_link(tmp_path: Path) -> None:
    connected(tmp_path / "own.db", timeout_s=1).close()
    assert stat.S_IMODE((tmp_path / "own.db").stat().st_mode) == 0o600
    (tmp_path / "reports.db").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="it is a link"):
        connected(tmp_path / "reports.db", timeout_s=1)
    with pytest.raises(BackendUnavailable, match="it is a link"):
        KeptReports(tmp_path / "reports.db").put(_community(1), _report(), Position(1, "m"))
    assert not (tmp_path / "elsewhere").exists()


def _community(*passages: int) -> Community:
    return Community(id=1, level=0, parent=None, passages=passages, names=())


def _report() -> Report:
    return Report(title=SECRET, summary=f"{SECRET}の計画。" * 20, findings=(), importance=5, by="fake:scripted")


def test_nothing_else_opens_an_sqlite_file() -> None:
    """But what only reads, or clears the file."""
    opening = {path.name for path in SRC.rglob("*.py") if re.search(r"sqlite3\.connect\(", path.read_text("utf-8"))}
    assert opening == {"sqlite_file.py", "at_once.py", "gaps.py"}
