"""A file -> the documents that the store is to hold, still without vectors."""

import hashlib
from collections.abc import Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain

from yorisoi.documents.box import Box, Job, Read
from yorisoi.documents.config import DocumentsConfig
from yorisoi.documents.load import PACKED, load
from yorisoi.documents.loaded import LoadedDocument
from yorisoi.documents.markup import as_shown
from yorisoi.documents.office import is_locked
from yorisoi.documents.read import read_bytes, read_head
from yorisoi.documents.readers import HEAD_BYTES, seems_to_declare
from yorisoi.documents.report import Tally
from yorisoi.documents.sources import SourceFile
from yorisoi.documents.split import split
from yorisoi.errors import AccessUnclear, DocumentError, WithoutText
from yorisoi.language.normal import without_unseen
from yorisoi.language.plain import as_line
from yorisoi.ports import NewDocument, NewPassage
from yorisoi.types import in_context

RECIPE = 32
"""Raise it when reading or splitting changes so much that stored documents should be taken anew.

3: without what a page holds and does not show (decision 048).
4: with readers whose field is written in another width, indented, or in a head of another kind (decision 043).
5: with readers who are named in any format: sheets, Office pages, PDF, metas, a second block (decision 043).
6: with other words for readers and look-alikes of `groups` (decision 161), without images by reference.
7: with readers in field lists, comments, blocks that open with more than dashes, long JSON (decision 043).
8: without images in titles, headings, persons and values.
9: with readers in long blocks that no known line opens (decision 043), with short FAQ ids and headings as read.
10: with readers in what a page hides or leaves out, in lists of definitions, in Office's properties (decision 043).
11: with readers in what nobody sees in pieces, under other words, in what forms and properties hold (decision 043).
12: without what a PDF's page looks the same without (decision 048).
13: with style sheets as browsers parse them (decision 048), readers in any part of an Office file (decision 043),
and each section a passage of its own (decision 010).
14: with HTML as browsers read it (decision 048) and groups in one spelling.
15: without what stands in code to us alone and is loaded where it is shown, in encodings that browsers know.
16: with readers in cells of a FAQ, behind numbers, on slides, in comments of templates (decision 043), without
what Word hides in parts of any name, or has only for other programs (decision 048).
17: with readers in tables, margins, notes and old encodings of a PDF (decision 043), without what PDFium does not
draw there or reads otherwise, and without what lies below a field (decision 048).
18: with readers behind what parts a line, below other fields and in values, and in cells that may be rows of a FAQ
(decision 043).
19: without tags of any name, values and breaks.
20: with readers in running heads of sheets and slides, and in named constants of Excel (decision 043).
21: with readers in running heads across their pieces (decision 043).
22: with readers in two languages, by other words in hidden tables, beside what a screen or a definition is not
(decision 043).
23: without letters that a PDF draws once more beside themselves (decision 048), with what Word shows in simple fields,
moved or in text boxes of its own, and with readers there, in rows of Latin letters, and in labels and cells however
they are spread or written (decision 043); with headings that nothing marks (decision 190), cells that are merged over
rows in each of them, and what looks like elements of HTML in Office files and PDFs as letters; without passages that
only say the title.
24: with headings that nothing but their place marks (decision 191) and those called as their page beside others, with
the numbers that Word gives paragraphs, and numbers and times as Excel shows them; with what HTML shows apart and tables
in tables, and with readers by more words, together with another thing or of any document (decision 043).
25: with each row of a larger table as a passage (decision 192), with numbers, weekdays and links of sheets as Excel
shows them, with equations and merged cells of Word as it shows them and what is struck out as such, and without what a
field keeps from some (公開: 非公開).
26: with titles of files that are called by a code, without what a field with a word of opening or closing, a state or a
day keeps from some (人事部限定: はい), and with tables as rows only where nothing a row means stands in other rows,
with what stands before them whole, titles beside their tables, and blank rows of sheets (decision 192).
27: with days of publication as people write them, and rows that only dashes stand beside (decisions 043 and 194).
28: with readers in one field, `groups`, and one simple net for it elsewhere (decision 195).
29: with such readers below another field, behind more signs and in tables and running heads of Office files, and with
rows of a FAQ put together in answers alone (decision 195); lists, tables and headings as decision 196 has them.
30: with what stands in parentheses behind 「[様式第1号]」 and is no address.
32: with formulas of pages, figures above or below others, forms and lists of pages, notes that strike out on a PDF and
fields of Word as they are shown, without marks of what slants; with rows below a heading of a table in one passage, and
what announces a table in more words (decision 201).
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What is to be done about one file."""

    file: SourceFile
    changed: tuple[NewDocument, ...]
    """Documents to store; their passages have no vectors yet."""
    unchanged: int
    """How many of its documents are stored as they are."""
    stale: frozenset[str]
    """Sources that an earlier version of the file left, such as FAQ rows that are gone."""
    notices: tuple[str, ...] = ()
    """What should be known of it, though it was read."""
    open_rows: str = ""
    """The same of rows for everyone beside rows for a few."""


