"""A FAQ as a table of an Office file: it is taken in whole, so that one row that is not for everyone closes it."""

import re
from collections import defaultdict
from collections.abc import Sequence
from datetime import date

from yorisoi.documents.faq import has_questions
from yorisoi.documents.metadata import check_open, field_name
from yorisoi.errors import AccessUnclear
from yorisoi.language.tables import cells

_RULE = re.compile(r"[\s|:-]+")
_EMPHASIS = " *_~`"


def check_faq_tables(markdown: str) -> date | None:
    """The last day on which all rows of FAQs in a text's tables are open, where they name one.  Raises AccessUnclear: a
    row is not open to everyone today."""
    header, days = list[str](), list[date]()
    for line in markdown.splitlines():
        row = [cell.strip(_EMPHASIS) for cell in cells(line)]
        names = [field_name(cell) for cell in row]
        if len(row) < 2:
            header = []
        elif has_questions(names):
            header = names
        elif header and not _RULE.fullmatch(line):
            days += filter(None, [_last_day(header, row)])
    return min(days, default=None)


def _last_day(header: Sequence[str], row: Sequence[str]) -> date | None:
    fields = defaultdict[str, list[str]](list)
    for name, cell in zip(header, row, strict=False):
        fields[name].append(cell)
    try:
        return check_open(fields)
    except AccessUnclear as error:
        said = next(filter(None, row), "")[:40]
        raise AccessUnclear(f"has a FAQ whose row {said!r} {error}") from error
