"""Files -> passages: load, split, ingest.

read.py          a file's bytes, and bytes as text
load.py          bytes -> loaded documents, by extension
front_matter.py  html.py  pdf.py  office.py  tables.py  faq.py     one format each
metadata.py      owner, dates, groups: the same words in every format
markup.py        what is only markup taken out of Markdown
unseen.py        what elements of HTML within Markdown hide
blocks.py        Markdown -> sections of blocks
split.py         sections -> passages of even size (pack.py fills them, size.py measures)
sources.py       which files, and by what name the store knows them
draft.py         one file -> what has to change in the store
box.py           each file within limits of time and memory: children (boxed.py) read, pdf_streams.py counts
storing.py       drafted documents -> the store, with vectors
ingest.py        the whole way, restartable; report.py says what it did
"""

from yorisoi.documents.config import DocumentsConfig
from yorisoi.documents.ingest import ingest
from yorisoi.documents.load import KNOWN_EXTENSIONS, load, load_file
from yorisoi.documents.loaded import LoadedDocument
from yorisoi.documents.report import FileDone, IngestReport
from yorisoi.documents.split import Piece, split

__all__ = [
    "KNOWN_EXTENSIONS",
    "DocumentsConfig",
    "FileDone",
    "IngestReport",
    "LoadedDocument",
    "Piece",
    "ingest",
    "load",
    "load_file",
    "split",
]
