"""What is taken word for word, by language."""

from yorisoi.language.dialogue_words import DialoguePatterns
from yorisoi.language.packs import own_or_lent
from yorisoi.types import Language


def patterns(language: Language) -> DialoguePatterns:
    """The patterns of a language; the English ones where there are none."""
    return own_or_lent(language, lambda pack: pack.patterns)
