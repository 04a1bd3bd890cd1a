"""Store -> index: apply what the index has not seen yet."""

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from yorisoi.change_ports import Change, Position
from yorisoi.language import analyse
from yorisoi.ports import DocumentStore, IndexedPassage, PassageIndex

_TOGETHER, _AT_MOST = 4_000, 16_000
"""Passages in one `apply`, which costs a commit, waits for the disk and later merges; 4,000 weigh 60 MB."""

_ALIKE = 8
"""More than so many times 4,000 come in a multiple of so many applies of one size: the embedded index merges so many
segments of like size, and a search costs .04 ms in each."""

_AT_ONCE = 4
"""Changes that are analysed on the event loop, in 1 ms each at most; more would keep everybody else waiting."""


async def catch_up(store: DocumentStore, index: PassageIndex, on_progress: Callable[[int], None] | None = None) -> int:
    """Bring the index up to the store's newest change; returns how many changes were applied.

    Costs three look-ups when nothing is new.  An index of another store, or of what this one was before a backup took
    its place, is emptied and built again, whatever the numbers are.  Raises what the index raises.
    """
    position = await index.position()
    if not await position.is_of(store):
        await index.clear(position)
        position = await index.position()
    newest = await store.last_change()
    applied = 0
    if position.seq < newest:
        together = await _together(store, newest - position.seq)
        newest_of: dict[int, IndexedPassage | None] = {}  # a passage may change again while this runs
        async for batch in store.changes(position.seq):
            while batch:
                room = together - len(newest_of)
                taken, batch = batch[:room], batch[room:]
                newest_of |= await _analysed(taken)
                applied, position = applied + len(taken), taken[-1].position
                if len(newest_of) >= together:
                    await _apply(index, newest_of, position)
                    newest_of = {}
                    if on_progress:
                        on_progress(applied)
        if newest_of:
            await _apply(index, newest_of, position)
            if on_progress:
                on_progress(applied)
    return applied


async def _together(store: DocumentStore, behind: int) -> int:
    """How many passages to apply at a time, when so many changes are new."""
    if behind <= _ALIKE * _TOGETHER:
        return _TOGETHER
    behind = min(
        behind, (await store.overview(None)).passages
    )  # many may be about passages that changed again, or went
    applies = _ALIKE * -(-behind // (_ALIKE * _AT_MOST))
    return max(_TOGETHER, -(-behind // applies))


async def _apply(index: PassageIndex, newest_of: Mapping[int, IndexedPassage | None], upto: Position) -> None:
    puts = [indexed for indexed in newest_of.values() if indexed is not None]
    await index.apply(puts, [passage for passage, indexed in newest_of.items() if indexed is None], upto)


async def _analysed(changes: Sequence[Change]) -> dict[int, IndexedPassage | None]:
    """By passage, what its newest change makes of it; None: it is gone.

    On every core: SudachiPy, which takes half of the time, lets other threads run meanwhile.
    """
    if len(changes) <= _AT_ONCE:
        return _indexed_by_id(changes)
    size = -(-len(changes) // (os.cpu_count() or 1))
    pieces = [changes[start : start + size] for start in range(0, len(changes), size)]
    newest_of: dict[int, IndexedPassage | None] = {}
    for piece in await asyncio.gather(*(asyncio.to_thread(_indexed_by_id, piece) for piece in pieces)):
        newest_of |= piece
    return newest_of


def _indexed_by_id(changes: Sequence[Change]) -> dict[int, IndexedPassage | None]:
    return {change.passage_id: _indexed(change) for change in changes}


def _indexed(change: Change) -> IndexedPassage | None:
    passage = change.passage
    if passage is None:
        return None
    vector = None if change.vector is None else np.asarray(change.vector, dtype=np.float32)
    return IndexedPassage(
        id=passage.id,
        terms=analyse(passage.searched, passage.language),
        vector=vector,
        language=passage.language,
        source=passage.document.source,
        section=passage.section,
        groups=passage.document.groups,
    )
