"""Two settings on the same question: what each would make of it, of somebody of whom nothing is known."""

import asyncio
import uuid
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from pydantic import TypeAdapter, ValidationError

from yorisoi.dialogue.config import TurnConfig
from yorisoi.errors import ConfigError
from yorisoi.retrieval.config import SearchConfig
from yorisoi.server.engine import Engine
from yorisoi.server.errors import Refused
from yorisoi.server.identity import Caller
from yorisoi.settings import Settings, names
from yorisoi.tracing import first_steps
from yorisoi.types import Reply, UserId
from yorisoi.wiring import apart

GROUPS = ("search", "turn")
"""Settings that can be other ones over the same models and index."""
_BOUNDS = "turn.max_characters"
"""Which is everybody's: what is read of an utterance is read while all others wait."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """A turn that nobody had."""

    reply: Reply
    steps: Mapping[str, Any]
    """The first step of each name in its trace."""


async def side_by_side(engine: Engine, caller: Caller, question: str, changes: Mapping[str, str]) -> tuple[Side, Side]:
    """With the settings as they are, and with the changes.  Nothing is kept; the caller's groups decide what is read.

    Raises ConfigError: a setting that is none, or no value of it; no question.  Refused: it took too long.
    """
    settings = engine.workspace.settings
    other = changed(settings, changes)
    try:
        async with asyncio.timeout(settings.server.max_seconds):
            return await _side(engine, caller, question, None), await _side(engine, caller, question, other)
    except TimeoutError:
        raise Refused("too_slow") from None


async def _side(engine: Engine, caller: Caller, question: str, settings: Settings | None) -> Side:
    user = UserId(f"trial-{uuid.uuid4().hex}")
    async with apart(engine.workspace, settings) as (assistant, store):
        reply = await assistant.reply(question, user=user, groups=caller.groups)
        await assistant.close()  # until the trace is kept
        trace = await store.traces.load(reply.trace_id, user)
    return Side(reply=reply, steps=first_steps(trace))


def changed(settings: Settings, changes: Mapping[str, str]) -> Settings:
    """The settings with other values of some.  Raises ConfigError."""
    values: dict[str, Any] = {"search": asdict(settings.search), "turn": asdict(settings.turn)}
    known = choosable()
    for name, value in changes.items():
        if name not in known:
            raise ConfigError(f"{name}: there is no such setting of {' or '.join(f'{group}.*' for group in GROUPS)}")
        *groups, last = name.split(".")
        place = values
        for group in groups:
            place = place[group]
        place[last] = value
    try:
        search = TypeAdapter(SearchConfig).validate_python(values["search"])
        turn = TypeAdapter(TurnConfig).validate_python(values["turn"])
    except ValidationError as error:
        first = error.errors()[0]
        raise ConfigError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from error
    return settings.model_copy(update={"search": search, "turn": turn})


def choosable() -> tuple[str, ...]:
    return tuple(name for name in names() if name.partition(".")[0] in GROUPS and name != _BOUNDS)


def parsed(lines: str) -> dict[str, str]:
    """Changes as people write them, one NAME=VALUE a line.  Raises ConfigError.

    >>> parsed("search.fusion = rank")
    {'search.fusion': 'rank'}
    """
    found = {}
    for line in filter(str.strip, lines.splitlines()):
        name, equals, value = (part.strip() for part in line.partition("="))
        if not (name and equals and value):
            raise ConfigError(f"{line.strip()[:100]}: write NAME=VALUE, such as search.fusion=rank")
        found[name] = value
    return found
