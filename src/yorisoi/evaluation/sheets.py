"""Tables that people open, fill in and give back: XLSX and CSV.

A text stays a text: a spreadsheet that opens the file runs no formula that somebody wrote into a FAQ or an answer.  In
XLSX every text is stored as one.  CSV has no types, so what a spreadsheet would take for a formula (it begins with one
of = + - @) gets an apostrophe before it, which reading takes off again: at the beginning of a cell, and where one may
begin for a program that parts cells with semicolons or tabs, as many do that count with decimal commas.
Source: OWASP, "CSV Injection".
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from yorisoi.documents.config import DocumentsConfig
from yorisoi.documents.office import check_archive
from yorisoi.documents.read import decode, read_bytes
from yorisoi.errors import DataSetError, DocumentError
from yorisoi.whole_file import whole_file

Cell = str | int | float | None
KINDS = (".xlsx", ".csv")

_FORMULA = re.compile(
    r"""(\A["\s]*+|[;\t]["\s]*+|[\r\n]["\s]*+(?![+\-＋－]\s))('*+)(?=[=+\-@＝＋－＠])"""  # a list's `- item` is none
)
"""Where a cell may begin, apostrophes, and a sign behind them: with them, so that writing and reading agree.
Full-width signs too: some spreadsheets fold them."""
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
"""Characters that XML cannot hold."""
_WIDEST = 60
"""Characters of a column; longer cells wrap."""
_LONGEST = 32_767
"""Characters that a cell of XLSX can hold."""
_MOST_ROWS, _MOST_COLUMNS = 100_000, 200
"""That are read; those of ours have some thousands, and ten."""
_LIMITS = DocumentsConfig(max_unpacked_bytes=50_000_000)
"""Of a sheet as of a document, but here no child process holds the memory that openpyxl takes: ten times its XML."""


def write(
    path: Path,
    columns: Sequence[str],
    rows: Sequence[Sequence[Cell]],
    *,
    choices: Mapping[str, Sequence[str]] | None = None,
) -> None:
    """The table as a file, whole or not at all; `choices` are offered in the cells of a column of XLSX.

    Raises DataSetError: neither .xlsx nor .csv.
    """
    kind = _kind(path)
    data = _csv(columns, rows) if kind == ".csv" else _xlsx(columns, rows, choices or {})
    with whole_file(path) as file:
        file.write(data)


def read(path: Path) -> list[dict[str, str]]:
    """The rows below the header, by column, as stripped texts; rows without any are left out.

    Raises DataSetError: not there, neither .xlsx nor .csv, not readable as such, too large, a column twice.
    """
    kind = _kind(path)
    try:
        data = read_bytes(path, _LIMITS)
        table = _bounded(_csv_rows(data) if kind == ".csv" else _xlsx_rows(data))
    except (DocumentError, csv.Error) as error:
        raise DataSetError(f"{path} is not a readable sheet: {error}") from error
    header = [name.strip() for name in table[0]] if table else []
    if twice := next((name for name in header if name and header.count(name) > 1), None):
        raise DataSetError(f"{path} has the column {twice!r} twice")
    rows = [dict(zip(header, (cell.strip() for cell in row), strict=False)) for row in table[1:]]
    return [{name: row.get(name, "") for name in header if name} for row in rows if any(row.values())]


def _bounded(rows: Iterable[list[str]]) -> list[list[str]]:
    """The rows that hold something.  Raises DocumentError: too many, or too wide."""
    found: list[list[str]] = []
    for at, row in enumerate(rows):
        if at == _MOST_ROWS:
            raise DocumentError(f"it has more than {_MOST_ROWS:,} rows")
        if any(row[_MOST_COLUMNS:]):
            raise DocumentError(f"it has more than {_MOST_COLUMNS:,} columns")
        if filled := [number for number, cell in enumerate(row, start=1) if cell]:
            found.append(row[: filled[-1]])
    return found


def _kind(path: Path) -> str:
    if (kind := path.suffix.lower()) not in KINDS:
        raise DataSetError(f"{path}: a sheet is a file in {' or '.join(KINDS)}")
    return kind


# ---------------------------------------------------------------- CSV


def _csv(columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> bytes:
    """With a byte order mark, without which some spreadsheets do not read Japanese."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerows([[harmless(cell) for cell in row] for row in (columns, *rows)])
    return out.getvalue().encode("utf-8-sig", "replace")


def harmless(cell: Cell) -> Cell:
    """The cell as CSV may hold it."""
    return _FORMULA.sub(r"\1'\2", cell) if isinstance(cell, str) else cell


def meant(cell: str) -> str:
    """A cell of CSV as it was before `harmless`."""
    return _FORMULA.sub(lambda found: found[1] + found[2][1:], cell)


def _csv_rows(data: bytes) -> list[list[str]]:
    text = decode(data, _LIMITS)
    separator = max(",;\t", key=text.partition("\n")[0].count)
    rows = csv.reader(io.StringIO(text), delimiter=separator, strict=True)
    return [[meant(cell) for cell in row] for row in rows]


# ---------------------------------------------------------------- XLSX


def _xlsx(columns: Sequence[str], rows: Sequence[Sequence[Cell]], choices: Mapping[str, Sequence[str]]) -> bytes:
    from openpyxl import Workbook
    from openpyxl.styles import Alignment, Font
    from openpyxl.utils import get_column_letter
    from openpyxl.worksheet.datavalidation import DataValidation

    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for at, values in enumerate((columns, *rows), start=1):
        for number, value in enumerate(values, start=1):
            cell = sheet.cell(at, number)
            cell.value = _CONTROL.sub("\ufffd", value)[:_LONGEST] if isinstance(value, str) else value
            if isinstance(value, str):
                cell.data_type = "s"  # "=1+1" would else be stored as a formula
            cell.alignment = Alignment(wrap_text=True, vertical="top")
            if at == 1:
                cell.font = Font(bold=True)
    for number, name in enumerate(columns, start=1):
        widest = max((len(str(row[number - 1] or "")) for row in (columns, *rows)), default=8)
        letter = get_column_letter(number)
        sheet.column_dimensions[letter].width = min(_WIDEST, max(10, 1.6 * widest))
        if name in choices and rows:
            offered = DataValidation(type="list", formula1=f'"{",".join(choices[name])}"', allow_blank=True)
            sheet.add_data_validation(offered)
            offered.add(f"{letter}2:{letter}{len(rows) + 1}")
    sheet.freeze_panes = "A2"
    sheet.auto_filter.ref = sheet.dimensions
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _xlsx_rows(data: bytes) -> Iterator[list[str]]:
    """One after the other: between two cells that a file holds there may be a million empty rows.

    Raises DocumentError: whatever is wrong with the file."""
    from openpyxl import load_workbook

    try:
        check_archive(".xlsx", data, _LIMITS, readers=False)
        sheet = load_workbook(io.BytesIO(data), read_only=True, data_only=True).worksheets[0]
        sheet.reset_dimensions()  # what the file claims of its size
        for row in sheet.iter_rows(values_only=True, max_col=_MOST_COLUMNS + 1):
            yield [] if row.count(None) == len(row) else ["" if cell is None else str(cell) for cell in row]
    except DocumentError:
        raise
    except Exception as error:
        # openpyxl, zipfile, zlib and two XML parsers read a stranger's file here, each with errors of its own.
        reason = next(iter(str(error).splitlines()), "")
        raise DocumentError(f"it is broken ({type(error).__name__}: {reason})") from error
