"""SELECTs that are asked in every turn: built once, and read at once where the database is a local file."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import Select
from sqlalchemy.dialects import sqlite

from yorisoi.backends.store.database import Database

_SQLITE = sqlite.dialect(paramstyle="qmark")


class Read:
    """A SELECT whose values are all given by name (`bindparam`) when it is asked.

    It should find little, or what is all needed at once: the event loop waits.
    """

    def __init__(self, statement: Select[*tuple[Any, ...]]) -> None:
        self._statement = statement
        compiled = statement.compile(dialect=_SQLITE)
        self._sql, self._places, self._own = str(compiled), compiled.positiontup or [], compiled.params
        columns = list(statement.selected_columns)
        self._names = tuple(str(column.key) for column in columns)
        self._conversions: list[tuple[int, Callable[[Any], Any]]] = [
            (place, convert)
            for place, column in enumerate(columns)
            if (convert := column.type.dialect_impl(_SQLITE).result_processor(_SQLITE, None))
        ]

    async def rows(self, database: Database, **given: Any) -> list[tuple[Any, ...]]:
        """What the statement finds, with Python's values.  Raises StoreError."""
        if database.at_once:
            values = {**self._own, **given}  # SQLite's dialect adds some: an offset of 0 to a limit
            found = database.at_once.rows(self._sql, [values[name] for name in self._places])
            if found is not None:
                return [self._converted(row) for row in found] if self._conversions else found
        async with database.reading() as connection:
            return [tuple(row) for row in await connection.execute(self._statement, given)]

    async def mappings(self, database: Database, **given: Any) -> list[dict[str, Any]]:
        """The same by name of the column."""
        return [dict(zip(self._names, row, strict=True)) for row in await self.rows(database, **given)]

    def _converted(self, row: tuple[Any, ...]) -> tuple[Any, ...]:
        values = list(row)
        for place, convert in self._conversions:
            values[place] = convert(values[place])
        return tuple(values)
