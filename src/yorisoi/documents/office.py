"""DOCX, PPTX and XLSX -> Markdown, and the properties that all three keep in the same place."""

import io
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime, time
from itertools import islice
from typing import Any
from xml.etree import ElementTree

from yorisoi.documents.config import DocumentsConfig
from yorisoi.documents.merged_cells import part_sheet_cells, rows_of_slide
from yorisoi.documents.metadata import Metadata, from_properties
from yorisoi.documents.number_formats import in_format, shows_only_weekdays_or_eras
from yorisoi.documents.office_parts import check_part
from yorisoi.documents.readers import HEAD_LINES, check_rows
from yorisoi.documents.sheet_formulas import WithoutValue
from yorisoi.documents.sheet_marks import with_marked_cells
from yorisoi.documents.slide_marks import with_marks
from yorisoi.documents.tables import markdown_table
from yorisoi.documents.word_hidden import without_hidden_runs
from yorisoi.errors import AccessUnclear, DocumentError

_OLD_OFFICE = b"\xd0\xcf\x11\xe0"
_ENCRYPTED = 1
"""Among the flags of a file in an archive."""
_MAIN_PART = {".docx": "word/", ".pptx": "ppt/", ".xlsx": "xl/"}
_CORE = "docProps/core.xml"
_STYLES = """
p[style-name='Title'] => h1:fresh
u => span
br[type='page'] => br
br[type='column'] => br
"""
"""For mammoth: a title is a heading; underlines go, for which Markdown has no mark and markitdown writes HTML; what
breaks a page breaks a line."""
_DAYS = 2_958_466
"""That Excel counts, to the end of 9999."""
_BY_NUMBER = re.compile(r"_x([\dA-Fa-f]{4})_")
"""A character that XML cannot hold, or that it would not keep: `_x000a_` (ECMA-376, 22.9.2.19)."""
_KEPT = re.compile(r"[^\x00-\x08\x0b-\x1f\ud800-\udfff]")
"""What a text can hold, of these."""
_SLIDE = re.compile(r"^<!-- Slide number: \d+ -->$", re.MULTILINE)
"""What markitdown writes above each slide."""


def office_to_markdown(
    extension: str, data: bytes, config: DocumentsConfig, note: Callable[[str], None] = lambda _: None
) -> tuple[str, Metadata]:
    """(Markdown, what the file's properties say).  Raises DocumentError, as `check_archive` does.

    All elements of HTML that stand in it are letters of the file's text.  `note` is told what should be known of it.

    Sheets are read with openpyxl: markitdown goes through pandas, which turns 20 into 20.0 and an empty cell into NaN.
    """
    check_archive(extension, data, config)
    about = _properties(data)
    if extension == ".xlsx":
        return _sheets(data, config, note), about
    from markitdown import StreamInfo
    from markitdown.converters import DocxConverter, PptxConverter

    docx: Any = DocxConverter()  # type: ignore[no-untyped-call]
    pptx: Any = PptxConverter()  # type: ignore[no-untyped-call]
    info = StreamInfo(extension=extension)
    if extension == ".docx":
        docx._html_converter = _AsPages()
        shown = io.BytesIO(without_hidden_runs(data))
        return docx.convert(shown, info, style_map=_STYLES).markdown, about
    pptx._convert_table_to_markdown = lambda table, **_: f"\n{markdown_table(rows_of_slide(table))}\n\n"
    return _SLIDE.sub("", pptx.convert(io.BytesIO(with_marks(data)), info).markdown), about


def is_locked(data: bytes) -> bool:
    """Whether an Office file needs a password or a right to be opened, or is an old one: neither says who may read it.

    What is encrypted is put into a file of the old kind (MS-OFFCRYPTO, 2.2)."""
    return data.startswith(_OLD_OFFICE)


class _AsPages:
    """What makes Markdown of the HTML that becomes of a Word file: it is written as a page is."""

    def convert_string(self, page: str, **_: object) -> Any:
        from bs4 import BeautifulSoup
        from markitdown import DocumentConverterResult

        from yorisoi.documents.html_markdown import as_markdown

        tree = BeautifulSoup(page, "html.parser")
        for group in tree.find_all(["thead", "tbody"]):  # of rows that Word repeats: its cells go on over them
            group.unwrap()
        return DocumentConverterResult(markdown=as_markdown(tree))


