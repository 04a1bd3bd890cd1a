"""Triples that lose their ground."""

from collections.abc import Sequence

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncConnection

from yorisoi.backends.store.database import chunks
from yorisoi.backends.store.schema import origins


async def withdraw_passages(connection: AsyncConnection, passage_ids: Sequence[int]) -> None:
    """Remove what the graph has from passages that stay, within the caller's transaction."""
    for some in chunks(passage_ids):
        await connection.execute(delete(origins).where(origins.c.passage_id.in_(some)))
