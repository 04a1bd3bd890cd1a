"""CSV: a FAQ with one document a row, or any other table as one document."""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import PurePath

from yorisoi.documents.blocks import LONGEST_HEADING
from yorisoi.documents.config import DocumentsConfig
from yorisoi.documents.field_names import as_compared, spellings
from yorisoi.documents.loaded import LoadedDocument, title_of_file
from yorisoi.documents.metadata import FIELDS, metadata
from yorisoi.documents.read import decode
from yorisoi.documents.readers import (
    HEAD_LINES,
    check_field_names,
    check_rows,
    check_text,
    declared_groups,
    is_about_readers,
)
from yorisoi.documents.tables import markdown_table
from yorisoi.errors import AccessUnclear, DocumentError, WithoutText
from yorisoi.language import beginning, detect_language
from yorisoi.language.packs import packs
from yorisoi.language.plain import tells_itself, without_images

COLUMNS = ("id", "title", "body", "category")
_LONGEST_ID = 200
"""Characters.  It is part of the row's source, which every hit and citation repeats."""


@cache
def _columns(name: str) -> tuple[str, ...]:
    """What one of the columns may be called, in any language."""
    return tuple(as_compared(spelt) for pack in packs().values() for spelt in pack.documents.columns.get(name, ()))


_DELIMITERS = "\t,;|"
_BEFORE_THOUSANDS, _THOUSANDS = re.compile(r"(?<!\d)\d{1,3}$"), re.compile(r"\d{3}(?!\d)")
_ASKS = ("?", "？", "か")
"""How a question ends, and no answer is expected to."""
_ANY_DELIMITER = re.compile(f"[{_DELIMITERS}]")


def load_csv(name: str, data: bytes, config: DocumentsConfig) -> list[LoadedDocument]:
    """The documents of a CSV or TSV file.

    A header with a question and an answer, below other lines too, makes it a FAQ: one document a row, `fragment`
    being its id or, without an id column, its row number from 1.  Columns that are neither metadata nor category
    follow the answer as `name: value` lines.  A row with more cells than columns, of which nobody knows what they
    belong to, is left out with a notice; where a column is about readers, so is each with more or fewer.  Everything
    else is one table, which cannot say who may read a row.  Raises DocumentError: not text, not CSV, all rows left
    out, an id twice, of more than 200 characters, or that cannot be told as it is; WithoutText: no rows;
    AccessUnclear: it is in doubt who may read a row, or another table.
    """
    text = decode(data, config)
    delimiter = _delimiter(text, PurePath(name).suffix.lower())
    every = _rows(text, delimiter)
    rows = [row for row in every if any(map(str.strip, row))]
    if not rows:
        raise WithoutText("is empty")
    headers = ([as_compared(cell) for cell in row] for row in rows[:HEAD_LINES])
    above = next((at for at, names in enumerate(headers) if has_questions(names)), 0)  # `sep=,`, a title
    check_rows(rows[:above])
    rows = rows[above:]
    header = [as_compared(cell) for cell in rows[0]]
    title, body = _column(header, _columns("title")), _column(header, _columns("body"))
    if title is None or body is None:
        check_rows(rows)
        check_rows(map(_ANY_DELIMITER.split, text.splitlines()))  # as another program would part them
        text = without_images(markdown_table(every))
        notices = _torn(rows, delimiter)
        return [LoadedDocument(title=title_of_file(name), text=text, language=detect_language(text), notices=notices)]
    _check_readers(header, rows, delimiter)
    exactly = any(map(is_about_readers, header))
    documents, unclear = [], []
    for number, row in enumerate(rows[1:], start=1):
        whole = row if exactly else _with_its_delimiters(row, header, title, body, delimiter)
        if len(whole) > len(header) or (exactly and len(whole) < len(header)):
            check_rows([row])
            declared_groups(dict(zip(header, row, strict=False)))  # as it stands there, whatever has moved
            unclear.append(row)
            continue
        filled = whole + [""] * (len(header) - len(whole))
        fields = _fields(header, filled)
        if filled[title].strip() or filled[body].strip():
            documents.append(_document(rows[0], header, filled, fields, number))
    notice = _told_of(unclear, "leaves out", delimiter, "more or fewer" if exactly else "more") if unclear else ""
    if notice and not documents:
        raise (AccessUnclear if exactly else DocumentError)(notice)
    _check_ids(documents)
    if notice:
        documents[0] = replace(documents[0], notices=(notice,))
    return documents


def has_questions(header: Sequence[str]) -> bool:
    """Whether columns of these names ask and answer: 質問, 回答.  Any list may have a title and a text."""
    questions = {*_columns("title")}.difference(spellings("title"))
    answers = {*_columns("body")}.difference(_columns("text"))
    return not (questions.isdisjoint(header) or answers.isdisjoint(header))


def _delimiter(text: str, extension: str) -> str:
    first = next((line for line in text.splitlines() if _ANY_DELIMITER.search(line)), "")
    return max(_DELIMITERS, key=first.count) if extension == ".csv" else "\t"


def _rows(text: str, delimiter: str) -> list[list[str]]:
    try:
        return [*csv.reader(io.StringIO(text), delimiter=delimiter, strict=True)]
    except csv.Error as error:
        raise DocumentError(f"is not a readable table: {error}") from error


