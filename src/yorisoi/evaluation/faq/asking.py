"""A model asked many things: beside each other, with retries, and with the cost told before."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from yorisoi.documents.size import size
from yorisoi.errors import BackendError, BackendUnavailable, MalformedReply
from yorisoi.evaluation.faq.sets import Faq
from yorisoi.evaluation.recorded_chat import RecordedChat
from yorisoi.language import packs
from yorisoi.language.faq_words import FaqWords
from yorisoi.ports import ChatModel, ChatRequest, Completion, Message
from yorisoi.types import Language

T = TypeVar("T")
R = TypeVar("R")

_WAITS_S = (1.0, 4.0)
"""Before a server that did not answer is asked once more."""
_SENTENCE = re.compile(r"(?<=[。！？\n])|(?<=[.!?])\s")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What asking is going to take, foretold from the lengths of the prompts."""

    calls: int
    prompt_tokens: int
    completion_tokens: int
    """At most."""
    known: int
    """Further calls whose replies are recorded already."""


def cost(model: RecordedChat, requests: Sequence[ChatRequest]) -> Cost:
    """A token is taken for a character of Chinese and Japanese and for two and a half others, as e5's tokenizer does;
    most models' tokenizers lie within a third of that."""
    new = [request for request in requests if not model.knows(request)]
    return Cost(
        calls=len(new),
        prompt_tokens=round(sum(size(message.content) for request in new for message in request.messages)),
        completion_tokens=sum(request.max_tokens for request in new),
        known=len(requests) - len(new),
    )


def words_of(language: Language) -> FaqWords:
    """The words for making questions in this language; English ones where its pack has none."""
    return packs.own_or_lent(language, lambda pack: pack.faq)


def shown(faq: Faq, model: ChatModel) -> str:
    """The FAQ as a model is shown it, its body cut after a sentence where the model cannot read more."""
    body, room = "", float(model.context_tokens)
    for sentence in _SENTENCE.split(faq.body):
        room -= size(sentence)
        if room < 0 and body:
            break
        body += sentence
    return words_of(faq.language).shown.format(title=faq.title, body=body)


async def ask(model: ChatModel, request: ChatRequest, read: Callable[[str], T | None], again: str) -> T:
    """What `read` makes of the reply; where it can make nothing of it, the model is told `again` and asked once more.

    Raises MalformedReply: nothing could be read twice; and what the model raises, after three attempts when it was not
    reached.
    """
    reply = await _patiently(model, request)
    if (found := read(reply.text)) is not None:
        return found
    more = (Message(role="assistant", content=reply.text), Message(role="user", content=again))
    reply = await _patiently(
        model,
        ChatRequest(
            messages=(*request.messages, *more),
            max_tokens=request.max_tokens,
            schema=request.schema,
            schema_name=request.schema_name,
        ),
    )
    if (found := read(reply.text)) is not None:
        return found
    raise MalformedReply(f"{model.name} twice gave nothing that can be read: {' '.join(reply.text.split())[:80]!r}")


async def _patiently(model: ChatModel, request: ChatRequest) -> Completion:
    for wait_s in _WAITS_S:
        try:
            return await model.complete(request)
        except BackendUnavailable:
            await asyncio.sleep(wait_s)
    return await model.complete(request)


async def each(
    items: Iterable[T],
    work: Callable[[T], Awaitable[R]],
    *,
    at_once: int = 1,
    on_progress: Callable[[int, int], None] | None = None,
) -> list[R | BackendError]:
    """What came of every item, in order; a model's failure is the result of its item, and the others go on."""
    all_ = list(items)
    gate, done = asyncio.Semaphore(at_once), 0

    async def one(item: T) -> R | BackendError:
        nonlocal done
        async with gate:
            try:
                result: R | BackendError = await work(item)
            except BackendError as error:
                result = error
        done += 1
        if on_progress:
            on_progress(done, len(all_))
        return result

    return list(await asyncio.gather(*map(one, all_)))
