"""A file -> the documents that the store is to hold, still without vectors."""

import hashlib
from collections.abc import Mapping, Set
from dataclasses import dataclass

from yorisoi.documents.config import DocumentsConfig
from yorisoi.documents.load import load
from yorisoi.documents.loaded import LoadedDocument
from yorisoi.documents.read import read_bytes
from yorisoi.documents.report import Tally
from yorisoi.documents.sources import SourceFile
from yorisoi.documents.split import split
from yorisoi.ports import NewDocument, NewPassage
from yorisoi.types import in_context

RECIPE = 1
"""Raise it when reading or splitting changes so much that stored documents should be taken anew."""


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


def draft(
    file: SourceFile,
    stored: Mapping[str, str],
    owned: Set[str],
    config: DocumentsConfig,
    tally: Tally,
    *,
    embedded: bool,
) -> Draft:
    """What has to change in the store for one file.  Raises DocumentError: it cannot be read.

    `stored` maps source to content hash, `owned` are the stored sources that came from this file, and `embedded` says
    whether documents without vectors count as unchanged (False) or have to be taken again (True).
    """

    def is_stored(source: str, content_hash: str) -> bool:
        known = stored.get(source)
        return known == content_hash or (not embedded and known == without_vectors(content_hash))

    with tally.timed("read"):
        data = read_bytes(file.path, config)
        of_file = content_hash(data, config)
        if is_stored(file.source, of_file):
            return Draft(file=file, changed=(), unchanged=1, stale=frozenset(owned - {file.source}))
        loaded = load(file.path.name, data, config)
    changed, sources = [], set()
    with tally.timed("split"):
        for document in loaded:
            source = f"{file.source}#{document.fragment}" if document.fragment else file.source
            hashed = content_hash(repr(document).encode(), config) if document.fragment else of_file
            sources.add(source)
            if not is_stored(source, hashed):
                changed.append(new_document(document, source, hashed, config))
    return Draft(
        file=file, changed=tuple(changed), unchanged=len(sources) - len(changed), stale=frozenset(owned - sources)
    )


def content_hash(data: bytes, config: DocumentsConfig) -> str:
    """SHA-256 of what was read and of how it is split, since other sizes make other passages of it."""
    recipe = f"{RECIPE} {config.target} {config.maximum} {config.tiny}\n"
    return hashlib.sha256(recipe.encode() + data).hexdigest()


def without_vectors(content_hash: str) -> str:
    """The content hash of a document stored without its vectors: an ingest that has an embedder takes it again."""
    return hashlib.sha256(f"{content_hash} without vectors".encode()).hexdigest()


def new_document(document: LoadedDocument, source: str, content_hash: str, config: DocumentsConfig) -> NewDocument:
    passages = [
        NewPassage(
            section=piece.section,
            text=piece.text,
            language=piece.language,
            context_hash=hashlib.sha256(in_context(document.title, piece.section, piece.text).encode()).hexdigest(),
        )
        for piece in split(document, config)
    ]
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
