"""What was said before, told in the user's own words."""

from collections.abc import Sequence
from itertools import pairwise

from yorisoi.dialogue.answer.grounding import with_marks_told
from yorisoi.dialogue.interpret.said_here import SaidHere, in_short
from yorisoi.dialogue.interpret.stated import told
from yorisoi.dialogue.interpret.threads import Thread, in_order
from yorisoi.dialogue.patterns import patterns
from yorisoi.dialogue.phrases import phrases
from yorisoi.language import Utterance, keywords, normal_form
from yorisoi.language.dates import local
from yorisoi.language.plain import in_one_line
from yorisoi.memory.persona.asking import kinds_asked_for
from yorisoi.memory.words import ASSISTANT
from yorisoi.types import Episode, Language, Recalled

_TOLD = 3
"""Memories told in one reply."""
_BESIDE_THE_BEST = 0.5
"""Share of the best memory's relevance that another one has to have to be told with it."""


def recall(said: Utterance, threads: Sequence[Thread], here: SaidHere, recalled: Sequence[Recalled]) -> str:
    """What was said in this conversation, or in an earlier one, in the user's own words."""
    words = phrases(said.language)
    asked = in_order(threads)
    if asked and patterns(said.language).first_said.search(said.normal):
        return words.first_question.format(text=_quoted(asked[0].text))
    before = told_by_user(recalled, said.language)
    before = [each for each in before if each.relevance >= _BESIDE_THE_BEST * before[0].relevance][:_TOLD]
    lines: list[str] = []
    if here.turns and (here.is_meant or not before):
        known = not said.keywords or (here.is_meant and (here.shared > 0 or "name" in kinds_asked_for(said.text)))
        lines += [words.asked_so_far if known else words.perhaps_asked]
        for each in here.turns:
            item = words.later if each in here.later else words.item
            lines.append(item.format(line=words.said.format(text=_quoted(each))))
    if before and here.shared < 1:
        lines.append(words.remembered if _names_one_of(said, before) else words.perhaps_remembered)
        so_far: list[Episode | None] = []
        for memory in {each.episode.text: each for each in before}.values():
            item = words.later if memory.in_place_of in so_far else words.item
            lines.append(item.format(line=_on_its_day(memory.episode, said.language)))
            so_far.append(memory.episode)
    return "\n".join(lines) or words.nothing_remembered


def _names_one_of(said: Utterance, memories: Sequence[Recalled]) -> bool:
    """Whether one of them is of the kind that is asked for, or has something of the first thing that is named: one's
    son's name is not asked for by who told one's daughter's."""
    named = next(iter(said.keywords), "")
    cuts = [0, *sorted(said.pack.analysis.seams(named)), len(named)]
    parts = [named[start:end] for start, end in pairwise(cuts)]
    texts = [each.episode.text for each in memories]
    is_a_fact = any("fact" in each.why for each in memories)
    is_named = any(part in normal_form(text) for part in parts for text in texts)
    return is_a_fact or is_named or any(named in keywords(text, said.language) for text in texts)


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
