"""What is made from the home is as private as it."""

from pathlib import Path
from stat import S_IMODE

from yorisoi.cli.output import write_private


def test_a_file_that_is_written_is_the_owners_and_one_that_is_there_keeps_its_mode(tmp_path: Path) -> None:
    write_private(tmp_path / "new.json", "関心")
    assert S_IMODE((tmp_path / "new.json").stat().st_mode) == 0o600
    shared = tmp_path / "shared.json"
    shared.touch()
    shared.chmod(0o644)
    write_private(shared, "関心")
    assert (S_IMODE(shared.stat().st_mode), shared.read_text(encoding="utf-8")) == (0o644, "関心")
