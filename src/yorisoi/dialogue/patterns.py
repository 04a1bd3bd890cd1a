"""What is taken word for word, by language."""

from collections.abc import Callable

from yorisoi.language import Utterance, normal_form
from yorisoi.language.dialogue_words import DialoguePatterns
from yorisoi.language.packs import own_or_lent, pattern_of_all
from yorisoi.language.pattern import Pattern
from yorisoi.types import Language

_NONE = DialoguePatterns()


def patterns(language: Language) -> DialoguePatterns:
    """The patterns of a language; the English ones where there are none."""
    return own_or_lent(language, lambda pack: pack.patterns)


def is_question(text: str, language: Language) -> bool:
    """It reads like a question."""
    return patterns(language).asks.search(normal_form(text)) is not None


def states_a_value(said: Utterance) -> bool:
    """It states a number of something that it names, and asks nothing."""
    states = patterns(said.language).states_a_value.search(said.normal) is not None
    return states and not is_question(said.text, said.language)


_of_oneself = pattern_of_all(lambda pack: pack.memory.about_oneself)


def is_about_oneself(text: str) -> bool:
    """It speaks of oneself or of one's own people, in whatever language."""
    return _of_oneself().search(normal_form(text)) is not None


def of_all(pattern: Callable[[DialoguePatterns], Pattern]) -> Callable[[], Pattern]:
    """Gives one pattern that matches what that of any language does, for words whose language is a guess."""
    return pattern_of_all(lambda pack: pattern(pack.patterns or _NONE))
