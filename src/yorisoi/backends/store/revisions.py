"""The revision of a user's memory: what readers hold theirs against."""

from functools import cache

from sqlalchemy import Integer, Row, bindparam, cast, delete, func, literal, select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.dml import ReturningInsert

from yorisoi.backends.store.database import Database
from yorisoi.backends.store.dialects import insert_missing, insert_or_add
from yorisoi.backends.store.reading import Read
from yorisoi.backends.store.schema import memories, meta
from yorisoi.errors import ErasedMeanwhile
from yorisoi.types import UserId

_FOR = select(memories.c.revision, memories.c.rebuilt).where(memories.c.user_id == bindparam("user"))
_READ, _LOCKED = Read(_FOR), _FOR.with_for_update()
_ERASED = "revisions_of_erased"
"""Above all revisions that a user had who is erased; new ones begin there."""
_FIRST = func.coalesce(
    select(cast(meta.c.value, Integer)).where(meta.c.key == _ERASED).scalar_subquery(), literal(0, Integer)
)
_BEGINNING = Read(select(_FIRST))
_NEW = 0
"""The revision of a row that was not there; what is kept counts from 1."""
_BEGUN = (
    update(memories)
    .where(memories.c.user_id == bindparam("user"))
    .values(revision=_FIRST + 1, rebuilt=_FIRST)
    .returning(memories.c.revision, memories.c.rebuilt)
)
# A statement of its own: on PostgreSQL one sees what was committed before it began, and that which inserts the row may
# have waited for an erasure of the user since, which set where the new row begins.


async def newest(database: Database, user: UserId) -> tuple[int, int]:
    """(revision, revision at which something vanished last); where nothing is kept of a user, what the first that will
    be kept counts up from, so that it can be told whether all of it was erased since."""
    rows = await _READ.rows(database, user=user)
    if not rows:
        [[first]] = await _BEGINNING.rows(database)
        return (first, first)
    return (rows[0][0], rows[0][1])


async def begin(connection: AsyncConnection, user: UserId, *, rebuilt: bool = False, since: int | None = None) -> int:
    """Count the user's revision up, within the caller's transaction, and lock it until the end.

    Returns the new one, which the rows that change carry.  With `rebuilt` readers start anew.  Raises ErasedMeanwhile:
    something vanished after the revision `since`.
    """
    told = await connection.execute(_counted(connection.dialect.name), {"user": user})
    revision, vanished = map(int, told.one())
    if revision == _NEW:
        revision, vanished = map(int, (await connection.execute(_BEGUN, {"user": user})).one())
    if since is not None and (vanished > since or revision <= since):  # the second: one of that name has begun anew
        raise ErasedMeanwhile
    if rebuilt:
        holds = memories.c.user_id == user
        await connection.execute(update(memories).where(holds).values(rebuilt=revision))
    return revision


@cache
def _counted(dialect: str) -> ReturningInsert[int, int]:
    row = {"user_id": bindparam("user"), "revision": _NEW, "rebuilt": _NEW}
    counted = insert_or_add(dialect, memories, "user_id", {"revision": 1}).values(row)
    return counted.returning(memories.c.revision, memories.c.rebuilt)


async def lock(connection: AsyncConnection, user: UserId) -> Row[int, int] | None:
    """(revision, revision at which something vanished last), if there is anything of the user's.  Until the caller's
    transaction ends nothing vanishes, and nobody else goes on from here."""
    return (await connection.execute(_LOCKED, {"user": user})).one_or_none()


async def check(connection: AsyncConnection, user: UserId, since: int | None) -> None:
    """Raises ErasedMeanwhile: something of the user's vanished after the revision `since`.  Until the caller's
    transaction ends nothing can."""
    if since is not None:
        revision, vanished = await lock(connection, user) or [await connection.scalar(select(_FIRST))] * 2
        if vanished > since or revision < since:
            raise ErasedMeanwhile


async def forget(connection: AsyncConnection, user: UserId, revision: int) -> None:
    """Leave nothing of the user, not even that there was one; should one of that name come again, whoever still holds
    what was read before finds it void.  `revision` is the user's last."""
    await connection.execute(delete(memories).where(memories.c.user_id == user))
    await connection.execute(insert_missing(connection.dialect.name, meta), {"key": _ERASED, "value": "0"})
    higher = meta.c.key == _ERASED, cast(meta.c.value, Integer) <= revision
    await connection.execute(update(meta).where(*higher).values(value=str(revision + 1)))
