"""Whether what is said puts right what the user told of oneself, rather than what was asked."""

from collections.abc import Iterator
from itertools import pairwise

from yorisoi.dialogue.interpret.amending import (
    names_more,
    names_what_was_told,
    puts_right,
    tells_another_number,
)
from yorisoi.dialogue.interpret.stated import told
from yorisoi.dialogue.interpret.threads import only_talked
from yorisoi.dialogue.interpret.wording import Kind
from yorisoi.dialogue.patterns import is_question, patterns
from yorisoi.dialogue.turn import TurnState
from yorisoi.language import normal_form

_AMENDS = 0.5
"""Probability of a correction or an answer, by wording, from which a number is taken for the right one."""
_WANTS = 0.5
"""Probability of a question, a vague one or a trouble, from which something is wanted."""


def puts_right_what_was_told(turn: TurnState) -> bool:
    """Whether something is put right that was told, here or in another conversation, and not with what was asked last:
    it is named (「小3じゃなくて小4」), has another value, or a number stands in place of the one told just before
    (「違います、4522です」)."""
    if is_question(turn.text, turn.language) or names_more(turn.said):
        return False
    talked = [said for said, only in _said(turn) if only]
    if names_what_was_told(turn.said, talked) or _puts_a_number_right(turn):
        return True
    if not _restates(turn):
        return False
    asked = [said for said, only in _said(turn) if not only]
    before = [*talked, *(told(said, turn.language) for said in asked), *turn.told_before]
    asked_last, reply = _looked_up_last(turn)
    of_what_was_asked = puts_right(turn.said, [asked_last]) or names_what_was_told(turn.said, [reply])
    return puts_right(turn.said, before) and not of_what_was_asked


def puts_right_what_was_asked(turn: TurnState) -> bool:
    """Whether what was asked last is put right without a question (「電気窯じゃなくて灯油窯のほう」), or what was told
    on the way to it: 「小3じゃなくて小4でした」 behind 「うちの娘が小3なんですけど、受けられますか」."""
    if is_question(turn.text, turn.language):
        return False
    told_with_it = [told(_looked_up_last(turn)[0], turn.language)]
    return turn.meant.how == "corrects" or (_restates(turn) and puts_right(turn.said, told_with_it))


def _looked_up_last(turn: TurnState) -> tuple[str, str]:
    """What was said last and our reply, where something was looked up for it."""
    if len(turn.history) < 2 or only_talked(turn.history[-1]):
        return "", ""
    said, reply = turn.history[-2:]
    return said.text, reply.text


def _restates(turn: TurnState) -> bool:
    """It states something, in so many words, and wants nothing: 「総務部じゃなくて人事部の内線が知りたい」 does."""
    states = patterns(turn.language).restates.search(turn.said.normal) is not None
    return states and turn.wording.is_a(Kind.QUESTION, Kind.VAGUE, Kind.TROUBLE) < _WANTS


def _said(turn: TurnState) -> Iterator[tuple[str, bool]]:
    """What the user said, and whether nothing was looked up for it."""
    for said, reply in pairwise(turn.history):
        if said.speaker == "user":
            yield said.text, only_talked(reply)


def _puts_a_number_right(turn: TurnState) -> bool:
    """In place of one of its kind that was told just before, with nothing looked up."""
    if len(turn.history) < 2 or not only_talked(turn.history[-1]):
        return False
    amends = turn.wording.is_a(Kind.CORRECTION, Kind.REPLY) >= _AMENDS
    return amends and tells_another_number(turn.said.normal, normal_form(turn.history[-2].text))
