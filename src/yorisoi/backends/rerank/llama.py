"""A GGUF reranker inside this process (llama.cpp through `xllamacpp`).  Spelled `llama:/path/model.gguf`."""

from collections.abc import Sequence
from pathlib import Path

from yorisoi.backends.chat.llama_engine import physical_cores
from yorisoi.backends.chat.weights.spelling import display_name
from yorisoi.backends.owned_model import Call, OwnedModel
from yorisoi.backends.rerank.llama_engine import RankEngine
from yorisoi.backends.rerank.texts import sendable
from yorisoi.backends.rerank.weights import reranker_weights


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
        self._name = display_name(spec)
        self._max_characters = max_characters
        self._model = OwnedModel(
            self._name,
            lambda: RankEngine(reranker_weights(spec, cache_dir), threads=threads or physical_cores()),
            timeout_s=timeout_s,
        )

    @property
    def name(self) -> str:
        return self._name

    async def scores(self, query: str, passages: Sequence[str]) -> list[float]:
        """See the port.  Passages and question are cut to `max_characters`; beyond that, to what the model reads."""
        if not passages:
            return []
        query = sendable(query, self._max_characters)
        texts = [sendable(passage, self._max_characters) for passage in passages]

        def work(engine: RankEngine, call: Call) -> list[float]:
            scores: list[float] = []
            for text in texts:
                if call.stop.is_set():
                    break
                scores.append(engine.score(query, text))
            return scores

        return await self._model.run(work)

    async def close(self) -> None:
        """Free the model.  The object cannot be used afterwards."""
        await self._model.close()
