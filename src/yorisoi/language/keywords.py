"""The key words of a query."""

from collections.abc import Sequence

from yorisoi.language.morpheme import Morpheme, Pos
from yorisoi.language.morphemes import morphemes
from yorisoi.language.normal import normal_form
from yorisoi.language.packs import pack_of
from yorisoi.language.phrases import phrases_of
from yorisoi.types import Language

_ALONE = frozenset((Pos.VERB, Pos.ADJECTIVE, Pos.NUMBER))


def keywords(text: str, language: Language) -> tuple[str, ...]:
    """What a query is about: its content words in order, each once, in normal form.

    Noun compounds stay whole (看護休暇, 会議システム); verbs and adjectives take their dictionary form.  Left out
    are function words, interrogatives (どう, いつ, 什么, how), what asks rather than names (教えてください, 知りたい,
    请问, please) and fillers (えーと, 嗯).  Empty when nothing else was said.
    """
    return keywords_of(text, language, morphemes(text, language))


def keywords_of(text: str, language: Language, all_morphemes: Sequence[Morpheme]) -> tuple[str, ...]:
    """Key words of a text whose morphemes are at hand; none of what the normal form leaves out (zero-width spaces)."""
    stop = pack_of(language).words.requests
    found = tuple(m for m in all_morphemes if m.normal not in stop and m.base not in stop)
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
    return tuple(dict.fromkeys(word for word in words if word))
