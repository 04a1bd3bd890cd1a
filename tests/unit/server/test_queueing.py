"""A queue lets one in at a time, tells the others their places, and survives whoever leaves it."""

import asyncio
from collections.abc import Callable

from yorisoi.ports import ChatRequest, Message
from yorisoi.server.queueing import Queue, QueuedChat, tell_place
from yorisoi.testing.scripted_chat import ScriptedChat


async def settled() -> None:
    """Everybody who can go on has gone on."""
    for _ in range(10):
        await asyncio.sleep(0)


class Visit:
    """Somebody in the queue."""

    def __init__(self, queue: Queue) -> None:
        self.told: list[int] = []
        self.inside = False
        self.may_go = asyncio.Event()
        self.task = asyncio.create_task(self._visit(queue))

    async def _visit(self, queue: Queue) -> None:
        async with queue.turn(self.told.append):
            self.inside = True
            await self.may_go.wait()
        self.inside = False


async def visits(queue: Queue, number: int) -> list[Visit]:
    made = [Visit(queue) for _ in range(number)]
    await settled()
    return made


async def let_out(*visits: Visit) -> None:
    for visit in visits:
        visit.may_go.set()
    await asyncio.gather(*(visit.task for visit in visits), return_exceptions=True)
    await settled()


async def test_whoever_comes_first_is_served_first_and_all_others_know_their_place() -> None:
    queue = Queue()
    first, second, third = await visits(queue, 3)
    assert (first.inside, second.inside, third.inside) == (True, False, False)
    assert (first.told, second.told, third.told) == ([], [1], [2])
    await let_out(first)
    assert (second.inside, third.inside) == (True, False)
    assert (second.told, third.told) == ([1, 0], [2, 1])
    await let_out(second, third)
    assert len(queue) == 0


async def test_whoever_leaves_the_queue_makes_room() -> None:
    queue = Queue()
    first, second, third = await visits(queue, 3)
    second.task.cancel()
    await settled()
    assert third.told == [2, 1]
    await let_out(first)
    assert third.inside
    await let_out(second, third)


async def test_a_turn_given_to_somebody_who_left_in_that_moment_goes_to_the_next() -> None:
    queue = Queue()
    first, second, third = await visits(queue, 3)
    first.may_go.set()
    await first.task  # the second was given the turn, and has not yet noticed
    second.task.cancel()
    await settled()
    assert third.inside
    await let_out(second, third)
    [later] = await visits(queue, 1)
    assert later.inside
    await let_out(later)


async def test_whoever_is_cancelled_inside_gives_the_turn_back() -> None:
    queue = Queue(at_once=2)
    first, second, third = await visits(queue, 3)
    assert (first.inside, second.inside, third.inside) == (True, True, False)
    second.task.cancel()
    await settled()
    assert third.inside
    await let_out(first, second, third)


async def test_a_queued_model_tells_the_one_who_asks() -> None:
    queue, told = Queue(), []
    chat = QueuedChat(ScriptedChat(lambda _: "はい", name="llama:fake"), queue)
    request = ChatRequest(messages=(Message(role="user", content="?"),), max_tokens=10)

    async def ask(tell: Callable[[int], None]) -> str:
        tell_place.set(tell)
        return (await chat.complete(request)).text

    [blocking] = await visits(queue, 1)
    asking = asyncio.create_task(ask(told.append))
    await settled()
    assert told == [1]
    await let_out(blocking)
    assert await asking == "はい"
    assert told == [1, 0]
    assert (chat.name, chat.capable, chat.context_tokens) == ("llama:fake", True, 1000)
