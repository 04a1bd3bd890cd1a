"""The one small file that says which state of the index is the durable one."""

import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from yorisoi.backends.search.durable import replace_file
from yorisoi.change_ports import Position

VERSION = 5
"""Of the layout on disk, the analysis of terms included: another version is rebuilt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """A state of the index.  What lies in the files beyond these counts was never acknowledged and does not exist."""

    version: int = VERSION
    position: int = 0
    mark: str = ""
    """Of the change at `position`: see `yorisoi.change_ports`."""
    epoch: int = 0
    """Part of the names of all files; a cleared index starts a new epoch in new files."""
    generation: int = 0
    """Part of the names of the vectors' files; compaction starts a new generation."""
    dimension: int = 0
    """0: no vector yet."""
    rows: int = 0
    """Vectors written, the dead ones included."""
    entries: int = 0
    """Lines of the log that says which row is whose."""

    @property
    def reached(self) -> Position:
        return Position(self.position, self.mark)

    @property
    def files(self) -> tuple[int, int]:
        """States with equal `files` read the same files, which only grow."""
        return self.epoch, self.generation

    @classmethod
    def load(cls, path: Path) -> "Manifest | None":
        """The state on disk; None when there is none or it is of another version or broken."""
        try:
            content = json.loads(path.read_bytes())
            manifest = cls(**content)
        except (FileNotFoundError, ValueError, TypeError):  # UnicodeDecodeError and JSONDecodeError are ValueErrors
            return None
        numbers = (getattr(manifest, field.name) for field in fields(cls) if field.name != "mark")
        if manifest.version != VERSION or any(type(number) is not int or number < 0 for number in numbers):
            return None
        if type(manifest.mark) is not str:
            return None
        return manifest

    def save(self, path: Path) -> None:
        """Make this the durable state, in one step."""
        replace_file(path, json.dumps(asdict(self)).encode())
