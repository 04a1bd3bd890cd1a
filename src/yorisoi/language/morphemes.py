"""Morphemes of a text in its language."""

from yorisoi.language.morpheme import Morpheme
from yorisoi.language.packs import pack_of
from yorisoi.language.remembered import remembered
from yorisoi.types import Language


@remembered(2048)
def morphemes(text: str, language: Language) -> tuple[Morpheme, ...]:
    """The text's morphemes in order, with offsets; white space between them is left out.

    ja: SudachiPy, mode C; zh: rjieba; en: words, their stems as `normal`; unknown languages: words.
    """
    return pack_of(language).analysis.morphemes(text)
