"""What in a text is a name."""

import pytest

from yorisoi.language.naming import names_in, title_names
from yorisoi.types import Language


@pytest.mark.parametrize(
    ("text", "language", "names"),
    [
        (
            "The Journal of Physics is published by the American Institute of Physics.",
            "en",
            ["Journal of Physics", "American Institute of Physics"],
        ),
        ("In 1999 J. K. Rowling visited France's capital.", "en", ["J. K. Rowling", "France"]),
        ("He joined. Apollo 11 landed in 1969.", "en", ["Apollo 11"]),
        ("Submit the form “network access” to IT.", "en", ["network access", "IT"]),
        ("See [Travel policy](travel.md) before booking.", "en", ["Travel policy", "Travel"]),
        ("情報システム部にネットワーク登録申請書を提出します。", "ja", ["情報システム部", "ネットワーク登録申請書"]),
        ("『仮面ライダー電王』は2007年1月28日から放送された。", "ja", ["仮面ライダー電王", "仮面ライダー電王"]),
        ("申請は毎日できます。", "ja", []),
        ("北京大学位于北京。", "zh", ["北京大学", "北京"]),
        ("", "en", []),
    ],
)
def test_names_are_what_is_written_or_analysed_as_one(text: str, language: Language, names: list[str]) -> None:
    found = list(names_in(text, language))
    assert [name for name in names if name not in found] == []
    if not names:
        assert found == []


def test_a_small_word_or_a_number_is_no_name() -> None:
    assert list(names_in("The 1969 of And 12.", "en")) == []


def test_a_title_is_a_name_with_and_without_what_qualifies_it() -> None:
    assert title_names("Lilu (mythology)") == ["Lilu (mythology)", "Lilu"]
    assert title_names("在宅勤務規程（本社）") == ["在宅勤務規程（本社）", "在宅勤務規程"]
    assert title_names("  ") == []
    assert title_names("これは題名ではなく" * 10) == []
