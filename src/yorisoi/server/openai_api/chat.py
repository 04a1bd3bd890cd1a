"""`/v1/chat/completions`: a turn of a conversation, streamed or not.

The last message is the utterance, those before it tell the session (`yorisoi.server.conversations`), unless the client
names it: `metadata.session`, or a header.  What a client sets of sampling, of functions and of system messages has no
say in a turn and is passed over.
"""

import json
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from typing import Annotated, Any, Literal
from uuid import uuid4

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, StreamingResponse
from pydantic import BaseModel, ConfigDict, Field

from yorisoi.errors import YorisoiError
from yorisoi.server.api.conversing import MOST_OF_A_NAME
from yorisoi.server.conversations import Conversations, Said
from yorisoi.server.engine import Engine, Replied, TurnEvent, Waiting, Writing, at_most
from yorisoi.server.errors import Refused, language_of, of_error
from yorisoi.server.errors import said as error_body
from yorisoi.server.headers import header_text
from yorisoi.server.identity import Caller, SignedIn
from yorisoi.server.leaving import unless_they_leave
from yorisoi.server.openai_api.models import TEXT_ALONE, WITH_SOURCES
from yorisoi.server.openai_api.tasks import is_task, perform
from yorisoi.server.origin import origin
from yorisoi.server.rendering import annotations, as_text, beside, rest
from yorisoi.types import Reply

router = APIRouter(prefix="/v1/chat/completions", tags=["OpenAI"])
SESSION_HEADERS = ("x-yorisoi-session", "x-openwebui-chat-id")
_MOST_MESSAGES = 2_000


class Part(BaseModel):
    """A piece of a message."""

    type: str
    text: str = ""


class ChatMessage(BaseModel):
    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: str | list[Part] | None = None

    @property
    def text(self) -> str:
        """Raises Refused: it holds something else than text."""
        if not isinstance(self.content, list):
            return self.content or ""
        if other := next((part.type for part in self.content if part.type not in ("text", "refusal")), None):
            raise Refused("invalid", param="messages", detail=f"messages: {other} is not taken, only text")
        return "".join(part.text for part in self.content)


class ChatCompletionRequest(BaseModel):
    """What is read of OpenAI's request."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"model": "yorisoi", "messages": [{"role": "user", "content": "子どもの看護休暇は取れますか"}]},
                {
                    "model": "yorisoi-text",
                    "stream": True,
                    "metadata": {"session": "s1"},
                    "messages": [{"role": "user", "content": "休暇について教えてください"}],
                },
            ]
        }
    )

    model: str = WITH_SOURCES
    messages: Annotated[list[ChatMessage], Field(min_length=1, max_length=_MOST_MESSAGES)]
    stream: bool | None = None
    n: Literal[1] | None = None
    metadata: dict[str, str] | None = None
    """`session`: the session's name; `just_answer`: `true` never to be asked back."""


@router.post("", summary="One turn of a conversation")
async def complete(asked: ChatCompletionRequest, request: Request, caller: SignedIn) -> Any:
    engine: Engine = request.app.state.engine
    if asked.model not in (WITH_SOURCES, TEXT_ALONE):
        raise Refused("not_found", detail=asked.model, param="model")
    history, text = _read(asked.messages)
    if is_task(text, history):
        workspace = engine.workspace
        async with at_most(workspace.settings.server.max_seconds):
            done = await unless_they_leave(request, perform(text, workspace.chat, workspace.assistant.config))
        return _as_chunks(done, asked.model) if asked.stream else JSONResponse(_whole(done, asked.model))
    turn = _turn(engine, request, caller, history, text, asked.metadata or {})
    if not asked.stream:
        replied = await unless_they_leave(request, _reply_of(turn))
        took = {"Server-Timing": f"turn;dur={1000 * replied.seconds:.1f}"}  # the engine's own, in ms
        return JSONResponse(_completion(replied.reply, asked.model, origin(request)), headers=took)
    first = await unless_they_leave(request, anext(turn))  # what is wrong with the request is told with a status
    chunks = _streamed(first, turn, asked.model, request)
    return StreamingResponse(chunks, media_type="text/event-stream", headers={"Cache-Control": "no-store"})


def _read(messages: Sequence[ChatMessage]) -> tuple[list[Said], str]:
    """The history and the utterance.  Raises Refused."""
    spoken = [Said(each.role, each.text) for each in messages if each.role == "user" or each.role == "assistant"]
    if not spoken or spoken[-1].speaker != "user":
        raise Refused("invalid", param="messages", detail="messages: the last one must be the user's")
    return spoken[:-1], spoken[-1].text


