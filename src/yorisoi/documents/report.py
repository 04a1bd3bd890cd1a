"""What ingest says while it works and when it is done."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal

Phase = Literal["read", "split", "embed", "store"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FileDone:
    """A file that ingest is through with: what it says is already on disk."""

    source: str
    outcome: Literal["stored", "unchanged", "skipped"]
    done: int
    """Files done so far, this one included."""
    total: int
    passages: int = 0
    """Passages stored from it now."""
    reason: str | None = None
    """Why it was skipped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestReport:
    """What an ingest did; a FAQ counts a document a row."""

    documents: int
    """Stored now, new or changed."""
    passages: int
    """Stored now."""
    unchanged: int
    """Documents that were stored already, with the same content."""
    removed: int
    """Documents removed: rows that left their FAQ, what is closed or empty now and, with prune, files that are gone."""
    skipped: tuple[tuple[str, str], ...]
    """(path, reason) of what could not be read, or is empty; the reason says where a version stored earlier is gone."""
    seconds: dict[Phase, float]
    notices: tuple[tuple[str, str], ...] = ()
    """(source, what should be known of it) of files of which something was stored now."""
    open_rows: tuple[tuple[str, str], ...] = ()
    """The same of a FAQ that has rows for everyone beside rows for a few."""


@dataclass(slots=True)
class Tally:
    """An `IngestReport` in the making."""

    documents: int = 0
    passages: int = 0
    unchanged: int = 0
    removed: int = 0
    skipped: list[tuple[str, str]] = field(default_factory=list)
    notices: list[tuple[str, str]] = field(default_factory=list)
    open_rows: list[tuple[str, str]] = field(default_factory=list)
    seconds: dict[Phase, float] = field(default_factory=lambda: dict.fromkeys(("read", "split", "embed", "store"), 0.0))

    @contextmanager
    def timed(self, phase: Phase) -> Iterator[None]:
        start = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[phase] += time.perf_counter() - start

    def add(self, seconds: Mapping[Phase, float]) -> None:
        """Count in what was timed elsewhere."""
        for phase, spent in seconds.items():
            self.seconds[phase] += spent

    def report(self) -> IngestReport:
        return IngestReport(
            documents=self.documents,
            passages=self.passages,
            unchanged=self.unchanged,
            removed=self.removed,
            skipped=tuple(self.skipped),
            seconds=dict(self.seconds),
            notices=tuple(self.notices),
            open_rows=tuple(self.open_rows),
        )
