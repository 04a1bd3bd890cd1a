"""Rows -> documents and passages."""

import json
from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from typing import Any

from sqlalchemy import Select, func, select

from yorisoi.backends.store.schema import documents, passages
from yorisoi.types import LONGEST_PERSON, Document, Passage

DOCUMENT_COLUMNS = (
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
PASSAGE_COLUMNS = (
    passages.c.id,
    passages.c.position,
    passages.c.section,
    passages.c.text,
    passages.c.language,
    passages.c.asked,
    *DOCUMENT_COLUMNS,
)

EMBEDDED_AS = func.coalesce(passages.c.searched_hash, passages.c.context_hash)
"""The hash of what its vector is of."""


def select_passages() -> Select[Any]:
    return select(*PASSAGE_COLUMNS).join_from(passages, documents, passages.c.document_id == documents.c.id)


def to_passage(row: Sequence[Any], seen: dict[int, Document]) -> Passage:
    """The passage of a row of `PASSAGE_COLUMNS`; `seen` holds the documents met so far: passages of one share it.

    Read by position: by name a value costs ten times as much, half of a look-up's time.
    """
    id_, position, section, text, language, asked, document_id, *of_document = row
    document = seen.get(document_id)
    if document is None:
        document = seen[document_id] = to_document(document_id, of_document)
    return Passage(
        id=id_,
        document=document,
        position=position,
        section=tuple(section),
        text=text,
        language=language,
        asked=tuple(asked or ()),
    )


def from_sqlite(row: Sequence[Any], seen: dict[int, Document]) -> Passage:
    """`to_passage` for a row as SQLite keeps it: lists and mappings are JSON, a date is its ISO text."""
    id_, position, section, text, language, asked, document_id, *of_document = row
    if document_id not in seen:
        source, title, of_language, owner, contact, updated, applies_to, groups = of_document
        day = None if updated is None else date.fromisoformat(updated)
        of_document = [source, title, of_language, owner, contact, day, dict(_parsed(applies_to)), _parsed(groups)]
    asked = asked and json.loads(asked)
    return to_passage((id_, position, _parsed(section), text, language, asked, document_id, *of_document), seen)


# Few differ: most passages have no groups, and neighbours share their headings.
_parsed = lru_cache(maxsize=4096)(json.loads)


def to_document(id_: int, row: Sequence[Any]) -> Document:
    """The document of a row of `DOCUMENT_COLUMNS` without the first."""
    source, title, language, owner, contact, updated, applies_to, groups = row
    # What an older version took in may be of any length.
    return Document(
        id=id_,
        source=source,
        title=title,
        language=language,
        owner=owner and owner[:LONGEST_PERSON],
        contact=contact and contact[:LONGEST_PERSON],
        updated=updated,
        applies_to=applies_to,
        groups=frozenset(groups),
    )
