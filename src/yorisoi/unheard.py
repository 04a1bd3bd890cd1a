"""What fails is told in the log by its kind and place alone, and so is what fails where nobody waits for it.

asyncio would tell that with message and causes, and those may hold what was said, which nobody could erase there.
"""

import asyncio
import logging
import traceback
from typing import Any

_log = logging.getLogger("yorisoi")


def tell_failure(task: asyncio.Task[Any]) -> None:
    """For `add_done_callback`.  Not by the task's name, which may be a conversation's."""
    if task.cancelled() or (error := task.exception()) is None:
        return
    _log.error("failed in the background: %s\n%s", " from ".join(_kinds(error)), place_of(error))


def tell_kinds_alone(library: str) -> None:
    """Of what fails in a library kind and place are told, since it would tell messages, and what it was asked for."""
    logger = logging.getLogger(library)
    logger.handlers, logger.propagate = [_Kinds()], False
    logger.setLevel(logging.ERROR)


class _Kinds(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        where = place_of(error) if error else ""
        kinds = " from ".join(_kinds(error))
        _log.error("%s:%d failed: %s\n%s", record.name, record.lineno, kinds, where)


def place_of(error: BaseException) -> str:
    """Where it was raised, frame by frame."""
    return "".join(traceback.format_tb(error.__traceback__))


def _kinds(error: BaseException | None) -> list[str]:
    return [] if error is None else [type(error).__name__, *_kinds(error.__cause__)]
