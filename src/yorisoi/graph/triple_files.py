"""Triples from files: TSV, CSV, N-Triples, JSON Lines."""

import csv
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from yorisoi.errors import DataSetError
from yorisoi.json_values import loads
from yorisoi.language.normal import without_controls
from yorisoi.language.packs import words_of_all
from yorisoi.types import Triple

Line = tuple[int, str]

_heads = words_of_all(lambda pack: pack.graph.heads)
_FIELDS = (("head", "subject"), ("relation", "predicate"), ("tail", "object"))
_TERM = r'(<[^>]*>|_:[^\s<"]*[^\s<".](?=[\s<".])|"(?:[^"\\]|\\.)*"(?:@[\w-]+|\^\^<[^>]*>)?)'
_STATEMENT = re.compile(rf"\s*{_TERM}\s*{_TERM}\s*{_TERM}\s*\.\s*(?:#.*)?")
_ESCAPED = re.compile(r"\\(u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)")
_CONTROL = {"t": "\t", "n": "\n", "r": "\r", "b": "\b", "f": "\f"}


def read_triples(path: Path) -> Iterator[Triple]:
    """The triples of a file, in its order; by its ending .tsv or .txt, .csv, .nt, .jsonl.

    Tables have head, relation and tail in the first three columns, and may have a line of headings and a fourth column
    with a confidence between 0 and 1.  JSON Lines have objects with `head`, `relation`, `tail` (or `subject`,
    `predicate`, `object`) and perhaps `confidence`.  An IRI of N-Triples is named by its last part, so that
    <http://ja.dbpedia.org/resource/小樽市> is 小樽市; its percent signs are resolved.
    Raises DataSetError, with file and line: anything else.
    """
    read = _READERS.get(path.suffix.lower())
    if read is None:
        raise DataSetError(
            f"{path}: triples come in {', '.join(_READERS)}, not in {path.suffix or 'a file without ending'}"
        )
    if path.exists() and not path.is_file():  # a pipe is waited for, and read once only
        raise DataSetError(f"{path} is no file that can be read twice")
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            yield from read(path, file)
    except UnicodeDecodeError as error:
        raise DataSetError(f"{path} is not UTF-8 text: {error.reason}") from error
    except OSError as error:
        raise DataSetError(f"{path} cannot be read: {error.strerror}") from error


def _tsv(path: Path, file: Iterator[str]) -> Iterator[Triple]:
    rows = ((number, line.rstrip("\r\n").split("\t")) for number, line in enumerate(file, start=1) if line.strip())
    return _table(path, rows)


def _csv(path: Path, file: Iterator[str]) -> Iterator[Triple]:
    reader = csv.reader(file)
    try:
        yield from _table(path, ((reader.line_num, row) for row in reader if any(cell.strip() for cell in row)))
    except csv.Error as error:
        raise DataSetError(f"{path}:{reader.line_num}: {error}") from error


def _table(path: Path, rows: Iterator[tuple[int, list[str]]]) -> Iterator[Triple]:
    for number, (line, row) in enumerate(rows):
        cells = [cell.strip() for cell in row]
        if number == 0 and len(cells) >= 3 and cells[0].casefold() in _heads():
            continue
        if not 3 <= len(cells) <= 4:
            raise DataSetError(
                f"{path}:{line}: {len(cells)} columns; head, relation, tail and perhaps a confidence are read"
            )
        yield _triple(path, line, cells[:3], cells[3] if len(cells) == 4 and cells[3] else 1.0)


def _json_lines(path: Path, file: Iterator[str]) -> Iterator[Triple]:
    for number, line in enumerate(file, start=1):
        if not line.strip():
            continue
        try:
            row = loads(line)
        except ValueError as error:
            raise DataSetError(f"{path}:{number}: not JSON: {error}") from error
        if not isinstance(row, dict):
            raise DataSetError(f"{path}:{number}: not an object with head, relation and tail")
        found = [next((row[name] for name in names if name in row), None) for names in _FIELDS]
        yield _triple(path, number, found, row.get("confidence", 1.0))


def _n_triples(path: Path, file: Iterator[str]) -> Iterator[Triple]:
    for number, line in enumerate(file, start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        match = _STATEMENT.fullmatch(line.rstrip("\r\n"))
        if not match:
            raise DataSetError(f"{path}:{number}: not a statement of N-Triples")
        yield _triple(path, number, [_term(term) for term in match.groups()], 1.0)


def _term(term: str) -> str:
    if term.startswith('"'):
        return _unescaped(term[1 : term.rindex('"')])
    if term.startswith("_:"):
        return term
    iri = _unescaped(term[1:-1]).rstrip("/#")
    return unquote(re.split(r"[/#]", iri)[-1]).replace("_", " ")


def _unescaped(text: str) -> str:
    def plain(match: re.Match[str]) -> str:
        code = match[1]
        if len(code) == 1:
            return _CONTROL.get(code, code)
        number = int(code[1:], 16)
        return chr(number) if number <= sys.maxunicode else "\ufffd"

    return _ESCAPED.sub(plain, text)


def _triple(path: Path, line: int, names: list[Any], confidence: Any) -> Triple:
    if not all(isinstance(name, str) and without_controls(name).strip() for name in names):
        raise DataSetError(f"{path}:{line}: head, relation and tail have to be texts that are not empty")
    if any("\ud800" <= each <= "\udfff" for name in names for each in name):
        raise DataSetError(f"{path}:{line}: a name holds a broken character, half a surrogate pair")
    try:
        sure = float(confidence)
    except (TypeError, ValueError, OverflowError):
        sure = -1.0
    if not 0 <= sure <= 1:
        raise DataSetError(f"{path}:{line}: the confidence has to lie between 0 and 1, not {confidence!r}")
    head, relation, tail = (without_controls(name).strip() for name in names)
    return Triple(head=head, relation=relation, tail=tail, confidence=sure)


_READERS: dict[str, Callable[[Path, Iterator[str]], Iterator[Triple]]] = {
    ".tsv": _tsv,
    ".txt": _tsv,
    ".csv": _csv,
    ".nt": _n_triples,
    ".jsonl": _json_lines,
}
"""By the file's ending."""
