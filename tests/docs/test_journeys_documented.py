"""docs/journeys.md names every journey there is, and none that is not."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "journeys.md").read_text(encoding="utf-8")
JOURNEYS = ROOT / "tests" / "journeys"
_NAME = re.compile(r"^    \"(\S+-(?:ja|zh|en)(?:-\d)?)\": talk\(", re.M)


def names(file: str) -> set[str]:
    text = (JOURNEYS / file).read_text(encoding="utf-8")
    return set(_NAME.findall(text))


def test_every_journey_that_is_named_exists_and_every_one_is_named() -> None:
    named = set(re.findall(r"`(\S+-(?:ja|zh|en)(?:-\d)?)`", PAGE))
    held = names("test_every_rule.py")
    assert len(held) > 40
    assert named == held


def test_every_file_of_journeys_is_named_and_every_one_that_is_named_exists() -> None:
    assert set(re.findall(r"`(test_\w+\.py)`", PAGE)) == {file.name for file in JOURNEYS.glob("test_*.py")}
