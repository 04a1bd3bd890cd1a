"""Words of English and of languages without a path of their own."""

from yorisoi.language.function_words import EN
from yorisoi.language.latin import WORD, stem
from yorisoi.language.morpheme import Morpheme, Pos
from yorisoi.language.normal import normal_form
from yorisoi.language.scripts import cjk


def is_function_word(surface: str) -> bool:
    """Whether an English word carries grammar only.  In capitals it is a name: IT, US, WHO."""
    if len(surface) > 1 and surface.isupper():
        return False
    return surface.casefold() in EN


def english_morphemes(text: str) -> tuple[Morpheme, ...]:
    """The words of an English text with their stems; parts of speech only as far as the spelling shows them."""
    return tuple(_morpheme(match.group(), match.start(), True) for match in WORD.finditer(text))


def neutral_morphemes(text: str) -> tuple[Morpheme, ...]:
    """The words of a text in any language: runs of letters and digits."""
    return tuple(_morpheme(match.group(), match.start(), False) for match in WORD.finditer(text))


def _morpheme(surface: str, start: int, english: bool) -> Morpheme:
    normal = normal_form(surface)
    content = not (english and is_function_word(surface))
    return Morpheme(
        surface=surface,
        normal=stem(normal) if english else normal,
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
