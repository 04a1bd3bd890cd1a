"""Chat with a GGUF model inside this process (llama.cpp through `xllamacpp`).  Spelled `llama:...`, see `weights`."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from yorisoi.backends.chat.json_object import one_object
from yorisoi.backends.chat.llama_engine import LlamaEngine, physical_cores
from yorisoi.backends.chat.thinking import Thinking
from yorisoi.backends.chat.weights import resolve
from yorisoi.backends.chat.weights.spelling import display_name
from yorisoi.backends.owned_model import Call, OwnedModel
from yorisoi.errors import MalformedReply
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
        capable: bool = False,
        n_ctx: int = 4096,
        threads: int | None = None,
    ) -> None:
        """Touches no file: what is wrong with `spec`'s weights shows on first use, or call `weights.resolve`.

        Raises ConfigError when `spec` is not a spelling at all.
        """
        self._name = display_name(spec)
        self._context_tokens = context_tokens
        self._capable = capable
        self._thinking = Thinking()
        self._model = OwnedModel(
            self._name,
            lambda: LlamaEngine(resolve(spec, cache_dir), n_ctx=n_ctx, threads=threads or physical_cores()),
            timeout_s=timeout_s,
        )

    @property
    def name(self) -> str:
        return self._name

    @property
    def capable(self) -> bool:
        return self._capable

    @property
    def context_tokens(self) -> int:
        return self._context_tokens

    async def complete(self, request: ChatRequest, on_text: Callable[[str], None] | None = None) -> Completion:
        """See the port.  Raises MalformedReply too when a JSON object does not end within `max_tokens`."""
        started = time.perf_counter()
        as_it_comes = self._thinking.heard(on_text) if on_text and request.schema is None else None
        generated = await self._run(_body_of(request), as_it_comes)
        text = self._thinking.left_out(generated.text, truncated=generated.truncated)
        if request.schema is not None:
            text = one_object(text, self.name)
            if on_text is not None:
                on_text(text)
        if not text:
            raise MalformedReply(f"{self.name} answered with no text at all")
        return Completion(
            text=text,
            model=self.name,
            prompt_tokens=generated.prompt_tokens,
            completion_tokens=generated.completion_tokens,
            seconds=time.perf_counter() - started,
            truncated=generated.truncated,
        )

    async def warm_up(self, request: ChatRequest) -> None:
        """Load the model and read a prompt ahead: later prompts that begin alike are read from where they differ."""
        await self._run(_body_of(replace(request, max_tokens=1, schema=None)), None)

    async def serving(self) -> tuple[str, str]:
        """(base URL, API key) of the model as an OpenAI-compatible HTTP server on loopback; loads it if need be."""
        engine = await self._model.loaded()
        return engine.serve_url, engine.api_key

    async def close(self) -> None:
        """Free the model.  The object cannot be used afterwards."""
        await self._model.close()

    async def _run(self, body: dict[str, Any], on_text: Callable[[str], None] | None) -> "_Generated":
        def work(engine: LlamaEngine, call: Call) -> _Generated:
            generated = _Generated(call)
            if not call.stop.is_set():
                engine.generate(body, generated.take)
            return generated

        return await self._model.run(work, on_text)


@dataclass(slots=True)
class _Generated:
    """What has come of one request so far."""

    call: Call
    text: str = ""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    truncated: bool = False

    def take(self, chunk: dict[str, Any]) -> bool:
        """Take a chunk in; True stops the generation."""
        if self.call.stop.is_set():
            return True
        usage = chunk.get("usage") or {}
        self.prompt_tokens = usage.get("prompt_tokens", self.prompt_tokens)
        self.completion_tokens = usage.get("completion_tokens", self.completion_tokens)
        for choice in chunk.get("choices", ()):
            self.truncated = self.truncated or choice.get("finish_reason") == "length"
            if piece := choice.get("delta", {}).get("content"):
                self.text += piece
                self.call.hand_over(piece)
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
