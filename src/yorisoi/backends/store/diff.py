"""What changes in the store when a document comes again."""

from collections import defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from yorisoi.ports import NewPassage


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredPassage:
    id: int
    position: int
    section: tuple[str, ...]
    text: str
    language: str
    context_hash: str
    embedded: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """A passage that stays, at another position or under another title."""

    id: int
    position: int
    context_hash: str


@dataclass(slots=True)
class Difference:
    added: list[tuple[int, NewPassage]] = field(default_factory=list)
    """(position, passage)."""
    moved: list[Moved] = field(default_factory=list)
    kept: list[int] = field(default_factory=list)
    """All ids that stay, moved or not."""
    reindexed: list[int] = field(default_factory=list)
    """Ids that stay, but must reach the index: other context or, at last, a vector.  A mere move need not."""
    removed: list[int] = field(default_factory=list)


def difference(stored: Sequence[StoredPassage], new: Sequence[NewPassage]) -> Difference:
    """Match passages by section, text and language; the same text twice is matched in order of position."""
    waiting: dict[object, deque[StoredPassage]] = defaultdict(deque)
    for old in sorted(stored, key=lambda passage: passage.position):
        waiting[old.section, old.text, old.language].append(old)
    result = Difference()
    for position, passage in enumerate(new):
        same = waiting[passage.section, passage.text, passage.language]
        if same:
            _keep(result, same.popleft(), position, passage)
        else:
            result.added.append((position, passage))
    result.removed = [old.id for left in waiting.values() for old in left]
    return result


def _keep(result: Difference, old: StoredPassage, position: int, new: NewPassage) -> None:
    result.kept.append(old.id)
    if (old.position, old.context_hash) != (position, new.context_hash):
        result.moved.append(Moved(id=old.id, position=position, context_hash=new.context_hash))
    if old.context_hash != new.context_hash or (new.vector is not None and not old.embedded):
        result.reindexed.append(old.id)
