"""Questions that passages answer, kept with them; a constant number of statements for any number."""

import hashlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import bindparam, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from yorisoi.backends.store.change_log import log
from yorisoi.backends.store.database import chunks
from yorisoi.backends.store.dialects import insert_missing
from yorisoi.backends.store.embedding import to_blob
from yorisoi.backends.store.schema import passages, vectors
from yorisoi.types import Passage


async def put(
    connection: AsyncConnection, written: Sequence[tuple[Passage, NDArray[np.float32] | None]], model: str | None
) -> int:
    """As the port says, within the caller's transaction; `model` is the embedding model that the vectors come from."""
    by_id = {passage.id: (passage, vector) for passage, vector in written}
    there = select(passages.c.id, passages.c.context_hash)
    rows, blobs = [], {}
    for some in chunks(list(by_id)):
        for id_, context_hash in (await connection.execute(there.where(passages.c.id.in_(some)))).all():
            passage, vector = by_id[id_]
            if context_hash != _hash(passage.in_context):
                continue
            searched = None if vector is None else _hash(passage.searched)
            rows.append({"passage": id_, "questions": list(passage.asked), "searched": searched})
            if searched and vector is not None:
                blobs[searched] = to_blob(vector)
    if blobs:
        new = [{"context_hash": hash_, "model": model, "vector": blob} for hash_, blob in blobs.items()]
        await connection.execute(insert_missing(connection.dialect.name, vectors), new)
    if rows:
        to_set = {"asked": bindparam("questions", type_=passages.c.asked.type), "searched_hash": bindparam("searched")}
        await connection.execute(update(passages).where(passages.c.id == bindparam("passage")).values(to_set), rows)
    await log(connection, "put", [row["passage"] for row in rows])
    return len(rows)


async def forget(connection: AsyncConnection) -> int:
    """Remove all of them within the caller's transaction; returns of how many passages."""
    asked = passages.c.asked.is_not(None)
    ids = (await connection.scalars(select(passages.c.id).where(asked))).all()
    if ids:
        await connection.execute(update(passages).where(asked).values(asked=None, searched_hash=None))
    await log(connection, "put", ids)
    return len(ids)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
