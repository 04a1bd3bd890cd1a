import asyncio
import multiprocessing
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import filelock
import numpy as np
import pytest

from yorisoi.backends.search import manifest as manifests
from yorisoi.backends.search.embedded import EmbeddedConfig, EmbeddedIndex
from yorisoi.backends.search.manifest import Manifest
from yorisoi.backends.search.state import FILTERS_KEPT
from yorisoi.backends.search.words import WordSearcher
from yorisoi.change_ports import Position
from yorisoi.errors import BackendUnavailable, EmbeddingMismatch, MalformedReply
from yorisoi.testing.index import ALL, ids_by_vector, ids_by_words, passage, unit
from yorisoi.types import Filter
from yorisoi.whole_file import whole_file


def named(folder: Path, pattern: str) -> Path:
    return next(folder.glob(pattern))


def sizes(folder: Path, pattern: str) -> list[int]:
    return [path.stat().st_size for path in folder.glob(pattern)]


def put_in_place(path: Path, content: bytes) -> None:
    """As another file: one that is cut ends under whoever has it mapped still, with SIGBUS."""
    with whole_file(path) as file:
        file.write(content)


def cut(path: Path) -> None:
    put_in_place(path, path.read_bytes()[:5])


def change_version(folder: Path) -> None:
    manifest = Manifest.load(folder / "manifest.json")
    assert manifest
    replace(manifest, version=manifests.VERSION + 1).save(folder / "manifest.json")


def remove_words(folder: Path) -> None:
    for path in named(folder, "words-*").iterdir():
        path.unlink()


BREAK: dict[str, Callable[[Path], object]] = {
    "no manifest": lambda folder: (folder / "manifest.json").unlink(),
    "half a manifest": lambda folder: cut(folder / "manifest.json"),
    "a manifest of something else": lambda folder: (folder / "manifest.json").write_text('{"a": 1}'),
    "a manifest of odd numbers": lambda folder: (folder / "manifest.json").write_text('{"rows": -1}'),
    "another version": change_version,
    "short vectors": lambda folder: cut(named(folder, "vectors-*.f32")),
    "no vectors": lambda folder: named(folder, "vectors-*.f32").unlink(),
    "a short log": lambda folder: cut(named(folder, "vectors-*.log")),
    "no words": remove_words,
    "half of tantivy's meta": lambda folder: cut(named(folder, "words-*/meta.json")),
    "a lost segment": lambda folder: [path.unlink() for path in folder.glob("words-*/*.term")],
}


@pytest.mark.parametrize("what", BREAK)
async def test_a_broken_index_starts_again_empty(what: str, tmp_path: Path) -> None:
    await EmbeddedIndex(tmp_path).apply([passage(1, "休暇", (1, 0)), passage(2, "経費", (0, 1))], [], Position(4))
    BREAK[what](tmp_path)
    index = EmbeddedIndex(tmp_path)
    assert await index.position() == Position()
    assert await ids_by_words(index, "休暇") == []
    await index.apply([passage(1, "休暇", (1, 0))], [], Position(4))
    assert await ids_by_words(EmbeddedIndex(tmp_path), "休暇") == [1]
    assert await ids_by_vector(EmbeddedIndex(tmp_path), unit(1, 0)) == [1]


async def test_a_reopened_index_is_as_it_was(tmp_path: Path) -> None:
    await EmbeddedIndex(tmp_path).apply([passage(1, "休暇", (1, 0), groups=("hr",))], [], Position(3))
    index = EmbeddedIndex(tmp_path)
    assert await index.position() == Position(3)
    assert await ids_by_words(index, "休暇", Filter(groups=frozenset({"hr"}))) == [1]
    assert await ids_by_vector(index, unit(1, 0)) == []


async def test_filters_without_end_take_no_memory_without_end(tmp_path: Path) -> None:
    index = EmbeddedIndex(tmp_path)
    await index.apply(
        [passage(number, "休暇", (1, 0), source=f"{number}.md") for number in range(1, 201)], [], Position(200)
    )
    for number in [*range(1, 201), 1]:
        assert await ids_by_vector(index, unit(1, 0), Filter(sources=(f"{number}.md",))) == [number]
    assert index._state
    assert len(index._state.rows) == FILTERS_KEPT


