"""What kind of utterance is this?"""

import pytest
from yorisoi.dialogue.cues import (
    consultation_strength,
    is_small_talk,
    language_spoken,
    looks_like_question,
    orders_an_answer_only,
    wants_an_answer_now,
    wants_to_be_asked,
)

from yorisoi.types import Language


@pytest.mark.parametrize(
    "text",
    [
        "最近仕事がつらくて",
        "上司とうまくいかなくて悩んでいます",
        "会議システムは何がよいですか",
        "我该怎么办",
        "What should I do?",
    ],
)
def test_troubles_and_calls_for_judgement_are_consultations(text: str) -> None:
    assert consultation_strength(text) == 2


@pytest.mark.parametrize(
    "text", ["看護休暇は何日ですか", "Google共有ドライブにメンバーを追加する方法を教えて", "年假有几天"]
)
def test_plain_questions_are_not(text: str) -> None:
    assert consultation_strength(text) == 0
    assert looks_like_question(text)


@pytest.mark.parametrize("text", ["とにかく答えて", "いいから教えて", "Just answer, please", "别问了"])
def test_impatience_is_heard(text: str) -> None:
    assert wants_an_answer_now(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ありがとうございました", True),
        ("こんにちは！", True),
        ("thanks!", True),
        ("谢谢", True),
        ("こんにちは。通勤手当について教えてください", False),
        ("経費", False),
        ("machine", False),
    ],
)
def test_small_talk_is_nothing_but_small_talk(text: str, expected: bool) -> None:
    assert is_small_talk(text, "en" if text.isascii() else "zh" if text == "谢谢" else "ja") is expected


def test_a_nod_in_japanese_is_a_wish_to_know_in_chinese() -> None:
    assert is_small_talk("了解です", "ja")
    assert not is_small_talk("想了解一下休假", "zh")


@pytest.mark.parametrize(
    ("text", "before", "language"),
    [
        ("PC", "", "ja"),
        ("VPN", "我想了解一下年假", "zh"),
        ("1on1", "", "ja"),
        ("OK", "", "en"),
        ("leave", "", "en"),
        ("在宅勤務", "", "ja"),
    ],
)
def test_an_abbreviation_is_of_the_language_spoken_before(text: str, before: str, language: str) -> None:
    assert language_spoken(text, before) == language


@pytest.mark.parametrize(
    ("text", "language", "only"),
    [
        ("とりあえず検索して", "ja", True),
        ("質問はいいから答えて", "ja", True),
        ("とにかく答えて、大阪の駐車場の料金", "ja", False),
        ("别问了，直接告诉我", "zh", True),
        ("先查一下年假", "zh", False),
        ("Stop asking, just tell me.", "en", True),
        ("just tell me the price of parking", "en", False),
    ],
)
def test_an_order_to_answer_may_name_what(text: str, language: Language, only: bool) -> None:
    assert wants_an_answer_now(text)
    assert orders_an_answer_only(text, language) == only


@pytest.mark.parametrize("text", ["先に質問してください", "需要什么先问我", "Ask me first what you need."])
def test_the_user_may_want_to_be_asked(text: str) -> None:
    assert wants_to_be_asked(text)
    assert not wants_an_answer_now(text)
