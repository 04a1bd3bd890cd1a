"""How weights are spelled: a name of the catalogue, a path, or a file on a model hub, with or without a pinned hash.

    llama:qwen2.5-coder-1.5b
    llama:/models/some.gguf#sha256=HEX
    llama:hub:OWNER/REPO/FILE.gguf#sha256=HEX

`llama:` may be left out.
"""

import re
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from yorisoi.backends.chat.weights.catalogue import CatalogueEntry, catalogue
from yorisoi.errors import ConfigError


@dataclass(frozen=True, slots=True, kw_only=True)
class AtPath:
    """A file the user brought."""

    path: Path
    sha256: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class OnHub:
    """A file of a repository on a model hub."""

    repo: str
    file: str
    sha256: str | None

    def path_under(self, cache_dir: Path) -> Path:
        return cache_dir / "hub" / self.repo / self.file


Weights = CatalogueEntry | AtPath | OnHub


def parse(spec: str) -> Weights:
    """What a spelling names.  Raises ConfigError: unknown name, or a spelling that is none of the three."""
    body, _, fragment = spec.strip().removeprefix("llama:").partition("#")
    sha256 = _pinned(fragment, spec)
    if body.startswith("hub:"):
        return _on_hub(body.removeprefix("hub:"), sha256, spec)
    if body.endswith(".gguf") or "/" in body or "\\" in body or body.startswith("~"):
        return AtPath(path=Path(body).expanduser().absolute(), sha256=sha256)
    return _named(body, sha256, spec)


def _pinned(fragment: str, spec: str) -> str | None:
    if not fragment:
        return None
    match = re.fullmatch(r"sha256=([0-9a-fA-F]{64})", fragment)
    if match is None:
        raise ConfigError(f"{spec}: after # write sha256= and 64 hexadecimal digits")
    return match[1].lower()


def _on_hub(body: str, sha256: str | None, spec: str) -> OnHub:
    parts = PurePosixPath(body).parts
    # No part may climb out of the cache directory that the file is kept in.
    if len(parts) < 3 or ".." in parts or body.startswith("/") or not body.endswith(".gguf"):
        raise ConfigError(f"{spec}: a file on a model hub is written llama:hub:OWNER/REPO/FILE.gguf")
    return OnHub(repo="/".join(parts[:2]), file="/".join(parts[2:]), sha256=sha256)


def _named(body: str, sha256: str | None, spec: str) -> CatalogueEntry:
    for entry in catalogue():
        if entry.name == body:
            if sha256 not in (None, entry.sha256):
                raise ConfigError(f"{spec}: {entry.name} has sha256 {entry.sha256}; leave the pin out")
            return entry
    known = ", ".join(entry.name for entry in catalogue())
    raise ConfigError(f"{spec or 'llama:'}: no such model; name one of {known}, a path to a .gguf file, or hub:...")


def display_name(spec: str) -> str:
    """`llama:` and a name fit for traces: no folders, no hash.  Raises ConfigError as `parse` does."""
    weights = parse(spec)
    if isinstance(weights, AtPath):
        return f"llama:{weights.path.stem}"
    return (
        f"llama:{weights.file.rpartition('/')[2].removesuffix('.gguf') if isinstance(weights, OnHub) else weights.name}"
    )
