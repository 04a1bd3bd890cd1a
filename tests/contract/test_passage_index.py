"""The PassageIndex contract, held against the embedded index and its fake, and against each other."""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from yorisoi.backends.search.embedded import EmbeddedConfig, EmbeddedIndex
from yorisoi.change_ports import Position
from yorisoi.ports import IndexedPassage, PassageIndex, Terms
from yorisoi.testing.index import INDEX_CONTRACT
from yorisoi.testing.memory_index import MemoryIndex
from yorisoi.types import Filter

Check = Callable[[PassageIndex], Awaitable[None]]


def embedded(folder: Path) -> PassageIndex:
    return EmbeddedIndex(folder / "index")


def in_threads(folder: Path) -> PassageIndex:
    return EmbeddedIndex(folder / "index", EmbeddedConfig(inline_rows=0))


def with_a_graph(folder: Path) -> PassageIndex:
    return EmbeddedIndex(folder / "index", EmbeddedConfig(exact_rows=0))


def in_memory(_: Path) -> PassageIndex:
    return MemoryIndex()


@pytest.mark.parametrize("check", INDEX_CONTRACT, ids=lambda check: check.__name__)
@pytest.mark.parametrize("make", [embedded, in_threads, with_a_graph, in_memory], ids=lambda make: make.__name__)
async def test_an_index_keeps_the_contract(check: Check, make: Callable[[Path], PassageIndex], tmp_path: Path) -> None:
    await check(make(tmp_path))


SOURCES = st.text(alphabet="ab/#", max_size=5)
GROUPS = st.frozensets(st.sampled_from(["hr", "it", "*", "!"]), max_size=2)
HEADINGS = st.lists(st.sampled_from(["休暇", "年次 休暇", "*", ""]), max_size=2).map(tuple)
PASSAGES = st.builds(
    IndexedPassage,
    id=st.integers(0, 12),
    terms=st.lists(st.sampled_from(["休暇", "経費", "a b"]), max_size=3).map(lambda words: Terms(words=tuple(words))),
    vector=st.none() | st.integers(0, 5000).map(lambda at: np.array([np.cos(at), np.sin(at)], dtype=np.float32)),
    language=st.sampled_from(["ja", "zh", "en"]),
    source=SOURCES,
    section=HEADINGS,
    groups=GROUPS,
)
FILTERS = st.builds(
    Filter,
    languages=st.lists(st.sampled_from(["ja", "zh"]), max_size=2).map(tuple),
    sources=st.lists(SOURCES, max_size=2).map(tuple),
    sections=HEADINGS,
    groups=GROUPS,
)
CHANGES = st.lists(
    st.tuples(st.lists(PASSAGES, max_size=6), st.sets(st.integers(0, 12), max_size=3)), min_size=1, max_size=3
)


@settings(max_examples=40, deadline=None)
@given(changes=CHANGES, filters=st.lists(FILTERS, min_size=1, max_size=4), at=st.integers(0, 5000))
def test_embedded_and_fake_agree_on_filters_and_on_the_order_of_vectors(changes, filters, at: int) -> None:
    query = np.array([np.cos(at), np.sin(at)], dtype=np.float32)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_agree(EmbeddedIndex(Path(folder)), MemoryIndex(), changes, filters, query))


async def _agree(real: PassageIndex, fake: PassageIndex, changes, filters, query) -> None:
    for upto, (puts, removed) in enumerate(changes, start=1):
        await real.apply(puts, removed, Position(upto))
        await fake.apply(puts, removed, Position(upto))
    everything = Terms(words=("休暇", "経費", "a b"))
    for within in filters:
        found = await real.by_words(everything, 20, within)
        assert {i for i, _ in found} == {i for i, _ in await fake.by_words(everything, 20, within)}
        near, expected = await real.by_vector(query, 20, within), await fake.by_vector(query, 20, within)
        assert dict(near) == pytest.approx(dict(expected), abs=1e-6)
        assert [score for _, score in near] == pytest.approx([score for _, score in expected], abs=1e-6)
