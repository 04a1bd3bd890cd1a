"""What completes a question that was asked back about: a choice, or that none fits."""

from datetime import UTC, datetime

import pytest
from yorisoi.dialogue.rewriting.pending import passes_all, settled, with_choice

from yorisoi.types import Action, Choice, Language, Turn

AT = datetime(2026, 1, 1, tzinfo=UTC)
LEAVE = Choice(text="病気休暇", source="leave/sick.md")
ASKED = Turn(speaker="assistant", text="どれですか", at=AT, action=Action.ASK, choices=(LEAVE,))


@pytest.mark.parametrize(
    "text", ["どれでもない", "どれも違います", "その他", "都不是", "其他", "None of these.", "something else"]
)
def test_none_of_the_choices_fits(text: str) -> None:
    assert passes_all(text, [ASKED])
    assert not passes_all(text, [])


@pytest.mark.parametrize("text", ["病気休暇", "1", "ほかの会社で働けますか", "違いは何ですか", "another day off"])
def test_other_replies_do_not_say_so(text: str) -> None:
    assert not passes_all(text, [ASKED])


@pytest.mark.parametrize(
    ("pending", "choice", "language", "question"),
    [
        ("休暇について教えて", LEAVE, "ja", "病気休暇について教えて"),
        ("経費について教えて", Choice(text="立替払いの精算", source="a.md"), "ja", "立替払いの精算について教えて"),
        ("カードについて", Choice(text="会社のカードを落とした", source="faq.csv#12"), "ja", "会社のカードを落とした"),
        ("想了解一下休假", Choice(text="年假", source="a.md"), "zh", "想了解一下年假"),
        ("PC", Choice(text="パソコンの故障", source="a.md"), "ja", "パソコンの故障"),
        (
            "夏季休暇は何日",
            Choice(text="大阪支社", source="a.md", attribute="勤務地"),
            "ja",
            "夏季休暇は何日（大阪支社）",
        ),
    ],
)
def test_the_theme_gives_way_to_the_choice(pending: str, choice: Choice, language: Language, question: str) -> None:
    assert with_choice(pending, choice, language) == question


@pytest.mark.parametrize(
    ("question", "language", "about"),
    [
        ("経費について（立替払いの精算）", "ja", "立替払いの精算について"),
        ("想了解一下休假（产假和陪产假）", "zh", "想了解一下产假和陪产假"),
        ("leave (sick leave for parents)", "en", "sick leave for parents"),
        ("休暇について（申請方法）", "ja", "休暇について"),
        ("夏季休暇は何日ですか（大阪支社）", "ja", "夏季休暇は何日ですか"),
        ("夏季休暇は何日ですか", "ja", "夏季休暇は何日ですか"),
    ],
)
def test_a_reply_that_names_a_topic_settles_what_comes_next(question: str, language: Language, about: str) -> None:
    assert settled(question, language) == about
