"""What commands print: JSON for programs, a few lines for people.  All that is printed passes here."""

import json
import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.segment import Segment
from rich.text import Text

from yorisoi.cli.visible import escaped, visible
from yorisoi.tracing import plain
from yorisoi.whole_file import whole_file


class _Plain(Console):
    """A console that prints text as it is: no markup, no emoji codes, nothing that steers the terminal."""

    def __init__(self, **options: Any) -> None:
        super().__init__(highlight=False, soft_wrap=True, markup=False, emoji=False, **options)

    def render_str(self, text: str, **options: Any) -> Text:
        return super().render_str(visible(text), **options)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(visible(segment.text), segment.style)


console = _Plain()
"""For people, on standard output."""
aside = _Plain(stderr=True)
"""For progress and notices, on standard error, so that `--json` stays clean."""


def write_private(file: Path, text: str) -> None:
    """The text as a file that its owner alone may read, whole or not at all, in place of what is there.

    Raises OSError.
    """
    with whole_file(file) as made:
        made.write(text.encode())


def print_json(value: Any) -> None:
    """One JSON object on one line, with Japanese as it is where it can be written; numbers that are none are null."""
    shown = plain(value)
    try:
        text = json.dumps(shown, ensure_ascii=False, allow_nan=False)
    except ValueError:
        shown = _finite(shown)
        text = json.dumps(shown, ensure_ascii=False)
    text = escaped(text)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(shown)
    print(text)


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _finite(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def progress_bar() -> Progress:
    """How far work has come, on a terminal only; a task has a field `detail`."""
    columns = (
        *(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()),
        *(TextColumn("left"), TimeRemainingColumn(), TextColumn("{task.fields[detail]}")),
    )
    return Progress(*columns, console=aside, transient=True, disable=not aside.is_terminal)


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
