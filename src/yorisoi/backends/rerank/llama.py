"""A GGUF reranker inside this process (llama.cpp through `xllamacpp`).  Spelled `llama:/path/model.gguf`."""

import asyncio
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from yorisoi.backends.chat.llama_engine import physical_cores
from yorisoi.backends.chat.weights.spelling import display_name
from yorisoi.backends.rerank.llama_engine import RankEngine
from yorisoi.backends.rerank.texts import sendable
from yorisoi.backends.rerank.weights import reranker_weights
from yorisoi.errors import BackendUnavailable


class LlamaReranker:
    """An embedded reranker, loaded on first use.

    One thread owns the model: calls wait for each other there.  `timeout_s` counts from the call, waiting and loading
    included; a call that times out or is cancelled stops after the passage that is being read.
    """

    def __init__(
        self,
        spec: str,
        *,
        cache_dir: Path | None = None,
        timeout_s: float = 30.0,
        max_characters: int = 2000,
        threads: int | None = None,
    ) -> None:
        """Touches no file: what is wrong with the weights shows on first use, or call `reranker_weights`.

        Raises ConfigError when `spec` is not a spelling at all.
        """
        self._spec = spec
        self._name = display_name(spec)
        self._cache_dir = cache_dir
        self._timeout_s = timeout_s
        self._max_characters = max_characters
        self._threads = threads or physical_cores()
        self._engine: RankEngine | None = None
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="yorisoi-rerank")

    @property
    def name(self) -> str:
        return self._name

    async def scores(self, query: str, passages: Sequence[str]) -> list[float]:
        """See the port.  Passages and question are cut to `max_characters`; beyond that, to what the model reads."""
        if not passages:
            return []
        query = sendable(query, self._max_characters)
        texts = [sendable(passage, self._max_characters) for passage in passages]
        stop = threading.Event()
        work = asyncio.get_running_loop().run_in_executor(self._worker, self._score, query, texts, stop)
        try:
            async with asyncio.timeout(self._timeout_s):
                return await work
        except TimeoutError as error:
            raise BackendUnavailable(f"{self.name} did not finish within {self._timeout_s:g} s") from error
        finally:
            stop.set()  # however this ends, the thread must not go on working for nobody

    async def close(self) -> None:
        """Free the model.  The object cannot be used afterwards."""
        await asyncio.get_running_loop().run_in_executor(self._worker, self._unload)
        self._worker.shutdown()

    def _score(self, query: str, texts: Sequence[str], stop: threading.Event) -> list[float]:
        scores: list[float] = []
        for text in texts:
            if stop.is_set():
                break  # nobody waits for the result
            scores.append(self._loaded().score(query, text))
        return scores

    def _loaded(self) -> RankEngine:
        if self._engine is None:
            self._engine = RankEngine(reranker_weights(self._spec, self._cache_dir), threads=self._threads)
        return self._engine

    def _unload(self) -> None:
        if self._engine is not None:
            self._engine.close()
            self._engine = None
