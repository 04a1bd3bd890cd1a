"""ClariQ (Aliannejadi et al., 2020): openings of web searches, each with a need of clarification from 1 to 4."""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

ASK_FROM = 3
"""Needs of 3 and 4 are labelled `ask`: openings of need 2 are worded nearly as fully as those of 1."""


def rows(folder: Path, part: Literal["train", "dev"]) -> Iterator[dict[str, object]]:
    """Rows of `yorisoi eval intent`, one a topic, with the `need` beside the label."""
    with (folder / f"{part}.tsv").open(encoding="utf-8", newline="") as file:
        topics = {row["topic_id"]: row for row in csv.DictReader(file, delimiter="\t")}
    for topic in topics.values():
        need = int(topic["clarification_need"])
        yield {"text": topic["initial_request"], "label": "ask" if need >= ASK_FROM else "search", "need": need}
