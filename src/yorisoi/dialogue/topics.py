"""What an utterance is about: its key words without the words that ask."""

from dataclasses import replace

from yorisoi.dialogue.patterns import of_all, patterns
from yorisoi.language import Utterance, normal_form
from yorisoi.language.packs import words_of_all

_SHORT = 3
"""Letters of words that end in s without being plurals: gps, aws."""
aspects = words_of_all(lambda pack: pack.words.aspects)
_asks_itself = of_all(lambda known: known.asks_itself)
_asked_behind = of_all(lambda known: known.asked_behind)


def told_words(said: Utterance) -> list[str]:
    """The things that the utterance names, in order, without aspects that any topic has; where it names no thing, all
    its key words.

    Verbs are left out when there are nouns: 「取れますか」 says little about a page, and pages say 取得.
    """
    said = replace(said, text=patterns(said.language).nothing_particular.sub("", said.text))
    keys = [_asked_behind().sub("", key) for key in said.keywords if not _asks_itself().match(key)]
    if said.pack.analysis.tagged:
        named = " ".join(phrase.text for phrase in said.noun_phrases).casefold()
        keys = [key for key in keys if key in named] or keys
    return [key for key in keys if key not in aspects()]


def as_written(word: str, text: str) -> str:
    """A key word, which is in normal form, as the text spells it: PC, not pc."""
    normal = normal_form(text)
    at = normal.find(word)
    return text[at : at + len(word)] if at >= 0 and len(normal) == len(text) else word


def holds(text: str, word: str) -> bool:
    """Whether the text, in normal form, holds the key word; of English each part (bonus paid), in the singular too."""
    if word in text:
        return True
    return word.isascii() and all(part.removesuffix("s" if len(part) > _SHORT else "") in text for part in word.split())
