"""CANARD (Elgohary et al., EMNLP 2019): questions about a Wikipedia article, each rewritten by a person.

The history begins with the titles of the article and of its section, which the asker saw; they are the first two items.
"""

import json
from collections.abc import Iterator
from pathlib import Path


def rows(folder: Path) -> Iterator[tuple[str, str, dict[str, object]]]:
    """(collection, conversation, row) of every question; plain strings alternate, the last is the answer before."""
    for each in json.loads((folder / "dev.json").read_text(encoding="utf-8")):
        history = [
            {"role": "user" if at % 2 == 0 else "assistant", "text": text} for at, text in enumerate(each["History"])
        ]
        yield (
            "dev",
            each["QuAC_dialog_id"],
            {"history": history, "query": each["Question"], "reference": each["Rewrite"]},
        )
