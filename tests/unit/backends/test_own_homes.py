"""The home that lies in the current folder is opened without being named only where this user made or named it."""

import os
import shutil
from pathlib import Path

import pytest

from yorisoi.backends import own_homes
from yorisoi.backends.own_homes import MARK, admit, cannot_be_remembered
from yorisoi.errors import StoreError

HOME = Path(".yorisoi")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def found() -> None:
    admit(HOME, named=False, new=True)


def planted(*files: str) -> None:
    HOME.mkdir()
    for name in files or ("yorisoi.db",):
        (HOME / name).touch(mode=0o600)


def test_a_home_that_was_made_here_is_known() -> None:
    found()
    (HOME / "yorisoi.db").touch(mode=0o600)
    found()
    assert oct(HOME.stat().st_mode)[-3:] == "700"
    assert oct((HOME / MARK).stat().st_mode)[-3:] == "600"


@pytest.mark.parametrize("file", ["yorisoi.db", "accounts.db", "notes.txt"])
def test_one_that_came_with_the_folder_is_not_until_it_is_named(file: str) -> None:
    planted(file, "yorisoi.db")
    for _ in range(2):
        with pytest.raises(StoreError, match=r"not made by you .* name it once: --home \.yorisoi"):
            found()
    admit(HOME, named=True, new=False)
    found()


def test_looking_at_nothing_makes_nothing() -> None:
    admit(HOME, named=False, new=False)
    assert not HOME.exists()
    HOME.mkdir()
    admit(HOME, named=False, new=False)
    assert list(HOME.iterdir()) == []


def test_a_mark_of_ones_own_in_another_place_opens_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that was sent away with its home, and comes back changed; also one that its owner has moved."""
    found()
    (HOME / "yorisoi.db").touch(mode=0o600)
    shutil.copytree(tmp_path / "work", tmp_path / "back")
    monkeypatch.chdir(tmp_path / "back")
    with pytest.raises(StoreError, match="in this place"):
        found()
    admit(HOME, named=True, new=True)
    found()


def test_naming_a_home_makes_a_mark_that_whoever_planted_it_does_not_know() -> None:
    planted("yorisoi.db")
    (HOME / MARK).write_text("0" * 32)
    admit(HOME, named=True, new=True)
    assert (HOME / MARK).read_text() != "0" * 32


def test_another_home_in_the_same_place_is_not_known() -> None:
    found()
    shutil.rmtree(HOME)
    planted()
    with pytest.raises(StoreError):
        found()


@pytest.mark.parametrize("mark", ["", "0" * 32, "../../../etc/passwd", "x" * 5000, "\udcff"])
def test_a_mark_that_is_none_opens_nothing(mark: str) -> None:
    found()
    (HOME / "yorisoi.db").touch(mode=0o600)
    (HOME / MARK).write_bytes(mark.encode("utf-8", "surrogateescape"))
    with pytest.raises(StoreError):
        found()


def test_a_mark_that_is_a_fifo_keeps_nobody_waiting() -> None:
    planted()
    os.mkfifo(HOME / MARK)
    with pytest.raises(StoreError, match="not made by you"):
        found()


def test_a_process_that_was_killed_over_the_mark_leaves_a_home_that_can_be_made() -> None:
    HOME.mkdir()
    (HOME / MARK).touch()
    (HOME / f"{MARK}.0123456789abcdef").touch()
    found()
    (HOME / "yorisoi.db").touch(mode=0o600)
    found()


def test_a_link_to_a_home_of_ones_own_is_not_followed_unnamed(tmp_path: Path) -> None:
    elsewhere = tmp_path / "work" / "own"
    admit(elsewhere, named=True, new=True)
    HOME.symlink_to(elsewhere)
    with pytest.raises(StoreError, match="is a link"):
        found()
    admit(HOME, named=True, new=True)


def test_homes_that_are_always_named_leave_nothing_in_the_state_folder(tmp_path: Path) -> None:
    admit(tmp_path / "srv", named=True, new=True)
    assert not (tmp_path / "srv").exists()
    assert list((tmp_path / "state").rglob("*.*")) == []


@pytest.mark.parametrize("where", ["file/state", None])
def test_where_homes_cannot_be_remembered_one_is_opened_and_that_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str | None
) -> None:
    assert cannot_be_remembered() is None
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / where) if where else "")
    monkeypatch.setattr(Path, "home", _nobody)
    assert "cannot be remembered" in str(cannot_be_remembered())
    found()
    planted("yorisoi.db")
    found()
    (HOME / "accounts.db").touch(mode=0o600)
    with pytest.raises(StoreError, match="not made by you"):
        found()


def _nobody() -> Path:
    raise RuntimeError("Could not determine home directory.")


def test_a_relative_state_folder_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be one in the folder that came from elsewhere."""
    monkeypatch.setenv("XDG_STATE_HOME", "state")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    found()
    assert not Path("state").exists()
    assert own_homes._state() == tmp_path / ".local" / "state"
