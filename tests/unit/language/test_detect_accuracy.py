"""Share of questions of public sets whose language is right; the floors lie just under what was measured."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from yorisoi.language import detect_language
from yorisoi.types import Language

DATA = Path(__file__).parents[4] / "shared" / "data"


@pytest.mark.parametrize(
    ("language", "pattern", "floor"),
    [
        ("ja", "jsquad/valid-*.json", 0.999),  # measured .9995
        ("ja", "jaquad/jaquad_dev_*.json", 0.999),  # 1.0
        ("zh", "cmrc2018/cmrc2018_dev.json", 0.999),  # 1.0
        ("zh", "drcd/DRCD_dev.json", 0.998),  # .9994
        ("en", "canard/dev.json", 0.999),  # 1.0
        ("en", "clamber/clamber.jsonl", 0.995),  # 1.0
    ],
)
def test_questions_are_told_apart(language: Language, pattern: str, floor: float) -> None:
    found = [question for path in sorted(DATA.glob(pattern)) for question in _questions(path)]
    if not found:
        pytest.skip("the data sets are not here")
    right = sum(detect_language(question) == language for question in found)
    assert right / len(found) >= floor


def _questions(path: Path) -> Iterator[str]:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".jsonl":
        yield from (json.loads(line)["question"] for line in text.splitlines())
        return
    content = json.loads(text)
    if isinstance(content, list):
        yield from (row["Rewrite"] for row in content)
        return
    for article in content["data"]:
        for paragraph in article["paragraphs"]:
            yield from (qa["question"] for qa in paragraph["qas"])
