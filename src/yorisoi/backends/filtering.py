"""Which passages a filter lets through: the one definition that the store and every index are held to."""

from yorisoi.ports import IndexedPassage
from yorisoi.types import Document, Filter, Passage

BORDERS = ("/", "#")
"""Where a source may be cut: folders in a folder, rows in a table (`faq.csv#faq_012`)."""


def passes(passage: Passage | IndexedPassage, within: Filter) -> bool:
    """Whether the filter lets the passage through.

    All of the filter's conditions must hold; an empty one does not restrict, except for `groups`: a passage with access
    groups needs one in common with the reader, so a reader without groups sees only what is everyone's.
    """
    if isinstance(passage, Passage):
        source, groups = passage.document.source, passage.document.groups
    else:
        source, groups = passage.source, passage.groups
    return (
        (not groups or not groups.isdisjoint(within.groups))
        and (not within.languages or passage.language in within.languages)
        and (not within.sources or any(covers(folder, source) for folder in within.sources))
        and (not within.sections or not set(within.sections).isdisjoint(passage.section))
    )


def may_read(document: Document, within: Filter) -> bool:
    """Whether the filter's groups may read the document, and its sources cover it."""
    open_to = not document.groups or not document.groups.isdisjoint(within.groups)
    return open_to and (not within.sources or any(covers(folder, document.source) for folder in within.sources))


def covers(folder: str, source: str) -> bool:
    """Whether `source` is `folder` or lies below it: `handbook` covers `handbook/a.md`, not `handbook2/a.md`."""
    if source == folder or (folder.endswith(BORDERS) and source.startswith(folder)):
        return True
    return source.startswith(tuple(folder + border for border in BORDERS))
