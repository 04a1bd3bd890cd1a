"""Rankings in TREC's format, which trec_eval, ranx and their like read.

query-id Q0 document-id rank score tag
"""

from collections.abc import Iterable, Mapping, Sequence
from math import isnan
from pathlib import Path

import numpy as np

from yorisoi.errors import DataSetError
from yorisoi.evaluation.measuring import Ranking
from yorisoi.whole_file import whole_file

TAG = "yorisoi"


def check_target(path: Path, ids: Iterable[str]) -> None:
    """Raises DataSetError when a run could not be written there, before hours of searching go into it."""
    if (path.exists() and not path.is_file()) or not path.absolute().parent.is_dir():
        raise DataSetError(f"{path}: a run cannot be written there; name a file in a folder that exists")
    if spaced := next((id_ for id_ in ids if len(id_.split()) != 1), None):
        raise DataSetError(f"the id {spaced!r} has white space in it, which a run in TREC's format cannot hold")


def write(path: Path, rankings: Mapping[str, Ranking], tag: str = TAG) -> None:
    """The file with these rankings, whole or not at all.

    Tools order by score alone, each breaking ties in its own way, and some keep scores as 32-bit floats; so a score
    that is not below the one before it is written as the next smaller 32-bit float, and every tool sees our order.
    """
    with whole_file(path) as file:
        for query, ranking in rankings.items():
            falling = _falling([score for _, score in ranking])
            for rank, ((document, _), score) in enumerate(zip(ranking, falling, strict=True), start=1):
                file.write(f"{query} Q0 {document} {rank} {score:.9g} {tag}\n".encode())


def read(path: Path) -> dict[str, Ranking]:
    """The rankings of a run, by score; ties by document id from the last to the first, as trec_eval has them.

    Raises DataSetError: not there, not UTF-8, a line without six fields, a document twice for a query.
    """
    scores: dict[str, dict[str, float]] = {}
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except OSError as error:
        raise DataSetError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise DataSetError(f"{path} is not UTF-8, so it is not a run") from error
    for number, line in enumerate(lines, start=1):
        fields = line.split()
        if not fields:
            continue
        try:
            query, _, document, _, score, _ = fields
            value = float(score)
            if isnan(value):
                raise ValueError("not a number")
        except ValueError as error:
            raise DataSetError(
                f"{path} line {number} is not a line of a run: query-id Q0 document-id rank score tag"
            ) from error
        if document in scores.setdefault(query, {}):
            raise DataSetError(f"{path} line {number}: document {document!r} stands twice in the ranking of {query!r}")
        scores[query][document] = value
    return {query: _ranked(found) for query, found in scores.items()}


def _ranked(scores: Mapping[str, float]) -> Ranking:
    by_id = sorted(scores.items(), reverse=True)
    return tuple(sorted(by_id, key=lambda item: -item[1]))


def _falling(scores: Sequence[float]) -> list[np.float32]:
    falling: list[np.float32] = []
    for score in map(np.float32, scores):
        if falling and not score < falling[-1]:
            score = np.nextafter(falling[-1], np.float32(-np.inf))
        falling.append(score)
    return falling
