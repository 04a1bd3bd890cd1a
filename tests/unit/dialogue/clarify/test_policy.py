"""Rules ①-⑥ of source 000, and what speaks before them."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yorisoi.dialogue.clarify.policy import (
    ASKING_RULES,
    OVERVIEW,
    DialogueState,
    Thresholds,
    clarification_probability,
    clarity_of,
    decide,
    obey,
)
from yorisoi.dialogue.phrases import phrases
from yorisoi.types import Action, Assessment

SCALE = st.integers(1, 5)


def assessed(
    clarity: int, is_question: int, is_consultation: int, in_internal_docs: int, *, missing: bool, draw_out: bool
) -> Assessment:
    return Assessment(
        clarity=clarity,
        is_question=is_question,
        is_consultation=is_consultation,
        in_internal_docs=in_internal_docs,
        ask_person=5,
        ask_missing_info="どの休暇ですか" if missing else None,
        res_consultation="状況を教えてください" if draw_out else None,
    )


@pytest.mark.parametrize(
    ("scores", "missing", "draw_out", "rule", "action"),
    [
        ((3, 5, 1, 3), False, True, "①", Action.ASK),
        ((2, 1, 1, 3), True, True, "①", Action.ASK),  # both given: the consultation comes first
        ((3, 1, 5, 1), True, False, "②", Action.ASK),
        ((2, 1, 5, 1), False, False, "③", Action.SEARCH),
        ((2, 3, 5, 1), True, False, "③", Action.SEARCH),  # not a question, so nothing is missing from it
        ((1, 5, 2, 2), False, True, "④", Action.SEARCH),
        ((1, 5, 1, 3), False, True, "⑤", Action.ASK),
        ((1, 1, 5, 1), True, False, "⑥", Action.SEARCH),
        ((1, 1, 1, 3), False, False, "⑥", Action.SEARCH),
    ],
)
def test_each_rule_fires_on_its_own_row_of_the_table(
    scores: tuple[int, int, int, int], missing: bool, draw_out: bool, rule: str, action: Action
) -> None:
    decision = decide(assessed(*scores, missing=missing, draw_out=draw_out), DialogueState(), Thresholds(), "ja")
    assert (decision.rule, decision.action) == (rule, action)


@given(SCALE, SCALE, SCALE, SCALE, st.booleans(), st.booleans())
def test_the_rules_agree_with_the_code_of_the_source(
    clarity: int, question: int, consultation: int, docs: int, missing: bool, draw_out: bool
) -> None:
    """Source 000's nested ifs, restated independently: does it ask?"""
    asks = (
        (draw_out and consultation <= 2) or (missing and question <= 2)
        if clarity != 1
        else consultation <= 2 and docs > 2 and draw_out
    )
    assessment = assessed(clarity, question, consultation, docs, missing=missing, draw_out=draw_out)
    assert (decide(assessment, DialogueState(), Thresholds(), "ja").action is Action.ASK) == asks


VAGUE = assessed(3, 1, 5, 1, missing=True, draw_out=False)


def test_just_answer_is_obeyed() -> None:
    decision = decide(VAGUE, DialogueState(just_answer=True), Thresholds(), "ja")
    assert (decision.rule, decision.action) == ("just-answer", Action.SEARCH)


@pytest.mark.parametrize(
    ("asked", "action"), [(0, Action.ASK), (1, Action.ASK), (2, Action.SEARCH), (3, Action.SEARCH)]
)
def test_it_asks_back_no_more_often_in_a_row_than_allowed(asked: int, action: Action) -> None:
    assert decide(VAGUE, DialogueState(ask_backs_in_a_row=asked, max_ask_backs=2), Thresholds(), "ja").action is action


def test_a_clear_question_is_not_stopped_by_the_cap() -> None:
    clear = assessed(1, 1, 5, 1, missing=False, draw_out=False)
    assert decide(clear, DialogueState(ask_backs_in_a_row=9), Thresholds(), "ja").rule == "⑥"


