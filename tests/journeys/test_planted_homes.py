"""A folder of documents that came from elsewhere, with a home and settings in it: one line, and nothing of one's own
is touched; and one's own home, which is opened as before."""

import shutil
import stat
from pathlib import Path
from typing import Any

import pytest

QUIET = ("--embedding", "none")
SAYING = ("chat", "--chat", "none", "-m", "本文とは", *QUIET)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where documents lie; homes are remembered for this test alone."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "a.md").write_text("# 題\n\n本文の頁です。\n", encoding="utf-8")
    return tmp_path / "work"


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    place = tmp_path / "victim"
    (place / "2024-05-Kyoto").mkdir(parents=True)
    (place / "2024-05-Kyoto" / "p.jpg").write_text("mine")
    (place / "words-i-wrote").mkdir()
    (place / "graph-of-sales.xlsx").write_text("mine")
    (place / ".bashrc").write_text("mine")
    place.chmod(0o755)
    return place


def untouched(victim: Path) -> bool:
    names = {path.name for path in victim.rglob("*")}
    return (
        names == {"2024-05-Kyoto", "p.jpg", "words-i-wrote", "graph-of-sales.xlsx", ".bashrc"}
        and (victim / ".bashrc").read_text() == "mine"
        and stat.S_IMODE(victim.stat().st_mode) == 0o755
    )


def refused(ran: Any, *words: str) -> None:
    assert (ran.status, len(ran.err.splitlines())) == (2, 1), ran.err
    assert all(word in ran.err for word in words), ran.err


@pytest.mark.parametrize("named", [(), ("--home", ".yorisoi")])
def test_links_in_a_home_overwrite_and_delete_nothing(
    at_once: Any, folder: Path, victim: Path, named: tuple[str, ...]
) -> None:
    home = folder / ".yorisoi"
    (home / "index").mkdir(parents=True)
    (home / "index" / "manifest.json.new").symlink_to(victim / ".bashrc")
    refused(at_once("ingest", "a.md", *QUIET, *named, folder=folder), ".yorisoi")
    shutil.rmtree(home)

    assert at_once("ingest", "a.md", *QUIET, "--home", "theirs", folder=folder).status == 0
    for name in ("index", "graph"):
        shutil.rmtree(folder / "theirs" / name)
        (folder / "theirs" / name).symlink_to(victim)
    (folder / "theirs").rename(home)
    refused(at_once(*SAYING, *named, folder=folder), ".yorisoi")
    refused(at_once("eval", "report", *named, folder=folder), ".yorisoi")
    assert untouched(victim)


def test_accounts_that_came_along_let_nobody_in(yorisoi: Any, at_once: Any, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "attackers").mkdir()
    (tmp_path / "attackers" / "a.md").write_text("# 題\n\n本文です。\n", encoding="utf-8")
    at_once("ingest", "a.md", *QUIET, folder=tmp_path / "attackers")
    made = at_once("accounts", "key", "attacker", "--role", "administrator", folder=tmp_path / "attackers")
    assert made.status == 0, made.err
    (folder / ".yorisoi").mkdir()
    shutil.copy(tmp_path / "attackers" / ".yorisoi" / "accounts.db", folder / ".yorisoi")
    for command in (
        ("ingest", "a.md", *QUIET),
        ("accounts", "list"),
        ("accounts", "person", "boss", "--role", "administrator"),
    ):
        refused(at_once(*command, folder=folder, stdin="a long password\n"), "not made by you", "--home .yorisoi")
    refused(yorisoi("serve", "--port", "0", "--chat", "none", *QUIET, folder=folder), "not made by you")
    assert [path.name for path in (folder / ".yorisoi").iterdir()] == ["accounts.db"]


def test_a_home_of_ones_own_is_opened_without_a_word(at_once: Any, folder: Path) -> None:
    for command in (("ingest", "a.md", *QUIET), SAYING, ("ingest", "a.md", *QUIET), ("memory", "list")):
        ran = at_once(*command, folder=folder)
        assert (ran.status, "yours" in ran.err) == (0, False), ran.err


def test_one_of_an_earlier_version_or_another_place_is_named_once(at_once: Any, folder: Path) -> None:
    assert at_once("ingest", "a.md", *QUIET, folder=folder).status == 0
    (folder / ".yorisoi" / "mark").unlink()
    refused(at_once(*SAYING, folder=folder), "not made by you")
    assert at_once(*SAYING, "--home", ".yorisoi", folder=folder).status == 0
    assert at_once(*SAYING, folder=folder).status == 0
    moved = folder.rename(folder.with_name("moved"))
    refused(at_once(*SAYING, folder=moved), "in this place")
    assert at_once(*SAYING, folder=moved, env={"YORISOI_HOME": ".yorisoi"}).status == 0
    assert at_once(*SAYING, folder=moved).status == 0


def test_where_homes_cannot_be_remembered_that_is_said(
    at_once: Any, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file" / "state"))
    for command in (("ingest", "a.md", *QUIET), SAYING):
        ran = at_once(*command, folder=folder)
        assert ran.status == 0, ran.err
        assert "cannot be remembered as yours" in ran.err
    assert "remembered" not in at_once(*SAYING, "--home", ".yorisoi", folder=folder).err


def test_settings_that_came_along_open_no_border(at_once: Any, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "key.md").write_text("# 鍵\n\n外のフォルダの秘密の鍵は1234です。\n", encoding="utf-8")
    (folder / "docs").mkdir()
    (folder / "docs" / "notes.md").symlink_to(tmp_path / "key.md")
    file = folder / "yorisoi.toml"
    for text, name in (
        ("[documents]\nfollow_links = true\n", "documents.follow_links"),
        (f'home = "{tmp_path}/theirs"\n', "home"),
    ):
        file.write_text(text)
        refused(at_once("ingest", "docs", *QUIET, folder=folder), f"yorisoi: {name} stands in", "YORISOI_CONFIG")
        assert not (folder / ".yorisoi").exists()
        assert not (tmp_path / "theirs").exists()
    file.write_text("[documents]\nfollow_links = true\n")
    assert at_once("ingest", "docs", *QUIET, folder=folder, env={"YORISOI_CONFIG": "yorisoi.toml"}).status == 0


def test_a_folder_of_ones_own_that_is_named_keeps_what_it_holds(at_once: Any, folder: Path) -> None:
    for name in ("index/words-of-wisdom/x.txt", "index/vectors-of-force.pdf", "graph/2024-results/r.csv"):
        (folder / "proj" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "proj" / name).write_text("mine")
    refused(at_once("ingest", "a.md", *QUIET, "--home", "proj", folder=folder), "not Yorisoi's")
    assert {path.name for path in (folder / "proj").rglob("*.*")} == {"x.txt", "vectors-of-force.pdf", "r.csv"}
