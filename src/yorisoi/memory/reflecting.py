"""Conclusions from what has piled up: a model reads the latest episodes and says what they tell about the person.

Source: Park et al., Generative Agents, UIST 2023, section 4.2: reflect when the importance of what happened since the
last time adds up to 150; here each conclusion names the episodes that it rests on, and one that names none is dropped.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from yorisoi.errors import MalformedReply
from yorisoi.language import detect_language
from yorisoi.language.addresses import addresses, as_kept
from yorisoi.language.packs import FIRST, own_or_lent
from yorisoi.memory.recollection import Recollection
from yorisoi.memory.words import USER
from yorisoi.memory_ports import PersonaStore
from yorisoi.ports import ChatModel, ChatRequest, Clock, Message
from yorisoi.ranges import check_ranges, within
from yorisoi.types import Episode, Reflection, UserId


@dataclass(frozen=True, slots=True, kw_only=True)
class ReflectionConfig:
    when: Literal["auto", "always", "never"] = "auto"
    """`auto`: not with models inside this process, whose call would keep the next turn waiting."""
    importance: int = within(150, 1, 1_000_000)
    """That has to pile up.  Theirs."""
    episodes: int = within(60, 1, 1000)
    """Read at a time, the latest ones."""
    most: int = within(3, 1, 100)
    """Conclusions of one call."""

    def __post_init__(self) -> None:
        check_ranges(self)


_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "insights": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "text": {"type": "string"},
                    "because": {"type": "array", "items": {"type": "integer"}},
                },
                "required": ["text", "because"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["insights"],
    "additionalProperties": False,
}
_MOST_TOKENS = 400
_LONGEST = 400
"""Characters kept of a conclusion."""


def reflector_for(
    memory: Recollection, persona: PersonaStore, chat: ChatModel | None, config: ReflectionConfig, clock: Clock
) -> "Reflector | None":
    """Who reflects; None without a model, and unless it is set to `always`: what `auto` means the wiring says."""
    return Reflector(memory, persona, chat, config, clock) if chat and config.when == "always" else None


class Reflector:
    """Reflects on one user's episodes when enough has happened."""

    def __init__(
        self, memory: Recollection, persona: PersonaStore, chat: ChatModel, config: ReflectionConfig, clock: Clock
    ) -> None:
        self._memory, self._persona, self._chat = memory, persona, chat
        self._config, self._clock = config, clock

    async def reflect(self, user: UserId) -> int:
        """Draw conclusions if it is time, and keep them; returns how many.

        Raises what the model raises, MalformedReply when it gives no conclusions at all, and ErasedMeanwhile: what has
        piled up stays for the next time, without what was erased.
        """
        new, since = await self._since_the_last(user)
        if sum(each.importance for each in new) < self._config.importance:
            return 0
        read = new[-self._config.episodes :]
        reply = await self._chat.complete(self._request(read))
        concluded = self._conclusions(reply.text, user, read, self._clock())
        # Any episode may have gone into any conclusion, whichever the model names.
        await self._persona.reflect(user, concluded, read=[each.id for each in read], since=since)
        return len(concluded)

    async def _since_the_last(self, user: UserId) -> tuple[list[Episode], int]:
        """What the user said or did since the last reflection, oldest first, and the revision it was read at."""
        last = max((each.at for each in await self._persona.reflections(user)), default=None)
        mind = await self._memory.mind(user)
        new = [each for each in mind.episodes if each.speaker == USER and (last is None or each.at > last)]
        return sorted(new, key=lambda each: each.at), mind.revision

    def _request(self, episodes: Sequence[Episode]) -> ChatRequest:
        language = detect_language(" ".join(each.text for each in episodes), FIRST)
        ask = own_or_lent(language, lambda pack: pack.memory.reflecting).format(most=self._config.most)
        lines = "\n".join(f"{number}. {each.text}" for number, each in enumerate(episodes, start=1))
        messages = (Message(role="system", content=ask), Message(role="user", content=lines))
        return ChatRequest(messages=messages, max_tokens=_MOST_TOKENS, schema=_SCHEMA, schema_name="reflections")

    def _conclusions(self, reply: str, user: UserId, read: Sequence[Episode], now: datetime) -> list[Reflection]:
        try:
            insights = [(str(each["text"]), list(each["because"])) for each in json.loads(reply)["insights"]]
        except (ValueError, KeyError, TypeError) as error:
            raise MalformedReply(f"{self._chat.name}: no conclusions in {reply[:80]!r}") from error
        known = addresses("\n".join(each.text for each in read))
        concluded = []
        for insight, because in insights[: self._config.most]:
            text = as_kept(insight, _LONGEST, known)
            numbers = sorted({number for number in because if isinstance(number, int) and 1 <= number <= len(read)})
            if text and numbers:
                ids = tuple(read[number - 1].id for number in numbers)
                concluded.append(Reflection(id=0, user=user, text=text, episodes=ids, by=self._chat.name, at=now))
        return concluded
