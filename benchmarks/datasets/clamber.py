"""CLAMBER (Zhang et al., ACL 2024): English requests, half of which need clarification.

No documents belong to them.  Many questions are made after one pattern, so that a split by rows would put twins on both
sides: `halves` keeps together what is alike.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path


def rows(folder: Path) -> Iterator[dict[str, object]]:
    """Rows of `yorisoi eval intent`; a context stands before its question."""
    for line in (folder / "clamber.jsonl").read_text(encoding="utf-8").splitlines():
        each = json.loads(line)
        yield {
            "text": f"{each['context']} {each['question']}".strip(),
            "label": "ask" if each["require_clarification"] else "search",
            "category": each["category"],
        }


ALIKE = 0.5
"""Share of their triples of letters (of all that either has) above which two questions are twins."""


def halves(folder: Path) -> tuple[list[dict[str, object]], list[dict[str, object]]]:
    """(rows that the decision is fitted on, rows that it is measured on); twins, and twins of twins, are on one side.

    Groups are dealt from the largest to the smallest, each to the side that has fewer rows.
    """
    every = list(rows(folder))
    sides: tuple[list[int], list[int]] = ([], [])
    for group in sorted(groups([str(row["text"]) for row in every]), key=lambda group: (-len(group), group)):
        min(sides, key=len).extend(group)
    fitted, measured = ([every[at] for at in sorted(side)] for side in sides)
    return fitted, measured


def groups(texts: Sequence[str]) -> list[list[int]]:
    """Places of texts that are alike, by single linkage."""
    triples = [{text[at : at + 3] for at in range(len(text) - 2)} for text in map(str.lower, texts)]
    of = list(range(len(texts)))

    def first(at: int) -> int:
        while of[at] != at:
            of[at] = of[of[at]]
            at = of[at]
        return at

    for at, here in enumerate(triples):
        for before in range(at):
            shared = len(here & triples[before])
            if shared > ALIKE * (len(here) + len(triples[before]) - shared):
                of[first(at)] = first(before)
    found: dict[int, list[int]] = {}
    for at in range(len(texts)):
        found.setdefault(first(at), []).append(at)
    return list(found.values())
