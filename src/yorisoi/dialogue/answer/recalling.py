"""What was said before, told in the user's own words."""

from collections.abc import Sequence

from yorisoi.dialogue.answer.grounding import with_marks_told
from yorisoi.dialogue.interpret.said_here import SaidHere, in_short
from yorisoi.dialogue.interpret.threads import Thread
from yorisoi.dialogue.patterns import is_about_oneself, is_question, patterns
from yorisoi.dialogue.phrases import phrases
from yorisoi.language import Utterance
from yorisoi.language.dates import local
from yorisoi.language.plain import in_one_line
from yorisoi.language.sentences import sentences
from yorisoi.memory.words import ASSISTANT
from yorisoi.types import Language, Recalled

_TOLD = 3
"""Memories told in one reply."""
_BESIDE_THE_BEST = 0.5
"""Share of the best memory's relevance that another one has to have to be told with it."""


def recall(said: Utterance, threads: Sequence[Thread], here: SaidHere, recalled: Sequence[Recalled]) -> str:
    """What was said in this conversation, or in an earlier one, in the user's own words."""
    words = phrases(said.language)
    asked = sorted((each for thread in threads for each in thread.asked), key=lambda each: each.turn)
    if asked and patterns(said.language).first_said.search(said.normal):
        return words.first_question.format(text=_quoted(asked[0].text))
    told = told_by_user(recalled, said.language)
    told = [each for each in told if each.relevance >= _BESIDE_THE_BEST * told[0].relevance][:_TOLD]
    lines: list[str] = []
    if here.turns and (here.is_meant or not told):
        known = not said.keywords or (here.is_meant and (here.shared > 0 or is_about_oneself(said.text)))
        lines += [words.asked_so_far if known else words.perhaps_asked]
        lines += [words.asked_before.format(text=_quoted(each)) for each in here.turns]
    if told and here.shared < 1:
        episodes = {each.episode.text: each.episode for each in told}.values()
        lines += [words.remembered]
        lines += [
            words.said_on.format(day=f"{local(each.at):%Y-%m-%d}", text=_quoted(in_short(each.text)))
            for each in episodes
        ]
    return "\n".join(lines) or words.nothing_remembered


def _quoted(text: str) -> str:
    """A user's words inside a reply of ours: whatever was pasted, they load nothing, cite nothing and begin no line."""
    return in_one_line(with_marks_told(text))


def told_by_user(recalled: Sequence[Recalled], language: Language) -> list[Recalled]:
    """Of what comes to mind what could be told again: no reply of ours, and nothing that only asks."""
    own = (each for each in recalled if each.episode.speaker != ASSISTANT)
    return [each for each in own if not _only_asks(each.episode.text, language)]


def _only_asks(text: str, language: Language) -> bool:
    return all(is_question(each, language) for each in sentences(text, language))
