"""Whatever is sent, by the description of the interface or against it, is answered: the server never fails."""

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import FlakyFailure, FlakyStrategyDefinition, Unsatisfiable
from schemathesis import Case, GenerationMode
from tests.journeys.server.conftest import serving

from yorisoi.server.app import create_app, local_user
from yorisoi.server.identity import Caller
from yorisoi.settings import Settings

_EXAMPLES = int(os.environ.get("ANY_REQUEST", "50" if os.environ.get("SLOW_TESTS") else "3"))
"""For every operation, and as many that break the description."""
OPERATIONS = [
    found.ok() for found in schemathesis.openapi.from_dict(create_app(Settings()).openapi()).get_all_operations()
]


async def anybody(_: object) -> Caller:
    return local_user()


@pytest.fixture(scope="module")
def url(handbook: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server where everybody is the administrator, also when one of the requests adds accounts."""
    home = Path(shutil.copytree(handbook, tmp_path_factory.mktemp("any") / "home"))
    with serving(home, identify=anybody, server={"requests_per_minute": 1_000_000}) as served:
        yield served


@pytest.mark.slow
@pytest.mark.parametrize("mode", list(GenerationMode))
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_no_request_makes_the_server_fail(url: str, operation: Any, mode: GenerationMode) -> None:
    # An evaluation is a process of its own, some seconds each, many at once where tests run beside each other.
    most = min(_EXAMPLES, 3) if operation.label == "POST /api/evaluations" else _EXAMPLES

    @settings(max_examples=most, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
    @given(case=operation.as_strategy(generation_mode=mode))
    def is_answered(case: Case) -> None:
        said = case.call(base_url=url, timeout=600)
        assert said.status_code < 500, f"{case.as_curl_command()}\n{said.text}"
        if said.status_code >= 400:
            assert set(said.json()) == {"error"}, f"{case.as_curl_command()}\n{said.text}"

    with contextlib.suppress(Unsatisfiable):  # nothing can be sent that would break the description
        try:
            is_answered()
        except FlakyFailure as error:  # two threads that make syntax trees of sources at once: CPython, gh-106905
            if not error.subgroup(SystemError) or error.split((SystemError, FlakyStrategyDefinition))[1]:
                raise
            is_answered()
