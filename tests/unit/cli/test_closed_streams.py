"""Streams that were closed before a command began."""

import subprocess
import sys

import pytest

READS_AND_SAYS = """
import sys
from yorisoi.cli import main
main.app = lambda _: lambda **_: print(sys.stdin.read(), file=sys.stderr)
main.main(["config", "show"])
"""


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_closed_stream_leads_nowhere(closed: str) -> None:
    begun = ["sh", "-c", f'exec "$0" -c "$1" {closed}', sys.executable, READS_AND_SAYS]
    ended = subprocess.run(begun, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    assert (ended.returncode, ended.stderr.strip()) == (0, b"")
