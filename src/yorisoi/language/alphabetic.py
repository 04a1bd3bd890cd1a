"""Words of languages that put space between them, without a tagger; and of languages that are not known."""

import re
from collections.abc import Callable, Collection

from yorisoi.language.latin import WORD, latin_words, word_terms
from yorisoi.language.morpheme import Morpheme, Pos
from yorisoi.language.normal import normal_form
from yorisoi.language.scripts import cjk

_CAPITALS = re.compile(r"\b[A-Z]{2,}\b")
"""IT, US and WHO are names, though it, us and who are not."""


def is_function_word(surface: str, function_words: Collection[str]) -> bool:
    """Whether a word carries grammar only.  In capitals it is a name: IT, US, WHO."""
    if len(surface) > 1 and surface.isupper():
        return False
    return surface.casefold() in function_words


def words_of(text: str, function_words: Collection[str], stem: Callable[[str], str]) -> tuple[Morpheme, ...]:
    """The words of a text, `normal` being their stems; parts of speech only as far as the spelling shows them."""
    return tuple(_morpheme(match.group(), match.start(), function_words, stem) for match in WORD.finditer(text))


def _morpheme(surface: str, start: int, function_words: Collection[str], stem: Callable[[str], str]) -> Morpheme:
    normal = normal_form(surface)
    content = not is_function_word(surface, function_words)
    return Morpheme(
        surface=surface,
        normal=stem(normal),
        base=normal,
        pos=_pos(surface, content),
        start=start,
        end=start + len(surface),
        content=content,
    )


def _pos(surface: str, content: bool) -> Pos:
    if not content:
        return Pos.PARTICLE
    if not any(char.isalpha() for char in surface):
        return Pos.NUMBER
    if (surface[0].isupper() and len(surface) > 1) or cjk.search(surface):
        return Pos.PROPER
    return Pos.NOUN


def terms_of(text: str, normal: str, function_words: Collection[str], stem: Callable[[str], str]) -> list[str]:
    """Stems of the words of a text, of identifiers also of their parts, without function words."""
    names = {name.casefold() for name in _CAPITALS.findall(text)} if not text.isupper() else set()
    return [
        term
        for word in latin_words(normal)
        if word not in function_words or word in names
        for term in word_terms(word, stem)
    ]