async def test_damage_that_shows_in_a_search_is_told_in_one_line_and_mended(tmp_path: Path) -> None:
    await EmbeddedIndex(tmp_path).apply([passage(n, f"休暇 語{n}") for n in range(300)], [], Position(1))
    postings = named(tmp_path, "words-*/*.idx")
    content = bytearray(postings.read_bytes())
    content[2:-150:3] = bytes(byte ^ 0x55 for byte in content[2:-150:3])  # the length and the checksum stay
    put_in_place(postings, content)
    index = EmbeddedIndex(tmp_path)
    assert await index.position() == Position(1)
    with pytest.raises(BackendUnavailable, match="damaged and has been emptied") as raised:
        await ids_by_words(index, "休暇 語5")
    assert "\n" not in str(raised.value)
    assert await index.position() == Position()
    await index.apply([passage(1, "休暇")], [], Position(1))
    assert await ids_by_words(index, "休暇") == [1]


async def test_corruption_that_a_search_is_refused_for_is_told_in_one_line_and_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> list[tuple[int, float]]:
        raise ValueError("An IO error occurred: 'Unsupported fst version'")  # as tantivy says of a flipped bit

    await EmbeddedIndex(tmp_path).apply([passage(1, "休暇")], [], Position(1))
    with monkeypatch.context() as patched:
        patched.setattr(WordSearcher, "search", refused)
        with pytest.raises(BackendUnavailable, match="damaged and has been emptied"):
            await ids_by_words(EmbeddedIndex(tmp_path), "休暇")
    assert await EmbeddedIndex(tmp_path).position() == Position()


def test_making_an_index_touches_no_file(tmp_path: Path) -> None:
    EmbeddedIndex(tmp_path / "index")
    assert not (tmp_path / "index").exists()


async def test_a_reader_sees_what_another_index_wrote(tmp_path: Path) -> None:
    reader, writer = EmbeddedIndex(tmp_path), EmbeddedIndex(tmp_path)
    assert await reader.position() == Position()
    await writer.apply([passage(1, "休暇", (1, 0))], [], Position(1))
    assert await reader.position() == Position(1)
    assert await ids_by_words(reader, "休暇") == [1]
    await writer.clear()
    assert await reader.position() == Position()
    assert await ids_by_vector(reader, unit(1, 0)) == []


async def test_a_busy_lock_is_reported_in_one_line_and_reading_goes_on(tmp_path: Path) -> None:
    index = EmbeddedIndex(tmp_path, EmbeddedConfig(lock_timeout_s=0.1))
    await index.apply([passage(1, "休暇")], [], Position(1))
    with filelock.FileLock(tmp_path / "write.lock", thread_local=False):
        with pytest.raises(BackendUnavailable, match=r"another process .* try again") as raised:
            await index.apply([passage(2, "経費")], [], Position(2))
        assert "\n" not in str(raised.value)
        assert await ids_by_words(index, "休暇") == [1]
    await index.apply([passage(2, "経費")], [], Position(2))
    assert await index.position() == Position(2)


async def test_a_folder_that_cannot_be_made_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BackendUnavailable, match="cannot be used"):
        await EmbeddedIndex(tmp_path / "file" / "index").position()


async def test_vectors_of_another_length_are_refused_and_change_nothing(tmp_path: Path) -> None:
    index = EmbeddedIndex(tmp_path)
    await index.apply([passage(1, "休暇", (1, 0))], [], Position(1))
    with pytest.raises(EmbeddingMismatch):
        await index.apply([passage(2, "経費", (1, 0, 0))], [], Position(2))
    with pytest.raises(EmbeddingMismatch):
        await index.by_vector(unit(1, 0, 0), 5, ALL)
    assert await index.position() == Position(1)
    assert await ids_by_words(index, "経費") == []


async def test_a_vector_that_is_not_a_number_is_refused(tmp_path: Path) -> None:
    broken = replace(passage(1, "休暇"), vector=np.array([1, np.nan], dtype=np.float32))
    index = EmbeddedIndex(tmp_path)
    with pytest.raises(MalformedReply, match="not a number"):
        await index.apply([broken], [], Position(1))
    assert await index.position() == Position()


async def test_tasks_that_write_at_once_take_turns(tmp_path: Path) -> None:
    index = EmbeddedIndex(tmp_path)
    await asyncio.gather(*(index.apply([passage(n, "休暇", (1, n))], [], Position(n)) for n in range(1, 9)))
    assert await ids_by_words(index, "休暇") == list(range(1, 9))
    assert len(await ids_by_vector(index, unit(1, 0))) == 8


