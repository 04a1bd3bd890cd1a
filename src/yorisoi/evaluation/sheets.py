"""Tables that people open, fill in and give back: XLSX and CSV.

A text stays a text: a spreadsheet that opens the file runs no formula that somebody wrote into a FAQ or an answer.  In
XLSX every text is stored as one.  CSV has no types, so a text that a spreadsheet would take for a formula (it begins
with = + - @, a tab or a return) gets an apostrophe before it, which reading takes off again.
Source: OWASP, "CSV Injection".
"""

import csv
import io
import os
import re
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from yorisoi.documents.config import DocumentsConfig
from yorisoi.documents.read import decode
from yorisoi.errors import DataSetError, DocumentError

Cell = str | int | float | None
KINDS = (".xlsx", ".csv")

_FORMULA = re.compile(r"'*[=+\-@\t\r＝＋－＠]")
"""Full-width ones too: some spreadsheets fold them.  With apostrophes before it, so that writing and reading agree."""
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
"""Characters that XML cannot hold."""
_WIDEST = 60
"""Characters of a column; longer cells wrap."""
_LONGEST = 32_767
"""Characters that a cell of XLSX can hold."""


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
    temporary = path.with_name(path.name + ".new")
    temporary.touch(mode=0o600)  # it quotes what not everyone may read
    temporary.write_bytes(data)
    os.replace(temporary, path)


def read(path: Path) -> list[dict[str, str]]:
    """The rows below the header, by column, as stripped texts; rows without any are left out.

    Raises DataSetError: not there, neither .xlsx nor .csv, not readable as such, a column twice.
    """
    kind = _kind(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DataSetError(f"{path} cannot be read: {error.strerror}") from error
    try:
        table = _csv_rows(data) if kind == ".csv" else _xlsx_rows(data)
    except (DocumentError, csv.Error, zipfile.BadZipFile, KeyError, ValueError) as error:
        raise DataSetError(f"{path} is not a readable sheet: {error}") from error
    header = [name.strip() for name in table[0]] if table else []
    if twice := next((name for name in header if name and header.count(name) > 1), None):
        raise DataSetError(f"{path} has the column {twice!r} twice")
    rows = [dict(zip(header, (cell.strip() for cell in row), strict=False)) for row in table[1:]]
    return [{name: row.get(name, "") for name in header if name} for row in rows if any(row.values())]


def _kind(path: Path) -> str:
    if (kind := path.suffix.lower()) not in KINDS:
        raise DataSetError(f"{path}: a sheet is a file in {' or '.join(KINDS)}")
    return kind


# ---------------------------------------------------------------- CSV


def _csv(columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> bytes:
    """With a byte order mark, without which some spreadsheets do not read Japanese."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerows([[_harmless(cell) for cell in row] for row in (columns, *rows)])
    return out.getvalue().encode("utf-8-sig", "replace")


def _harmless(cell: Cell) -> Cell:
    return f"'{cell}" if isinstance(cell, str) and _FORMULA.match(cell) else cell


def _csv_rows(data: bytes) -> list[list[str]]:
    text = decode(data, DocumentsConfig())
    separator = max(",;\t", key=text.partition("\n")[0].count)
    rows = csv.reader(io.StringIO(text), delimiter=separator, strict=True)
    return [[cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell for cell in row] for row in rows]


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


def _xlsx_rows(data: bytes) -> list[list[str]]:
    from openpyxl import load_workbook

    sheet = load_workbook(io.BytesIO(data), read_only=True, data_only=True).worksheets[0]
    return [["" if cell is None else str(cell) for cell in row] for row in sheet.iter_rows(values_only=True)]
