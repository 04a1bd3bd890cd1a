"""CLAMBER (Zhang et al., ACL 2024): English requests, half of which need clarification.

No documents belong to them.  `fit_need.py` fitted weights of the wording on every second row: measure the others.
"""

import json
from collections.abc import Iterator
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
