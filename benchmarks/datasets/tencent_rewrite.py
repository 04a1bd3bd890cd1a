"""Restoration-200k's smaller sister (Su et al., ACL 2019): three Chinese utterances, the third restored.

Two people chat; the third utterance belongs to the one who spoke first.
"""

from collections.abc import Iterator
from pathlib import Path


def rows(folder: Path) -> Iterator[tuple[str, str, dict[str, object]]]:
    """(collection, conversation, row) of every line that has its four columns."""
    lines = (folder / "liu_nlper_train.txt").read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        cells = [cell.strip() for cell in line.split("\t")]
        if len(cells) == 4 and all(cells):
            first, second, query, reference = cells
            history = [{"role": "user", "text": first}, {"role": "assistant", "text": second}]
            yield "train", str(number), {"history": history, "query": query, "reference": reference}
