"""Chinese words by rjieba, in one script by OpenCC."""

from functools import lru_cache
from typing import Any

import opencc

from yorisoi.language.latin import latin_words, word_terms
from yorisoi.language.morpheme import Morpheme, Pos
from yorisoi.language.normal import normal_form
from yorisoi.language.packs.zh.words import FUNCTION_WORDS
from yorisoi.language.scripts import cjk
from yorisoi.language.threads import per_thread

_COARSE = {
    "n": Pos.NOUN,
    "t": Pos.NOUN,
    "s": Pos.NOUN,
    "f": Pos.NOUN,
    "j": Pos.NOUN,
    "l": Pos.NOUN,
    "g": Pos.NOUN,
    "m": Pos.NUMBER,
    "q": Pos.SUFFIX,
    "v": Pos.VERB,
    "a": Pos.ADJECTIVE,
    "b": Pos.ADJECTIVE,
    "z": Pos.ADJECTIVE,
    "i": Pos.NOUN,
    "d": Pos.ADVERB,
    "r": Pos.PRONOUN,
    "h": Pos.PREFIX,
    "k": Pos.SUFFIX,
    "u": Pos.PARTICLE,
    "p": Pos.PARTICLE,
    "c": Pos.PARTICLE,
    "y": Pos.PARTICLE,
    "e": Pos.INTERJECTION,
    "o": Pos.INTERJECTION,
}
_PROPER = ("nr", "ns", "nt", "nz")
_NO_CONTENT = frozenset((Pos.PRONOUN, Pos.PARTICLE, Pos.INTERJECTION, Pos.SYMBOL, Pos.OTHER))


def _rjieba() -> Any:
    """The library, imported when a text may be Chinese: it reads its dictionary, for a fifth of a second."""
    import rjieba

    return rjieba


def segments(text: str) -> list[str]:
    """The text in words, without guesses at words that the dictionary does not have."""
    segments: list[str] = _rjieba().cut(text, False)
    return segments


def morphemes(text: str) -> tuple[Morpheme, ...]:
    """The words of a Chinese text with rjieba's tags made coarse, white space left out."""
    found = []
    end = 0
    for surface, tag in _rjieba().tag(text.encode("utf-8", "replace").decode("utf-8")):
        start, end = end, end + len(surface)
        if not surface.isspace():
            surface = text[start:end]
            normal, pos, content = _word(surface, tag)
            found.append(Morpheme(surface, normal, normal, pos, start, end, content))
    return tuple(found)


@lru_cache(maxsize=65_536)
def _word(surface: str, tag: str) -> tuple[str, Pos, bool]:
    """What does not depend on where it stands: its normal form, its part of speech, whether it is content."""
    normal = normal_form(surface)
    pos = _coarse(normal, tag)
    return normal, pos, pos not in _NO_CONTENT and normal not in FUNCTION_WORDS


def _coarse(normal: str, tag: str) -> Pos:
    if not any(char.isalnum() for char in normal):
        return Pos.SYMBOL
    if tag == "eng" or (tag == "x" and not cjk.search(normal)):
        return Pos.NUMBER if normal.isdecimal() else Pos.PROPER
    if tag.startswith(_PROPER):
        return Pos.PROPER
    if tag == "vn":
        return Pos.NOUN
    return _COARSE.get(tag[:1], Pos.NOUN)  # what rjieba does not know is mostly a name


_SHORT = 1000
"""Characters up to which a result is remembered: passages and titles, not whole files."""

_converter = per_thread(lambda: opencc.OpenCC("t2s"))


def simplified(text: str) -> str:
    """The text in simplified characters, as long as before: 會議室 -> 会议室.  Words of one region stay as they are.

    Only for terms: rjieba knows the words of simplified Chinese best, and a query in one script finds a page in the
    other.
    """
    return _remembered(text) if len(text) <= _SHORT else _simplified(text)


def _simplified(text: str) -> str:
    converted: str = _converter().convert(text)
    return converted


_remembered = lru_cache(maxsize=4096)(_simplified)  # 0.1 ms for a passage, of which a search looks at ten


def words(normal: str) -> list[str]:
    """Words and the shorter words inside them (search mode), function words left out; only those with Han or Kana."""
    return [word for word in _rjieba().cut_for_search(normal, True) if word not in FUNCTION_WORDS and cjk.search(word)]


def terms(_: str, normal: str) -> list[str]:
    """Words and the words inside them, twice as in Japanese, so that BM25 is on one scale; Latin words alike."""
    latin = [term for word in latin_words(normal) for term in word_terms(word)]
    return [*words(normal), *latin] * 2 if cjk.search(normal) else latin
