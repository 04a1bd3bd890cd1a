"""何人 is answered by 4人: the section of the page that holds such a thing comes first."""

import pytest
from tests.unit.dialogue.conversations import hit

from yorisoi.dialogue.answer.expected import expected, expected_first
from yorisoi.types import Language

RAIN = hit(1, "行事", "雨のとき", text="翌日の日曜に延期し、朝6時30分に知らせます。", page=1)
PEOPLE = hit(2, "行事", "おもな行事", text="| 10月 | 運動会 | 1家庭4人まで |", page=1)
OTHER = hit(3, "食堂", text="120人が座れます。", page=2)


@pytest.mark.parametrize(
    ("language", "asked", "answered", "other"),
    [
        ("ja", "何人まで行けますか", "4人まで", "4月まで"),
        ("ja", "いくらかかる？", "15,000円です", "15日です"),
        ("ja", "料金は？", "無料", "窓口"),
        ("ja", "何日もらえますか", "3日", "3月31日"),
        ("ja", "何時まで", "17時", "2時間"),
        ("ja", "何か月続けるの", "3か月", "3日"),
        ("ja", "いつ出せばいい", "翌日まで", "窓口へ"),
        ("zh", "要多少钱", "300元", "300天"),
        ("zh", "年假有几天", "5天", "5月"),
        ("zh", "几点下班", "6点", "6人"),
        ("en", "How much is it?", "$20", "20 days"),
        ("en", "what time do you open", "9:30", "Monday"),
        ("en", "How long does it take?", "two days", "some days"),
    ],
)
def test_what_is_asked_for_has_a_form(language: Language, asked: str, answered: str, other: str) -> None:
    wanted = expected(asked, language)
    assert wanted is not None
    assert wanted.is_in(answered)
    assert not wanted.is_in(other)


@pytest.mark.parametrize(
    "text", ["申請のしかたは？", "いつもありがとう", "言いつけてやる", "いつまでも終わらない", "what is it", "怎么申请"]
)
def test_most_questions_ask_for_no_number(text: str) -> None:
    assert [expected(text, language) for language in ("ja", "zh", "en")] == [None] * 3


def test_a_section_of_the_best_page_that_holds_such_a_thing_comes_first() -> None:
    assert expected_first([RAIN, OTHER, PEOPLE], "何人までいけます？", "ja") == [PEOPLE, RAIN, OTHER]
    days = hit(4, "行事", "代休の日数", text="1日です。", page=1)
    assert (
        expected_first([hit(5, "行事", "雨", text="2日前に決めます。", page=1), days], "代休は何日？", "ja")[0] == days
    )
    for text in ("何時に知らせますか", "申請のしかたは？", "何円ですか"):
        assert expected_first([RAIN, OTHER, PEOPLE], text, "ja") == [RAIN, OTHER, PEOPLE]
    assert expected_first([], "何人", "ja") == []
