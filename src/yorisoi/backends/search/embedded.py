"""The embedded search index: words by tantivy, vectors by NumPy, in one directory.

    index/
      manifest.json        which of all this is durable: see `manifest.py`
      words-0/             tantivy
      vectors-0-0.f32      rows; vectors-0-0.i2: the same coded; vectors-0-0.log: whose they are
      graph-0-0.usearch    only when there are many rows: see `graph.py`
      write.lock

A change is written in the order vectors, words, manifest, each durably.  Killed in between, the files hold more than
the manifest knows: vectors beyond its counts are overwritten, words are put again by the same changes, with the same
result.
"""

import asyncio
import re
import shutil
import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

import filelock
import numpy as np
from numpy.typing import NDArray

from yorisoi.backends.disk import told
from yorisoi.backends.search.graph import Graph
from yorisoi.backends.search.manifest import Manifest
from yorisoi.backends.search.state import State
from yorisoi.backends.search.vectors import VectorFiles, VectorRows, compact, needs_compaction
from yorisoi.backends.search.words import WordIndex
from yorisoi.change_ports import Position
from yorisoi.errors import BackendUnavailable
from yorisoi.ports import IndexedPassage, Moments, Terms, Vectors
from yorisoi.types import Filter, Language

T = TypeVar("T")
_WORDS = re.compile(r"words-\d{1,18}")
_FILES = re.compile(
    r"vectors-\d{1,18}-\d{1,18}\.(?:f32|i2|log)|graph-\d{1,18}-\d{1,18}\.usearch(?:\.[0-9a-f]{16}|\.new)?"
    r"|manifest\.json\.(?:[0-9a-f]{16}|new)"
)
"""Names that the index gives, those of temporaries among them, and of older versions."""
_OF_THE_SYSTEM = re.compile(r'Os \{ code: \d+, kind: \w+, message: "([^"]+)" \}')
"""`Failed to acquire Lockfile: IoError(Os { code: 28, kind: StorageFull, message: "No space left on device" }). None`,
of which the last belongs to the lock."""
_EPOCH = re.compile(r"[a-z]+-(\d{1,18})(?!\d)")


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddedConfig:
    bigram_weight: float = 0.3
    """Weight of the bigrams' BM25 beside the words'.  nDCG@10 with 0, .3, .5 and bigrams alone: jsquad .927 .933 .933
    .903, jaquad .908 .912 .913 .865, NIILC .604 .618 .614 .505."""
    exact_rows: int = 300_000
    """Above so many vectors a graph proposes candidates, which are then scored exactly.  There it takes about as long
    as reading every vector's code, which needs no building."""
    lock_timeout_s: float = 5.0
    """How long to wait for another process that writes."""
    inline_rows: int = 150_000
    """Up to so many passages a search runs on the event loop, which either leg holds for 2 ms at most; beyond, each in
    a thread, beside each other.  A thread costs 0.05 to 0.15 ms, and both wait for the interpreter's lock: of 100,000
    passages an idle machine takes a tenth longer so, of a million a fifth less."""

    def __post_init__(self) -> None:
        if min(self.bigram_weight, self.exact_rows, self.lock_timeout_s, self.inline_rows) < 0:
            raise ValueError("the settings of the embedded index cannot be negative")


