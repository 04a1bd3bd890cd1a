"""The terms of Japanese text."""

from typing import Any

from yorisoi.language.latin import latin_words, word_terms
from yorisoi.language.normal import normal_form
from yorisoi.language.packs.ja.morphology import coarse, is_content, parts, token_lists
from yorisoi.language.packs.ja.words import FORMAL_NOUNS
from yorisoi.language.scripts import cjk

_KNOWN_LIMIT = 100_000
_known: dict[tuple[int, str], tuple[str, ...]] = {}
"""Terms by SudachiPy's word id and surface: a dictionary word is always taken apart the same way."""


def terms(text: str, normal: str) -> list[str]:
    """Each content morpheme as mode C has it and as mode A has it: a compound gives itself and its parts, a simple word
    (Latin too) itself twice, so that a compound weighs no more than a word.  Counting simple words once cost .012 to
    .022 nDCG@10 on jsquad and jaquad.  Spelt in Sudachi's normalised form."""
    return [*_japanese(text), *_latin(normal) * 2] if cjk.search(normal) else _latin(normal)


def _latin(normal: str) -> list[str]:
    """Latin words inside a Japanese text are names more often than grammar: all are kept."""
    return [term for word in latin_words(normal) for term in word_terms(word)]


def _japanese(text: str) -> list[str]:
    words: list[str] = []
    for found, _ in token_lists(text):
        for token in found:
            key = (token.word_id(), token.surface())
            terms = _known.get(key)
            if terms is None:
                if len(_known) >= _KNOWN_LIMIT:
                    _known.clear()
                terms = _known[key] = _terms_of(token)
            if terms:
                words += terms
    return words


def _terms_of(token: Any) -> tuple[str, ...]:
    """Of one morpheme: itself and its parts, or itself twice; nothing for function words and Latin (see `_latin`)."""
    if not cjk.search(token.surface()):
        return ()
    normal = normal_form(token.normalized_form())
    if not is_content(coarse(token.part_of_speech()), normal):
        return ()
    if not cjk.search(normal):  # グーグル -> google
        return tuple(_latin(normal) * 2)
    inner = [normal_form(part.normalized_form()) for part in parts(token)] or [normal]
    return (normal, *(part for part in inner if part not in FORMAL_NOUNS))
