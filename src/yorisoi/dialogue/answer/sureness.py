"""Whether the documents hold an answer, and whether what was found is surely the one."""

import math
from collections.abc import Sequence

from yorisoi.dialogue.answer.another import is_of_another
from yorisoi.dialogue.answer.rows import names_columns
from yorisoi.dialogue.answer.shares import sections, shares
from yorisoi.dialogue.clarify.audience import is_for_others
from yorisoi.dialogue.clarify.evidence import Evidence, was_read
from yorisoi.dialogue.held import held
from yorisoi.dialogue.interpret.correction import places
from yorisoi.dialogue.patterns import patterns
from yorisoi.dialogue.topics import told_words
from yorisoi.dialogue.turn import TurnState
from yorisoi.language import normal_form
from yorisoi.reading_ports import AnswerReader
from yorisoi.types import Hit

_SURE, _ANSWERABLE = 0.65, 0.75
"""Probability that the section is the one that answers, and that the documents do at all, given that they answer or do
not, from which a quote needs no reservation (decision 198).  Of what is told as sure from .5 to .75 of the second a
third is wrong (24 of 72 turns held out; 65 of the 952 others: decision 208)."""
_FOLLOWS = 0.5
"""Log-odds that an utterance goes on, by its wording, below which something that it names has to stand in what is
surely quoted: of 42 turns held out where nothing does 10 are wrong, of 910 others told as sure 66 (decision 209)."""
_FEW, _MANY = (12, 0.4), (800, 0.6)
"""(passages, probability that they hold the answer): below it they are said not to.  A page shown with a reservation
costs less than one withheld; but where passages were read, that a question's words stand nowhere means more, the more
there is (decisions 183 and 194)."""


def finds_nothing(turn: TurnState, hits: Sequence[Hit]) -> bool:
    """Whether it is said that the documents do not hold what was asked."""
    if not hits:
        return True
    if turn.judgement:
        return turn.judgement.action == "not_found" and turn.evidence.features.get("heading_is_said", 0.0) < 1
    actions, read = turn.evidence.actions, was_read(turn.evidence.features)
    return (
        turn.choice is None
        and turn.evidence.says_the_same is None
        and not turn.evidence.finds_a_table
        and actions["none"] > actions["ask"]
        and turn.evidence.answerable < _likely_enough(turn.store.extent if read else 0)
    )


def is_nowhere(evidence: Evidence) -> bool:
    """Whether most probably no other section than the nearest one is worth naming."""
    return evidence.answerable < _FEW[1]


def is_sure(turn: TurnState, hits: Sequence[Hit], reader: object) -> bool:
    """Whether what is quoted is what was asked for; of what the `reader` could have read beside the question nobody
    knows before it was."""
    evidence = turn.evidence
    told = turn.choice or turn.judgement or evidence.says_the_same is not None
    doubts = (_is_for_others, _is_of_another, _lacks_what_is_named, _has_what_is_left_out)
    if hits and any(doubt(turn, hits[0]) for doubt in doubts):
        return False
    read = was_read(evidence.features) or not isinstance(reader, AnswerReader)
    share = next(iter(shares(sections(hits), turn.asked)), 0.0)
    likely = read and share >= _SURE
    return bool(told) or (evidence.answerable >= _ANSWERABLE and (likely or evidence.finds_a_table))


def _likely_enough(passages: int) -> float:
    """That the documents hold an answer, from which they are not said to hold none, by the logarithm of their size."""
    (few, least), (many, most) = _FEW, _MANY
    share = math.log(max(passages, few) / few) / math.log(many / few)
    return least + (most - least) * min(1.0, share)


def _is_for_others(turn: TurnState, best: Hit) -> bool:
    return is_for_others(best.passage, turn.known)


def _is_of_another(turn: TurnState, best: Hit) -> bool:
    return is_of_another(best.passage, turn.said)


def _lacks_what_is_named(turn: TurnState, best: Hit) -> bool:
    """Behind a topic what is named now stands nowhere in what is quoted: 「コロナのほうは？」 behind a question about
    influenza, or whoever hardly goes on about it: 「サウナはありますか」 behind one about opening hours."""
    if not turn.meant.words:
        return False
    names_another = patterns(turn.language).names_another.search(turn.text.strip()) is not None
    hardly_goes_on = turn.meant.how == "goes-on" and turn.wording.follows_beside < _FOLLOWS
    named = told_words(turn.said) if names_another or hardly_goes_on else []
    return bool(named) and held(named, normal_form(best.passage.in_context)) == 0


def _has_what_is_left_out(turn: TurnState, best: Hit) -> bool:
    """「火曜日以外に休みの体育館は？」 and what it says of 火曜日, but that it is not; of a table all is told."""
    said = patterns(best.passage.language).denied.sub("", best.passage.in_context)
    left_out = patterns(turn.language).excludes.finditer("" if names_columns(best.passage) else turn.text)
    return any(places(each["old"], said, best.passage.language) for each in left_out)
