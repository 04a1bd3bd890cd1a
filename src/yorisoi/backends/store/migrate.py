"""Bringing a store's tables up to date when it is opened."""

from pathlib import Path

from sqlalchemy import Column, Connection, MetaData, String, Table, insert, inspect, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from yorisoi.backends.store.database import Database
from yorisoi.backends.store.dialects import one_writer
from yorisoi.backends.store.schema import REVISION, metadata
from yorisoi.errors import StoreError

MIGRATIONS = Path(__file__).parent / "migrations"
_OURS = "yorisoi_"
_version = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))


async def bring_up_to_date(database: Database) -> None:
    """Build or migrate the tables; one SELECT when there is nothing to do.

    Raises StoreError: the store is from a newer Yorisoi, or it is not one of ours.
    """
    async with database.reading() as connection:
        if await _current(connection) == REVISION:
            return
    async with database.writing() as connection:
        await one_writer(connection)
        await connection.run_sync(_upgrade, database.where)


async def _current(connection: AsyncConnection) -> str | None:
    try:
        return await connection.scalar(select(_version.c.version_num))
    except DBAPIError:
        # No such table; any other trouble shows itself again in the transaction that looks closer.
        return None


def _upgrade(connection: Connection, where: str) -> None:
    """In the caller's transaction."""
    tables = inspect(connection).get_table_names()
    if not tables:
        build(connection)
        return
    current = connection.scalar(select(_version.c.version_num)) if _version.name in tables else None
    if current is None or not current.startswith(_OURS):
        raise StoreError(f"{where}: this is not a Yorisoi store; name another folder with --home")
    if current != REVISION:  # or another process has just brought it up to date
        migrate(connection, where, current)


def build(connection: Connection) -> None:
    """The tables of a new store, as all migrations would: Alembic takes half a second to import, and two stores that it
    builds in one process at a time take each other's place in it."""
    metadata.create_all(connection)
    _version.create(connection)
    connection.execute(insert(_version).values(version_num=REVISION))


def migrate(connection: Connection, where: str, current: str | None) -> None:
    """Run the migrations that are missing."""
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if current and current not in known:
        raise StoreError(f"{where}: this store is from a newer Yorisoi ({current}); update Yorisoi")
    command.upgrade(config, "head")
