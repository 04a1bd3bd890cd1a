"""TREC CAsT 2020 (Dalton et al.): what a person asked turn by turn, and the same rewritten by hand.

The system's answers are passages of collections that are not here, so the history holds the earlier questions only.
The first question of a topic has no history and is left out.
"""

import json
from collections.abc import Iterator
from pathlib import Path


def rows(folder: Path) -> Iterator[tuple[str, str, dict[str, object]]]:
    """(collection, topic, row) of every question but the first of each topic."""
    for topic in json.loads((folder / "2020_manual_evaluation_topics_v1.0.json").read_text(encoding="utf-8")):
        history: list[dict[str, str]] = []
        for turn in topic["turn"]:
            raw = turn["raw_utterance"]
            if history:
                row = {"history": list(history), "query": raw, "reference": turn["manual_rewritten_utterance"]}
                yield "2020", str(topic["number"]), row
            history.append({"role": "user", "text": raw})
