"""A model that failed rests, and is tried again."""

import pytest

from yorisoi.backends.chat.resting import RestingChat
from yorisoi.errors import BackendRefused, BackendUnavailable
from yorisoi.testing.chat import ask
from yorisoi.testing.scripted_chat import ScriptedChat, refused, timed_out


class Watch:
    """A clock that goes when it is told to."""

    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


async def failing(chat: RestingChat) -> str:
    with pytest.raises(BackendUnavailable) as caught:
        await chat.complete(ask("首都は？"))
    return str(caught.value)


async def test_a_model_that_failed_is_not_asked_until_it_has_rested() -> None:
    watch, model = Watch(), ScriptedChat([timed_out(), "東京"])
    chat = RestingChat(model, rest_s=30, clock=watch)
    await failing(chat)
    watch.seconds = 29
    assert "asked again in 1 s" in await failing(chat)
    assert len(model.requests) == 1
    watch.seconds = 31
    assert (await chat.complete(ask("首都は？"))).text == "東京"


async def test_each_failure_makes_the_rest_twice_as_long_up_to_a_limit_and_success_ends_it() -> None:
    watch, model = Watch(), ScriptedChat([timed_out(), timed_out(), timed_out(), "東京", timed_out()])
    chat = RestingChat(model, rest_s=30, longest_s=100, clock=watch)
    for rest in (30, 60, 100):
        await failing(chat)
        assert f"in {rest} s" in await failing(chat)
        watch.seconds += rest
    await chat.complete(ask("首都は？"))
    await failing(chat)
    assert "in 30 s" in await failing(chat)


async def test_a_refusal_is_no_reason_to_rest() -> None:
    chat = RestingChat(ScriptedChat([refused(), "東京"]), clock=Watch())
    with pytest.raises(BackendRefused):
        await chat.complete(ask("首都は？"))
    assert (await chat.complete(ask("首都は？"))).text == "東京"
