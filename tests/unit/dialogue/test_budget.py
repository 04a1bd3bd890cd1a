"""The model calls of a turn share one time until the first word."""

import pytest

from yorisoi.dialogue.budget import Budget, BudgetedChat
from yorisoi.errors import BackendUnavailable
from yorisoi.testing.chat import ask
from yorisoi.testing.scripted_chat import ScriptedChat


class Watch:
    """A clock that goes when it is told to."""

    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


async def test_each_call_gets_what_is_left_and_none_is_made_when_nothing_is() -> None:
    watch, model = Watch(), ScriptedChat(["一", "二"])
    chat = BudgetedChat(model, Budget(30.0, watch))
    for watch.seconds in (0.0, 20.0):
        await chat.complete(ask("首都は？"))
    assert [request.first_word_s for request in model.requests] == [30.0, 10.0]
    watch.seconds = 30.0
    with pytest.raises(BackendUnavailable, match="30 s without a word are over"):
        await chat.complete(ask("首都は？"))
    assert len(model.requests) == 2