def check_archive(extension: str, data: bytes, config: DocumentsConfig, *, readers: bool = True) -> None:
    """Raises DocumentError: another format, a zip bomb, elements nested without end; AccessUnclear: encrypted,
    entities, or, with `readers`, a part that seems to say who may read the file."""
    if is_locked(data):
        raise AccessUnclear(f"is encrypted, or in the old Office format; save it as {extension} without a password")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
    except (zipfile.BadZipFile, ValueError, OSError) as error:
        raise DocumentError(f"is not a {extension[1:].upper()} file: {error}") from error
    unpacked = sum(entry.file_size for entry in entries)
    if any(entry.flag_bits & _ENCRYPTED for entry in entries):
        raise AccessUnclear(f"is encrypted; save it as {extension} without a password")
    if unpacked > config.max_unpacked_bytes:
        raise DocumentError(f"unpacks to {unpacked:,} bytes; the limit is {config.max_unpacked_bytes:,}")
    if not any(entry.filename.startswith(_MAIN_PART[extension]) for entry in entries):
        raise DocumentError(f"is a zip archive, but not a {extension[1:].upper()} file")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for entry in entries:
            with archive.open(entry) as part:
                check_part(part, entry.filename, readers=readers)


def _properties(data: bytes) -> Metadata:
    """What the file's usual properties say."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        core = ElementTree.fromstring(archive.read(_CORE)) if _CORE in archive.namelist() else ()
        said = {each.tag.rpartition("}")[2]: each.text or "" for each in core}
    return from_properties(said.get("title", ""), said.get("creator", ""), said.get("modified", ""))


def _sheets(data: bytes, config: DocumentsConfig, note: Callable[[str], None]) -> str:
    from openpyxl import load_workbook

    workbook: Any = load_workbook(io.BytesIO(with_marked_cells(data)), read_only=True, data_only=True)
    parts, left = [], config.max_characters
    unknown: list[str] = []
    for sheet in workbook.worksheets:
        sheet.reset_dimensions()  # what the file claims may be a million empty rows, or one
        with sheet._get_source() as part:
            formulas = WithoutValue(part)
        if sheet.sheet_state != "visible":
            check_rows(shown for _, shown, _ in islice(_rows(sheet, formulas.links), HEAD_LINES))
            continue
        numbers, rows = [], []
        unknown += [f"{sheet.title}!{cell}" for cell in formulas.unknown]
        for number, row, cells in _rows(sheet, formulas.links):
            left -= sum(map(len, row))
            if left < 0:
                raise DocumentError(f"holds more than {config.max_characters:,} characters of text")
            numbers.append(number)
            rows.append([*map(_as_struck, cells, row)])
        check_rows(rows)
        _part_cells(sheet, numbers, rows)
        if rows:
            parts.append(f"## {sheet.title}\n\n{markdown_table(_as_they_stand(numbers, rows))}")
    if unknown:
        note(f"holds formulas without a value ({len(unknown)}, the first in {unknown[0]}): save it in Excel")
    return "\n\n".join(parts)


def _part_cells(sheet: Any, numbers: Sequence[int], rows: Sequence[list[str]]) -> None:
    with sheet._get_source() as part:
        part_sheet_cells(part, numbers, rows)


def _rows(sheet: Any, links: Mapping[tuple[int, int], str]) -> Iterator[tuple[int, list[str], Sequence[Any]]]:
    """The rows that are not blank: their numbers, what they show, and their cells; `links` are the words of those at
    (row, column) that have no value."""
    for number, row in enumerate(sheet.iter_rows(), start=1):
        shown = [_shown(cell) or links.get((number, column), "") for column, cell in enumerate(row, start=1)]
        if any(shown):
            yield number, shown, row


def _as_they_stand(numbers: Sequence[int], rows: Sequence[list[str]]) -> Iterator[list[str]]:
    """The rows, with an empty one where some were left out."""
    for before, number, row in zip((0, *numbers), numbers, rows, strict=False):
        if number > before + 1:
            yield []
        yield row


def _written_out(text: str) -> str:
    """What Office writes, with characters in place of their numbers."""
    return _BY_NUMBER.sub(_character, text) if "_x" in text else text


def _character(number: re.Match[str]) -> str:
    character = chr(int(number[1], 16)).replace("\r", "\n")
    return character if _KEPT.match(character) else ""


def _shown(cell: Any) -> str:
    """A cell's value as Excel shows it where its format is a usual one, of numbers or times, else as a person would
    write it."""
    from openpyxl.utils.datetime import from_excel

    value = cell.value
    if value is None:
        return ""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if is_number and 1 <= value < _DAYS and shows_only_weekdays_or_eras(_format(cell)):
        value = from_excel(value, cell.parent.parent.epoch)
    if isinstance(value, str):
        value = _written_out(value)
    if (formatted := in_format(value, _format(cell))) is not None:
        return formatted
    if isinstance(value, datetime) and value.time() == time():
        value = value.date()
    if isinstance(value, date):
        return value.isoformat() if not isinstance(value, datetime) else value.isoformat(" ", "minutes")
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return f"{value:.10g}" if isinstance(value, float) else str(value)


def _as_struck(cell: Any, shown: str) -> str:
    """As a whole, whichever of its parts say so too."""
    try:
        return f"~~{shown.replace('~~', '')}~~" if shown and cell.font.strike else shown
    except IndexError:  # it has none of those that the file lists
        return shown


def _format(cell: Any) -> str:
    try:
        return cell.number_format or ""
    except IndexError:  # it has none of those that the file lists
        return ""
