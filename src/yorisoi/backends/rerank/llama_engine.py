"""One GGUF reranker loaded into this process: the border to `xllamacpp`, whose objects have no types."""

import secrets
from typing import Any

from yorisoi.backends.chat.yielding_threads import yielding_threads
from yorisoi.backends.rerank.formats import scores_of
from yorisoi.backends.rerank.weights import RerankerWeights
from yorisoi.errors import BackendRefused, BackendUnavailable

_MOST_TOKENS = 1024
"""Read of question and passage together, also by models that could read more: a pair has to be read in one batch, whose
memory grows with its square, and splitting makes passages of 480 tokens at most."""

_FEWEST_CHARACTERS = 16
"""Of question and passage together: what is still too long then is the model's own prompt."""


class RankEngine:
    """A loaded reranker.  Blocking, and for one caller at a time: see `LlamaReranker` for the async side."""

    def __init__(self, weights: RerankerWeights, *, threads: int) -> None:
        """Load a model.  Raises BackendUnavailable when the library is missing or the file cannot be loaded."""
        try:
            with yielding_threads():
                import xllamacpp
        except ImportError as error:
            raise BackendUnavailable(f"the embedded reranker needs the package xllamacpp: {error}") from error
        try:
            self._server: Any = xllamacpp.Server(_parameters(xllamacpp, weights, threads))
        except (RuntimeError, ValueError) as error:
            raise BackendUnavailable(f"{weights.path} cannot be loaded as a reranker: {error}") from error

    def score(self, query: str, passage: str) -> float:
        """How well one passage answers; when both are too long together, by the beginning of the longer one.

        Neither may be blank.  Passages are read one by one: a batch is no faster on a CPU, and could not be stopped.
        Raises BackendRefused, MalformedReply.
        """
        while True:
            reply = self._server.handle_rerank({"query": query, "documents": [passage]})
            error = reply.get("error")
            if error is None:
                return scores_of(reply, 1, "the embedded reranker")[0]
            if not _too_long(error) or len(query + passage) <= _FEWEST_CHARACTERS:
                raise BackendRefused(f"the embedded reranker refused the request: {error.get('message', error)}")
            if len(passage) >= len(query):
                passage = passage[: len(passage) * 2 // 3]
            else:
                query = query[: len(query) * 2 // 3]

    def close(self) -> None:
        """Free the memory."""
        self._server = None


def _too_long(error: dict[str, Any]) -> bool:
    return error.get("type") == "exceed_context_size_error" or "too large to process" in str(error.get("message"))


def _parameters(xllamacpp: Any, weights: RerankerWeights, threads: int) -> Any:
    tokens = min(weights.context_tokens or _MOST_TOKENS, _MOST_TOKENS)
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(weights.path)
    parameters.embedding = True
    parameters.pooling_type = xllamacpp.llama_pooling_type.LLAMA_POOLING_TYPE_RANK
    parameters.n_ctx = parameters.n_batch = parameters.n_ubatch = tokens
    parameters.n_parallel = 1
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = threads
    parameters.verbosity = -1
    parameters.warmup = False  # the first request warms up by itself
    parameters.fit_params = False  # no guessing of sizes: they are given
    # The library always opens a listener on a random port; nobody knows its key.
    parameters.hostnames = ["127.0.0.1"]
    parameters.api_keys = [secrets.token_urlsafe(32)]
    parameters.ui = parameters.endpoint_slots = False
    return parameters
