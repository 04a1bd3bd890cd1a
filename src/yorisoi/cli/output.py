"""What commands print: JSON for programs, a few lines for people."""

import json
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from yorisoi.tracing import plain

console = Console(highlight=False, soft_wrap=True)
"""For people, on standard output."""
aside = Console(stderr=True, highlight=False, soft_wrap=True)
"""For progress and notices, on standard error, so that `--json` stays clean."""


def print_json(value: Any) -> None:
    """One JSON object on one line, with Japanese as it is."""
    print(json.dumps(plain(value), ensure_ascii=False))


def progress_bar() -> Progress:
    """How far work has come, on a terminal only; a task has a field `detail`."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(
        *columns, TextColumn("{task.fields[detail]}"), console=aside, transient=True, disable=not aside.is_terminal
    )
