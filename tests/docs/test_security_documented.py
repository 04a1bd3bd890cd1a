"""docs/security.md: every promise names what holds it and a test, and all of that exists."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
PROMISED = PAGE[PAGE.index("## What is promised") : PAGE.index("## What is not promised")]
ROWS = [row.strip("| ").split(" | ") for row in PROMISED.splitlines() if row.startswith("| ")][1:]


def test_there_is_a_row_a_promise() -> None:
    assert len(ROWS) > 20
    assert [row for row in ROWS if len(row) != 3] == []


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0][:50])
def test_a_promise_names_tests_that_exist(row: list[str]) -> None:
    promise, _, tests = row
    named = re.findall(r"`((?:tests|benchmarks)/[^`]+)`", tests)
    assert [name for name in named if name.startswith("tests/")], promise
    assert [name for name in named if not (ROOT / name).exists()] == []
    assert re.findall(r"`(?!tests/|benchmarks/)[^`]+\.py`", tests) == [], "tests are named by their whole path"


def test_what_is_named_as_holding_a_promise_exists() -> None:
    files = set(re.findall(r"`(\w[\w/]*\.py)`", " ".join(row[1] for row in ROWS)))
    sources = [str(path.relative_to(ROOT)) for path in (ROOT / "src").rglob("*.py")]
    assert files
    assert {file for file in files if not any(source.endswith(f"/{file}") for source in sources)} == set()


def test_decisions_that_are_named_exist() -> None:
    numbers = re.findall(r"\d{3}", " ".join(re.findall(r"decisions? ([\d, ]+)", PAGE)))
    assert numbers
    for number in numbers:
        assert list((ROOT / "docs" / "decisions").glob(f"{number}-*.md")), number