def _with_its_delimiters(row: Sequence[str], header: Sequence[str], title: int, body: int, delimiter: str) -> list[str]:
    """The row, with 「4,400円」 in one cell though nobody wrote quotation marks where the answer stands last and
    nothing else can have been torn: the question is surely whole, or a number of the answer alone is in pieces.  As it
    is, with more cells than columns, where nobody knows what they belong to."""
    columns = len(header)
    if len(row) <= columns:
        return [*row]
    filled = [*row[: max((at for at, cell in enumerate(row, 1) if cell.strip()), default=0)]]
    torn = [bool(_BEFORE_THOUSANDS.search(before) and _THOUSANDS.match(cell)) for before, cell in pairwise(filled)]
    if len(filled) <= columns and not any(torn):
        return filled
    asks = [at for at, cell in enumerate(row) if cell.strip().endswith(_ASKS)]
    of_answer = asks == [title] == [columns - 2] or (all(torn[body:]) and not any(torn[:body]))
    return [*row[:body], delimiter.join(filled[body:])] if body == columns - 1 and of_answer else [*row]


def _torn(rows: Sequence[Sequence[str]], delimiter: str) -> tuple[str, ...]:
    """What should be known of rows with more cells than their header, which is below what stands alone in its row."""
    widths = [max((at for at, cell in enumerate(row, 1) if cell.strip()), default=0) for row in rows]
    header = next((at for at, row in enumerate(rows) if sum(bool(cell.strip()) for cell in row) > 1), len(rows))
    wider = [row for row, width in zip(rows[header:], widths[header:], strict=True) if width > widths[header]]
    if not wider:
        return ()
    return (_told_of(wider, "has", delimiter),)


def _told_of(rows: Sequence[Sequence[str]], has: str, delimiter: str, how_many: str = "more") -> str:
    return (
        f"{has} rows with {how_many} cells than columns ({len(rows)}, the first where {rows[0][0][:40]!r} begins): "
        f"quote what holds {delimiter!r}{'' if how_many == 'more' else ' or a line break'}"
    )


def _document(
    names: Sequence[str], header: Sequence[str], row: Sequence[str], fields: Mapping[str, str], number: int
) -> LoadedDocument:
    faq_id, title, body, category = (_value(header, row, _columns(name)) for name in COLUMNS)
    about = metadata(fields)
    whole = title if beginning(title, LONGEST_HEADING) != title else ""
    text = "\n\n".join(filter(None, [whole, body, *_others(names, header, row, fields)]))
    for cell in row if not about.groups else ():
        check_text(cell)
    return LoadedDocument(
        title=beginning(" ".join(title.split()), LONGEST_HEADING) or body[:40],
        text=without_images(text or title),
        language=detect_language(f"{title}\n{body}"),
        fragment=faq_id or str(number),
        section=(beginning(category, LONGEST_HEADING),) if category else (),
        owner=about.owner,
        contact=about.contact,
        updated=about.updated,
        applies_to=about.applies_to,
        groups=about.groups,
    )


def _fields(header: Sequence[str], row: Sequence[str]) -> dict[str, str]:
    cells = zip(header, map(str.strip, row), strict=False)
    return {name: cell for name, cell in cells if cell and name not in _columns("title")}


def _others(names: Sequence[str], header: Sequence[str], row: Sequence[str], fields: Mapping[str, str]) -> list[str]:
    """The cells that no field of a document takes, as `name: value`: also those of a second column of its kind."""
    taken = {_column(header, _columns(name)) for name in COLUMNS}
    for name in FIELDS:
        if name == "title":  # of a page; a row's is the question
            continue
        said = [spelt for spelt in spellings(name) if spelt in fields]
        taken |= {at for at, key in enumerate(header) if key in said[:1] and row[at].strip() == fields[key]}
    cells = enumerate(zip(names, row, strict=False))
    return [f"{name.strip()}: {cell.strip()}" for at, (name, cell) in cells if cell.strip() and at not in taken]


def _value(header: Sequence[str], row: Sequence[str], names: Sequence[str]) -> str:
    column = _column(header, names)
    return "" if column is None else row[column].strip()


def _column(header: Sequence[str], names: Sequence[str]) -> int | None:
    """Where the first of the names that the header has stands."""
    return next((header.index(name) for name in names if name in header), None)


def _check_readers(header: Sequence[str], rows: Sequence[Sequence[str]], delimiter: str) -> None:
    """Raises AccessUnclear: by its columns, or the cells of a row, it is in doubt who may read one."""
    check_field_names(header)
    columns = [name for name in header if name in spellings("groups")]
    if len(columns) > 1:
        raise AccessUnclear(f"says twice who may read a row: columns {' and '.join(columns)}")
    for row in rows if columns else ():
        if len(row) != len(header):  # a cell that is broken or parted; Excel ends a row with a comma for an empty one
            raise AccessUnclear(
                f"has {'fewer' if len(row) < len(header) else 'more'} cells than columns where {row[0][:40]!r} begins, "
                f"so that {columns[0]} is unclear: quote what holds {delimiter!r} or a line break, and write a "
                f"{delimiter!r} before an empty cell too"
            )


def _check_ids(documents: Sequence[LoadedDocument]) -> None:
    if not documents:
        raise WithoutText("has a FAQ header but no rows")
    seen: set[str] = set()
    for document in documents:
        if len(document.fragment) > _LONGEST_ID:
            raise DocumentError(f"has a FAQ id of {len(document.fragment)} characters; {_LONGEST_ID} are the most")
        if not tells_itself(document.fragment):
            raise DocumentError(f"has the FAQ id {document.fragment!r}, which cannot be told as it is")
        if document.fragment in seen:
            raise DocumentError(f"has the FAQ id {document.fragment!r} more than once")
        seen.add(document.fragment)
