"""What every ChatModel must do: each function takes a model that answers, and fails by assertion.

    for check in CHAT_CONTRACT:
        await check(model)

The checks look at form, never at wit: half a billion parameters are enough to pass.
"""

import asyncio
import json

from yorisoi.ports import ChatModel, ChatRequest, Message

# Bounded throughout: a tiny model repeats itself to the end of its tokens.
SCHEMA = {
    "type": "object",
    "properties": {
        "kind": {"enum": ["question", "other"]},
        "words": {"type": "array", "items": {"type": "string", "maxLength": 12}, "maxItems": 3},
    },
    "required": ["kind", "words"],
    "additionalProperties": False,
}


def ask(text: str, *, max_tokens: int = 24, with_schema: bool = False) -> ChatRequest:
    """A request of two short messages."""
    messages = (Message(role="system", content="短く答えてください。"), Message(role="user", content=text))
    return ChatRequest(messages=messages, max_tokens=max_tokens, schema=SCHEMA if with_schema else None)


async def the_name_is_provider_and_model(model: ChatModel) -> None:
    provider, colon, name = model.name.partition(":")
    assert provider
    assert colon
    assert name


async def the_budget_for_documents_is_positive(model: ChatModel) -> None:
    assert model.context_tokens > 0


async def a_question_is_answered_with_text(model: ChatModel) -> None:
    completion = await model.complete(ask("日本の首都はどこですか。"))
    assert completion.text
    assert completion.model
    assert completion.seconds > 0
    assert completion.prompt_tokens >= 0
    assert completion.completion_tokens >= 0


async def the_pieces_joined_are_the_text(model: ChatModel) -> None:
    pieces: list[str] = []
    completion = await model.complete(ask("一から五まで数えてください。"), pieces.append)
    assert "".join(pieces) == completion.text


async def a_schema_gives_one_json_object(model: ChatModel) -> None:
    completion = await model.complete(ask("東京の天気は？", max_tokens=200, with_schema=True))
    assert set(json.loads(completion.text)) == {"kind", "words"}


async def the_pieces_of_an_object_joined_are_the_text(model: ChatModel) -> None:
    pieces: list[str] = []
    completion = await model.complete(ask("東京の天気は？", max_tokens=200, with_schema=True), pieces.append)
    assert "".join(pieces) == completion.text


async def an_answer_that_hits_the_limit_is_marked(model: ChatModel) -> None:
    completion = await model.complete(ask("日本の都市を百個挙げてください。", max_tokens=4))
    assert completion.truncated


async def calls_at_once_all_get_their_own_answer(model: ChatModel) -> None:
    plain, structured = await asyncio.gather(
        model.complete(ask("日本の首都はどこですか。")),
        model.complete(ask("東京の天気は？", max_tokens=200, with_schema=True)),
    )
    assert plain.text
    assert isinstance(json.loads(structured.text), dict)


CHAT_CONTRACT = (
    the_name_is_provider_and_model,
    the_budget_for_documents_is_positive,
    a_question_is_answered_with_text,
    the_pieces_joined_are_the_text,
    a_schema_gives_one_json_object,
    the_pieces_of_an_object_joined_are_the_text,
    an_answer_that_hits_the_limit_is_marked,
    calls_at_once_all_get_their_own_answer,
)
