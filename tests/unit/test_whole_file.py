"""A file that is there as a whole or as it was."""

import os
from pathlib import Path

import pytest

from yorisoi import whole_file as module
from yorisoi.whole_file import whole_file


def test_what_is_written_replaces_the_file_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old")
    with whole_file(tmp_path / "a", durable=True) as file:
        file.write(b"new")
        assert (tmp_path / "a").read_text() == "old"
    assert (tmp_path / "a").read_text() == "new"
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o600
    assert os.listdir(tmp_path) == ["a"]


def test_an_error_leaves_the_file_as_it_was_and_nothing_beside_it(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old")
    with pytest.raises(TypeError), whole_file(tmp_path / "a") as file:
        file.writelines([b"new", None])  # type: ignore[list-item]
    assert (tmp_path / "a").read_text() == "old"
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="folder"), whole_file(tmp_path / "folder") as file:
        file.write(b"new")
    assert sorted(os.listdir(tmp_path)) == ["a", "folder"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_neither_a_pipe_nor_a_link_to_one_is_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    for name in ("pipe", "link"):
        with pytest.raises(OSError, match="a device or a pipe"), whole_file(tmp_path / name) as file:
            file.write(b"new")
    assert (tmp_path / "pipe").is_fifo()
    assert sorted(os.listdir(tmp_path)) == ["link", "pipe"]


@pytest.mark.parametrize("led_to", ["file", "nothing"])
def test_a_link_to_a_file_or_to_nothing_is_replaced(tmp_path: Path, led_to: str) -> None:
    (tmp_path / "file").write_text("old")
    (tmp_path / "link").symlink_to(led_to)
    with whole_file(tmp_path / "link") as file:
        file.write(b"new")
    assert ((tmp_path / "link").is_symlink(), (tmp_path / "link").read_text()) == (False, "new")
    assert (tmp_path / "file").read_text() == "old"


@pytest.mark.parametrize("name", [".", "..", ""])
def test_a_folder_without_a_name_of_its_own_is_no_file(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(IsADirectoryError), whole_file(Path(name)):
        pass
    assert os.listdir(tmp_path) == []


def test_where_there_is_anything_at_the_random_name_nothing_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine").write_text("mine")
    (tmp_path / "planted").symlink_to(tmp_path / "mine")
    monkeypatch.setattr(module, "beside", lambda _: tmp_path / "planted")
    with pytest.raises(FileExistsError), whole_file(tmp_path / "a"):
        pass
    assert (tmp_path / "mine").read_text() == "mine"
