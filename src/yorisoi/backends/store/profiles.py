"""ProfileStore over SQL."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from yorisoi.backends.store.database import Database, uninterrupted
from yorisoi.backends.store.dialects import one_writer
from yorisoi.backends.store.reading import Read
from yorisoi.backends.store.schema import attributes
from yorisoi.ports import Clock
from yorisoi.types import Attribute, UserId

_HOLDING = Read(
    select(attributes.c.name, attributes.c.value, attributes.c.session, attributes.c.turn)
    .where(attributes.c.user_id == bindparam("user"), attributes.c.superseded_at.is_(None))
    .order_by(attributes.c.name)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """An attribute of a user, since when, until when, and from which turn it is known."""

    name: str
    value: str
    session: str
    turn: int
    learned_at: datetime
    superseded_at: datetime | None
    """None: it holds."""


class SqlProfiles:
    """What is lastingly known of users: see `yorisoi.ports.ProfileStore`."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def attributes(self, user: UserId) -> dict[str, Attribute]:
        rows = await _HOLDING.rows(self._database, user=user)
        return {name: Attribute(value=value, told_at=(session, turn)) for name, value, session, turn in rows}

    @uninterrupted
    async def learn(self, user: UserId, name: str, value: str, *, session: str, turn: int) -> None:
        """As the port says.  The value that is known already changes nothing: the first evidence stays."""
        async with self._database.writing() as connection:
            await learn(connection, user, name, value, (session, turn), self._clock())

    async def history(self, user: UserId) -> list[Known]:
        """Everything ever learnt of the user, oldest first."""
        columns = (attributes.c[name] for name in Known.__dataclass_fields__)
        statement = select(*columns).where(attributes.c.user_id == user).order_by(attributes.c.id)
        async with self._database.reading() as connection:
            return [Known(**row) for row in (await connection.execute(statement)).mappings()]


async def learn(
    connection: AsyncConnection, user: UserId, name: str, value: str, place: tuple[str, int], now: datetime
) -> None:
    """Within the caller's transaction: what the turn of that place (session, index) tells of the user."""
    holds = (attributes.c.user_id == user, attributes.c.name == name, attributes.c.superseded_at.is_(None))
    await one_writer(connection)
    if await connection.scalar(select(attributes.c.value).where(*holds)) == value:
        return
    await connection.execute(update(attributes).where(*holds).values(superseded_at=now))
    session, turn = place
    row = {"user_id": user, "name": name, "value": value, "session": session, "turn": turn, "learned_at": now}
    await connection.execute(insert(attributes), row)
