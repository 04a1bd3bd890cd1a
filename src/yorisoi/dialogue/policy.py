"""Scores -> action: rules ①-⑥ of source 000, and the overrides that speak before them.

    clarity >= 2   ① res_consultation given and is_consultation <= 2   -> ask
                   ② ask_missing_info given and is_question <= 2       -> ask
                   ③ otherwise                                         -> search
    clarity  = 1   ④ is_consultation <= 2 and in_internal_docs <= 2    -> search
                   ⑤ is_consultation <= 2 and res_consultation given   -> ask
                   ⑥ otherwise                                         -> search

The scales run from 1 (strongest) to 5.  A pure function: the same scores, thresholds and state give the same decision,
so a decision can be replayed from its trace.
"""

from dataclasses import dataclass

from yorisoi.dialogue.phrases import phrases
from yorisoi.types import Action, Assessment, Decision, Language


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """A scale counts as given when its score is at most this.  The defaults are source 000's."""

    clarity: int = 1
    is_question: int = 2
    is_consultation: int = 2
    in_internal_docs: int = 2
    ask_person: int = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Where the conversation stands when the decision is made."""

    ask_backs_in_a_row: int = 0
    max_ask_backs: int = 2
    just_answer: bool = False
    choice_picked: bool = False


def decide(assessment: Assessment, standing: Standing, thresholds: Thresholds, language: Language) -> Decision:
    """What to do, by which rule, with the reason in the user's language."""
    rule = _rule(assessment, thresholds)
    wants_to_ask = rule in ASKING_RULES
    if standing.just_answer:
        rule = "just-answer"
    elif standing.choice_picked:
        rule = "choice"
    elif wants_to_ask and standing.ask_backs_in_a_row >= standing.max_ask_backs:
        rule = "ask-cap"
    action = Action.ASK if rule in ASKING_RULES else Action.SEARCH
    return Decision(action=action, rule=rule, reason=phrases(language).reasons[rule])


ASKING_RULES = ("①", "②", "⑤")


def _rule(scores: Assessment, at_most: Thresholds) -> str:
    is_consultation = scores.is_consultation <= at_most.is_consultation
    if scores.clarity > at_most.clarity:
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
