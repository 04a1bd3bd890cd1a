"""Choices come from the documents; what the user picks of them is understood."""

import pytest

from yorisoi.dialogue.asking import choices, picked, with_choices
from yorisoi.dialogue.evidence import Evidence
from yorisoi.types import Choice, Document

OFFERED = (
    Choice(text="年次有給休暇", source="leave/annual.md"),
    Choice(text="子の看護休暇", source="leave/nursing.md"),
    Choice(text="慶弔休暇", source="leave/condolence.md"),
)


def page(number: int, title: str, **applies_to: str) -> Document:
    return Document(id=number, source=f"{number}.md", title=title, language="ja", applies_to=applies_to)


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("2", 1),
        ("２", 1),
        ("2番", 1),
        ("二番目です", 1),
        ("2つ目でお願いします", 1),
        ("子の看護休暇", 1),
        ("子の看護休暇です。", 1),
        ("慶弔休暇でお願いします", 2),
        ("the second one", 1),
        ("1.", 0),
    ],
)
def test_a_choice_can_be_picked_by_number_or_by_words(reply: str, expected: int) -> None:
    assert picked(reply, OFFERED) is OFFERED[expected]


@pytest.mark.parametrize(
    "reply",
    [
        "4",
        "0",
        "子の看護休暇は何日取れますか",
        "年次有給休暇と慶弔休暇",
        "わかりません",
        "2日休みたい",
        "子の看護休暇はいつまで",
    ],
)
def test_a_reply_that_says_more_or_less_than_a_choice_picks_none(reply: str) -> None:
    assert picked(reply, OFFERED) is None


def test_choices_lead_to_different_pages_and_are_offered_from_two_on() -> None:
    rivals = (page(1, "国内出張"), page(2, "国内出張"), page(3, "海外出張"))
    offered = choices(Evidence(verdict="vague", found=3, coverage=1.0, keywords=("出張",), theme="出張", rivals=rivals))
    assert [choice.text for choice in offered] == ["国内出張", "海外出張"]
    alone = Evidence(verdict="vague", found=1, coverage=1.0, keywords=("出張",), theme="出張", rivals=rivals[:2])
    assert choices(alone) == ()


def test_a_question_about_the_user_offers_the_values_of_the_attribute() -> None:
    rivals = (page(1, "夏季休暇（東京）", 勤務地="東京本社"), page(2, "夏季休暇（大阪）", 勤務地="大阪支社"))
    evidence = Evidence(
        verdict="vague", found=2, coverage=1, keywords=("夏季休暇",), differs_by="勤務地", rivals=rivals
    )
    assert [(choice.text, choice.attribute) for choice in choices(evidence)] == [
        ("東京本社", "勤務地"),
        ("大阪支社", "勤務地"),
    ]


def test_choices_are_numbered_below_the_question() -> None:
    assert with_choices("どれですか。", OFFERED[:2]) == "どれですか。\n1. 年次有給休暇\n2. 子の看護休暇"
