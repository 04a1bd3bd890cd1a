"""Rows -> documents and passages."""

from typing import Any

from sqlalchemy import Row, Select, select

from yorisoi.backends.store.schema import documents, passages
from yorisoi.types import Document, Passage

PASSAGE_COLUMNS = (
    passages.c.id,
    passages.c.position,
    passages.c.section,
    passages.c.text,
    passages.c.language,
    documents.c.id.label("document_id"),
    documents.c.source,
    documents.c.title,
    documents.c.language.label("document_language"),
    documents.c.owner,
    documents.c.contact,
    documents.c.updated,
    documents.c.applies_to,
    documents.c.groups,
)


def select_passages() -> Select[Any]:
    return select(*PASSAGE_COLUMNS).join_from(passages, documents, passages.c.document_id == documents.c.id)


def to_passage(row: Row[Any], seen: dict[int, Document]) -> Passage:
    """The passage; `seen` holds the documents met so far, so that passages of one share it."""
    document = seen.get(row.document_id)
    if document is None:
        document = seen[row.document_id] = _to_document(row)
    return Passage(
        id=row.id,
        document=document,
        position=row.position,
        section=tuple(row.section),
        text=row.text,
        language=row.language,
    )


def _to_document(row: Row[Any]) -> Document:
    return Document(
        id=row.document_id,
        source=row.source,
        title=row.title,
        language=row.document_language,
        owner=row.owner,
        contact=row.contact,
        updated=row.updated,
        applies_to=row.applies_to,
        groups=frozenset(row.groups),
    )
