"""Who reads an utterance, and what there is when nobody does."""

import numpy as np
from numpy.typing import NDArray
from yorisoi.dialogue.reading import read

from yorisoi.errors import BackendUnavailable
from yorisoi.testing.hash_embedder import HashEmbedder


class Reading(HashEmbedder):
    async def read(self, queries: list[str]) -> NDArray[np.float32]:
        return np.array([[len(query)] for query in queries], dtype=np.float32)


class Failing(HashEmbedder):
    async def read(self, queries: list[str]) -> NDArray[np.float32]:
        raise BackendUnavailable(f"gone, with {len(queries)} queries")


async def test_an_embedder_that_reads_is_asked_and_named() -> None:
    found = await read("休暇", Reading())
    assert found
    assert (found.vector.tolist(), found.by) == ([2.0], Reading().name)


async def test_without_a_reader_there_is_no_reading() -> None:
    assert await read("休暇", None) is None
    assert await read("休暇", HashEmbedder()) is None
    assert await read("休暇", Failing()) is None
