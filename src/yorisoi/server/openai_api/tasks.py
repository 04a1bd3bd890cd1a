"""What a chat program asks a model about a conversation by itself: its title, tags, what could be asked next.

Open WebUI sends such a task as one message of the user's, `### Task: ...` with the conversation between
`<chat_history>` marks (autocompletion: `<text>`), and wants JSON.  It is no utterance of a person: nothing of it is
searched for, remembered or traced.
"""

import re
from collections.abc import Sequence

from yorisoi.ports import ChatModel, ChatRequest, Message

_TASK = re.compile(r"\s*### Task:\n.*(<chat_history>|<text>)", re.DOTALL)
_MAX_TOKENS = 500
_NOTHING = "{}"
"""The program then goes on without: Open WebUI calls a conversation by its first message."""


def is_task(utterance: str, history: Sequence[object]) -> bool:
    """Whether a program says this and no person."""
    return not history and _TASK.match(utterance) is not None


async def perform(task: str, model: ChatModel | None) -> str:
    """What a capable model makes of it; `{}` without one: an embedded model would keep people waiting for a title."""
    if model is None or not model.capable:
        return _NOTHING
    request = ChatRequest(messages=(Message(role="user", content=task),), max_tokens=_MAX_TOKENS)
    return (await model.complete(request)).text
