"""What the dialogue needs of a language: three groups of a pack, all optional, filled by the packs that Yorisoi speaks.

A pack without them is understood, searched and remembered; Yorisoi then speaks English to it.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrases:
    """What Yorisoi says when no model writes it: questions back, "not found", thanks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DialoguePrompts:
    """What a chat model is told when it interprets, asks back and answers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DialoguePatterns:
    """Orders, corrections, choices, talk: what is taken word for word, matched in normal form."""
