"""What is not a readable file is refused before its content matters."""

import os

import pytest
from document_files import write

from yorisoi.documents import DocumentsConfig
from yorisoi.documents.load import load_file
from yorisoi.documents.read import read_bytes
from yorisoi.documents.sources import walk
from yorisoi.errors import DocumentError


def refusal(path, **limits) -> str:
    with pytest.raises(DocumentError) as caught:
        load_file(path, DocumentsConfig(**limits))
    return str(caught.value)


def test_an_empty_file_is_refused(tmp_path):
    assert refusal(write(tmp_path / "a.md", "")) == "is empty"


def test_a_file_beyond_the_limit_is_not_even_read(tmp_path):
    path = tmp_path / "a.txt"
    with path.open("wb") as file:
        file.truncate(60_000_000)
    assert "60,000,000 bytes" in refusal(path)


def test_a_line_of_fifty_megabytes_is_refused(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"a" * 50_000_000)
    assert "characters" in refusal(path)


def test_links_in_circles_pipes_folders_and_missing_files_are_refused(tmp_path):
    (tmp_path / "a.md").symlink_to(tmp_path / "b.md")
    (tmp_path / "b.md").symlink_to(tmp_path / "a.md")
    os.mkfifo(tmp_path / "pipe.md")
    assert "cannot be opened" in refusal(tmp_path / "a.md")
    assert "not a regular file" in refusal(tmp_path / "pipe.md")
    assert "not a regular file" in refusal(tmp_path)
    assert "No such file" in refusal(tmp_path / "gone.md")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_refused(tmp_path):
    path = write(tmp_path / "a.md", "本文です。")
    path.chmod(0)
    assert "Permission" in refusal(path)


@pytest.mark.parametrize("put", ["file", "folder", "taken away again"])
def test_a_link_that_is_put_in_the_place_of_a_file_after_the_folder_was_looked_through_is_not_followed(
    tmp_path, monkeypatch, put
):
    secret = write(tmp_path / "private/a.md", "極秘です。")
    path = write(tmp_path / "docs/b/a.md", "休暇です。")
    [found] = walk([tmp_path / "docs"]).files
    path.unlink()
    if put == "folder":
        path.parent.rmdir()
        path.parent.symlink_to(secret.parent)
    else:
        path.symlink_to(secret)
    if put == "taken away again":
        real = os.path.realpath

        def restored(name):
            path.unlink(missing_ok=True)
            path.write_text("休暇です。", encoding="utf-8")
            return real(name)

        monkeypatch.setattr(os.path, "realpath", restored)
    with pytest.raises(DocumentError, match="link out of the folder"):
        read_bytes(found.path, DocumentsConfig(), found.within)
