"""What a model makes of what one person said: how much it matters, and the lasting facts in it, in the person's words.

Beside the rules, not in place of them: what the rules find stays, and without a model, or when it fails, they are all
there is.  A model proposes; what is kept can be proved: a fact is a quotation from the utterance, or it is dropped.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from yorisoi.errors import MalformedReply
from yorisoi.language import detect_language
from yorisoi.language.packs import FIRST, own_or_lent
from yorisoi.memory.persona.extracting import quoted
from yorisoi.memory.persona.kinds import KINDS, Found
from yorisoi.ports import ChatModel, ChatRequest, Message
from yorisoi.ranges import check_ranges, within
from yorisoi.types import Episode


@dataclass(frozen=True, slots=True, kw_only=True)
class WeighingConfig:
    when: Literal["auto", "always", "never"] = "auto"
    """`auto`: not with models inside this process, whose call would keep the next turn waiting."""
    utterances: int = within(8, 1, 100)
    """Read by one call at most."""

    def __post_init__(self) -> None:
        check_ranges(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    importance: int
    """1..10."""
    facts: tuple[Found, ...]


_IMPORTANCE = {"trivial": 1, "minor": 3, "notable": 5, "important": 8, "vital": 10}
"""Small models choose among words better than among numbers."""
_FACT: dict[str, Any] = {
    "type": "object",
    "properties": {
        "kind": {"type": "string", "enum": list(KINDS)},
        "topic": {"type": "string"},
        "quote": {"type": "string"},
    },
    "required": ["kind", "topic", "quote"],
    "additionalProperties": False,
}
_UTTERANCE: dict[str, Any] = {
    "type": "object",
    "properties": {
        "number": {"type": "integer"},
        "importance": {"type": "string", "enum": list(_IMPORTANCE)},
        "facts": {"type": "array", "maxItems": 3, "items": _FACT},
    },
    "required": ["number", "importance", "facts"],
    "additionalProperties": False,
}
_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"utterances": {"type": "array", "items": _UTTERANCE}},
    "required": ["utterances"],
    "additionalProperties": False,
}
_MOST_TOKENS = 120
"""Of the answer, for each utterance."""


class Weigher:
    """Weighs utterances, a few a call."""

    def __init__(self, chat: ChatModel, config: WeighingConfig | None = None) -> None:
        self._chat, self._config = chat, config or WeighingConfig()

    @property
    def name(self) -> str:
        return self._chat.name

    async def weigh(self, episodes: Sequence[Episode]) -> dict[int, Weighed]:
        """By episode; one that the model passed over is missing.

        Raises what the model raises, and MalformedReply when it answers something else.
        """
        weighed: dict[int, Weighed] = {}
        for start in range(0, len(episodes), self._config.utterances):
            some = episodes[start : start + self._config.utterances]
            reply = await self._chat.complete(_request(some))
            weighed |= self._understood(reply.text, some)
        return weighed

    def _understood(self, reply: str, episodes: Sequence[Episode]) -> dict[int, Weighed]:
        try:
            rows = [
                (int(row["number"]), _IMPORTANCE[row["importance"]], [_proposal(each) for each in row["facts"]])
                for row in json.loads(reply)["utterances"]
            ]
        except (ValueError, KeyError, TypeError, OverflowError) as error:  # the last: a number of Infinity
            raise MalformedReply(f"{self._chat.name}: nothing was weighed in {reply[:80]!r}") from error
        return {
            episodes[number - 1].id: Weighed(
                importance=importance,
                facts=tuple(found for each in facts if (found := quoted(episodes[number - 1].text, *each))),
            )
            for number, importance, facts in rows
            if 1 <= number <= len(episodes)
        }


def weigher_for(chat: ChatModel | None, config: WeighingConfig) -> Weigher | None:
    """Who weighs; None without a model, and unless it is set to `always`: what `auto` means the wiring says."""
    return Weigher(chat, config) if chat and config.when == "always" else None


def _proposal(fact: dict[str, Any]) -> tuple[str, str, str]:
    return str(fact["kind"]), str(fact["topic"]), str(fact["quote"])


def _request(episodes: Sequence[Episode]) -> ChatRequest:
    language = detect_language(" ".join(each.text for each in episodes), FIRST)
    lines = "\n".join(f"{number}. {' '.join(each.text.split())}" for number, each in enumerate(episodes, start=1))
    messages = (
        Message(role="system", content=own_or_lent(language, lambda pack: pack.memory.weighing)),
        Message(role="user", content=lines),
    )
    return ChatRequest(
        messages=messages, max_tokens=_MOST_TOKENS * len(episodes), schema=_SCHEMA, schema_name="weighed"
    )
