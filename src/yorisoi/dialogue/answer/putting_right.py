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
from yorisoi.dialogue.interpret.threads import indexed, only_talked
from yorisoi.dialogue.interpret.wording import Kind
from yorisoi.dialogue.patterns import is_question, patterns
from yorisoi.dialogue.turn import TurnState
from yorisoi.language import normal_form

_AMENDS = 0.5
"""Probability of a correction or an answer, by wording, from which a number is taken for the right one."""
_WANTS = 0.5
"""Probability of a question, a vague one or a trouble, from which something is wanted."""
_MEANS = 0.8
"""Of a correction, from which it is what was asked that is put right: 「電気窯じゃなくて灯油窯のほう」."""


def puts_right_what_was_told(turn: TurnState) -> bool:
    """Whether something is put right that was told, here or in another conversation, and that the topic does not rest
    upon: it is named (「小3じゃなくて小4」), has another value, or a number stands in place of the one told just before
    (「違います、4522です」)."""
    if is_question(turn.text, turn.language) or names_more(turn.said):
        return False
    talked = [said for _, said, only in _said(turn) if only]
    if names_what_was_told(turn.said, talked) or _puts_a_number_right(turn):
        return True
    if not _restates(turn):
        return False
    of_topic, others = _asked(turn)
    before = [*talked, *(told(said, turn.language) for said in others), *turn.told_before]
    in_view = [*of_topic, *(each.text for each in turn.history[-1:] if not only_talked(each))]
    return puts_right(turn.said, before) and not puts_right(turn.said, in_view)


def puts_right_what_the_topic_rests_upon(turn: TurnState) -> bool:
    """Whether something is put right that was told on the way to what was asked last: 「小3じゃなくて小4でした」 behind
    「うちの娘が小3なんですけど、受けられますか」."""
    of_oneself = _restates(turn) and turn.wording.kinds[Kind.CORRECTION] < _MEANS
    return of_oneself and puts_right(turn.said, [told(said, turn.language) for said in _asked(turn)[0]])


def _restates(turn: TurnState) -> bool:
    """It states something, in so many words, and wants nothing: 「総務部じゃなくて人事部の内線が知りたい」 does."""
    states = patterns(turn.language).restates.search(turn.said.normal) is not None
    return states and turn.wording.is_a(Kind.QUESTION, Kind.VAGUE, Kind.TROUBLE) < _WANTS


def _said(turn: TurnState) -> Iterator[tuple[int, str, bool]]:
    """Turns of the user's by their index: what was said, and whether nothing was looked up for it."""
    for (at, said), (_, reply) in pairwise(indexed(turn.history)):
        if said.speaker == "user":
            yield at, said.text, only_talked(reply)


def _asked(turn: TurnState) -> tuple[list[str], list[str]]:
    """What was looked up: of the topic, and of others."""
    topic = {each.turn for each in turn.threads[-1].asked} if turn.threads else set()
    asked = [(at in topic, said) for at, said, only in _said(turn) if not only]
    return [said for of_topic, said in asked if of_topic], [said for of_topic, said in asked if not of_topic]


def _puts_a_number_right(turn: TurnState) -> bool:
    """In place of one of its kind that was told just before, with nothing looked up."""
    if len(turn.history) < 2 or not only_talked(turn.history[-1]):
        return False
    amends = turn.wording.is_a(Kind.CORRECTION, Kind.REPLY) >= _AMENDS
    return amends and tells_another_number(turn.said.normal, normal_form(turn.history[-2].text))
