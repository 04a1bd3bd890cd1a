"""In which language the terminal conversation speaks before anybody has said anything."""

import pytest

from yorisoi.cli.greetings import terminal_language


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("ja_JP.UTF-8", "ja"),
        ("zh_TW", "zh"),
        ("en_GB.UTF-8", "en"),
        ("fr_FR.UTF-8", "en"),
        ("C.UTF-8", "ja"),
        ("POSIX", "ja"),
        ("", "ja"),
    ],
)
def test_a_terminal_of_no_language_speaks_that_of_the_documents(
    monkeypatch: pytest.MonkeyPatch, locale: str, language: str
) -> None:
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    monkeypatch.setenv("LANG", locale)
    assert terminal_language(otherwise="ja") == language
