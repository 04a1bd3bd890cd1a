"""The store's change log: what feeds all that is derived from documents, and tells whether it belongs to this store.

Part of `yorisoi.ports`.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from yorisoi.types import Passage


@dataclass(frozen=True, slots=True)
class Position:
    """How far something has gone along a log.

    A number alone does not tell: once a store has been restored from a backup, the numbers that it had given since are
    given again, to other changes.
    """

    seq: int = 0
    """The last change that was taken; 0: none."""
    mark: str = ""
    """Of that change; empty: not known, as of what an older version has made."""

    async def is_of(self, log: "ChangeLog") -> bool:
        """Whether this very change is in the log, as it is in all that the log has become since."""
        return self.seq == 0 or (self.mark != "" and self.mark == await log.mark(self.seq))


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One line of the change log, the newest about its passage."""

    seq: int
    passage_id: int
    passage: Passage | None
    """None: the passage is gone."""
    mark: str
    """See `ChangeLog.mark`."""
    vector: NDArray[np.float32] | None = None

    @property
    def position(self) -> Position:
        return Position(self.seq, self.mark)


class ChangeLog(Protocol):
    """Which passages an index has to take again, in which order."""

    def changes(self, after: int) -> AsyncIterator[list[Change]]:
        """Batches of changes with `seq > after`, in order of `seq`; of several about one passage only the last."""
        ...

    async def last_change(self) -> int:
        """The newest `seq`, 0 when there is none."""
        ...

    async def mark(self, seq: int) -> str:
        """What was drawn at random by the call that made the change, also of one that has given way to another since.

        It stays the same as long as it is known.  Empty: no such change has been made, or too many calls ago.
        """
        ...
