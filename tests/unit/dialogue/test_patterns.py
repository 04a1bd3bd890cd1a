"""What is taken word for word: announcements, reports that nothing helped, questions about a table as a whole."""

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


@pytest.mark.parametrize(
    ("language", "text", "of_all"),
    [
        ("ja", "どんなコースがありますか", True),
        ("ja", "一番安い部屋は？", True),
        ("ja", "2015年より前に入社した人", True),
        ("ja", "3,000円以下で借りられるのは", True),
        ("ja", "営業部ではない社員は？", True),
        ("ja", "料金表を見せて", True),
        ("ja", "一番目の部屋はいくら？", False),
        ("ja", "会議室は何時まで？", False),
        ("ja", "これって会議室じゃない？", False),
        ("en", "What's the cheapest room?", True),
        ("en", "rooms for more than ten people", True),
        ("en", "How much is the hall?", False),
        ("zh", "最便宜的是哪个？", True),
        ("zh", "除了会员卡还有什么", True),
        ("zh", "年卡多少钱？", False),
    ],
)
def test_all_rows_of_a_table_are_needed_to_list_and_to_compare_them(
    language: Language, text: str, *, of_all: bool
) -> None:
    assert bool(patterns(language).asks_for_rows.search(normal_form(text))) is of_all
