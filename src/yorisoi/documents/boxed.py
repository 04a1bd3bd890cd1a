"""The child that reads files, one after the other, for `box.Box`: `python -m yorisoi.documents.boxed`."""

import faulthandler
import os
import pickle
import queue
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from yorisoi.documents.box import Job, Read, Refused, receive, send
from yorisoi.documents.draft import documents_of
from yorisoi.documents.load import import_readers
from yorisoi.errors import AccessUnclear, DocumentError, WithoutText


def main() -> None:
    """Answer jobs until the parent closes its end, or ends itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # of a terminal's Ctrl-C the parent hears as well
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())  # what a parser prints is no answer
    jobs: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, jobs), daemon=True).start()
    while True:
        job = pickle.loads(jobs.get())
        answer = answered(job)
        send(answers, answer)
        if isinstance(answer, Refused) and answer.exhausted:
            os._exit(1)


def answered(job: Job) -> Read | Refused:
    """What is in the file, within the time and the memory that it may take; the process ends when the time is over."""
    faulthandler.dump_traceback_later(job.config.max_seconds, exit=True)  # by a thread that waits for no lock
    import_readers(job.name)
    try:
        with _limited_memory(job.config.max_memory_bytes):
            return documents_of(job)
    except AccessUnclear as error:
        return Refused(reason=str(error), access_unclear=True)
    except WithoutText as error:
        return Refused(reason=str(error), without_text=True)
    except (DocumentError, MemoryError) as error:
        if _ran_out_of_memory(error):
            limit = f"{job.config.max_memory_bytes:,}"
            return Refused(reason=f"takes more than {limit} bytes of memory to read", exhausted=True)
        return Refused(reason=str(error))
    finally:
        faulthandler.cancel_dump_traceback_later()


def _listen(pipe: IO[bytes], jobs: "queue.SimpleQueue[bytes]") -> None:
    """Hand on jobs; when there are no more to come, nobody waits for the one at hand either."""
    try:
        while True:
            jobs.put(receive(pipe))
    finally:
        os._exit(0)


def _ran_out_of_memory(error: BaseException | None) -> bool:
    """Whether this, or what it arose from, is want of memory: parsers in C say so in errors of their own."""
    while error:
        if isinstance(error, MemoryError):
            return True
        if not isinstance(error, DocumentError) and "memory" in str(error).lower():
            return True
        error = error.__cause__ or error.__context__
    return False


@contextmanager
def _limited_memory(most: int) -> Iterator[None]:
    """Let the process have so many bytes of addresses beside those that it has.

    Where the system does not count them (macOS, Windows) the limit of time is what is left."""
    try:
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + most, hard))
    except (ImportError, OSError, ValueError):
        yield
        return
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))  # before anything else, which may need memory


if __name__ == "__main__":
    main()
