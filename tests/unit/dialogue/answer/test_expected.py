"""何人 is answered by 4人, いくら by an amount."""

import pytest

from yorisoi.dialogue.answer.expected import expected
from yorisoi.language import Utterance
from yorisoi.types import Language


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
    wanted = expected(Utterance(asked, language))
    assert wanted is not None
    assert wanted.is_in(answered)
    assert not wanted.is_in(other)


@pytest.mark.parametrize(
    "text", ["申請のしかたは？", "いつもありがとう", "言いつけてやる", "いつまでも終わらない", "what is it", "怎么申请"]
)
def test_most_questions_ask_for_no_number(text: str) -> None:
    assert [expected(Utterance(text, language)) for language in ("ja", "zh", "en")] == [None] * 3
