"""EpisodeStore over SQL."""

from collections.abc import Collection, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Select, insert, select, update

from yorisoi.backends.store.database import Database, chunks, uninterrupted
from yorisoi.backends.store.embedding import to_blob
from yorisoi.backends.store.schema import episodes
from yorisoi.errors import StoreError
from yorisoi.ports import Vectors
from yorisoi.types import Episode, UserId

_FIELDS = tuple(name for name in Episode.__dataclass_fields__ if name != "user")
_insert = insert(episodes)


class SqlEpisodes:
    """What users said, with vectors: see `yorisoi.ports.EpisodeStore`.  Every statement names its user."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @uninterrupted
    async def add(self, user: UserId, episodes: Sequence[tuple[Episode, NDArray[np.float32] | None]]) -> None:
        """As the port says.  Raises StoreError: an episode is another user's."""
        if any(episode.user != user for episode, _ in episodes):
            raise StoreError("an episode belongs to another user than the one it was to be stored for")
        if episodes:
            async with self._database.writing() as connection:
                await connection.execute(_insert, [_to_row(episode, vector) for episode, vector in episodes])

    async def all(self, user: UserId) -> tuple[list[Episode], Vectors | None]:
        """As the port says; an episode without a vector, among others that have one, has a row of zeros."""
        statement: Select[Any] = (
            select(*(episodes.c[name] for name in _FIELDS), episodes.c.vector)
            .where(episodes.c.user_id == user)
            .order_by(episodes.c.at, episodes.c.id)
        )
        async with self._database.reading() as connection:
            rows = (await connection.execute(statement)).all()
        return [_to_episode(user, row) for row in rows], _matrix([row[-1] for row in rows])

    @uninterrupted
    async def touch(self, user: UserId, ids: Collection[int], at: datetime) -> None:
        used = update(episodes).where(episodes.c.user_id == user).values(last_used=at)
        if ids:
            async with self._database.writing() as connection:
                for some in chunks(list(ids)):
                    await connection.execute(used.where(episodes.c.id.in_(some)))


def _to_row(episode: Episode, vector: NDArray[np.float32] | None) -> dict[str, Any]:
    row = asdict(episode)
    del row["id"]
    return {**row, "user_id": row.pop("user"), "vector": None if vector is None else to_blob(vector)}


def _to_episode(user: UserId, row: Sequence[Any]) -> Episode:
    # All of a user's episodes pass here in every turn: by position, which is several times faster than by name.
    id_, session, turn, speaker, text, at, last_used, importance, _ = row
    return Episode(
        id=id_,
        user=user,
        session=session,
        turn=turn,
        speaker=speaker,
        text=text,
        at=at,
        last_used=last_used,
        importance=importance,
    )


def _matrix(blobs: Sequence[bytes | None]) -> Vectors | None:
    sizes = {len(blob) for blob in blobs if blob is not None}
    if not sizes:
        return None
    if len(sizes) > 1:
        raise StoreError("the user's episodes have vectors of different embedding models")
    none = bytes(sizes.pop())
    joined = b"".join(none if blob is None else blob for blob in blobs)
    return np.frombuffer(joined, dtype="<f4").astype(np.float32, copy=False).reshape(len(blobs), -1)
