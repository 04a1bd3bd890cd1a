"""Bytes -> loaded documents: the one place that knows which reader takes which extension."""

import logging
from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path, PurePath

from yorisoi.documents.blocks import LONGEST_HEADING, first_heading, heading_of_all
from yorisoi.documents.config import DocumentsConfig
from yorisoi.documents.faq import load_csv
from yorisoi.documents.faq_tables import check_faq_tables
from yorisoi.documents.front_matter import split_front_matter
from yorisoi.documents.headed import with_headings, with_title
from yorisoi.documents.html import html_to_markdown
from yorisoi.documents.loaded import LoadedDocument, is_a_code, title_of_file
from yorisoi.documents.markup import plain, readable, tidied, without_fences
from yorisoi.documents.metadata import Metadata, metadata
from yorisoi.documents.office import office_to_markdown
from yorisoi.documents.pdf import pdf_to_markdown
from yorisoi.documents.read import check_length, decode, read_bytes
from yorisoi.documents.readers import check_text
from yorisoi.errors import DocumentError, WithoutText
from yorisoi.language import beginning, detect_language
from yorisoi.language.packs import packs
from yorisoi.language.plain import without_images

_MARKDOWN = (".md", ".markdown", ".mdx")
_TEXT = (".txt", ".text")
_HTML = (".html", ".htm", ".xhtml")
_OFFICE = (".docx", ".pptx", ".xlsx")
TABLES = (".csv", ".tsv")
PACKED = (*_OFFICE, ".pdf")
"""Of these nothing can be told as long as they cannot be opened."""
_UNMARKED = (*_TEXT, ".docx", ".pdf")
"""What may have headings that nothing tells but how they are written."""
KNOWN_EXTENSIONS = frozenset((*_MARKDOWN, *_TEXT, *_HTML, *_OFFICE, *TABLES, ".pdf"))

log = logging.getLogger(__name__)


def import_readers(name: str) -> None:
    """Import the libraries that read such a file, and the languages: what they take is not the file's."""
    packs()
    extension = PurePath(name).suffix.lower()
    of_html = ("yorisoi.documents.html_tree", "yorisoi.documents.html_markdown")
    of_packed = ("markitdown.converters", "openpyxl")
    for library in of_html if extension in _HTML else of_packed if extension in PACKED else ():
        import_module(library)


def load_file(path: Path, config: DocumentsConfig | None = None) -> list[LoadedDocument]:
    """The documents of a file.  Raises DocumentError, as `load` does, also when the file cannot be opened."""
    config = config or DocumentsConfig()
    return load(path.name, read_bytes(path, config), config)


def load(name: str, data: bytes, config: DocumentsConfig) -> list[LoadedDocument]:
    """The documents of a file's content: one, or one a row for a FAQ.

    The title is the one its metadata gives, else the first heading of the first level, else the one in the file's
    properties, else the file's name.  A name that is a code (`ryokin` of a Japanese page) comes after the heading of
    all the rest, such as the only sheet's name, and of plain text after a first line by itself.
    Raises DocumentError with one reason, worded to follow the file's name.
    """
    try:
        return _load(name, data, config)
    except (DocumentError, MemoryError):  # the second is for whoever set the limit: see `boxed.py`
        raise
    except Exception as error:  # the border to parsers, which answer a hostile file with any error
        log.debug("cannot read %s", name, exc_info=True)
        what = " ".join(str(error).split())[:200] or type(error).__name__
        raise DocumentError(f"is broken, or not a {PurePath(name).suffix[1:].upper()} file: {what}") from error


def _load(name: str, data: bytes, config: DocumentsConfig) -> list[LoadedDocument]:
    extension = PurePath(name).suffix.lower()
    fields: Mapping[str, object] = {}
    notices: list[str] = []
    if extension in TABLES:
        return load_csv(name, data, config)
    if extension in _MARKDOWN:
        fields, text = split_front_matter(decode(data, config))
        return [_markdown(name, text, fields)]
    if extension in _TEXT:
        fields, text = split_front_matter(decode(data, config))
        return [_document(name, without_images(text), _said(fields, text), Metadata())]
    if extension in _HTML:
        text, fields, properties = html_to_markdown(data, config, xml=extension == ".xhtml")
    elif extension in _OFFICE:
        text, properties = office_to_markdown(extension, data, config, notices.append)
        check_faq_tables(text)
    elif extension == ".pdf":
        text, properties = pdf_to_markdown(data, config)
    else:
        raise DocumentError(f"has an unknown extension {extension!r}; known are {' '.join(sorted(KNOWN_EXTENSIONS))}")
    check_length(text, config)
    text = tidied(text)
    said = _said(fields, without_fences(text) if extension in _HTML else text)
    return [replace(_document(name, text, said, properties), notices=tuple(notices))]


def _markdown(name: str, text: str, fields: Mapping[str, object]) -> LoadedDocument:
    description = fields.get("description")
    # A page of only metadata, as site generators use for folders, still says what the folder is about.
    left_out: list[str] = []
    body = readable(text, left_out.append) or (description if isinstance(description, str) else "")
    return _document(name, body, _said(fields, without_fences(body), *map(readable, left_out)), Metadata())


def _said(fields: Mapping[str, object], *texts: str) -> Metadata:
    """What the fields say; where they do not say who may read it, none of the texts must."""
    said = metadata(fields)
    for text in texts if not said.groups else ():
        check_text(text)
    return said


def _document(name: str, text: str, said: Metadata, properties: Metadata) -> LoadedDocument:
    if not text.strip():
        if name.lower().endswith(".pdf"):  # what it shows is there, but nothing that could be read
            raise DocumentError("holds no text (a scanned PDF needs OCR first)")
        raise WithoutText("holds no text")
    language, extension = detect_language(text), PurePath(name).suffix.lower()
    if extension in _UNMARKED:
        text = with_headings(text, language, titled=extension in _TEXT, bare=extension != ".pdf")
    title = plain(said.title or "") or first_heading(text) or properties.title
    if not title and is_a_code(title_of_file(name), language):
        text = with_title(text, language) if extension in _TEXT else text
        above = heading_of_all(text)
        title = above if above and not is_a_code(above, language) else None
    title = title or title_of_file(name)
    return LoadedDocument(
        title=beginning(title, LONGEST_HEADING),
        text=text,
        language=language,
        owner=said.owner or properties.owner,
        contact=said.contact,
        updated=said.updated or properties.updated,
        applies_to=said.applies_to,
        groups=said.groups,
    )
