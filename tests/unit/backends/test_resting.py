"""A model that failed rests, and is tried again."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from yorisoi.backends.breaker import Breaker
from yorisoi.backends.chat.resting import RestingChat
from yorisoi.backends.embedding.resting import RestingEmbedder
from yorisoi.errors import BackendRefused, BackendUnavailable
from yorisoi.ports import ChatRequest, Completion, Vectors
from yorisoi.testing.chat import ask
from yorisoi.testing.hash_embedder import HashEmbedder
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
    chat = RestingChat(model, Breaker("chat", rest_s=30, clock=watch))
    await failing(chat)
    watch.seconds = 29
    assert "asked again in 1 s" in await failing(chat)
    assert len(model.requests) == 1
    watch.seconds = 31
    assert (await chat.complete(ask("首都は？"))).text == "東京"


async def test_each_failure_makes_the_rest_twice_as_long_up_to_a_limit_and_success_ends_it() -> None:
    watch, model = Watch(), ScriptedChat([timed_out(), timed_out(), timed_out(), "東京", timed_out()])
    chat = RestingChat(model, Breaker("chat", rest_s=30, longest_s=100, clock=watch))
    for rest in (30, 60, 100):
        await failing(chat)
        assert f"in {rest} s" in await failing(chat)
        watch.seconds += rest
    await chat.complete(ask("首都は？"))
    await failing(chat)
    assert "in 30 s" in await failing(chat)


async def test_a_refusal_is_no_reason_to_rest() -> None:
    chat = RestingChat(ScriptedChat([refused(), "東京"]), Breaker("chat", clock=Watch()))
    with pytest.raises(BackendRefused):
        await chat.complete(ask("首都は？"))
    assert (await chat.complete(ask("首都は？"))).text == "東京"


async def test_calls_that_fail_together_are_one_failure() -> None:
    watch, model = Watch(), Waiting()
    chat = RestingChat(model, Breaker("chat", rest_s=30, clock=watch))
    together = [asyncio.create_task(failing(chat)) for _ in range(8)]
    for _ in together:
        await model.asked.acquire()
    watch.seconds = 1
    model.fails.set()
    await asyncio.gather(*together)
    assert "in 30 s" in await failing(chat)


async def test_a_model_that_says_nothing_in_time_is_given_up_and_rests() -> None:
    model = Waiting()
    chat = RestingChat(model)
    request = replace(ask("首都は？"), first_word_s=0.01)
    with pytest.raises(BackendUnavailable, match="said nothing within"):
        await chat.complete(request)
    assert "asked again in" in await failing(chat)
    assert len(model.requests) == 1


async def test_a_model_that_has_begun_to_speak_may_take_its_time() -> None:
    chat, heard = RestingChat(Waiting("東", "京", pause_s=0.05)), list[str]()
    completion = await chat.complete(replace(ask("首都は？"), first_word_s=0.04), heard.append)
    assert (completion.text, heard) == ("東京", ["東", "京"])


class Waiting:
    """A model that says the pieces, with a pause behind each; without any it waits until it is to fail."""

    name, capable, context_tokens = "fake:waiting", True, 1000

    def __init__(self, *pieces: str, pause_s: float = 0.0) -> None:
        self.pieces, self.pause_s = pieces, pause_s
        self.fails, self.asked = asyncio.Event(), asyncio.Semaphore(0)
        self.requests: list[ChatRequest] = []

    async def complete(self, request: ChatRequest, on_text: Callable[[str], None] | None = None) -> Completion:
        self.requests.append(request)
        self.asked.release()
        if not self.pieces:
            await self.fails.wait()
            raise timed_out()
        for piece in self.pieces:
            assert on_text
            on_text(piece)
            await asyncio.sleep(self.pause_s)
        text = "".join(self.pieces)
        return Completion(text=text, model=self.name, prompt_tokens=0, completion_tokens=2, seconds=0.1)


async def test_so_does_an_embedder() -> None:
    class Failing(HashEmbedder):
        async def embed_queries(self, _: Sequence[str]) -> Vectors:  # type: ignore[override]
            raise BackendUnavailable("no answer")

    watch = Watch()
    embedder = RestingEmbedder(Failing(), Breaker("hash", rest_s=30, clock=watch))
    for expected in ("no answer", "asked again in 30 s"):
        with pytest.raises(BackendUnavailable, match=expected):
            await embedder.embed_queries(["休暇"])
    watch.seconds = 31
    assert (await embedder.embed_passages(["休暇"])).shape[0] == 1
