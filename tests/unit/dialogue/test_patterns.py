"""What is taken word for word: an announcement is one as a whole, and so is a report that nothing helped."""

import pytest

from yorisoi.dialogue.patterns import patterns
from yorisoi.language import normal_form
from yorisoi.types import Language


@pytest.mark.parametrize(
    ("language", "text", "announces"),
    [
        ("ja", "ちょっと相談なんですけど…", True),
        ("ja", "相談に乗ってほしいんですけど", True),
        ("ja", "質問してもいいですか", True),
        ("ja", "相談窓口はどこ？", False),
        ("ja", "育休の相談なんですけど", False),
        ("en", "Hi, I just moved in and I have a few questions.", True),
        ("en", "I have a question about rent", False),
        ("zh", "我想问个问题", True),
    ],
)
def test_an_announcement_is_one_as_a_whole(language: Language, text: str, *, announces: bool) -> None:
    assert bool(patterns(language).announces.search(normal_form(text))) is announces


@pytest.mark.parametrize(
    ("language", "text", "is_said"),
    [
        ("ja", "やったけどだめです", True),
        ("ja", "まだ映りません", True),
        ("ja", "直りませんでした", True),
        ("ja", "ありがとう、直りました", False),
        ("ja", "だめですか", False),
        ("ja", "できないことはありますか", False),
        ("en", "It didn't work", True),
        ("en", "Does it not work on Sunday?", False),
        ("zh", "还是不行", True),
        ("zh", "不行吗？", False),
    ],
)
def test_that_nothing_helped_is_said_as_a_whole_and_asks_nothing(
    language: Language, text: str, *, is_said: bool
) -> None:
    assert bool(patterns(language).did_not_help.search(normal_form(text))) is is_said
