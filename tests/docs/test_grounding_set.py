"""What the answers of benchmarks/grounding.jsonl were written to stands on their pages, however these are split."""

import json
from functools import cache
from pathlib import Path

from yorisoi.documents.load import load_file
from yorisoi.documents.split import split

ROOT = Path(__file__).parents[2]
FOLDERS = (ROOT, ROOT / "examples", ROOT / "benchmarks" / "dialogues")
ANSWERS = [
    json.loads(line) for line in (ROOT / "benchmarks" / "grounding.jsonl").read_text(encoding="utf-8").splitlines()
]
OF_OTHERS = ("rules", "gitlab")
"""Collections whose pages are not part of this repository."""


@cache
def passages(source: str) -> list[str]:
    name, _, row = source.partition("#")
    path = next(folder / name for folder in FOLDERS if (folder / name).exists())
    return [piece.text for document in load_file(path) if document.fragment == row for piece in split(document)]


def test_what_an_answer_was_written_to_begins_and_ends_on_its_page() -> None:
    for answer in (answer for answer in ANSWERS if answer["collection"] not in OF_OTHERS):
        page = passages(answer["source"])
        first = next((at for at, text in enumerate(page) if answer["begins"] in text), len(page))
        assert any(answer["ends"] in text for text in page[first:]), answer["id"]
