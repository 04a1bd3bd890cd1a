"""What a PDF says about itself: its properties, and the notes on its pages."""

import codecs
import io
import re
from collections.abc import Iterator
from typing import Any

from yorisoi.documents.metadata import Metadata, from_properties
from yorisoi.documents.readers import check_text
from yorisoi.errors import AccessUnclear, DocumentError


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
    said = {key: _decoded(value) for key, value in found.items() if isinstance(value, bytes)}
    for each in (*(f"{key}: \n{said.get(key, '')}" for key in found), *_notes(document)):
        check_text(each)
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


def _notes(document: Any) -> Iterator[str]:
    """What the notes, text boxes and stamps on its pages say in plain words."""
    from pdfminer.pdfpage import PDFPage
    from pdfminer.pdftypes import resolve1

    for page in PDFPage.create_pages(document):
        notes = resolve1(page.annots)
        for note in map(resolve1, notes if isinstance(notes, list) else ()):
            words = resolve1(note.get("Contents")) if isinstance(note, dict) else None
            if isinstance(words, bytes):
                yield _decoded(words)


def _decoded(text: bytes) -> str:
    """As programs write text: UTF-8 (PDF 2.0) or UTF-16 with a mark, also the one that is not allowed; else PDFDoc."""
    from pdfminer.utils import decode_text

    if text.startswith(codecs.BOM_UTF8):
        return text.decode("utf-8-sig", "ignore")
    if text.startswith(codecs.BOM_UTF16_LE):
        return text.decode("utf-16", "ignore")
    return decode_text(text)
