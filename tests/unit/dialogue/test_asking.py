"""Choices come from the documents; what the user picks of them is understood."""

from collections.abc import Sequence

import pytest

from yorisoi.dialogue.asking import choices, picked, why, with_choices
from yorisoi.dialogue.audience import COUNTRY, Dependence
from yorisoi.dialogue.evidence import Evidence
from yorisoi.dialogue.need import Need
from yorisoi.types import Choice, Document, Language, Passage

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


def test_choices_lead_to_different_pages_and_are_offered_from_two_on() -> None:
    rivals = (page(1, "国内出張"), page(2, "国内出張"), page(3, "海外出張"))
    offered = choices(evidence(rivals, "出張"), "ja")
    assert [choice.text for choice in offered] == ["国内出張", "海外出張"]
    assert choices(evidence(rivals[:2], "出張"), "ja") == ()


def on(document: Document) -> Passage:
    return Passage(id=document.id, document=document, position=0, section=(), text="3日", language="ja")


def test_a_question_about_the_user_offers_the_values_of_the_attribute() -> None:
    tokyo, osaka = page(1, "夏季休暇（東京）", 勤務地="東京本社"), page(2, "夏季休暇（大阪）", 勤務地="大阪支社")
    passages = {"東京本社": on(tokyo), "大阪支社": on(osaka)}
    depends = Dependence(share=1.0, attribute="勤務地", passages=passages, first=True)
    assert [(choice.text, choice.attribute) for choice in choices(evidence(depends=depends), "ja")] == [
        ("東京本社", "勤務地"),
        ("大阪支社", "勤務地"),
    ]
    assert why(evidence(depends=depends), "ja") == "見つかった内容が勤務地によって異なるため、先に伺います。"


@pytest.mark.parametrize(("language", "names"), [("ja", ["アイルランド", "韓国"]), ("en", ["Ireland", "South Korea"])])
def test_countries_are_offered_by_their_names_and_kept_by_their_codes(language: Language, names: list[str]) -> None:
    passages = {"IE": on(page(1, "Ireland Ltd")), "KR": on(page(2, "Korea Ltd"))}
    offered = choices(
        evidence(depends=Dependence(share=1.0, attribute=COUNTRY, passages=passages, first=True)), language
    )
    assert [choice.text for choice in offered] == names
    assert [choice.value for choice in offered] == ["IE", "KR"]


def test_choices_are_numbered_below_the_question() -> None:
    assert with_choices("どれですか。", OFFERED[:2]) == "どれですか。\n1. 年次有給休暇\n2. 子の看護休暇"
