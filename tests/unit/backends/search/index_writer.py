"""A process of its own that applies numbered changes to an index until it is killed: see `test_killed.py`."""

import asyncio
import sys
from pathlib import Path

from yorisoi.backends.search.embedded import EmbeddedIndex
from yorisoi.change_ports import Position
from yorisoi.testing.index import passage


def change(number: int):
    """Puts and removals of change `number`: ten passages that live on, and one of the last change's removed again."""
    puts = [passage(10 * number + n, f"common only{number}", (number + 1, n + 1)) for n in range(10)]
    return puts, [10 * (number - 1)] if number else []


def living(position: int) -> list[int]:
    """Ids that are there once the changes up to `position` are applied."""
    return [i for i in range(10 * position) if i % 10 or i == 10 * (position - 1)]


async def write(folder: Path) -> None:
    index = EmbeddedIndex(folder)
    while True:
        number = (await index.position()).seq
        await index.apply(*change(number), Position(number + 1))
        print(number + 1, flush=True)


if __name__ == "__main__":
    asyncio.run(write(Path(sys.argv[1])))
