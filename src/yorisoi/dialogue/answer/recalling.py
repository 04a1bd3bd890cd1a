"""What was said before, told in the user's own words."""

from collections.abc import Sequence

from yorisoi.dialogue.answer.grounding import with_marks_told
from yorisoi.dialogue.interpret.said_here import SaidHere, in_short, told
from yorisoi.dialogue.interpret.threads import Thread
from yorisoi.dialogue.patterns import is_about_oneself, patterns
from yorisoi.dialogue.phrases import phrases
from yorisoi.language import Utterance
from yorisoi.language.dates import local
from yorisoi.language.plain import in_one_line
from yorisoi.memory.words import ASSISTANT
from yorisoi.types import Episode, Language, Recalled

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
    before = told_by_user(recalled, said.language)
    before = [each for each in before if each.relevance >= _BESIDE_THE_BEST * before[0].relevance][:_TOLD]
    lines: list[str] = []
    if here.turns and (here.is_meant or not before):
        known = not said.keywords or (here.is_meant and (here.shared > 0 or is_about_oneself(said.text)))
        lines += [words.asked_so_far if known else words.perhaps_asked]
        lines += [_item(words.said.format(text=_quoted(each)), each in here.later, said.language) for each in here.turns]
    if before and here.shared < 1:
        lines.append(words.remembered)
        told_so_far: list[Episode | None] = []
        for each in {each.episode.text: each for each in before}.values():
            lines.append(_item(_on_its_day(each.episode, said.language), each.in_place_of in told_so_far, said.language))
            told_so_far.append(each.episode)
    return "\n".join(lines) or words.nothing_remembered


def _item(line: str, later: bool, language: Language) -> str:
    words = phrases(language)
    return (words.later if later else words.item).format(line=line)


def _on_its_day(episode: Episode, language: Language) -> str:
    text = _quoted(in_short(told(episode.text, language)))
    return phrases(language).said_on.format(day=f"{local(episode.at):%Y-%m-%d}", text=text)


def _quoted(text: str) -> str:
    """A user's words inside a reply of ours: whatever was pasted, they load nothing, cite nothing and begin no line."""
    return in_one_line(with_marks_told(text))


def told_by_user(recalled: Sequence[Recalled], language: Language) -> list[Recalled]:
    """Of what comes to mind what could be told again: no reply of ours, and nothing that only asks."""
    own = (each for each in recalled if each.episode.speaker != ASSISTANT)
    return [each for each in own if told(each.episode.text, language)]
