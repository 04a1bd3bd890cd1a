"""Morphemes of a text in its language."""

from yorisoi.language.chinese import chinese_morphemes
from yorisoi.language.english import english_morphemes, neutral_morphemes
from yorisoi.language.japanese import japanese_morphemes
from yorisoi.language.morpheme import Morpheme
from yorisoi.types import Language


def morphemes(text: str, language: Language) -> tuple[Morpheme, ...]:
    """The text's morphemes in order, with offsets; white space between them is left out.

    ja: SudachiPy, mode C; zh: rjieba; en: words, their stems as `normal`; und: words.
    """
    match language:
        case "ja":
            return japanese_morphemes(text)
        case "zh":
            return chinese_morphemes(text)
        case "en":
            return english_morphemes(text)
    return neutral_morphemes(text)
