"""What a person may have kept."""

import pytest

from yorisoi.errors import ConfigError
from yorisoi.memory.keeping import MOST_CHARACTERS, to_keep


@pytest.mark.parametrize("text", ["", "  \n", "\u200b", "\u200b \ufeff", "あ" * (MOST_CHARACTERS + 1)])
def test_what_shows_nothing_or_is_too_long_is_refused(text: str) -> None:
    with pytest.raises(ConfigError):
        to_keep(text)


def test_what_is_kept_is_what_was_written() -> None:
    assert to_keep(" 温泉 🎣 が好き\n") == "温泉 🎣 が好き"
