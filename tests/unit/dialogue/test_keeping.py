"""What is written after a turn."""

import asyncio
from pathlib import Path

import pytest
from tests.unit.house import house

from yorisoi.errors import StoreError


async def test_all_that_is_still_being_written_is_waited_for_and_then_told_what_failed(tmp_path: Path) -> None:
    written: list[str] = []

    async def fails() -> None:
        raise StoreError("the disk is full")

    async def writes() -> None:
        await asyncio.sleep(0.05)
        written.append("a trace")

    async with house(tmp_path, []) as (assistant, _, _):
        assistant._keeper._later(fails(), "first")
        assistant._keeper._later(writes(), "second")
        with pytest.raises(StoreError, match="full"):
            await assistant.close()
        assert written == ["a trace"]
        await assistant.close()
