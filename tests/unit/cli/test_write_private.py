"""What is made from the home is as private as it."""

from pathlib import Path
from stat import S_IMODE

import pytest

from yorisoi.cli.output import write_private


def test_a_file_that_is_written_is_the_owners_alone_also_where_one_was_there_for_others(tmp_path: Path) -> None:
    shared = tmp_path / "shared.json"
    shared.touch()
    shared.chmod(0o644)
    for file in (tmp_path / "new.json", shared):
        write_private(file, "関心")
        assert (S_IMODE(file.stat().st_mode), file.read_text(encoding="utf-8")) == (0o600, "関心")


def test_a_link_is_replaced_and_not_followed(tmp_path: Path) -> None:
    (tmp_path / "theirs").write_text("theirs")
    (tmp_path / "link.json").symlink_to("theirs")
    write_private(tmp_path / "link.json", "関心")
    assert (tmp_path / "theirs").read_text() == "theirs"
    assert not (tmp_path / "link.json").is_symlink()


def test_what_cannot_be_written_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("old")
    with pytest.raises(UnicodeEncodeError):
        write_private(tmp_path / "a.json", "関心\ud800")
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("a.json", "old")]
