"""What pages themselves tell of changes.  The store keeps no earlier version of a page, so that nothing is compared."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from yorisoi.graph.extracts import Extract, told_sentences
from yorisoi.language import analyse, normal_form
from yorisoi.language.dates import stretches
from yorisoi.language.packs import pack_of
from yorisoi.types import Language, Passage

_YEAR = re.compile(r"\d{4}")
_ANY_DAY = datetime(2000, 1, 1)
"""From which dates without a year would be counted; these are not looked at."""
_MONTH = timedelta(days=31)


@dataclass(frozen=True, slots=True)
class Change:
    """A sentence that tells of a change, or from when something holds."""

    extract: Extract
    since: datetime | None
    """The latest date that it names with its year, else that of the heading above it."""


def told_of_changes(passages: Sequence[Passage], wanted: Collection[str]) -> list[Change]:
    """The sentences of a page that tell of changes, those with most of the terms wanted first, then the newest.

    Under a heading with a date (5.2.1（2025年9月18日）) each does: that is how changes are listed.
    """
    found = []
    for passage in passages:
        language = passage.language
        listed = _latest(" ".join(passage.section[-2:]), language, within=_MONTH)
        for text in told_sentences(passage):
            if listed or pack_of(language).retrieval.changed.search(_close(text, language)):
                found.append(Change(Extract(passage, text), _latest(text, language) or listed))
    asked = frozenset(wanted)

    def about(told: Change) -> int:
        return len(asked.intersection(analyse(told.extract.text, told.extract.passage.language).words))

    return sorted(newest_first(found), key=lambda told: -about(told))


def newest_first(told: Iterable[Change]) -> list[Change]:
    """By the date that a sentence names, else that of its page; those without either last.  Ties as they come."""

    def at(each: Change) -> str:
        updated = each.extract.passage.document.updated
        return (each.since.date().isoformat() if each.since else "") or (updated.isoformat() if updated else "")

    return sorted(told, key=at, reverse=True)


def _latest(text: str, language: Language, within: timedelta | None = None) -> datetime | None:
    """The latest date with its year, of those that are no longer than `within`."""
    named = [each for each in stretches(_close(text, language), _ANY_DAY) if _YEAR.search(each.phrase)]
    return max((each.start for each in named if within is None or each.end - each.start <= within), default=None)


def _close(text: str, language: Language) -> str:
    """In normal form, without the spaces that some put around figures where none stand between words: 2025 年 9 月."""
    normal = normal_form(text)
    return normal if pack_of(language).analysis.spaced else normal.replace(" ", "")
