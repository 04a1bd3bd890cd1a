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
        ("C.UTF-8", None),
        ("POSIX", None),
        ("", None),
    ],
)
def test_a_terminal_has_a_language_or_leaves_it_to_the_documents(
    monkeypatch: pytest.MonkeyPatch, locale: str, language: str | None
) -> None:
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    monkeypatch.setenv("LANG", locale)
    assert terminal_language() == language
