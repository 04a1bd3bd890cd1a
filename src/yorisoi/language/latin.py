"""Words of alphabetic scripts, identifiers and numbers; stems."""

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache

import Stemmer

from yorisoi.language.scripts import cjk_run
from yorisoi.language.threads import per_thread

WORD = re.compile(r"\d+(?:[.,]\d+)+(?![^\W_])|[^\W_]+(?:[-'._/@&+]+[^\W_]+)*(?:\+\+|#(?!\w)|\+(?!\S))?")
"""A word with its inner marks: `iso-27001`, `a.b@example.jp`, `c++`; or a number: `1,000`, `3.5`."""

_NUMBER = re.compile(r"\d+(?:[.,]\d+)+")
_INNER_MARKS = re.compile(r"[-'._/@&+#]+")
_POSSESSIVE = re.compile(r"'s?$|'s(?=[-.])")
_LETTERS_OR_DIGITS = re.compile(r"[^\W\d_]+|\d+")


def as_it_is(word: str) -> str:
    """No stem: the word itself."""
    return word


@cache
def stemmer(algorithm: str) -> Callable[[str], str]:
    """The Snowball stems of lower-case words, such as "english" (Porter 2); anything with a digit stays as it is."""
    stemmers = per_thread(lambda: Stemmer.Stemmer(algorithm))

    @lru_cache(maxsize=65_536)
    def stem(word: str) -> str:
        if word.isalpha():
            stemmed: str = stemmers().stemWord(word)
            return stemmed
        return word

    return stem


stem = stemmer("english")
"""Also of the Latin words in Japanese and Chinese text, where an English query has to meet them."""


def latin_words(normal: str) -> list[str]:
    """The words of a text in normal form as they stand, runs of Han and Kana left out."""
    return WORD.findall(cjk_run.sub(" ", normal))


@lru_cache(maxsize=65_536)
def word_terms(word: str, stem: Callable[[str], str] = stem) -> tuple[str, ...]:
    """The terms under which one word is found: itself, and its parts when it has several.

    `iso-27001` -> iso-27001, iso, 27001; `wi-fi` -> wi-fi, wi, fi, wifi; `hoge123` -> hoge123, hoge, 123;
    `1,000` -> 1000; `employee's` -> employe (the stem).
    """
    if _NUMBER.fullmatch(word):
        return (word.replace(",", ""),)
    word = _POSSESSIVE.sub("", word)
    whole = stem(word)
    parts = tuple(part for part in _parts(word) if part != word)
    if not parts:
        return (whole,) if whole else ()
    joined = word.replace("-", "")
    if joined != word and joined.isalpha():
        parts = (*parts, joined)
    return (whole, *(stem(part) for part in parts))


def _parts(word: str) -> Iterator[str]:
    for piece in _INNER_MARKS.split(word):
        if not piece:
            continue
        yield piece
        if not piece.isalpha() and not piece.isdecimal():
            yield from _LETTERS_OR_DIGITS.findall(piece)
