"""Chat with a GGUF model inside this process (llama.cpp through `xllamacpp`).  Spelled `llama:...`, see `weights`."""

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from yorisoi.backends.chat.json_object import one_object
from yorisoi.backends.chat.llama_engine import LlamaEngine, physical_cores
from yorisoi.backends.chat.weights import resolve
from yorisoi.backends.chat.weights.spelling import display_name
from yorisoi.errors import BackendUnavailable, MalformedReply
from yorisoi.ports import ChatRequest, Completion


class LlamaChat:
    """An embedded model, loaded on first use.

    One thread owns the model: calls wait for each other there.  `timeout_s` counts from the call, waiting and loading
    included; a call that times out or is cancelled stops generating within about a second.  With a schema the text is
    generated under its grammar and handed to `on_text` in one piece.
    """

    def __init__(
        self,
        spec: str,
        *,
        cache_dir: Path | None = None,
        timeout_s: float = 120.0,
        context_tokens: int = 300,
        n_ctx: int = 4096,
        threads: int | None = None,
    ) -> None:
        """Touches no file: what is wrong with `spec`'s weights shows on first use, or call `weights.resolve`.

        Raises ConfigError when `spec` is not a spelling at all.
        """
        self._spec = spec
        self._name = display_name(spec)
        self._cache_dir = cache_dir
        self._timeout_s = timeout_s
        self._context_tokens = context_tokens
        self._n_ctx = n_ctx
        self._threads = threads or physical_cores()
        self._engine: LlamaEngine | None = None
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="yorisoi-llama")

    @property
    def name(self) -> str:
        return self._name

    @property
    def context_tokens(self) -> int:
        return self._context_tokens

    async def complete(self, request: ChatRequest, on_text: Callable[[str], None] | None = None) -> Completion:
        """See the port.  Raises MalformedReply too when a JSON object does not end within `max_tokens`."""
        started = time.perf_counter()
        as_it_comes = on_text if request.schema is None else None
        call = await self._run(_body_of(request), as_it_comes)
        text = call.text
        if request.schema is not None:
            text = one_object(text, self.name)
            if on_text is not None:
                on_text(text)
        if not text:
            raise MalformedReply(f"{self.name} answered with no text at all")
        return Completion(
            text=text,
            model=self.name,
            prompt_tokens=call.prompt_tokens,
            completion_tokens=call.completion_tokens,
            seconds=time.perf_counter() - started,
            truncated=call.truncated,
        )

    async def warm_up(self, request: ChatRequest) -> None:
        """Load the model and read a prompt ahead: later prompts that begin alike are read from where they differ."""
        await self._run(_body_of(replace(request, max_tokens=1, schema=None)), None)

    async def serving(self) -> tuple[str, str]:
        """(base URL, API key) of the model as an OpenAI-compatible HTTP server on loopback; loads it if need be."""
        engine = await asyncio.get_running_loop().run_in_executor(self._worker, self._loaded)
        return engine.serve_url, engine.api_key

    async def close(self) -> None:
        """Free the model.  The object cannot be used afterwards."""
        await asyncio.get_running_loop().run_in_executor(self._worker, self._unload)
        self._worker.shutdown()

    async def _run(self, body: dict[str, Any], on_text: Callable[[str], None] | None) -> "_Call":
        loop = asyncio.get_running_loop()
        pieces: asyncio.Queue[str | None] = asyncio.Queue()
        call = _Call(body=body, hand_over=lambda piece: loop.call_soon_threadsafe(pieces.put_nowait, piece))
        work = loop.run_in_executor(self._worker, self._generate, call)
        work.add_done_callback(lambda _: pieces.put_nowait(None))
        try:
            async with asyncio.timeout(self._timeout_s):
                while (piece := await pieces.get()) is not None:
                    if on_text is not None:
                        on_text(piece)
                await work
        except TimeoutError as error:
            raise BackendUnavailable(f"{self.name} did not finish within {self._timeout_s:g} s") from error
        finally:
            # However this ends, the thread must not go on working for nobody.
            call.stop.set()
            work.cancel()
        return call

    def _generate(self, call: "_Call") -> None:
        engine = self._loaded()
        if not call.stop.is_set():
            engine.generate(call.body, call.take)

    def _loaded(self) -> LlamaEngine:
        if self._engine is None:
            path = resolve(self._spec, self._cache_dir)
            self._engine = LlamaEngine(path, n_ctx=self._n_ctx, threads=self._threads)
        return self._engine

    def _unload(self) -> None:
        if self._engine is not None:
            self._engine.close()
            self._engine = None


@dataclass(slots=True)
class _Call:
    """One request on its way through the model's thread."""

    body: dict[str, Any]
    hand_over: Callable[[str], object]
    stop: threading.Event = field(default_factory=threading.Event)
    text: str = ""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    truncated: bool = False

    def take(self, chunk: dict[str, Any]) -> bool:
        """Take a chunk in; True stops the generation."""
        if self.stop.is_set():
            return True
        usage = chunk.get("usage") or {}
        self.prompt_tokens = usage.get("prompt_tokens", self.prompt_tokens)
        self.completion_tokens = usage.get("completion_tokens", self.completion_tokens)
        for choice in chunk.get("choices", ()):
            self.truncated = self.truncated or choice.get("finish_reason") == "length"
            if piece := choice.get("delta", {}).get("content"):
                self.text += piece
                self.hand_over(piece)
        return False


def _body_of(request: ChatRequest) -> dict[str, Any]:
    body: dict[str, Any] = {
        "messages": [{"role": message.role, "content": message.content} for message in request.messages],
        "max_tokens": request.max_tokens,
        "temperature": 0,
        "cache_prompt": True,
    }
    if request.schema is not None:
        form = {"name": request.schema_name, "schema": dict(request.schema)}
        body["response_format"] = {"type": "json_schema", "json_schema": form}
    return body
