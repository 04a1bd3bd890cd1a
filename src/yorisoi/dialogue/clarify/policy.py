"""Scores -> action: rules ①-⑥ of source 000, and the overrides that speak before them.

    clarity >= 2   ① res_consultation given and is_consultation <= 2   -> ask
                   ② ask_missing_info given and is_question <= 2       -> ask
                   ③ otherwise                                         -> search
    clarity  = 1   ④ is_consultation <= 2 and in_internal_docs <= 2    -> search
                   ⑤ is_consultation <= 2 and res_consultation given   -> ask
                   ⑥ otherwise                                         -> search

The scales run from 1 (strongest) to 5.  Clarity is the coarse form of the clarification probability, and a user's
threshold lies on that: at the default of 1/2 "probability >= ask" is "clarity >= 2".  A pure function: the same
scores, thresholds and state give the same decision, so a decision can be replayed from its trace.
"""

from dataclasses import dataclass

from yorisoi.dialogue.phrases import phrases
from yorisoi.ranges import check_ranges, within
from yorisoi.types import Action, Assessment, Decision, Language


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """From where on an utterance is unclear; the other scales count as given when their score is at most this.  The
    defaults are source 000's."""

    ask: float = within(0.5, 0, 1.01)
    """An utterance is unclear when the probability that something has to be asked for is at least this."""
    is_question: int = within(2, 0, 5)
    is_consultation: int = within(2, 0, 5)
    in_internal_docs: int = within(2, 0, 5)
    ask_person: int = within(2, 0, 5)

    def __post_init__(self) -> None:
        check_ranges(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class DialogueState:
    """Where the conversation stands when the decision is made."""

    ask_backs_in_a_row: int = 0
    max_ask_backs: int = 2
    just_answer: bool = False
    choice_picked: bool = False


_EDGES = (0.5, 0.65, 0.8, 0.9)
"""Between the five steps of clarity, on the probability that something has to be asked for."""


def clarity_of(probability: float) -> int:
    """The probability that something has to be asked for, on the scale of 1 (clear) to 5."""
    return 1 + sum(probability >= edge for edge in _EDGES)


def clarification_probability(scores: Assessment) -> float:
    """That something has to be asked for; where only the clarity is known, the middle of its step."""
    if scores.clarification_probability is not None:
        return scores.clarification_probability
    steps = (0.0, *_EDGES, 1.0)
    return (steps[scores.clarity - 1] + steps[scores.clarity]) / 2


def decide(
    assessment: Assessment,
    state: DialogueState,
    thresholds: Thresholds,
    language: Language,
    because: str | None = None,
) -> Decision:
    """What to do, by which rule, with the reason in the user's language.

    `because` tells what the documents leave open, and is the reason where that is asked for (rule ②).
    """
    return obey(_rule(assessment, thresholds), state, language, because)


def obey(rule: str, state: DialogueState, language: Language, because: str | None = None) -> Decision:
    """The decision by this rule, or by the function that a model called, unless an override speaks first."""
    wants_to_ask = rule in ASKING_RULES
    if state.just_answer:
        rule = "just-answer"
    elif state.choice_picked:
        rule = "choice"
    elif wants_to_ask and state.ask_backs_in_a_row >= state.max_ask_backs:
        rule = "ask-cap"
    action = Action.ASK if rule in ASKING_RULES else Action.SEARCH
    reason = phrases(language).reasons[rule]
    return Decision(action=action, rule=rule, reason=(because or reason) if rule == "②" else reason)


ASKING_RULES = ("①", "②", "⑤", "ask_missing_information", "draw_out_consultation")
"""Of the table, and of steering by functions."""
DRAWING_OUT = ("①", "⑤", "draw_out_consultation")
OVERVIEW = "overview"
"""A broad question, which is answered theme by theme."""
TABLE_RULES = ("①", "②", "③", "④", "⑤", "⑥")


def _rule(scores: Assessment, at_most: Thresholds) -> str:
    is_consultation = scores.is_consultation <= at_most.is_consultation
    if clarification_probability(scores) >= at_most.ask:
        if scores.res_consultation and is_consultation:
            return "①"
        if scores.ask_missing_info and scores.is_question <= at_most.is_question:
            return "②"
        return "③"
    if is_consultation and scores.in_internal_docs <= at_most.in_internal_docs:
        return "④"
    if is_consultation and scores.res_consultation:
        return "⑤"
    return "⑥"
