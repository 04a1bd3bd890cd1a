"""JSON that came from outside, as values: whatever is wrong with it is a ValueError."""

import json
from typing import Any

MOST_LEVELS = 100
"""Of nesting.  No form that anything here reads has ten; Python's own walks end at about 1,000, with an error that is
no ValueError."""


def loads(text: str | bytes) -> Any:
    """The value.  Raises ValueError: not JSON, or nested more than 100 levels deep.

    >>> loads("[" * 5000)
    Traceback (most recent call last):
    ValueError: nested too deeply
    """
    try:
        value = json.loads(text)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    check_depth(value)
    return value


def check_depth(value: Any) -> None:
    """Raises ValueError: nested more than 100 levels deep."""
    level = [value]
    for _ in range(MOST_LEVELS):
        containers = [each for each in level if isinstance(each, (dict, list))]
        level = [item for each in containers for item in (each.values() if isinstance(each, dict) else each)]
        if not level:
            return
    raise ValueError("nested too deeply")
