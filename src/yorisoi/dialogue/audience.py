"""Whom a page is for, and who answers for it."""

from collections.abc import Mapping, Sequence

from yorisoi.dialogue.attributes import conflicts
from yorisoi.types import Choice, Hit, Person


def for_reader(hits: Sequence[Hit], known: Mapping[str, str], choice: Choice | None) -> list[Hit]:
    """The hits that hold for this user, those of the page just picked first; if none holds, all of them."""
    fitting = [hit for hit in hits if not conflicts(hit.passage.document, known)] or list(hits)
    if choice and not choice.attribute:
        fitting.sort(key=lambda hit: hit.passage.document.source != choice.source)  # stable: ranks are kept
    return fitting


def owner(hits: Sequence[Hit]) -> Person | None:
    """Who answers for the best page that has an owner; None when none of the first five has."""
    for hit in hits[:5]:
        page = hit.passage.document
        if page.owner:
            return Person(name=page.owner, contact=page.contact, source=page.source)
    return None
