"""Words of alphabetic scripts, identifiers and numbers; English stems."""

import re
from collections.abc import Iterator
from functools import lru_cache

import Stemmer

from yorisoi.language.scripts import cjk_run
from yorisoi.language.threads import per_thread

WORD = re.compile(r"\d+(?:[.,]\d+)+(?![^\W_])|[^\W_]+(?:[-'._/@&+]+[^\W_]+)*(?:\+\+|#(?!\w)|\+(?!\S))?")
"""A word with its inner marks: `iso-27001`, `a.b@example.jp`, `c++`; or a number: `1,000`, `3.5`."""

_NUMBER = re.compile(r"\d+(?:[.,]\d+)+")
_INNER_MARKS = re.compile(r"[-'._/@&+#]+")
_POSSESSIVE = re.compile(r"'s?$|'s(?=[-.])")
_LETTERS_OR_DIGITS = re.compile(r"[^\W\d_]+|\d+")

_stemmer = per_thread(lambda: Stemmer.Stemmer("english"))


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The Snowball (Porter 2) stem of a lower-case English word; anything with a digit stays as it is."""
    if word.isalpha():
        stemmed: str = _stemmer().stemWord(word)
        return stemmed
    return word


def latin_words(normal: str) -> list[str]:
    """The words of a text in normal form as they stand, runs of Han and Kana left out."""
    return WORD.findall(cjk_run.sub(" ", normal))


@lru_cache(maxsize=65_536)
def word_terms(word: str, stems: bool = True) -> tuple[str, ...]:
    """The terms under which one word is found: itself, and its parts when it has several.

    `iso-27001` -> iso-27001, iso, 27001; `wi-fi` -> wi-fi, wi, fi, wifi; `hoge123` -> hoge123, hoge, 123;
    `1,000` -> 1000; `employee's` -> employe (the stem).
    """
    if _NUMBER.fullmatch(word):
        return (word.replace(",", ""),)
    word = _POSSESSIVE.sub("", word)
    whole = stem(word) if stems else word
    parts = tuple(part for part in _parts(word) if part != word)
    if not parts:
        return (whole,) if whole else ()
    joined = word.replace("-", "")
    if joined != word and joined.isalpha():
        parts = (*parts, joined)
    return (whole, *(stem(part) if stems else part for part in parts))


def _parts(word: str) -> Iterator[str]:
    for piece in _INNER_MARKS.split(word):
        if not piece:
            continue
        yield piece
        if not piece.isalpha() and not piece.isdecimal():
            yield from _LETTERS_OR_DIGITS.findall(piece)
