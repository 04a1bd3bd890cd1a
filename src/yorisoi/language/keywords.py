"""The key words of a query."""

from yorisoi.language.function_words import (
    EN_REQUESTS,
    JA_QUESTION_WORDS,
    JA_REQUESTS,
    ZH_REQUESTS,
)
from yorisoi.language.morpheme import Pos
from yorisoi.language.morphemes import morphemes
from yorisoi.language.normal import normal_form
from yorisoi.language.phrases import phrases_of
from yorisoi.types import Language

_STOP = {
    "ja": JA_REQUESTS | JA_QUESTION_WORDS,
    "zh": ZH_REQUESTS,
    "en": EN_REQUESTS,
    "und": frozenset[str](),
}
_ALONE = frozenset((Pos.VERB, Pos.ADJECTIVE, Pos.NUMBER))


def keywords(text: str, language: Language) -> tuple[str, ...]:
    """What a query is about: its content words in order, each once, in normal form.

    Noun compounds stay whole (看護休暇, 会議システム); verbs and adjectives take their dictionary form.  Left out
    are function words, interrogatives (どう, いつ, 什么, how), what asks rather than names (教えてください, 知りたい,
    请问, please) and fillers (えーと, 嗯).  Empty when nothing else was said.
    """
    stop = _STOP[language]
    found = tuple(m for m in morphemes(text, language) if m.normal not in stop and m.base not in stop)
    phrases = {phrase.start: phrase for phrase in phrases_of(text, found)}
    words: list[str] = []
    taken = 0
    for morpheme in found:
        phrase = phrases.get(morpheme.start)
        if phrase:
            words.append(normal_form(phrase.text))
            taken = phrase.end
        elif morpheme.start >= taken and morpheme.content and morpheme.pos in _ALONE:
            words.append(morpheme.base)
    return tuple(dict.fromkeys(filter(None, words)))  # what cannot be seen has no normal form
