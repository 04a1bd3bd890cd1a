"""Sockets are blocked in fast tests; settings of the developer's own shell do not reach any test."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

# How long an example takes says more about the machine than about the code.
settings.register_profile("untimed", deadline=None)
settings.register_profile("fuzz", deadline=None, max_examples=3000, print_blob=True)
"""For `make fuzz`: minutes of each test in tests/fuzz, where the usual run takes seconds."""
settings.load_profile("untimed")

SLOW = ("journeys", "contract")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if item.path.relative_to(here).parts[0] not in SLOW:
            item.add_marker(pytest.mark.disable_socket)


@pytest.fixture(autouse=True)
def _own_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith(("YORISOI_", "OPENAI_")):
            monkeypatch.delenv(name)
