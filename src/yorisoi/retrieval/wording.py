"""The question in other words: its key words for the lexical leg, and further wordings of it (RAG-Fusion)."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pydantic import BaseModel, Field

from yorisoi.errors import BackendError, MalformedReply
from yorisoi.language import detect_language, keywords, normal_form
from yorisoi.language.eras import in_both_calendars
from yorisoi.language.packs import own_or_lent
from yorisoi.ports import ChatModel, ChatRequest, Message
from yorisoi.retrieval.config import KeyWords, SearchConfig
from yorisoi.types import Degraded, Language

_MOST_KEYWORDS = 8
_LONGEST_KEYWORD, _LONGEST_VARIANT = 40, 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """One query, as each leg is asked it."""

    text: str
    """For the vector leg."""
    words: str
    """For the lexical leg."""


class _Wording(BaseModel):
    keywords: list[str] = Field(default_factory=list)
    variants: list[str] = Field(default_factory=list)


async def worded(
    queries: Sequence[str], config: SearchConfig, chat: ChatModel | None, language: Language, dropped: list[Degraded]
) -> list[Query]:
    """The queries, the first of them with its variants after all others.

    What the model was to give and could not is named in `dropped`: key words then come by rules, variants do not.
    """
    queries = [in_both_calendars(query, language) for query in queries]
    asked = [Query(text=query, words=_words(query, config.keywords, language)) for query in queries]
    if not queries or not config.asks_chat_model:
        return asked
    try:
        if chat is None:
            raise MalformedReply("no chat model")
        wording = await _ask(chat, queries[0], config.variants, detect_language(queries[0], language))
    except BackendError as error:
        dropped.append(Degraded(step="search.wording", reason=f"key words by rules, no variants: {error}"))
        return asked
    if config.keywords == "model" and wording.keywords:
        asked[0] = replace(asked[0], words=" ".join(wording.keywords))
    known = {normal_form(query.text) for query in asked}
    for variant in wording.variants:
        form = normal_form(variant)
        if form not in known:
            known.add(form)
            asked.append(Query(text=variant, words=_words(variant, config.keywords, language)))
    return asked


def _words(query: str, how: KeyWords, language: Language) -> str:
    if how == "none":
        return query
    return " ".join(keywords(query, detect_language(query, language))) or query


async def _ask(chat: ChatModel, question: str, variants: int, language: Language) -> _Wording:
    """One structured call.  Raises MalformedReply, and what the model raises."""
    completion = await chat.complete(
        ChatRequest(
            messages=(
                Message(role="system", content=own_or_lent(language, lambda pack: pack.retrieval.wording)),
                Message(role="user", content=question),
            ),
            max_tokens=60 + 60 * variants,
            schema=_schema(variants),
            schema_name="wording",
        )
    )
    try:
        given = _Wording.model_validate(json.loads(completion.text))
    except ValueError as error:
        raise MalformedReply(f"{completion.model} gave no key words: {completion.text[:80]!r}") from error
    return _Wording(
        keywords=_distinct(given.keywords, _LONGEST_KEYWORD)[:_MOST_KEYWORDS],
        variants=_distinct(given.variants, _LONGEST_VARIANT)[:variants],
    )


def _schema(variants: int) -> dict[str, object]:
    def strings(most: int, length: int) -> dict[str, object]:
        return {"type": "array", "items": {"type": "string", "maxLength": length}, "maxItems": most}

    properties = {"keywords": strings(_MOST_KEYWORDS, _LONGEST_KEYWORD)}
    if variants:
        properties["variants"] = strings(variants, _LONGEST_VARIANT)
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _distinct(texts: Sequence[str], longest: int) -> list[str]:
    cleaned = (" ".join(text.split()) for text in texts)
    return list(dict.fromkeys(text for text in cleaned if 0 < len(text) <= longest))
