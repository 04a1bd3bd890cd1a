"""「夏休みは何日？」 over pages called 夏季休暇: a word that no passage has gives way to the title or to the noun of a
heading that means the same.

What means the same is told by a dictionary of synonyms (`Analysis.senses`; Japanese alone has one).
"""

from collections.abc import Sequence

from yorisoi.dialogue.clarify.audience import base_title
from yorisoi.language import Utterance, morphemes, normal_form
from yorisoi.language.morpheme import Pos
from yorisoi.types import Hit, Language

_HEADINGS = 8
"""Hits whose headings are looked at; further down the dictionary finds a word for anything."""


def in_their_words(said: Utterance, hits: Sequence[Hit]) -> tuple[str, str]:
    """The text with each of its nouns that is in no passage found as the first title that is another word for it, less
    for whom the page is, or else as such a noun of a heading; and the text with that behind the noun:
    「夏休み（夏季休暇）は何日？」."""
    senses, text = said.pack.analysis.senses, said.text
    nouns = [word for word in said.morphemes if word.pos is Pos.NOUN and word.content and senses(word.normal)]
    if not nouns:
        return text, text
    everything = "\n".join(normal_form(hit.passage.in_context) for hit in hits)
    strange = [
        word
        for word in nouns
        if not any(form in everything for form in (normal_form(word.surface), word.base, word.normal))
    ]
    if not strange:
        return text, text
    names = dict.fromkeys((*(base_title(hit.passage.document) for hit in hits), *_named(hits, said.language)))
    shown = text
    for word in reversed(strange):  # offsets before it stay
        means = senses(word.normal)
        name = next((name for name in names if senses(name) & means), None)
        if name is not None:
            text = text[: word.start] + name + text[word.end :]
            shown = f"{shown[: word.end]}（{name}）{shown[word.end :]}"
    return text, shown


def _named(hits: Sequence[Hit], language: Language) -> list[str]:
    """The nouns of the best hits' titles and headings."""
    best = (hit.passage for hit in hits[:_HEADINGS])
    headings = dict.fromkeys(each for passage in best for each in passage.headings)
    return [
        word.surface
        for heading in headings
        for word in morphemes(heading, language)
        if word.pos is Pos.NOUN and word.content
    ]
