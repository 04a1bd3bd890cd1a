"""Which embedding model the store's vectors come from."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, Integer, case, cast, delete, exists, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from yorisoi.backends.store.schema import documents, episodes, meta
from yorisoi.errors import EmbeddingMismatch

_NAME, _DIMENSION = "embedding_model", "embedding_dimension"
_BYTES = 4 * select(cast(meta.c.value, Integer)).where(meta.c.key == _DIMENSION).scalar_subquery()
"""Of a vector of the store's model; NULL for a store that is bound to none."""


@dataclass(frozen=True, slots=True)
class EmbeddingModel:
    name: str
    dimension: int


async def bound(connection: AsyncConnection) -> EmbeddingModel | None:
    """The model that the store is bound to."""
    rows = await connection.execute(select(meta.c.key, meta.c.value).where(meta.c.key.in_((_NAME, _DIMENSION))))
    values = dict(rows.all())
    return EmbeddingModel(values[_NAME], int(values[_DIMENSION])) if values else None


async def bind(connection: AsyncConnection, model: EmbeddingModel) -> None:
    """Bind the store to the model, within the caller's transaction.

    An empty store takes any model.  One that was filled without a model takes it too and forgets its content hashes, so
    that the next ingest embeds what is there.  Raises EmbeddingMismatch.
    """
    built_with = await bound(connection)
    if built_with == model:
        return
    if built_with is not None and await _holds_vectors(connection):
        raise mismatch(built_with, model)
    await connection.execute(delete(meta).where(meta.c.key.in_((_NAME, _DIMENSION))))
    rows = [{"key": _NAME, "value": model.name}, {"key": _DIMENSION, "value": str(model.dimension)}]
    await connection.execute(insert(meta), rows)
    await connection.execute(update(documents).values(content_hash=""))


def comparable(vector: ColumnElement[bytes]) -> ColumnElement[bytes | None]:
    """The vector, and NULL for one of another width than the store's model has: it cannot be compared with any."""
    return case((or_(_BYTES.is_(None), func.length(vector) == _BYTES), vector)).label("vector")


def fitting(vector: NDArray[np.float32] | None, model: EmbeddingModel | None) -> NDArray[np.float32] | None:
    """The vector, and None for one of another width than the model's."""
    return vector if vector is None or model is None or len(vector) == model.dimension else None


async def _holds_vectors(connection: AsyncConnection) -> bool:
    # Documents count even without vectors: another process may be embedding theirs just now.
    found = exists(select(documents.c.id)) | exists(select(episodes.c.id).where(episodes.c.vector.is_not(None)))
    return bool(await connection.scalar(select(found)))


def mismatch(built_with: EmbeddingModel | None, came: EmbeddingModel) -> EmbeddingMismatch:
    if built_with is None:
        return EmbeddingMismatch(f"this store has no embedding model yet; bind {came.name} before storing vectors")
    return EmbeddingMismatch(
        f"this store was built with the embedding model {built_with.name} ({built_with.dimension} dimensions), "
        f"but now {came.name} ({came.dimension}) is set; "
        f"set YORISOI_EMBEDDING to {built_with.name}, or ingest into a new folder with --home"
    )


def to_blob(vector: NDArray[np.float32]) -> bytes:
    """Little-endian float32, the same on every machine."""
    return np.ascontiguousarray(vector, dtype="<f4").tobytes()


def from_blob(blob: bytes) -> NDArray[np.float32]:
    """The vector; it shares the blob's memory and cannot be written to."""
    return np.frombuffer(blob, dtype="<f4").astype(np.float32, copy=False)
