"""Hits -> longer stretches of text: the passages around each hit."""

from collections.abc import Sequence
from dataclasses import replace

from yorisoi.ports import DocumentStore
from yorisoi.types import Hit, Passage


async def expand(store: DocumentStore, hits: Sequence[Hit], before: int, after: int) -> list[Hit]:
    """Each hit with up to `before` and `after` neighbours of the same document joined to its text.

    A passage is used once: the better hit keeps it, and a hit that is already part of a better one is left out.
    """
    if not before and not after:
        return list(hits)
    used: set[int] = set()
    expanded = []
    for hit in hits:
        if hit.passage.id in used:
            continue
        around = await store.neighbours(hit.passage, before, after)
        stretch = [passage for passage in around if passage.id not in used]
        used.update(passage.id for passage in stretch)
        expanded.append(replace(hit, passage=replace(hit.passage, text=_joined(stretch or [hit.passage]))))
    return expanded


def _joined(passages: Sequence[Passage]) -> str:
    """With an empty line between them: each table begins with its own columns' names, also where one was torn."""
    return "\n\n".join(passage.text.strip("\n") for passage in passages)
