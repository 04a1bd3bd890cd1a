"""The command as it is installed."""

import sys
from types import ModuleType

import pytest

from yorisoi.cli import entry


class Interrupted(ModuleType):
    def __getattr__(self, name: str) -> object:
        raise KeyboardInterrupt


def test_an_interruption_while_it_is_imported_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "yorisoi.cli.main", Interrupted("main"))
    with pytest.raises(SystemExit) as ended:
        entry.main()
    told = capsys.readouterr()
    assert (ended.value.code, told.out, told.err.count("\n")) == (130, "", 1)
