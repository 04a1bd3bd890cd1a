"""Bringing a store's tables up to date when it is opened."""

from pathlib import Path

from sqlalchemy import Column, Connection, MetaData, Table, Text, inspect, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from yorisoi.backends.store.database import Database
from yorisoi.backends.store.dialects import one_writer
from yorisoi.backends.store.schema import REVISION
from yorisoi.errors import StoreError

MIGRATIONS = Path(__file__).parent / "migrations"
_OURS = "yorisoi_"
_version = Table("alembic_version", MetaData(), Column("version_num", Text))


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
    """Run the migrations that are missing, all in the caller's transaction."""
    from alembic import command  # slow to import, and needed once in a store's life
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    _check(connection, known, where)
    command.upgrade(config, "head")


def _check(connection: Connection, known: set[str], where: str) -> None:
    tables = inspect(connection).get_table_names()
    if not tables:
        return
    current = connection.scalar(select(_version.c.version_num)) if _version.name in tables else None
    if current is None or not current.startswith(_OURS):
        raise StoreError(f"{where}: this is not a Yorisoi store; name another folder with --home")
    if current not in known:
        raise StoreError(f"{where}: this store is from a newer Yorisoi ({current}); update Yorisoi")
