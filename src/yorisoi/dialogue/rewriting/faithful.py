"""Whether a model's restatement keeps to what was said."""

from collections.abc import Sequence
from difflib import SequenceMatcher

from yorisoi.dialogue.gate import DEMONSTRATIVES, gate
from yorisoi.language import keywords, normal_form, sentences
from yorisoi.language.latin import WORD
from yorisoi.types import Language, Turn

_LONGEST = 300
_KEPT_KEYS = 0.6
_KEPT_WORDING = 0.7
"""Shares of the utterance's key words and of its wording; small models that wander off are refused."""


def is_faithful(question: str, text: str, history: Sequence[Turn], language: Language) -> bool:
    """The proposed question says what the utterance says, with what it left out, and nothing else.

    It keeps the utterance's key words and, in order, most of its wording; brings in no key word that nobody said; has
    no more sentences than the utterance; and stands alone by the gate.
    """
    said = normal_form(" ".join([text, *(turn.text + (turn.question or "") for turn in history)]))
    kept = normal_form(question)
    own = _keys(text, language)
    return (
        0 < len(question) <= _LONGEST
        and len(sentences(question.strip(), language)) <= len(sentences(text.strip(), language))
        and sum(key in kept for key in own) >= _KEPT_KEYS * len(own)
        and _wording_kept(text, question, language) >= _KEPT_WORDING
        and all(key in said for key in _keys(question, language))
        and gate(question, language).standalone
    )


def _keys(text: str, language: Language) -> list[str]:
    """Key words; in English one by one, where they are runs of content words (approves travel expenses)."""
    found = keywords(text, language)
    return list(found) if language in ("ja", "zh") else " ".join(found).split()


def _wording_kept(text: str, question: str, language: Language) -> float:
    """The share of the utterance's characters, or words, that stand in the question in their order; marks and what
    points back left out."""
    one, other = _units(text, language), _units(question, language)
    same = sum(block.size for block in SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks())
    return same / len(one) if one else 1.0


def _units(text: str, language: Language) -> list[str]:
    normal = normal_form(text)
    if pointing := DEMONSTRATIVES.get(language):
        normal = pointing.sub(" ", normal)
    return [char for char in normal if char.isalnum()] if language in ("ja", "zh") else WORD.findall(normal)
