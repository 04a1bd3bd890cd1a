"""The five scales, from what the wording and the documents say."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.dialogue.conversations import hit, ja, wording

from yorisoi.dialogue.clarify.assessment import assess, missing, scale
from yorisoi.dialogue.clarify.audience import COUNTRY, Dependence
from yorisoi.dialogue.clarify.evidence import Evidence
from yorisoi.dialogue.interpret.wording import Kind, Wording
from yorisoi.dialogue.phrases import phrases
from yorisoi.language import Utterance
from yorisoi.types import Assessment

ANSWER = Evidence(
    features={},
    actions={"answer": 0.9, "ask": 0.05, "none": 0.03, "talk": 0.02},
    because={},
    keywords=("休暇",),
    found=3,
)


def doing(**actions: float) -> Evidence:
    return replace(ANSWER, actions={"answer": 0.0, "ask": 0.0, "none": 0.0, "talk": 0.0, **actions})


def assessed(
    text: str = "休暇は何日ですか",
    by: Wording | None = None,
    evidence: Evidence = ANSWER,
    *,
    drawn_out: bool = False,
    asked_anew: bool = False,
    wants_questions: bool = False,
) -> Assessment:
    return assess(
        *(ja(text), ja(text), by or wording(), evidence),
        drawn_out=drawn_out,
        asked_anew=asked_anew,
        wants_questions=wants_questions,
    )


def test_one_is_strongest() -> None:
    assert [scale(p) for p in (0.0, 0.14, 0.15, 0.35, 0.5, 0.74, 0.75, 1.0)] == [5, 5, 4, 3, 2, 2, 1, 1]


@given(st.floats(0, 1), st.floats(0, 1))
def test_what_is_likelier_is_never_weaker(one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert 5 >= scale(low) >= scale(high) >= 1


@given(*[st.floats(0.001, 1)] * 4, st.sampled_from(list(Kind)), st.floats(0, 1))
def test_every_scale_is_kept_whatever_the_numbers(
    answer: float, ask: float, none: float, talk: float, kind: Kind, p: float
) -> None:
    made = assessed(by=wording(kind, p), evidence=doing(answer=answer, ask=ask, none=none, talk=talk))
    scales = (made.clarity, made.is_question, made.is_consultation, made.in_internal_docs, made.ask_person)
    assert all(1 <= each <= 5 for each in scales)
    assert made.clarification_probability == pytest.approx(ask / (ask + answer))


def test_a_clear_question_that_is_documented_is_clear_a_question_documented_and_nobodys_to_answer() -> None:
    made = assessed()
    assert (made.clarity, made.is_question, made.is_consultation, made.in_internal_docs, made.ask_person) == (
        1,
        1,
        5,
        1,
        5,
    )
    assert made.res_consultation is None


def test_a_trouble_is_a_consultation_to_be_drawn_out_once_and_a_person_may_know_better() -> None:
    made = assessed("上司とうまくいかない", wording(Kind.TROUBLE))
    assert (made.is_consultation, made.is_question, made.ask_person) == (1, 2, 2)
    assert made.res_consultation == phrases("ja").draw_out
    assert assessed("上司とうまくいかない", wording(Kind.TROUBLE), drawn_out=True).res_consultation is None
    assert assessed("まあまあ", wording(Kind.TALK)).is_question >= 4


def test_where_documents_hold_nothing_a_person_is_named() -> None:
    made = assessed(evidence=doing(answer=0.1, none=0.9))
    assert (made.in_internal_docs, made.ask_person) == (5, 2)


@pytest.mark.parametrize("text", ["担当者に電話したい", "誰に相談すればいい？", "窓口はどこ"])
def test_who_asks_for_a_person_gets_one(text: str) -> None:
    assert assessed(text).ask_person == 1


OFFICES = Dependence(
    attribute="勤務地",
    passages={office: hit(1, f"夏季休暇（{office}）", 勤務地=office).passage for office in ("東京本社", "大阪支社")},
    first=True,
)


def test_where_the_documents_say_that_the_answer_differs_it_is_unclear() -> None:
    about = replace(ANSWER, depends=OFFICES, features={"in_best": 1.0})
    made = assessed(evidence=about)
    assert made.clarification_probability == 0.8
    assert made.clarity >= 2
    assert made.ask_user_meta_info == "勤務地"
    assert assessed(evidence=replace(about, features={"in_best": 0.2})).clarity == 1, "it is about something else"
    by_country = replace(about, depends=replace(OFFICES, attribute=COUNTRY))
    assert assessed(evidence=by_country).clarity == 1, "headings only hint at it"


@pytest.mark.parametrize("order", ["asked_anew", "wants_questions"])
def test_who_wants_to_be_asked_is_asked(order: str) -> None:
    assert assessed(**{order: True}).clarity >= 2  # type: ignore[arg-type]
    assert assessed().clarity == 1


def test_the_attribute_is_asked_for_by_the_documents_word_or_the_country_by_ours() -> None:
    assert "あなたの勤務地" in missing(ja("夏季休暇は何日ですか"), replace(ANSWER, depends=OFFICES))
    countries = replace(OFFICES, attribute=COUNTRY)
    assert "country" in missing(Utterance("How many days of leave?", "en"), replace(ANSWER, depends=countries))
    assert COUNTRY not in missing(ja("育児休暇は何日ですか"), replace(ANSWER, depends=countries))


def test_the_theme_is_asked_about_where_pages_bear_it_as_the_user_spells_it() -> None:
    found = [hit(1, "PCの貸与"), hit(2, "PCの故障")]
    about = replace(ANSWER, sections=tuple(found))
    assert missing(ja("PCについて"), about) == phrases("ja").ask_theme.format(theme="PC")
    assert missing(ja("自転車について"), about) == phrases("ja").ask_open
    assert missing(ja("手続きを教えて"), ANSWER) == phrases("ja").ask_open