async def test_dead_rows_are_cleared_away_when_they_are_many(tmp_path: Path) -> None:
    index = EmbeddedIndex(tmp_path)
    vectors = np.random.default_rng(0).normal(size=(1100, 8))
    puts = [passage(n, "休暇", tuple(vector)) for n, vector in enumerate(vectors)]
    await index.apply(puts, [], Position(1))
    [before] = sizes(tmp_path, "vectors-*.f32")
    await index.apply([], range(400), Position(2))
    assert sizes(tmp_path, "vectors-*.f32") == [before * 700 // 1100]
    for opened in (index, EmbeddedIndex(tmp_path)):
        assert sorted(await ids_by_vector(opened, unit(*vectors[0]), limit=2000)) == list(range(400, 1100))


async def test_the_graph_finds_what_the_exact_search_finds(tmp_path: Path) -> None:
    vectors = np.random.default_rng(1).normal(size=(600, 16))
    puts = [passage(n, "休暇", tuple(vector)) for n, vector in enumerate(vectors)]
    exact = EmbeddedIndex(tmp_path / "exact")
    graph = EmbeddedIndex(tmp_path / "graph", EmbeddedConfig(exact_rows=100))
    for index in (exact, graph):
        for upto in range(1, 7):
            await index.apply(puts[100 * (upto - 1) : 100 * upto], [upto], Position(upto))
    assert sizes(tmp_path, "graph/graph-*.usearch")
    shared = 0
    for query in vectors[:50]:
        expected = dict(await exact.by_vector(unit(*query), 10, ALL))
        found = dict(await graph.by_vector(unit(*query), 10, ALL))
        common = sorted(expected.keys() & found.keys())
        shared += len(common)
        assert [found[n] for n in common] == pytest.approx([expected[n] for n in common], abs=1e-6)
    assert shared >= 0.95 * 50 * 10  # approximate by design: the graph may miss a neighbour, never its score


def test_importing_the_package_loads_neither_library() -> None:
    code = "import sys, yorisoi.backends.search; assert not {'tantivy', 'usearch'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
    code = "import sys, yorisoi.backends.search.embedded; assert 'usearch' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def _write_many(folder: Path, first: int) -> None:
    async def write() -> None:
        index = EmbeddedIndex(folder, EmbeddedConfig(lock_timeout_s=60))
        for number in range(first, first + 5):
            await index.apply([passage(number, "休暇", (1, number))], [], Position(number))

    asyncio.run(write())


async def test_processes_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=_write_many, args=(tmp_path, first)) for first in (100, 200, 300)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0, 0, 0]
    expected = [*range(100, 105), *range(200, 205), *range(300, 305)]
    assert await ids_by_words(EmbeddedIndex(tmp_path), "休暇") == expected
    assert sorted(await ids_by_vector(EmbeddedIndex(tmp_path), unit(1, 0))) == expected


def foreign_things(folder: Path) -> dict[Path, str]:
    names = ("words-of-wisdom/x.txt", "words-7/x.txt", "vectors-of-force.pdf", "vectors-1-2.csv", "vectors-3-4.log/x")
    names += ("graph-of-sales.xlsx", "graph-0-1.usearch.txt", "manifest.json.bak", "notes.md")
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("mine")
    return {folder / name: "mine" for name in names}


async def test_tidying_leaves_what_is_not_the_indexs(tmp_path: Path) -> None:
    kept = foreign_things(tmp_path)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "meta.json").write_text("mine")
    (tmp_path / "words-9").symlink_to(tmp_path / "elsewhere")
    index = EmbeddedIndex(tmp_path)
    vectors = np.random.default_rng(0).normal(size=(1100, 8))
    await index.apply([passage(n, "休暇", tuple(vector)) for n, vector in enumerate(vectors)], [], Position(1))
    await index.apply([], range(400), Position(2))  # compacts
    await index.clear()
    assert {path: path.read_text() for path in kept} == kept
    assert (tmp_path / "elsewhere" / "meta.json").read_text() == "mine"
    words = {"words-7", "words-9", "words-of-wisdom"}
    assert len({name for name in os.listdir(tmp_path) if name.startswith("words-")} - words) == 1


async def test_what_killed_processes_and_older_versions_left_is_cleared_away(tmp_path: Path) -> None:
    (tmp_path / "words-3").mkdir(parents=True)
    (tmp_path / "words-4").mkdir()
    (tmp_path / "words-4" / ".managed.json").touch()
    left = ("vectors-3-0.f32", "vectors-3-0.i2", "vectors-3-0.log", "graph-3-0.usearch", "graph-3-0.usearch.new")
    left += ("manifest.json.new", "manifest.json.0123456789abcdef", "graph-3-0.usearch.0123456789abcdef")
    for name in left:
        (tmp_path / name).touch()
    await EmbeddedIndex(tmp_path).apply([passage(1, "休暇", (1, 0))], [], Position(1))
    assert set(os.listdir(tmp_path)) == {"manifest.json", "write.lock", "words-5", "vectors-5-0.f32", "vectors-5-0.log"}
