"""What commands print: JSON for programs, a few lines for people."""

import json
from collections.abc import Mapping, Sequence
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


def table(rows: Mapping[str, Mapping[str, Any]], columns: Sequence[str]) -> None:
    """Figures, a line for each name; a column that no row has is left out."""
    width = max(map(len, rows))
    shown = [column for column in columns if any(column in row for row in rows.values())]
    console.print("  ".join(["".ljust(width), *(column.rjust(max(7, len(column))) for column in shown)]), markup=False)
    for name, row in rows.items():
        cells = [_cell(row.get(column)).rjust(max(7, len(column))) for column in shown]
        console.print("  ".join([name.ljust(width), *cells]).rstrip(), markup=False)


def _cell(value: float | int | None) -> str:
    if value is None:
        return ""
    return str(value) if isinstance(value, int) else f"{value:.2f}" if value > 1 else f"{value:.4f}"
