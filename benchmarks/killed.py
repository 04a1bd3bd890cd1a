"""Commands in forked processes that are killed at one of their writes.

The parent has imported everything, so that a process costs what its work costs and no start-up.  A write is a statement
that changes the database or a commit, and a file that is opened for writing, renamed or removed.  The child counts its
writes and sends itself SIGKILL at the one it was told, or up to 40 ms later, which is in the middle of one mostly.
"""

import contextlib
import mmap
import os
import random
import signal
import struct
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import Engine

import yorisoi.cli.main as cli
import yorisoi.server.app
import yorisoi.wiring  # noqa: F401 what every child would import
from yorisoi.language import analyse

_LONGEST_DELAY_S = 0.04
_READING = ("select", "pragma query", "explain")
_FILE_CHANGES = frozenset(("os.rename", "os.remove", "os.truncate", "os.rmdir", "os.mkdir"))


@dataclass(frozen=True, kw_only=True)
class Ended:
    """How a process ended."""

    killed: bool
    out: str
    """What it had printed, line by line."""
    writes: int
    status: int


@dataclass(kw_only=True)
class Running:
    """A process under way."""

    pid: int
    out: Path
    counted: mmap.mmap

    def wait(self) -> Ended:
        _, status = os.waitpid(self.pid, 0)
        killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
        out = self.out.read_text(encoding="utf-8", errors="replace")
        (writes,) = struct.unpack("q", self.counted[:8])
        return Ended(killed=killed, out=out, writes=writes, status=os.waitstatus_to_exitcode(status))

    def stop(self) -> Ended:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGTERM)
        return self.wait()


def get_ready() -> None:
    """What every process would load for itself."""
    cli.app()
    for text, language in (("休暇の申請", "ja"), ("申请休假", "zh"), ("asking for leave", "en")):
        analyse(text, language)


def start(words: Sequence[str], out: Path, dice: random.Random, kill_at: int | None) -> Running:
    """Run a command in a child, to be killed at its `kill_at`th write, counted from 1; None: not at all."""
    delay_s = dice.choice((0.0, dice.uniform(0.0, 0.005), dice.uniform(0.0, _LONGEST_DELAY_S)))
    counted = mmap.mmap(-1, 8)
    pid = os.fork()
    if pid:
        return Running(pid=pid, out=out, counted=counted)
    status = 70
    try:
        printed = os.open(out, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
        os.dup2(printed, 1)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        # By lines, as on a terminal: what is printed is what was told.
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", buffering=1, closefd=False)
        _at_each_write(_killer(counted, kill_at, delay_s))
        cli.main(list(words))
    except SystemExit as left:
        status = left.code if isinstance(left.code, int) else 0
    finally:
        with contextlib.suppress(Exception):
            sys.stdout.flush()
        os._exit(status)


def _killer(counted: mmap.mmap, kill_at: int | None, delay_s: float) -> Callable[[], None]:
    lock = threading.Lock()

    def die() -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def count() -> None:
        with lock:
            (before,) = struct.unpack("q", counted[:8])
            counted[:8] = struct.pack("q", before + 1)
        if before + 1 == kill_at:
            if not delay_s:
                die()
            timer = threading.Timer(delay_s, die)
            timer.daemon = True
            timer.start()

    return count


def _at_each_write(count: Callable[[], None]) -> None:
    @event.listens_for(Engine, "before_cursor_execute")
    def executing(_c: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if not statement.lstrip().lower().startswith(_READING):
            count()

    @event.listens_for(Engine, "commit")
    def committing(_: Any) -> None:
        count()

    def audited(name: str, given: tuple[Any, ...]) -> None:
        flags = given[2] if name == "open" and isinstance(given[2], int) else 0
        if name in _FILE_CHANGES or flags & (os.O_WRONLY | os.O_RDWR):
            count()

    sys.addaudithook(audited)
