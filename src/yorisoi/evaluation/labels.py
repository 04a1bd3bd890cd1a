"""People's labels of answers: what a judge is held against.

    {"id": "leave-07", "verdict": "b"}                        of two answers: a, b, same or neither
    {"id": "leave-07", "usefulness": 8, "accuracy": 3}        of one answer: aspects from 1 to 10

or a file that `eval comments` kept.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from yorisoi.errors import DataSetError
from yorisoi.evaluation.aspects import ASPECTS
from yorisoi.evaluation.comparing import VERDICTS
from yorisoi.evaluation.followups import rows, text_of


def read_labels(path: Path) -> dict[str, Mapping[str, Any]]:
    """Id -> label.  Raises DataSetError: one line that names file and line and says what is wrong."""
    found: dict[str, Mapping[str, Any]] = {}
    for row, where in rows(path):
        if "run" in row or "report" in row:
            continue
        label = row.get("output") if isinstance(row.get("output"), Mapping) else row
        assert label is not None
        name = text_of(row.get("id"), f'{where}: "id"')
        if (verdict := label.get("verdict")) and verdict not in VERDICTS:
            raise DataSetError(f'{where}: "verdict" is none of {", ".join(VERDICTS)}')
        for aspect in ASPECTS:
            score = label.get(aspect)
            if score is not None and (not isinstance(score, int | float) or not 1 <= score <= 10):
                raise DataSetError(f'{where}: "{aspect}" is not a number from 1 to 10')
        found[name] = label
    if not found:
        raise DataSetError(f"{path} holds no labels")
    return found
