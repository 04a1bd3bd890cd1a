"""Notes, text boxes and stamps on the first pages of a PDF, and what they say by how they look alone."""

import io
from collections.abc import Iterator
from itertools import islice
from typing import Any

from yorisoi.documents.pdf_hidden import HEAD_PAGES
from yorisoi.documents.pdf_lines import drawn_again, rows


def annotations(document: Any) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Those on the first pages, each with its page."""
    from pdfminer.pdfpage import PDFPage
    from pdfminer.pdftypes import resolve1

    for page in islice(PDFPage.create_pages(document), HEAD_PAGES):
        found = resolve1(page.annots)
        for each in map(resolve1, found if isinstance(found, list) else ()):
            if isinstance(each, dict):
                yield page, each


def drawn_by_notes(data: bytes) -> Iterator[list[list[str]]]:
    """What appearances show, the lines of one direction, from the top, each in its parts; each appearance once."""
    from pdfminer.pdfdocument import PDFDocument
    from pdfminer.pdfparser import PDFParser

    seen: set[int] = set()
    for page, note in annotations(PDFDocument(PDFParser(io.BytesIO(data)))):
        look = _look(note)
        if look is not None and look.objid not in seen:
            seen.add(look.objid)
            letters = _letters(look, page.resources)
            again = drawn_again((each, True) for each in letters)
            yield from rows([each for each, twice in zip(letters, again, strict=True) if not twice])


def _look(note: dict[str, Any]) -> Any:
    """The stream that draws it (ISO 32000-1, 12.5.5); of several the one of its state; None: there is none."""
    from pdfminer.pdftypes import PDFStream, resolve1
    from pdfminer.psparser import PSLiteral

    looks = resolve1(note.get("AP"))
    look = resolve1(looks.get("N")) if isinstance(looks, dict) else None
    state = resolve1(note.get("AS"))
    if isinstance(look, dict) and isinstance(state, PSLiteral):
        look = resolve1(look.get(str(state.name)))
    return look if isinstance(look, PDFStream) else None


def _letters(look: Any, otherwise: Any) -> list[Any]:
    """pdfminer's letters, drawn with the resources of the appearance, or else of its page."""
    from pdfminer.converter import PDFLayoutAnalyzer
    from pdfminer.layout import LTChar, LTFigure
    from pdfminer.pdfinterp import PDFPageInterpreter, PDFResourceManager
    from pdfminer.pdftypes import dict_value
    from pdfminer.utils import MATRIX_IDENTITY

    manager = PDFResourceManager()
    device = PDFLayoutAnalyzer(manager)
    device.cur_item = LTFigure("", (0, 0, 1, 1), MATRIX_IDENTITY)
    resources = dict_value(look.get("Resources")) or dict_value(otherwise)
    PDFPageInterpreter(manager, device).render_contents(resources, [look])
    left: list[Any] = [device.cur_item]
    letters = []
    while left:
        item = left.pop()
        if isinstance(item, LTChar):
            letters.append(item)
        elif isinstance(item, LTFigure):
            left += [*item][::-1]
    return letters
