"""A real process is killed inside `apply`, again and again, at moments that differ."""

import importlib.util
import subprocess
import sys
import time
from pathlib import Path

import pytest

from yorisoi.backends.search.embedded import EmbeddedIndex
from yorisoi.change_ports import Position
from yorisoi.ports import Terms
from yorisoi.testing.index import ALL, unit

WRITER = Path(__file__).with_name("index_writer.py")
_spec = importlib.util.spec_from_file_location("index_writer", WRITER)
assert _spec
assert _spec.loader
index_writer = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(index_writer)


def acknowledged_until_killed(folder: Path, after_s: float) -> int:
    """The last position that the writer reported before it was killed, `after_s` seconds after its first."""
    writer = subprocess.Popen([sys.executable, str(WRITER), str(folder)], stdout=subprocess.PIPE, text=True)
    assert writer.stdout
    first = writer.stdout.readline()
    time.sleep(after_s)
    writer.kill()
    rest, _ = writer.communicate()
    return int((first + rest).split("\n")[-2])


@pytest.mark.slow
async def test_a_writer_killed_at_any_moment_loses_nothing_and_the_next_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    before = 0
    for round_number in range(10):
        acknowledged = acknowledged_until_killed(folder, after_s=0.05 + 0.023 * round_number)
        index = EmbeddedIndex(folder)
        position = (await index.position()).seq
        assert position in (acknowledged, acknowledged + 1)  # the last may be durable and yet unreported
        assert position > before
        before = position
        await _answers(index, index_writer.living(position))
    await index.apply(*index_writer.change(position), Position(position + 1))
    await _is_exactly(index, index_writer.living(position + 1))


async def _answers(index: EmbeddedIndex, living: list[int]) -> None:
    """Everything acknowledged is found; words may already know the change that was cut off."""
    by_words = {i for i, _ in await index.by_words(Terms(words=("common",)), 10_000, ALL)}
    assert set(living) - by_words <= {living[-10]}  # removed by the change that was cut off
    by_vector = [i for i, _ in await index.by_vector(unit(1, 1), 10_000, ALL)]
    assert sorted(by_vector) == living


async def _is_exactly(index: EmbeddedIndex, living: list[int]) -> None:
    assert sorted(i for i, _ in await index.by_words(Terms(words=("common",)), 10_000, ALL)) == living
    assert sorted(i for i, _ in await index.by_vector(unit(1, 1), 10_000, ALL)) == living