def test_a_patient_users_thresholds_ask_less() -> None:
    slightly_vague = assessed(2, 1, 5, 1, missing=True, draw_out=False)
    assert decide(slightly_vague, DialogueState(), Thresholds(ask=0.5), "ja").action is Action.ASK
    assert decide(slightly_vague, DialogueState(), Thresholds(ask=0.6), "ja").action is Action.SEARCH


@pytest.mark.parametrize("language", ["ja", "zh", "en", "und"])
def test_every_rule_has_a_reason_in_every_language(language: str) -> None:
    reasons = phrases(language).reasons  # type: ignore[arg-type]
    expected = {*ASKING_RULES, "③", "④", "⑥", "answer", "just-answer", "ask-cap", "choice", "small-talk", "memory"}
    expected.add(OVERVIEW)
    assert set(reasons) == expected
    assert all(reasons.values())


def test_a_choice_that_was_picked_is_answered_and_nothing_stops_an_order() -> None:
    picked = decide(VAGUE, DialogueState(choice_picked=True), Thresholds(), "ja")
    assert (picked.rule, picked.action) == ("choice", Action.SEARCH)
    both = decide(VAGUE, DialogueState(choice_picked=True, just_answer=True), Thresholds(), "ja")
    assert both.rule == "just-answer"


@pytest.mark.parametrize(
    ("function", "state", "rule", "action"),
    [
        ("ask_missing_information", DialogueState(), "ask_missing_information", Action.ASK),
        ("draw_out_consultation", DialogueState(), "draw_out_consultation", Action.ASK),
        ("answer", DialogueState(), "answer", Action.SEARCH),
        ("ask_missing_information", DialogueState(ask_backs_in_a_row=2), "ask-cap", Action.SEARCH),
        ("ask_missing_information", DialogueState(just_answer=True), "just-answer", Action.SEARCH),
    ],
)
def test_a_function_that_a_model_called_is_obeyed_unless_an_override_speaks(
    function: str, state: DialogueState, rule: str, action: Action
) -> None:
    decision = obey(function, state, "ja")
    assert (decision.rule, decision.action) == (rule, action)


def test_what_the_documents_leave_open_is_the_reason_to_ask_and_no_other_reason() -> None:
    assert decide(VAGUE, DialogueState(), Thresholds(), "ja", "勤務地によって異なる").reason == "勤務地によって異なる"
    capped = decide(VAGUE, DialogueState(ask_backs_in_a_row=2), Thresholds(), "ja", "勤務地によって異なる")
    assert capped.reason == phrases("ja").reasons["ask-cap"]


@given(st.floats(0, 1), st.floats(0, 1))
def test_the_likelier_something_has_to_be_asked_for_the_less_clear_it_is(one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert 1 <= clarity_of(low) <= clarity_of(high) <= 5
    assert (clarity_of(high) >= 2) == (high >= 0.5)


@given(SCALE)
def test_where_only_the_clarity_is_known_the_probability_is_one_of_its_step(clarity: int) -> None:
    scored = assessed(clarity, 1, 5, 1, missing=True, draw_out=False)
    assert clarity_of(clarification_probability(scored)) == clarity


@given(st.floats(0, 1), st.floats(0.01, 0.99), st.floats(0.01, 0.99))
def test_a_higher_threshold_never_asks_more(probability: float, one: float, other: float) -> None:
    scored = replace(VAGUE, clarification_probability=probability)
    asks = [
        decide(scored, DialogueState(), Thresholds(ask=ask), "ja").action is Action.ASK for ask in sorted((one, other))
    ]
    assert asks != [False, True]


@pytest.mark.parametrize("score", [0, 6])
def test_a_score_off_the_scale_is_refused(score: int) -> None:
    with pytest.raises(ValueError, match="clarity"):
        assessed(score, 1, 1, 1, missing=False, draw_out=False)
