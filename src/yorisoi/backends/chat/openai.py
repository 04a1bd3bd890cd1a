"""Chat over any OpenAI-compatible endpoint, with the `openai` SDK.  Spelled `openai:MODEL`."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any

import openai
from openai.types.chat import ChatCompletion, ChatCompletionChunk, ChatCompletionMessage

from yorisoi.backends.chat.characters import Characters, well_formed
from yorisoi.backends.chat.json_object import one_object
from yorisoi.backends.chat.openai_dialect import Dialect, Structured
from yorisoi.backends.chat.thinking import Thinking
from yorisoi.backends.openai_server import OpenAIServer
from yorisoi.errors import ConfigError, MalformedReply
from yorisoi.ports import ChatRequest, Completion

_CHARACTERS_A_TOKEN = 20
"""More than any tokenizer's usual token has: a reply of more characters a token of its limit is not read on."""
_MOST_BYTES = 4_000_000
"""Of a reply: a stream spends some 300 bytes on a token."""


class OpenAIChat:
    """A model behind an OpenAI-compatible server.

    With a schema the text is one JSON object, handed to `on_text` in one piece: half an object is of no use, and what
    stands around it in a sloppy reply is cut away.  `structured="auto"` tries `response_format` first and function
    calling once the server says that it does not know it.  A stream that ends without saying why is a text cut short.
    """

    def __init__(
        self,
        model: str,
        *,
        api_key: str,
        base_url: str | None = None,
        structured: Structured = "auto",
        timeout_s: float = 60.0,
        max_retries: int = 2,
        context_tokens: int = 3000,
        capable: bool = True,
    ) -> None:
        """`base_url` None means OpenAI itself.  `timeout_s` holds for a whole call, from the first try to the last
        character; within it connections, 429 and 5xx are tried `max_retries` times more, by the SDK.  Raises
        ConfigError: no model name, no address, no key or one that cannot be sent."""
        if not model:
            raise ConfigError("openai: needs a model's name, such as openai:gpt-4o-mini")
        self._model = model
        self._context_tokens = context_tokens
        self._capable = capable
        self._timeout_s = timeout_s
        self._server = OpenAIServer(
            self.name,
            api_key=api_key,
            base_url=base_url,
            timeout_s=timeout_s,
            max_retries=max_retries,
            most_bytes=_MOST_BYTES,
        )
        self._dialect = Dialect(structured=structured)
        self._thinking = Thinking()

    @property
    def name(self) -> str:
        return f"openai:{self._model}"

    @property
    def capable(self) -> bool:
        return self._capable

    @property
    def context_tokens(self) -> int:
        return self._context_tokens

    async def complete(self, request: ChatRequest, on_text: Callable[[str], None] | None = None) -> Completion:
        """See the port.  Raises MalformedReply too when a schema was given and the reply holds no such object."""
        started = time.perf_counter()
        stream = on_text is not None and request.schema is None
        with self._server.translated():
            async with asyncio.timeout(self._timeout_s):
                if stream and on_text is not None:
                    reply, heard = _Reply(), self._thinking.heard(on_text)
                    async with aclosing(self._pieces(request, reply)) as pieces:
                        async for piece in pieces:
                            heard(piece)
                else:
                    with self._server.shaped():
                        reply = _Reply.of(await self._create(request), self.name, _most_characters(request))
        text = self._thinking.left_out(reply.text, truncated=reply.truncated)
        if request.schema is not None:
            text = one_object(text, self.name)
            if on_text is not None:
                on_text(text)
        if not text:
            raise MalformedReply(f"{self.name} answered with no text at all")
        return Completion(
            text=text,
            model=self.name,
            prompt_tokens=reply.prompt_tokens,
            completion_tokens=reply.completion_tokens,
            seconds=time.perf_counter() - started,
            truncated=reply.truncated,
        )

    async def close(self) -> None:
        """Close the connections."""
        await self._server.client.close()

    async def _create(self, request: ChatRequest, **more: Any) -> Any:
        """The SDK's answer, asked for again as long as a refusal teaches how to ask."""
        while True:
            arguments = self._dialect.arguments(self._model, request) | more
            try:
                return await self._server.client.chat.completions.create(**arguments)
            except openai.BadRequestError as error:
                if not self._dialect.learn(error, structured=request.schema is not None):
                    raise

    async def _pieces(self, request: ChatRequest, reply: "_Reply") -> AsyncGenerator[str, None]:
        """The text as it comes; the reply grows with it."""
        characters = Characters()
        with self._server.shaped():
            stream = await self._create(request, stream=True, stream_options={"include_usage": True})
            async with stream:
                async for chunk in stream:
                    if piece := reply.add(chunk, characters):
                        yield piece
                    if len(reply.text) > _most_characters(request):
                        reply.finish = "length"
                        break
        if rest := characters.rest():
            reply.text += rest
            yield rest


def _most_characters(request: ChatRequest) -> int:
    return _CHARACTERS_A_TOKEN * max(100, request.max_tokens)


class _Reply:
    """What has come back so far."""

    def __init__(self) -> None:
        self.text = ""
        self.prompt_tokens = 0
        self.completion_tokens = 0
        self.finish: str | None = None
        """Why the text ended; None when nothing said so."""

    @property
    def truncated(self) -> bool:
        return self.finish in (None, "length", "content_filter")

    @classmethod
    def of(cls, completion: object, name: str, most_characters: int) -> "_Reply":
        if not isinstance(completion, ChatCompletion):  # a web page comes back as a plain string
            raise MalformedReply(f"{name} sent something that is not a chat completion; check the base URL")
        reply = cls()
        reply._count(completion)
        # Servers that are compatible in name only leave `choices` out.
        for choice in (completion.choices or [])[:1]:
            reply.text = well_formed(_text_of(choice.message))
            reply.finish = choice.finish_reason or "stop"  # one body that came whole
        if len(reply.text) > most_characters:
            reply.text, reply.finish = reply.text[:most_characters], "length"
        return reply

    def add(self, chunk: ChatCompletionChunk, characters: Characters) -> str:
        """Take a chunk in; returns its piece of text."""
        self._count(chunk)
        piece = ""
        for choice in (chunk.choices or [])[:1]:
            piece = characters.of(choice.delta.content or "")
            self.finish = choice.finish_reason or self.finish
        self.text += piece
        return piece

    def _count(self, answer: ChatCompletion | ChatCompletionChunk) -> None:
        if answer.usage is not None:
            self.prompt_tokens = _counted(answer.usage.prompt_tokens)
            self.completion_tokens = _counted(answer.usage.completion_tokens)


def _counted(tokens: object) -> int:
    return tokens if isinstance(tokens, int) and 0 <= tokens <= _MOST_BYTES else 0


def _text_of(message: ChatCompletionMessage) -> str:
    """The arguments of a function call, or else the text."""
    for call in message.tool_calls or []:
        if call.type == "function":
            return call.function.arguments
    return message.content or ""
