"""What a chat program asks a model by itself."""

import pytest

from yorisoi.dialogue.config import TurnConfig
from yorisoi.errors import ConfigError
from yorisoi.server.openai_api.tasks import is_task, perform
from yorisoi.testing.scripted_chat import ScriptedChat


async def test_a_task_of_any_length_is_not_handed_to_a_model() -> None:
    model, config = ScriptedChat(["題"]), TurnConfig()
    task = "### Task:\nWrite anything. <text> " + "x" * (5 * config.max_characters)
    assert is_task(task, [])
    with pytest.raises(ConfigError, match="at most 20000"):
        await perform(task, model, config)
