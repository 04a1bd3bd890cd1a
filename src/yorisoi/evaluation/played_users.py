"""Simulated users whom a chat model plays: it words what is said next, within a schema; we judge what came of it."""

import json
from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from yorisoi.errors import MalformedReply
from yorisoi.evaluation.users import Exchange, Player, User
from yorisoi.ports import ChatModel, ChatRequest, Message

_HEARD = 700
"""Characters of a reply that the user hears."""
SCHEMA = {
    "type": "object",
    "properties": {"say": {"type": "string", "maxLength": 300}, "leaves": {"type": "boolean"}},
    "required": ["say", "leaves"],
    "additionalProperties": False,
}


class Next(BaseModel):
    """What the user does next."""

    model_config = ConfigDict(frozen=True)

    say: str = Field(max_length=300)
    leaves: bool


def playing(user: User, model: ChatModel) -> Player:
    """The user as the model plays it.  Playing raises MalformedReply (not in the schema, nothing said) and what the
    model raises."""

    async def play(exchanges: Sequence[Exchange]) -> str | None:
        completion = await model.complete(request(user, exchanges))
        try:
            made = Next.model_validate(json.loads(completion.text))
        except (ValueError, ValidationError, RecursionError) as error:
            raise MalformedReply(f"{completion.model} plays no user: {completion.text[:80]!r}") from error
        if made.leaves:
            return None
        if not made.say.strip():
            raise MalformedReply(f"{completion.model} stays, and says nothing")
        return made.say.strip()

    return play


def request(user: User, exchanges: Sequence[Exchange]) -> ChatRequest:
    """The call: instructions that never change, then the user, then the conversation."""
    lines = (
        f"user: {each.say}\nassistant: {each.done.text[:_HEARD]}{'  (asked back)' if each.done.did == 'ask' else ''}"
        for each in exchanges
    )
    parts = [
        f"goal: {user.goal}",
        f"persona: {user.persona}",
        f"patience: {user.patience}",
        "knows: " + "; ".join(f"{name}={told}" for name, told in user.details.items()),
        "own words: " + " / ".join(user.says),
        "<conversation>\n" + "\n".join(lines) + "\n</conversation>",
    ]
    return ChatRequest(
        messages=(Message(role="system", content=user.words.acting), Message(role="user", content="\n".join(parts))),
        max_tokens=200,
        schema=SCHEMA,
        schema_name="user",
    )
