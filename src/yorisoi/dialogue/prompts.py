"""What a chat model is told, in the user's language."""

from yorisoi.language.dialogue_words import DialoguePrompts
from yorisoi.language.packs import own_or_lent
from yorisoi.types import Language


def prompts(language: Language) -> DialoguePrompts:
    """The prompts of a language; the English ones where there are none."""
    return own_or_lent(language, lambda pack: pack.prompts)
