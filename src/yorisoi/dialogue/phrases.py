"""What Yorisoi itself says, in the user's language.  Everything else it says comes from documents or from a model."""

from yorisoi.language.dialogue_words import Phrases
from yorisoi.language.packs import own_or_lent
from yorisoi.types import Language


def phrases(language: Language) -> Phrases:
    """The phrases of a language; English where there are none."""
    return own_or_lent(language, lambda pack: pack.phrases)


def undoubted(text: str, language: Language) -> str:
    """A reply as it was before its doubts were marked."""
    told = phrases(language)
    before, said, behind = text.partition(told.unsupported)
    return before.replace(told.doubted, "").rstrip() + behind if said else text
