"""Files are read in child processes, each file within limits of time and memory: a hostile one ends a child, no ingest.

The parent reads a file's bytes and sends them; the child (`boxed.py`) parses and splits them.  What it answers is data
and nothing else: of all that a pickle can name, only the values of a draft are let in.
"""

import contextlib
import io
import os
import pickle
import queue
import struct
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, Any

from yorisoi.documents.config import DocumentsConfig
from yorisoi.documents.report import Phase
from yorisoi.errors import AccessUnclear, DocumentError, WithoutText
from yorisoi.own_python import own_python
from yorisoi.ports import NewDocument, NewPassage

MOST_CHILDREN = 4
"""Each has some 150 MB; more gain nothing where embedding takes longer than reading."""
FILES_A_CHILD = 100
"""From which another child pays: it takes half a second to start."""
_FRUGAL = {"OPENBLAS_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "1"}
"""Nothing is multiplied there, and threads that only wait need no addresses reserved, which are what is limited."""
LENGTH = struct.Struct(">Q")


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A file to be read; the fields mean what they mean in `draft.draft`."""

    name: str
    source: str
    data: bytes
    known: Mapping[str, str]
    config: DocumentsConfig
    embedded: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """What a child made of a file."""

    documents: tuple[NewDocument, ...]
    """Those that have to be stored."""
    unchanged: int
    sources: frozenset[str]
    """Of all its documents."""
    seconds: Mapping[Phase, float]
    """By phase."""
    notices: tuple[str, ...] = ()
    """What should be known of it, though it was read."""
    open_rows: str = ""
    """The same of rows for everyone beside rows for a few."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """A file that cannot be read."""

    reason: str
    exhausted: bool = False
    """It took all the memory there was: the child has ended."""
    access_unclear: bool = False
    without_text: bool = False


class Box:
    """Some children, started when they are first needed, and a thread for each to wait for it in."""

    def __init__(self, files: int) -> None:
        """For so many files."""
        self.children = max(1, min(MOST_CHILDREN, os.cpu_count() or 1, files // FILES_A_CHILD))
        self.threads = ThreadPoolExecutor(max_workers=self.children, thread_name_prefix="yorisoi-box")
        self._idle: queue.SimpleQueue[_Child] = queue.SimpleQueue()
        self._all = [_Child() for _ in range(self.children)]
        for child in self._all:
            self._idle.put(child)

    def read(self, job: Job) -> Read:
        """What is in the file; blocks, for one of `threads`.  Raises DocumentError: broken, or beyond a limit."""
        with self._child() as child:
            answer = child.asked(job)
        if isinstance(answer, Refused):
            raised = AccessUnclear if answer.access_unclear else WithoutText if answer.without_text else DocumentError
            raise raised(answer.reason)
        return answer

    def close(self) -> None:
        """End all children, also those that are at work."""
        for child in self._all:
            child.close()
        self.threads.shutdown(cancel_futures=True)

    @contextmanager
    def _child(self) -> Iterator["_Child"]:
        child = self._idle.get()
        try:
            yield child
        finally:
            self._idle.put(child)


class _Child:
    """One process, started anew after it ended."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False
        self._starting = threading.Lock()

    def asked(self, job: Job) -> Read | Refused:
        process = self._started()
        began = time.monotonic()
        try:
            assert process.stdin
            assert process.stdout
            send(process.stdin, job)
            answer = _Plain(io.BytesIO(receive(process.stdout))).load()
        except (OSError, EOFError, pickle.UnpicklingError):
            self._end()
            if time.monotonic() - began >= job.config.max_seconds:
                return Refused(reason=f"takes longer than {job.config.max_seconds:g} s to read")
            return Refused(reason="cannot be read: its reader crashed or ran out of memory")
        if isinstance(answer, Refused) and answer.exhausted:
            self._end()
        assert isinstance(answer, (Read, Refused))
        return answer

    def close(self) -> None:
        with self._starting:
            self._closed = True
            self._end()

    def _started(self) -> "subprocess.Popen[bytes]":
        with self._starting:
            if self._closed:
                raise DocumentError("was not read: the ingest is over")
            if self._process is None:
                self._process = subprocess.Popen(
                    own_python("-m", "yorisoi.documents.boxed"),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,  # parsers complain there about files that they read all the same
                    env=os.environ | _FRUGAL,
                )
            return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with contextlib.suppress(OSError):  # what was still to be written has nobody to read it
                    assert pipe
                    pipe.close()


def send(pipe: IO[bytes], value: object) -> None:
    """Write a value and its length."""
    body = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    pipe.write(LENGTH.pack(len(body)))
    pipe.write(body)
    pipe.flush()


def receive(pipe: IO[bytes]) -> bytes:
    """The bytes of the next value.  Raises EOFError: the other side has ended."""
    head = pipe.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise EOFError
    (length,) = LENGTH.unpack(head)
    body = pipe.read(length)
    if len(body) < length:
        raise EOFError
    return body


class _Plain(pickle.Unpickler):
    """Values of a draft, and nothing that could act."""

    _LET_IN = {each.__qualname__: each for each in (Read, Refused, NewDocument, NewPassage)}  # noqa: RUF012

    def find_class(self, module: str, name: str) -> Any:
        found = self._LET_IN.get(name)
        if found is None or found.__module__ != module:
            raise pickle.UnpicklingError(f"{module}.{name} is no part of a draft")
        return found