def _named(request: Request, metadata: Mapping[str, str]) -> str | None:
    """The session that the client names.  Raises Refused: that is no name."""
    named = metadata.get("session") or next(filter(None, (_header(request, name) for name in SESSION_HEADERS)), None)
    if named and len(named) > MOST_OF_A_NAME:
        raise Refused("invalid", param="metadata", detail=f"session: at most {MOST_OF_A_NAME} characters")
    return named


def _header(request: Request, name: str) -> str:
    try:
        return header_text(request, name)
    except ValueError as error:
        raise Refused("invalid", param=name, detail=f"the header {name} {error}") from None


async def _turn(
    engine: Engine, request: Request, caller: Caller, history: Sequence[Said], text: str, metadata: Mapping[str, str]
) -> AsyncGenerator[TurnEvent, None]:
    """The turn in its session.  Two requests with the same history come one after the other, and the second finds that
    the session has gone on."""
    engine.workspace.assistant.heard(text)  # what is refused leaves no history behind
    conversations: Conversations = request.app.state.conversations
    key = json.dumps([each.text for each in history] or uuid4().hex, ensure_ascii=False)  # two new ones are two
    async with engine.lock(caller.user, "history", key):
        session = await conversations.session_of(caller.user, history, _named(request, metadata))
        just_answer = metadata.get("just_answer") == "true"
        turn = engine.converse(caller, text, session=session, just_answer=just_answer)
        async with aclosing(turn) as events:
            async for event in events:
                if isinstance(event, Replied):
                    conversations.remember(caller.user, history, text, session)
                yield event


async def _reply_of(turn: AsyncGenerator[TurnEvent, None]) -> Replied:
    async with aclosing(turn) as events:
        async for event in events:
            if isinstance(event, Replied):
                return event
    raise AssertionError("a turn ends with a reply or an error")


async def _streamed(
    first: TurnEvent, turn: AsyncGenerator[TurnEvent, None], model: str, request: Request
) -> AsyncGenerator[str, None]:
    """Server-sent events: pieces as they are written, places in the queue as comments, at the end all that stands
    beside the text."""
    stream = _Stream(model, origin(request))
    async with aclosing(turn):
        try:
            for piece in stream.said(first):
                yield piece
            async for event in turn:
                for piece in stream.said(event):
                    yield piece
        except YorisoiError as error:
            yield _event(error_body(of_error(error), language_of(request)))
    yield "data: [DONE]\n\n"


class _Stream:
    """Events of a turn as chunks of a completion."""

    def __init__(self, model: str, at: str) -> None:
        self._model, self._at = model, at
        self._written = ""
        self._head = _head("chat.completion.chunk", model)

    def said(self, event: TurnEvent) -> list[str]:
        if isinstance(event, Waiting):
            return [f": place {event.place}\n\n"]
        if isinstance(event, Writing):
            begins = [] if self._written else [self._chunk({"role": "assistant", "content": ""})]
            self._written += event.text
            return [*begins, self._chunk({"content": event.text})]
        reply = event.reply
        final = _text(reply, self._model)
        begins = [] if self._written else [self._chunk({"role": "assistant", "content": ""})]
        more = rest(final, self._written)
        last = self._chunk({"annotations": annotations(reply, self._at)}, "stop", yorisoi=beside(reply))
        return [*begins, *([self._chunk({"content": more})] if more else []), last]

    def _chunk(self, delta: Mapping[str, Any], finish: str | None = None, **more: Any) -> str:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        return _event({**self._head, "choices": [choice], **more})


def _completion(reply: Reply, model: str, at: str) -> dict[str, Any]:
    return {**_whole(_text(reply, model), model, annotations(reply, at)), "yorisoi": beside(reply)}


def _whole(text: str, model: str, noted: Sequence[Mapping[str, Any]] = ()) -> dict[str, Any]:
    message = {"role": "assistant", "content": text, "refusal": None, "annotations": list(noted)}
    choice = {"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}
    return {**_head("chat.completion", model), "choices": [choice]}


def _as_chunks(text: str, model: str) -> StreamingResponse:
    choice = {"index": 0, "delta": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    chunk = {**_head("chat.completion.chunk", model), "choices": [choice]}
    return StreamingResponse(iter([_event(chunk), "data: [DONE]\n\n"]), media_type="text/event-stream")


def _text(reply: Reply, model: str) -> str:
    return as_text(reply) if model == WITH_SOURCES else reply.text


def _head(kind: str, model: str) -> dict[str, Any]:
    return {"id": f"chatcmpl-{uuid4().hex}", "object": kind, "created": int(time.time()), "model": model}


def _event(body: Mapping[str, Any]) -> str:
    return f"data: {json.dumps(body, ensure_ascii=False)}\n\n"
