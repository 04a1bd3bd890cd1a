"""One GGUF model loaded into this process: the border to `xllamacpp`, whose objects have no types.

The library's server always opens an HTTP listener on a random port of 127.0.0.1, even when only called in process.  It
is locked with a random key, which `LlamaEngine.api_key` gives to whoever may use it as an OpenAI-compatible server.
"""

import json
import os
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from yorisoi.backends.chat.yielding_threads import yielding_threads
from yorisoi.errors import BackendRefused, BackendUnavailable

_PROMPT_BATCH = 128
"""Tokens of a prompt read between two looks at whether to stop: about a second with a 1.5B model on two cores.  The
library's 2048 read a prompt no faster (measured: 123 against 125 tokens/s) and could not be stopped for 15 seconds."""

_KEPT_PROMPTS_MB = 512
"""Memory for prompts already read, so that assessing and answering in turn do not push out each other's prefix."""


class LlamaEngine:
    """A loaded model.  Blocking, and for one caller at a time: see `LlamaChat` for the async side."""

    def __init__(self, path: Path, *, n_ctx: int, threads: int) -> None:
        """Load a model: seconds, and memory of about the file's size.

        Raises BackendUnavailable when the library is missing or the file cannot be loaded.
        """
        try:
            with yielding_threads():
                import xllamacpp
        except ImportError as error:
            raise BackendUnavailable(f"the embedded model needs the package xllamacpp: {error}") from error
        self.api_key = secrets.token_urlsafe(32)
        parameters = self._parameters(xllamacpp.CommonParams(), path, n_ctx, threads)
        try:
            self._server: Any = xllamacpp.Server(parameters)
        except (RuntimeError, ValueError) as error:
            raise BackendUnavailable(f"{path} cannot be loaded as a model: {error}") from error

    @property
    def serve_url(self) -> str:
        """Base URL of the OpenAI-compatible listener."""
        return f"{self._server.listening_address}/v1"

    def generate(self, body: Mapping[str, Any], on_chunk: Callable[[dict[str, Any]], bool]) -> None:
        """Answer one chat request, chunk by chunk; `on_chunk` returns True to stop.

        Chunks also come while the prompt is being read, so stopping works then too.  Raises BackendRefused: prompt too
        long, schema not usable.  `on_chunk` must not raise: the library would swallow it.
        """
        refusals: list[str] = []

        def take(chunk: Any) -> bool:
            chunk = json.loads(chunk) if isinstance(chunk, str) else chunk
            if "error" in chunk:
                refusals.append(str(chunk["error"].get("message", chunk["error"])))
                return True
            return on_chunk(chunk)

        request = {**body, "stream": True, "return_progress": True, "stream_options": {"include_usage": True}}
        try:
            self._server.handle_chat_completions(request, take)
        except (RuntimeError, ValueError) as error:
            refusals.append(str(error))
        if refusals:
            raise BackendRefused(f"the embedded model refused the request: {refusals[0]}")

    def close(self) -> None:
        """Stop the listener and free the memory."""
        self._server = None

    def _parameters(self, parameters: Any, path: Path, n_ctx: int, threads: int) -> Any:
        parameters.model.path = str(path)
        parameters.n_ctx = n_ctx
        parameters.n_parallel = 1
        parameters.n_batch = parameters.n_ubatch = _PROMPT_BATCH
        parameters.cache_prompt = True
        parameters.cache_ram_mib = _KEPT_PROMPTS_MB
        parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = threads
        parameters.verbosity = -1
        parameters.warmup = False  # the first request warms up by itself
        parameters.fit_params = False  # no guessing of sizes: they are given
        parameters.hostnames = ["127.0.0.1"]
        parameters.api_keys = [self.api_key]
        parameters.ui = parameters.endpoint_slots = False
        return parameters


def physical_cores() -> int:
    """Cores that this process may use, hyper-threads counted once where the system tells.

    Generation is bound by memory: a second thread on the same core only gets in the way.
    """
    usable = _usable_cpus()
    try:
        siblings = {_sibling_list(cpu) for cpu in usable}
    except OSError:
        return max(1, len(usable))
    return max(1, len(siblings))


def _usable_cpus() -> set[int]:
    if hasattr(os, "sched_getaffinity"):
        return set(os.sched_getaffinity(0))
    return set(range(os.cpu_count() or 1))


def _sibling_list(cpu: int) -> str:
    return Path(f"/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list").read_text(encoding="ascii")
