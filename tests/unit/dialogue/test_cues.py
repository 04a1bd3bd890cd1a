"""What kind of utterance is this?"""

import pytest

from yorisoi.dialogue.cues import (
    consultation_strength,
    is_small_talk,
    language_spoken,
    looks_like_question,
    wants_an_answer_now,
)


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
