"""Store -> index: apply what the index has not seen yet."""

from collections.abc import Callable

import numpy as np

from yorisoi.language import analyse
from yorisoi.ports import Change, DocumentStore, IndexedPassage, PassageIndex


async def catch_up(store: DocumentStore, index: PassageIndex, on_progress: Callable[[int], None] | None = None) -> int:
    """Bring the index up to the store's newest change; returns how many changes were applied.

    Costs two look-ups when nothing is new.  An index that is ahead of its store belongs to another store (one that was
    replaced by a backup, say): it is emptied and built again.  Raises what the index raises.
    """
    position, newest = await index.position(), await store.last_change()
    if position > newest:
        await index.clear()
        position = 0
    applied = 0
    if position < newest:
        async for batch in store.changes(position):
            puts = [indexed for change in batch if (indexed := _indexed(change))]
            removed = [change.passage_id for change in batch if change.passage is None]
            await index.apply(puts, removed, batch[-1].seq)
            applied += len(batch)
            if on_progress:
                on_progress(applied)
    return applied


def _indexed(change: Change) -> IndexedPassage | None:
    passage = change.passage
    if passage is None:
        return None
    vector = None if change.vector is None else np.asarray(change.vector, dtype=np.float32)
    return IndexedPassage(
        id=passage.id,
        terms=analyse(passage.in_context, passage.language),
        vector=vector,
        language=passage.language,
        source=passage.document.source,
        section=passage.section,
        groups=passage.document.groups,
    )
