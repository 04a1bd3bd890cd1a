"""What commands print: JSON for programs, a few lines for people."""

import json
from typing import Any

from rich.console import Console

from yorisoi.tracing import plain

console = Console(highlight=False, soft_wrap=True)
"""For people, on standard output."""
aside = Console(stderr=True, highlight=False, soft_wrap=True)
"""For progress and notices, on standard error, so that `--json` stays clean."""


def print_json(value: Any) -> None:
    """One JSON object on one line, with Japanese as it is."""
    print(json.dumps(plain(value), ensure_ascii=False))
