"""Choices come from the documents; what the user picks of them is understood."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Literal

import pytest

from yorisoi.dialogue.clarify.picking import passed_over, picked, why, with_choices
from yorisoi.dialogue.clarify.audience import Dependence
from yorisoi.dialogue.evidence import Evidence
from yorisoi.dialogue.need import Need
from yorisoi.types import Action, Choice, Document, Passage, Turn

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
        ("看護です", 1),
        ("有給の方です", 0),
        ("我选第2个", 1),
        ("2 please", 1),
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
        "休暇",
        "はい",
        "わかりません",
        "2日休みたい",
        "子の看護休暇はいつまで",
    ],
)
def test_a_reply_that_says_more_or_less_than_a_choice_picks_none(reply: str) -> None:
    assert picked(reply, OFFERED) is None


def evidence(rivals: Sequence[Document] = (), theme: str | None = None, depends: Dependence | None = None) -> Evidence:
    return Evidence(
        need=Need(probability=0.9),
        found=len(rivals),
        coverage=1.0,
        keywords=(theme or "休暇",),
        theme=theme,
        rivals=tuple(rivals),
        depends=depends or Dependence(),
    )


def test_the_reason_names_what_the_documents_leave_open() -> None:
    passages = {
        office: Passage(id=1, document=page(1, office), position=0, section=(), text="3日", language="ja")
        for office in ("東京本社", "大阪支社")
    }
    depends = Dependence(share=1.0, attribute="勤務地", passages=passages, first=True)
    assert why(evidence(depends=depends), "ja") == "見つかった内容が勤務地によって異なるため、先に伺います。"
    assert "2件" in str(why(evidence((page(1, "国内出張"), page(2, "海外出張")), "出張"), "ja"))
    assert why(evidence((page(1, "国内出張"),), "出張"), "ja") is None


def turn(speaker: Literal["user", "assistant"], action: Action | None = None, *choices: Choice) -> Turn:
    return Turn(speaker=speaker, text="…", at=datetime(2026, 1, 1, tzinfo=UTC), action=action, choices=choices)


def test_what_was_offered_since_the_last_answer_is_not_offered_again() -> None:
    office = Choice(text="東京本社", source="tokyo.md", attribute="勤務地")
    asked = [
        turn("user"),
        turn("assistant", Action.ASK, OFFERED[0]),
        turn("user"),
        turn("assistant", Action.ASK, office),
    ]
    assert passed_over(asked) == {"leave/annual.md", "年次有給休暇"}
    assert passed_over([*asked, turn("user"), turn("assistant", Action.SEARCH)]) == frozenset()


def test_choices_are_numbered_below_the_question() -> None:
    assert with_choices("どれですか。", OFFERED[:2]) == "どれですか。\n1. 年次有給休暇\n2. 子の看護休暇"
