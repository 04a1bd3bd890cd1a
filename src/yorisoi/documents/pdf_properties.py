"""What a PDF says about itself: its properties, and notes on its first pages."""

import ast
import codecs
import io
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial

from yorisoi.documents.metadata import Metadata, from_properties
from yorisoi.documents.pdf_notes import annotations
from yorisoi.documents.readers import ENCODINGS, check_list, check_property, check_text
from yorisoi.errors import AccessUnclear, DocumentError

_USUAL_PROPERTIES = frozenset(
    ("Title", "Author", "Subject", "Keywords", "Creator", "Producer", "CreationDate", "ModDate", "Trapped")
)
"""ISO 32000-1, table 317: prose, dates and programs; whatever else stands there has a name that somebody gave it."""


def properties(data: bytes) -> Metadata:
    """Title, author and date.

    Raises DocumentError: not a PDF; AccessUnclear: encrypted, or something there seems to say who may read the file."""
    from pdfminer.pdfdocument import PDFDocument, PDFEncryptionError
    from pdfminer.pdfparser import PDFParser
    from pdfminer.pdftypes import resolve1
    from pdfminer.psexceptions import PSException

    try:
        document = PDFDocument(PDFParser(io.BytesIO(data)))
    except PSException as error:  # the encryption errors and the syntax errors of pdfminer
        if isinstance(error, PDFEncryptionError) or _has_password(data):
            raise AccessUnclear("is encrypted; remove its password") from error
        raise DocumentError(f"is a broken PDF: {error}") from error
    found = {key: resolve1(value) for entry in document.info for key, value in entry.items()}
    for read in _READINGS:
        for key, value in found.items():
            _check(_spelled(key, read), "\n".join(_words(value, read, set())))
    for _, note in annotations(document):
        _check_note(note)
    said = {key: _decoded(value) for key, value in found.items() if isinstance(value, bytes)}
    title, author, modified = (said.get(key, "") for key in ("Title", "Author", "ModDate"))
    return from_properties(title, author, re.sub(r"^(?:D:)?(\d{4})(\d\d)(\d\d).*", r"\1-\2-\3", modified))


def _has_password(data: bytes) -> bool:
    """Whether PDFium, which reads also what pdfminer takes for broken, asks for a password or knows no such lock."""
    import pypdfium2
    import pypdfium2.raw as pdfium

    try:
        pypdfium2.PdfDocument(data).close()
    except pypdfium2.PdfiumError as error:
        return error.err_code in (pdfium.FPDF_ERR_PASSWORD, pdfium.FPDF_ERR_SECURITY)
    return False


def _check(name: str, words: str) -> None:
    if name not in _USUAL_PROPERTIES:
        check_property(name, words)
    else:
        check_text(words, of_field=True)
        if name == "Keywords":
            check_list(words)


def _check_note(note: Mapping[str, object]) -> None:
    """Raises AccessUnclear: it says in words who may read the file, in plain ones or in rich text, which is XHTML."""
    from yorisoi.documents.html_lines import check_lines
    from yorisoi.documents.html_tree import tree_of

    plain, rich = ({"\n".join(_words(note.get(key), read, set())) for read in _READINGS} for key in ("Contents", "RC"))
    for each in plain:
        check_text(each)
    for each in filter(str.strip, rich):
        check_lines(tree_of(each), check_text)


def _words(value: object, read: Callable[[bytes], str], seen: set[int]) -> Iterator[str]:
    """What a property says, whichever kind of object holds it; what holds itself is looked at once."""
    from pdfminer.pdftypes import PDFStream, resolve1
    from pdfminer.psparser import PSLiteral, literal_name

    value = resolve1(value)
    if isinstance(value, PDFStream):
        yield read(value.get_data())
    elif isinstance(value, bytes):
        yield read(value)
    elif isinstance(value, PSLiteral):
        yield _spelled(literal_name(value), read)
    elif isinstance(value, list | dict) and id(value) not in seen:
        seen.add(id(value))
        for name, each in value.items() if isinstance(value, dict) else enumerate(value):
            words = " ".join(_words(each, read, seen))
            yield f"{_spelled(name, read)}: {words}" if isinstance(name, str) else words


def _spelled(name: str, read: Callable[[bytes], str]) -> str:
    """A name that is no UTF-8, which pdfminer writes as Python writes bytes."""
    with suppress(ValueError, SyntaxError):
        if name.startswith(("b'", 'b"')):
            return read(ast.literal_eval(name))
    return name


def _decoded(text: bytes) -> str:
    """As programs write text: UTF-8 (PDF 2.0) or UTF-16 with a mark, also the one that is not allowed; else PDFDoc."""
    from pdfminer.utils import decode_text

    if text.startswith(codecs.BOM_UTF8):
        return text.decode("utf-8-sig", "ignore")
    if text.startswith(codecs.BOM_UTF16_LE):
        return text.decode("utf-16", "ignore")
    return decode_text(text)


_READINGS: tuple[Callable[[bytes], str], ...] = (
    _decoded,
    *(partial(bytes.decode, encoding=each, errors="ignore") for each in ENCODINGS),
)
"""Older programs write their machine's encoding, without a mark."""
