"""What an utterance is about: its key words without the words that ask."""

from yorisoi.language import keywords, noun_phrases
from yorisoi.types import Language

ASKING = "何幾几哪"
"""A noun that begins so is asked for, not talked about: 何日."""


def about(text: str, language: Language) -> tuple[str, ...]:
    """The things that the utterance names, in order; where it names none, all its key words.

    Verbs are left out when there are nouns: 「取れますか」 says little about a page, and pages say 取得.
    """
    keys = tuple(key for key in keywords(text, language) if key[0] not in ASKING)
    if language not in ("ja", "zh"):
        return keys
    named = " ".join(phrase.text for phrase in noun_phrases(text, language)).casefold()
    return tuple(key for key in keys if key in named) or keys