def draft(
    file: SourceFile,
    stored: Mapping[str, str],
    owned: Set[str],
    config: DocumentsConfig,
    tally: Tally,
    box: Box,
    *,
    embedded: bool,
) -> Draft:
    """What has to change in the store for one file, which is read in the box unless it is known.

    `stored` maps source to content hash, `owned` are the stored sources that came from this file, and `embedded` says
    whether documents without vectors count as unchanged (False) or have to be taken again (True).  Raises
    DocumentError: it cannot be read; AccessUnclear: nor can it be told who may read it; WithoutText: nothing is in it.
    """
    data = b""
    try:
        with tally.timed("read"):
            data = read_bytes(file.path, config, file.within)
            known = {source: stored[source] for source in {*owned, file.source} & stored.keys()}
            if _is_stored(known, file.source, content_hash(data, config), embedded=embedded):
                return Draft(file=file, changed=(), unchanged=1, stale=frozenset(owned - {file.source}))
        job = Job(name=file.path.name, source=file.source, data=data, known=known, config=config, embedded=embedded)
        read = box.read(job)
    except (AccessUnclear, WithoutText):
        raise
    except DocumentError as error:
        # Read no further than that, the new version may be for a few where the stored one is for everyone.
        if closed := _closed(file, data):
            raise AccessUnclear(f"{error}; and {closed}") from error
        raise
    tally.add(read.seconds)
    return Draft(
        file=file,
        changed=read.documents,
        unchanged=read.unchanged,
        stale=frozenset(owned - read.sources),
        notices=read.notices,
        open_rows=read.open_rows,
    )


def _closed(file: SourceFile, data: bytes) -> str:
    """Why a file of which only this could be read may be for a few (nothing where it is too large); else empty."""
    kind = file.path.suffix.lower()
    with suppress(DocumentError):
        data = data or read_head(file.path, HEAD_BYTES, file.within)
    if kind in PACKED:
        return "it is encrypted" if is_locked(data) else ""
    return "its head seems to say who may read it" if seems_to_declare(data) else ""


def documents_of(job: Job) -> Read:
    """The documents of a file's content that are not stored yet.

    This is what happens in the box.  Raises DocumentError.
    """
    tally, config = Tally(), job.config
    with tally.timed("read"):
        loaded = load(job.name, job.data, config)
    changed, sources = [], set()
    with tally.timed("split"):
        for document in loaded:
            of_it = f"{job.source}#{document.fragment}" if document.fragment else job.source
            hashed = content_hash(repr(document).encode() if document.fragment else job.data, config)
            sources.add(of_it)
            if not _is_stored(job.known, of_it, hashed, embedded=job.embedded):
                changed.append(new_document(document, of_it, hashed, config))
    return Read(
        documents=tuple(changed),
        unchanged=len(sources) - len(changed),
        sources=frozenset(sources),
        seconds=tally.seconds,
        notices=tuple(chain.from_iterable(document.notices for document in loaded)),
        open_rows=_open_rows(loaded),
    )


def _open_rows(loaded: Sequence[LoadedDocument]) -> str:
    """What should be known of rows some of which are for a few: Excel saves merged cells as one that is filled, and
    empty ones."""
    open_rows = [document for document in loaded if not document.groups]
    if not open_rows or len(open_rows) == len(loaded):
        return ""
    return (
        f"names readers for {len(loaded) - len(open_rows)} of {len(loaded)} rows; the others are for everyone "
        f"(the first is {open_rows[0].fragment!r})"
    )


def _is_stored(stored: Mapping[str, str], source: str, content_hash: str, *, embedded: bool) -> bool:
    known = stored.get(source)
    return known == content_hash or (not embedded and known == without_vectors(content_hash))


def content_hash(data: bytes, config: DocumentsConfig) -> str:
    """SHA-256 of what was read and of how it is split, since other sizes make other passages of it."""
    recipe = f"{RECIPE} {config.target} {config.maximum}\n"
    return hashlib.sha256(recipe.encode() + data).hexdigest()


def without_vectors(content_hash: str) -> str:
    """The content hash of a document stored without its vectors: an ingest that has an embedder takes it again."""
    return hashlib.sha256(f"{content_hash} without vectors".encode()).hexdigest()


def new_document(document: LoadedDocument, source: str, content_hash: str, config: DocumentsConfig) -> NewDocument:
    """As it is stored, for every format: passages load nothing where they are shown and hold nothing that nobody sees;
    whatever else of a page is shown is cleared of both here, and of control characters."""
    document = replace(
        document,
        title=as_line(document.title),
        owner=document.owner and as_line(document.owner),
        contact=document.contact and as_line(document.contact),
        applies_to={as_line(name): as_line(value) for name, value in document.applies_to.items()},
    )
    passages = []
    for piece in split(document, config):
        section, text = tuple(map(as_line, piece.section)), as_shown(without_unseen(piece.text))
        passages.append(
            NewPassage(
                section=section,
                text=text,
                language=piece.language,
                context_hash=hashlib.sha256(in_context(document.title, section, text).encode()).hexdigest(),
            )
        )
    return NewDocument(
        source=source,
        content_hash=content_hash,
        title=document.title,
        language=document.language,
        passages=tuple(passages),
        owner=document.owner,
        contact=document.contact,
        updated=document.updated.isoformat() if document.updated else None,
        applies_to=document.applies_to,
        groups=document.groups,
    )
