"""A FAQ as a table of an Office file: it is taken in whole, so that one row that is not for everyone closes it."""

import re

from yorisoi.documents.faq import has_questions
from yorisoi.documents.field_names import as_compared
from yorisoi.documents.readers import check_field_names, check_rows, declared_groups
from yorisoi.documents.tables import BREAK
from yorisoi.language.tables import cells

_RULE = re.compile(r"[\s|:-]+")
_EMPHASIS = " *_~`"


def check_faq_tables(markdown: str) -> None:
    """Raises AccessUnclear: a column of a FAQ is called as `groups` is, or nearly, or a row is not open to everyone."""
    header = list[str]()
    for line in markdown.splitlines():
        row = [cell.strip(_EMPHASIS) for cell in cells(line)]
        names = [as_compared(cell.replace(BREAK, "")) for cell in row]  # also where a narrow column breaks it
        if len(row) < 2:
            header = []
        elif has_questions(names):
            header = names
            check_field_names(header)
            check_rows([header])
        elif header and not _RULE.fullmatch(line):
            declared_groups({name: cell for name, cell in zip(header, row, strict=False) if cell})
