"""A process that stores one document per transaction and prints each source once it is acknowledged.

python writer.py HOME FIRST COUNT
"""

import asyncio
import sys
from pathlib import Path

from yorisoi.backends.store import open_store
from yorisoi.testing.document_stores import DIMENSION, MODEL, new_document


async def main(home: str, first: int, count: int) -> None:
    async with open_store(Path(home)) as store:
        await store.documents.bind_embedding(MODEL, DIMENSION)
        for number in range(first, first + count):
            source = f"{number % 40}.md"  # after a while documents are replaced, too
            await store.documents.put([new_document(source, f"本文{number}", "どれにもある文", f"結び{number}")])
            print(f"{source} {number}", flush=True)


asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
