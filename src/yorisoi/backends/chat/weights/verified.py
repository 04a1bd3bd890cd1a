"""Which weights files were checked, so that a gigabyte is not hashed at each start.

`verified.json` in the cache directory remembers path -> (size, modification time, SHA-256).  A file whose size and time
are the remembered ones is taken as unchanged: this guards against accidents and swapped files, not against somebody who
can already write to the user's disk and set times.
"""

import hashlib
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

from filelock import FileLock

from yorisoi.errors import ConfigError

_MEMORY = "verified.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A file as it was when its hash was taken."""

    bytes: int
    mtime_ns: int
    sha256: str


def check(path: Path, pinned: str | None, cache_dir: Path) -> str:
    """The SHA-256 of a file, proved equal to its pin.

    Without `pinned` the first hash ever taken is the pin.  Hashes only when size or time changed since the last check.
    Raises ConfigError when the file is not the pinned one.
    """
    stat = path.stat()
    seen = _load(cache_dir).get(str(path))
    if seen is not None and (seen.bytes, seen.mtime_ns) == (stat.st_size, stat.st_mtime_ns):
        actual = seen.sha256
    else:
        actual = sha256_of(path)
    expected = pinned or (seen.sha256 if seen else actual)
    if actual != expected:
        raise ConfigError(_not_the_same(path, expected, actual, was_pinned=pinned is not None))
    remember(path, actual, cache_dir)
    return actual


def remember(path: Path, sha256: str, cache_dir: Path) -> None:
    """Note that a file has this hash now."""
    stat = path.stat()
    now = Seen(bytes=stat.st_size, mtime_ns=stat.st_mtime_ns, sha256=sha256)
    if _load(cache_dir).get(str(path)) == now:
        return
    cache_dir.mkdir(parents=True, exist_ok=True)
    with FileLock(cache_dir / f"{_MEMORY}.lock"):
        _save(cache_dir, {**_load(cache_dir), str(path): now})


def sha256_of(path: Path) -> str:
    """SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _load(cache_dir: Path) -> dict[str, Seen]:
    try:
        text = (cache_dir / _MEMORY).read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    try:
        return {path: Seen(**seen) for path, seen in json.loads(text).items()}
    except (ValueError, TypeError, AttributeError) as error:
        # Forgetting would silently accept a swapped file that has no pin of its own.
        raise ConfigError(f"{cache_dir / _MEMORY} is damaged ({error}); delete it to check all weights anew") from error


def _save(cache_dir: Path, memory: dict[str, Seen]) -> None:
    temporary = cache_dir / f"{_MEMORY}.new"
    body = json.dumps({path: asdict(seen) for path, seen in memory.items()}, ensure_ascii=False, indent=1)
    temporary.write_text(body, encoding="utf-8")
    os.replace(temporary, cache_dir / _MEMORY)


def _not_the_same(path: Path, expected: str, actual: str, *, was_pinned: bool) -> str:
    if was_pinned:
        found = f"its sha256 is {actual}, the pin says {expected}"
        return f"{path} is not the pinned file: {found}; delete it and fetch it again, or correct the pin"
    return (
        f"{path} has changed since it was first used (sha256 {expected}, now {actual}); "
        f"if that is on purpose, pin the new one: llama:{path}#sha256={actual}"
    )
