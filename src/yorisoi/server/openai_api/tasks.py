"""What a chat program asks a model about a conversation by itself: its title, tags, what could be asked next.

Open WebUI sends such a task as one message of the user's, `### Task: ...` with the conversation between
`<chat_history>` marks (autocompletion: `<text>`), and wants JSON.  It is no utterance of a person: nothing of it is
searched for, remembered or traced.
"""

import re
from collections.abc import Sequence

from yorisoi.dialogue.config import TurnConfig
from yorisoi.errors import ConfigError
from yorisoi.ports import ChatModel, ChatRequest, Message

_TASK = re.compile(r"\s*### Task:\n.*(<chat_history>|<text>)", re.DOTALL)
_MAX_TOKENS = 500
_TURNS = 5
"""Utterances of the longest kind that a task may be as long as: programs send the last six messages."""
_NOTHING = "{}"
"""The program then goes on without: Open WebUI calls a conversation by its first message."""


def is_task(utterance: str, history: Sequence[object]) -> bool:
    """Whether a program says this and no person."""
    return not history and _TASK.match(utterance) is not None


async def perform(task: str, model: ChatModel | None, config: TurnConfig) -> str:
    """What a capable model makes of it; `{}` without one: an embedded model would keep people waiting for a title.

    Raises ConfigError: longer than the end of a conversation with what is asked of it can be."""
    if len(task) > (most := _TURNS * config.max_characters):
        raise ConfigError(f"the task has {len(task)} characters; at most {most} are read")
    if model is None or not model.capable:
        return _NOTHING
    request = ChatRequest(
        messages=(Message(role="user", content=task),),
        max_tokens=_MAX_TOKENS,
        first_word_s=config.first_word_s,
    )
    return (await model.complete(request)).text
