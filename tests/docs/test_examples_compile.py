"""Python in the documentation can be pasted into a file and run as it stands."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = [
    (path.name, number, code)
    for path in sorted([*ROOT.glob("docs/*.md"), ROOT / "README.md"])
    for number, code in enumerate(re.findall(r"^```python\n(.*?)^```", path.read_text("utf-8"), re.M | re.S))
]


@pytest.mark.parametrize(("name", "number", "code"), EXAMPLES)
def test_an_example_is_a_whole_program(name: str, number: int, code: str) -> None:
    compile(code, f"{name} {number}", "exec")
