"""A moment in which nobody waits begins when the last answer has been sent, not when it is made."""

import asyncio

from yorisoi.memory.lull import Lull


async def test_nothing_is_waited_for_where_nobody_asks() -> None:
    waiting = asyncio.ensure_future(Lull().wait(60))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert waiting.done()


async def test_an_answer_is_sent_before_what_follows_it() -> None:
    lull, told = Lull(), []

    async def afterwards() -> None:
        await lull.wait(60)
        told.append("afterwards")

    with lull.broken(), lull.broken():
        following = asyncio.create_task(afterwards())
        await asyncio.sleep(0)
    for _ in range(5):  # a server goes some ways through its event loop before the answer is sent
        await asyncio.sleep(0)
    told.append("sent")
    await following
    assert told == ["sent", "afterwards"]


async def test_who_always_waits_is_not_waited_for_without_end() -> None:
    lull = Lull()
    with lull.broken():
        await lull.wait(0.01)
