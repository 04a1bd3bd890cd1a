"""What is said at Ctrl-C."""

from typing import Any

import pytest

from yorisoi.cli import main


@pytest.mark.parametrize(("words", "resumes"), [(["eval", "faq", "set"], True), (["ingest", "folder"], False)])
def test_a_measurement_that_is_interrupted_says_how_to_go_on(
    words: list[str], resumes: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_: str | None) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(main, "app", interrupted)
    with pytest.raises(SystemExit) as ended:
        main.main(words)
    assert ended.value.code == 130
    assert ("--resume goes on" in capsys.readouterr().err) is resumes
