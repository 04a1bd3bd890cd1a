"""Which pages a row of a run tells of: it is for nobody who may not read all of them."""

from collections.abc import Iterator, Mapping
from typing import Any

from yorisoi.evaluation.experiment import Row
from yorisoi.tracing import plain

_WEB = ("http://", "https://")
"""A page of the web begins so, and no page of a store, whose source begins with a path: the id of a row of a FAQ, which
stands at its end, may be an address."""


def told_pages(row: Row, *, traced: bool = True) -> set[str]:
    """Sources of the pages, but for pages of the web: those in its output, in the answers that it judges (`sources` of
    its input) and, where `traced`, those that its trace found."""
    given = row.case.input
    judged = given.get("sources") or () if isinstance(given, Mapping) else ()
    found = {*judged, *_sources(plain([row.output, row.trace if traced else None]))}
    return {source for source in found if source and not source.lower().startswith(_WEB)}


def _sources(value: Any, name: str = "") -> Iterator[str]:
    """What stands under `source`, and the first line of what stands under `pages`, however deep."""
    if isinstance(value, Mapping):
        for part, each in value.items():
            yield from _sources(each, part)
    elif isinstance(value, list):
        for each in value:
            yield from _sources(each, name)
    elif isinstance(value, str) and name in ("source", "pages"):
        yield value.partition("\n")[0]
