"""Real processes: two that write at once, and one that is killed while it writes."""

import asyncio
import random
import sys
from pathlib import Path

import pytest

from yorisoi.backends.store import SqlStore, open_store
from yorisoi.testing.document_stores import new_document, stored_passages

WRITER = Path(__file__).with_name("writer.py")


async def start(home: Path, first: int, count: int) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, str(WRITER), str(home), str(first), str(count), stdout=asyncio.subprocess.PIPE
    )


async def test_two_processes_writing_at_once_both_succeed(tmp_path: Path) -> None:
    processes = [await start(tmp_path, 0, 20), await start(tmp_path, 20, 20)]
    await asyncio.gather(*(process.communicate() for process in processes))
    assert [process.returncode for process in processes] == [0, 0]
    async with open_store(tmp_path) as store:
        assert len(await store.documents.hashes()) == 40
        await check_change_log(store)


@pytest.mark.slow
async def test_a_killed_process_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    rng = random.Random(20260501)
    acknowledged: dict[str, int] = {}
    replicas: dict[int, str] = {}
    position, first, kills = 0, 0, 0
    while kills < 10:
        process = await start(tmp_path, first, 10_000)
        lines = await kill_after(process, rng.randint(1, 25), rng.uniform(0, 0.004))
        kills += process.returncode == -9
        acknowledged |= {source: int(number) for source, number in map(str.split, lines)}
        async with open_store(tmp_path) as store:
            await check_everything_is_there(store, acknowledged)
            await check_change_log(store)
            position = await follow(store, replicas, position)
        first = max(acknowledged.values()) + 1


async def kill_after(process: asyncio.subprocess.Process, count: int, delay_s: float) -> list[str]:
    """Every line that the process printed until it was killed, some time after its `count`-th."""
    assert process.stdout is not None
    lines = [(await process.stdout.readline()).decode() for _ in range(count)]
    await asyncio.sleep(delay_s)
    process.kill()
    lines += (await process.stdout.read()).decode().splitlines()
    await process.wait()
    return lines


async def check_everything_is_there(store: SqlStore, acknowledged: dict[str, int]) -> None:
    """Each document is whole, and as acknowledged or as by the one write whose acknowledgement was cut off."""
    documents: dict[str, list[str]] = {}
    for passage in await stored_passages(store.documents):
        documents.setdefault(passage.document.source, []).append(passage.text)
        assert passage.position == len(documents[passage.document.source]) - 1
    hashes = await store.documents.hashes()
    assert documents.keys() == hashes.keys()
    assert acknowledged.keys() <= documents.keys()
    unacknowledged = 0
    for source, texts in documents.items():
        number = int(texts[0].removeprefix("本文"))
        assert texts == [f"本文{number}", "どれにもある文", f"結び{number}"]
        assert hashes[source] == new_document(source, *texts).content_hash
        assert number >= acknowledged.get(source, 0)
        unacknowledged += number != acknowledged.get(source)
    assert unacknowledged <= 1
    acknowledged |= {source: int(texts[0].removeprefix("本文")) for source, texts in documents.items()}


async def check_change_log(store: SqlStore) -> None:
    changes = [change async for batch in store.documents.changes(0) for change in batch]
    assert [change.seq for change in changes] == sorted({change.seq for change in changes})
    assert len({change.passage_id for change in changes}) == len(changes)
    assert changes[-1].seq == await store.documents.last_change()
    overview = await store.documents.overview()
    present = [change for change in changes if change.passage is not None]
    assert len(present) == overview.passages
    assert all(change.vector is not None for change in present)


async def follow(store: SqlStore, replica: dict[int, str], position: int) -> int:
    """Bring an index, here a dictionary, up to date from where it was; it must come to hold what the store holds."""
    async for batch in store.documents.changes(position):
        for change in batch:
            if change.passage is None:
                replica.pop(change.passage_id, None)
            else:
                replica[change.passage_id] = change.passage.text
        position = batch[-1].seq
    assert replica == {passage.id: passage.text for passage in await stored_passages(store.documents)}
    return position
