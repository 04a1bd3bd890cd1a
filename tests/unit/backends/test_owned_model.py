"""One thread owns a model: calls take turns, and none goes on for nobody."""

import asyncio
import threading

import pytest

from yorisoi.backends.owned_model import Call, OwnedModel
from yorisoi.errors import BackendUnavailable


class Engine:
    """Counts how often it was loaded and closed, and in which threads it was used."""

    def __init__(self) -> None:
        self.threads: set[int] = set()
        self.loaded = self.closed = 0
        self.waits, self.left = threading.Event(), threading.Event()

    def load(self) -> "Engine":
        self.loaded += 1
        return self

    def close(self) -> None:
        self.closed += 1

    def speak(self, call: Call, words: str) -> str:
        self.threads.add(threading.get_ident())
        for word in words.split():
            call.hand_over(word)
        return words

    def wait(self, call: Call) -> None:
        self.waits.set()
        call.stop.wait(30)
        self.left.set()


async def test_it_is_loaded_once_and_used_in_one_thread_of_its_own() -> None:
    engine = Engine()
    model = OwnedModel("a model", engine.load, timeout_s=30)
    assert engine.loaded == 0
    spoken = await asyncio.gather(*(model.run(lambda e, call, n=n: e.speak(call, f"{n}")) for n in range(5)))
    assert spoken == ["0", "1", "2", "3", "4"]
    assert engine.loaded == 1
    assert len(engine.threads) == 1
    assert threading.get_ident() not in engine.threads
    await model.close()
    assert engine.closed == 1


async def test_pieces_come_in_order_before_the_result() -> None:
    pieces: list[str] = []
    model = OwnedModel("a model", Engine().load, timeout_s=30)
    assert await model.run(lambda e, call: e.speak(call, "年 次 休暇"), pieces.append) == "年 次 休暇"
    assert pieces == ["年", "次", "休暇"]
    await model.close()


async def test_a_call_that_takes_too_long_is_told_and_stopped() -> None:
    engine = Engine()
    model = OwnedModel("a model", engine.load, timeout_s=0.05)
    with pytest.raises(BackendUnavailable, match=r"a model did not finish within 0\.05 s"):
        await model.run(Engine.wait)
    assert await asyncio.to_thread(engine.left.wait, 10)
    await model.close()


async def test_a_call_that_is_cancelled_and_one_whose_listener_fails_are_stopped() -> None:
    engine = Engine()
    model = OwnedModel("a model", engine.load, timeout_s=30)
    task = asyncio.create_task(model.run(Engine.wait))
    assert await asyncio.to_thread(engine.waits.wait, 10)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await asyncio.to_thread(engine.left.wait, 10)
    engine.left.clear()

    def listen(piece: str) -> None:
        raise BrokenPipeError(piece)

    def speak_and_wait(e: Engine, call: Call) -> None:
        e.speak(call, "年")
        e.wait(call)

    with pytest.raises(BrokenPipeError):
        await model.run(speak_and_wait, listen)
    assert await asyncio.to_thread(engine.left.wait, 10)
    await model.close()


async def test_an_error_of_loading_comes_out_and_the_next_call_tries_again() -> None:
    engine = Engine()

    def load() -> Engine:
        engine.load()
        if engine.loaded == 1:
            raise BackendUnavailable("no such file")
        return engine

    model = OwnedModel("a model", load, timeout_s=30)
    with pytest.raises(BackendUnavailable, match="no such file"):
        await model.run(lambda e, call: e.speak(call, "年"))
    assert await model.run(lambda e, call: e.speak(call, "年")) == "年"
    await model.close()