class EmbeddedIndex:
    """A `PassageIndex` in a directory, which is created, and repaired by emptying, on first use.

    Safe to use from several tasks, threads and processes; one of them writes at a time, the others read the state
    before.  An index that is broken or of another version starts again at position 0.
    """

    def __init__(self, folder: Path, config: EmbeddedConfig | None = None) -> None:
        self._folder = folder
        self._config = config or EmbeddedConfig()
        self._manifest_path = folder / "manifest.json"
        self._state: State | None = None
        self._moments: tuple[tuple[int, int], Mapping[Language, Moments]] | None = None
        self._opening = threading.Lock()
        self._lock = filelock.FileLock(folder / "write.lock", thread_local=False)
        self._writing = threading.Lock()

    # ------------------------------------------------------------ the port

    async def position(self) -> Position:
        return (await self._current()).manifest.reached

    async def apply(self, puts: Sequence[IndexedPassage], removed: Collection[int], upto: Position) -> None:
        await asyncio.to_thread(self._apply, puts, removed, upto)

    async def by_words(self, terms: Terms, limit: int, within: Filter) -> list[tuple[int, float]]:
        state = await self._current()

        def search() -> list[tuple[int, float]]:
            with _corruption_translated():
                return state.words.search(terms, limit, within)

        return await self._run(state, search)

    async def by_vector(
        self, vector: NDArray[np.float32], limit: int, within: Filter, *, apart: bool = False
    ) -> list[tuple[int, float]]:
        state = await self._current()
        nearest = state.nearest_apart if apart else state.nearest
        return await self._run(state, lambda: nearest(vector, limit, within))

    async def vector_scores(self, vectors: Vectors, ids: Sequence[int]) -> NDArray[np.float32]:
        state = await self._current()
        return await self._run(state, lambda: state.likeness(vectors, ids))

    async def moments(self) -> Mapping[Language, Moments]:
        state = await self._current()
        if self._moments is None or self._moments[0] != state.stamp:
            self._moments = (state.stamp, await asyncio.to_thread(state.moments))
        return self._moments[1]

    async def languages(self, ids: Collection[int]) -> dict[int, Language]:
        return (await self._current()).languages(ids)

    async def clear(self, at: Position | None = None) -> None:
        await asyncio.to_thread(self._clear, at)

    @property
    def beside(self) -> bool:
        return self._state is not None and not self._inline(self._state)

    async def _run(self, state: State, search: Callable[[], T]) -> T:
        """The result of a search, on the event loop when that is cheaper than a thread."""
        try:
            with _translated():
                if self._inline(state):
                    return search()
                return await asyncio.to_thread(search)
        except _Damaged as error:
            await self.clear()
            raise BackendUnavailable(
                "the search index was damaged and has been emptied; the next search builds it anew"
            ) from error

    def _inline(self, state: State) -> bool:
        return state.words.passages <= self._config.inline_rows

    # ------------------------------------------------------------ reading

    async def _current(self) -> State:
        state = self._state
        if state is not None and state.stamp == self._stamp():
            return state
        return await asyncio.to_thread(self._open)

    def _stamp(self) -> tuple[int, int]:
        try:
            status = self._manifest_path.stat()
        except OSError:
            return (0, 0)
        return status.st_ino, status.st_mtime_ns

    def _open(self) -> State:
        """The newest durable state; a directory that holds none, or a broken one, is emptied first."""
        with self._opening, _translated():
            for _ in range(3):  # another process may compact between our reading of the manifest and of its files
                state = self._read()
                if state is not None:
                    self._state = state
                    return state
            with self._exclusive():
                state = self._read() or self._start_over()
            self._state = state
            return state

    def _read(self) -> State | None:
        stamp = self._stamp()
        manifest = Manifest.load(self._manifest_path)
        if manifest is None or not WordIndex.exists(self._words_folder(manifest)):
            return None
        try:
            with _panics_translated():
                words = self._words(manifest).searcher()
            vectors = VectorFiles(self._folder, manifest).load(manifest, self._vectors_before(manifest))
        except (_Damaged, ValueError, FileNotFoundError, IndexError):  # tantivy reports broken files as ValueError
            return None
        return State(manifest, stamp, words, vectors, Graph.load(self._folder, manifest))

    def _vectors_before(self, manifest: Manifest) -> VectorRows | None:
        """The vectors already open, when the manifest's state only adds to them."""
        state = self._state
        if state is None or state.manifest.files != manifest.files or state.manifest.entries > manifest.entries:
            return None
        return state.vectors

    def _start_over(self) -> State:
        """An empty index in new files, and the old ones gone.  The caller holds the lock."""
        old = Manifest.load(self._manifest_path)
        manifest = Manifest(epoch=old.epoch + 1 if old else self._free_epoch())
        self._words(manifest).write([], [])
        manifest.save(self._manifest_path)
        self._remove_stale(manifest)
        state = self._read()
        if state is None:
            raise BackendUnavailable(f"{self._folder.name}: a search index that was just made cannot be read")
        return state

    def _free_epoch(self) -> int:
        """An epoch that no file in the directory belongs to: what is left of a broken index is not reused."""
        numbers = (_EPOCH.match(path.name) for path in self._folder.iterdir())
        return max((int(found[1]) for found in numbers if found), default=-1) + 1

    def _words_folder(self, manifest: Manifest) -> Path:
        return self._folder / f"words-{manifest.epoch}"

    def _words(self, manifest: Manifest) -> WordIndex:
        return WordIndex(self._words_folder(manifest), self._config.bigram_weight)

    # ------------------------------------------------------------ writing

    def _apply(self, puts: Sequence[IndexedPassage], removed: Collection[int], upto: Position) -> None:
        state = self._open()
        with self._exclusive(), _translated():
            state = self._fresh(state)
            newest = {put.id: put for put in puts}
            gone = [passage for passage in removed if passage not in newest]
            vectors = {passage: put.vector for passage, put in newest.items()}
            manifest = VectorFiles(self._folder, state.manifest).append(state.manifest, vectors, gone)
            self._words(manifest).write(list(newest.values()), gone)
            replace(manifest, position=upto.seq, mark=upto.mark).save(self._manifest_path)
            self._tidy(self._fresh(state))

    def _fresh(self, state: State) -> State:
        """The state of this moment; the caller holds the lock."""
        if state.stamp != self._stamp():
            state = self._read() or self._start_over()
            self._state = state
        return state

    def _tidy(self, state: State) -> None:
        """Compact, and extend the graph, when it pays."""
        if needs_compaction(state.manifest, state.vectors.living):
            compact(self._folder, state.manifest, state.vectors).save(self._manifest_path)
            state = self._fresh(state)
            self._remove_stale(state.manifest)
        if Graph.is_due(state.vectors, state.graph, self._config.exact_rows):
            graph = Graph.build(self._folder, state.manifest, state.vectors)
            self._state = replace(state, graph=graph)

    def _clear(self, at: Position | None) -> None:
        with self._opening, self._exclusive(), _translated():
            now = Manifest.load(self._manifest_path)
            if at is None or now is None or now.reached == at:
                self._state = self._start_over()

    @contextmanager
    def _exclusive(self) -> Iterator[None]:
        """While this holds, no other thread or process writes.  Raises BackendUnavailable when it takes too long."""
        timeout = self._config.lock_timeout_s
        with _translated():
            self._folder.mkdir(parents=True, exist_ok=True)
            if not self._writing.acquire(timeout=timeout):
                raise BackendUnavailable(f"{self._folder.name}: still busy with another change after {timeout:g} s")
            try:
                with self._lock.acquire(timeout=timeout):
                    yield
            except filelock.Timeout as error:
                raise BackendUnavailable(
                    f"another process has been writing the search index for {timeout:g} s; try again"
                ) from error
            finally:
                self._writing.release()

    def _remove_stale(self, manifest: Manifest) -> None:
        """Delete what no manifest names any more; who still reads it keeps it open.  Other things stay."""
        kept = self._words_folder(manifest).name
        stem = f"-{manifest.epoch}-{manifest.generation}."
        for path in self._folder.iterdir():
            if path.name == kept or stem in path.name:
                continue
            if _WORDS.fullmatch(path.name) and WordIndex.is_one_or_empty(path):
                shutil.rmtree(path, ignore_errors=True)
            elif _FILES.fullmatch(path.name) and not path.is_dir():
                path.unlink(missing_ok=True)


class _Damaged(BackendUnavailable):
    """A file of the index holds what its library takes to be impossible."""


@contextmanager
def _translated() -> Iterator[None]:
    try:
        with _panics_translated():
            yield
    except (OSError, ValueError) as error:
        raise BackendUnavailable(f"the search index cannot be used: {_reason(error)}") from error


def _reason(error: Exception) -> str:
    """tantivy tells an error of the system as Rust prints its parts, around the system's own words."""
    of_the_system = _OF_THE_SYSTEM.search(str(error))
    return of_the_system[1] if of_the_system else told(error)


@contextmanager
def _corruption_translated() -> Iterator[None]:
    """What tantivy notices of a broken file while it searches; nothing in a query makes it raise ValueError."""
    try:
        yield
    except ValueError as error:
        raise _Damaged(f"the search index is damaged: {error}") from error


@contextmanager
def _panics_translated() -> Iterator[None]:
    """A panic of tantivy's Rust code comes as a BaseException, of a class that cannot be imported."""
    try:
        yield
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        raise _Damaged(f"the search index is damaged: {error}") from error
