"""Passages -> questions that they answer, in the words of those who ask, by a chat model.

Who asks has seldom read what is written: お風呂を新しくしたい is ユニットバスの交換 there.  A passage is found by
such questions too (doc2query: Nogueira et al., 2019, arXiv 1904.08375); they are kept with it and never quoted.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pydantic import BaseModel, Field, ValidationError

from yorisoi.documents.size import size
from yorisoi.errors import ConfigError, MalformedReply
from yorisoi.language.packs import own_or_lent
from yorisoi.language.plain import in_one_line
from yorisoi.ports import ChatModel, ChatRequest, DocumentStore, Embedder, Message
from yorisoi.types import Passage

MOST = 5
"""Questions to a passage."""
MAX_TOKENS = 400
_LONGEST = 200
"""Characters of a question; what is longer is none."""
_TOGETHER = 8
"""Passages in a transaction: what is lost of an interrupted run, and asked for again, is less than so many."""


class _Questions(BaseModel):
    questions: list[str] = Field(json_schema_extra={"maxItems": MOST})


@dataclass(slots=True, kw_only=True)
class Written:
    """What came of it."""

    passages: int = 0
    questions: int = 0
    failed: int = 0
    """Passages to which the model gave no usable reply."""


async def write_questions(
    store: DocumentStore,
    model: ChatModel,
    embedder: Embedder | None,
    *,
    limit: int,
    at_once: int = 1,
    on_progress: Callable[[Written], None] | None = None,
) -> Written:
    """Ask the model for the questions of passages that have none yet, at most `limit` of them, `at_once` beside each
    other.

    Raises ConfigError: a model that is not capable, which copies what it reads; MalformedReply: none of the first
    passages, or of as many in a row, got a usable reply; BackendUnavailable, BackendRefused.  What was written by then
    is kept.
    """
    if not model.capable:
        raise ConfigError(f"questions need a capable model: {model.name} copies the text, which finds nothing more")
    written, gate, last = Written(), asyncio.Semaphore(at_once), 0

    async def ask(passage: Passage) -> Passage | MalformedReply:
        async with gate:
            try:
                return replace(passage, asked=await _asked(model, passage))
            except MalformedReply as error:
                return error

    while passages := await store.unasked(min(_TOGETHER, limit - written.passages - written.failed), after=last):
        replies, last = await asyncio.gather(*map(ask, passages)), passages[-1].id
        asked = [each for each in replies if isinstance(each, Passage)]
        written.failed += len(passages) - len(asked)
        if not asked and isinstance(replies[-1], MalformedReply):
            raise replies[-1]
        await keep_questions(store, asked, embedder)
        written.passages += len(asked)
        written.questions += sum(len(each.asked) for each in asked)
        if on_progress:
            on_progress(written)
        if written.passages + written.failed >= limit:
            break
    return written


async def keep_questions(store: DocumentStore, asked: Sequence[Passage], embedder: Embedder | None) -> None:
    """Store what these passages have in `asked`, and what they are found by with it."""
    vectors = await embedder.embed_passages([each.searched for each in asked]) if embedder else [None] * len(asked)
    await store.put_questions(list(zip(asked, vectors, strict=True)))


def request(passage: Passage) -> ChatRequest:
    """The call: fixed instructions, then the passage under its headings."""
    return ChatRequest(
        messages=(
            Message(role="system", content=own_or_lent(passage.language, lambda pack: pack.retrieval.asking)),
            Message(role="user", content=passage.in_context),
        ),
        max_tokens=MAX_TOKENS,
        schema=_Questions.model_json_schema(),
        schema_name="questions",
    )


def tokens(passages: Sequence[Passage]) -> int:
    """About how many a model reads to write the questions of these passages."""
    return round(sum(size(message.content) for passage in passages for message in request(passage).messages))


async def _asked(model: ChatModel, passage: Passage) -> tuple[str, ...]:
    completion = await model.complete(request(passage))
    try:
        said = _Questions.model_validate_json(completion.text).questions
    except ValidationError as error:
        raise MalformedReply(f"{completion.model}: no questions in the form asked for") from error
    lines = dict.fromkeys(in_one_line(each) for each in said)
    return tuple(line for line in lines if 0 < len(line) <= _LONGEST)[:MOST]
