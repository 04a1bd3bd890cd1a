"""The smallest pieces of a text that mean something."""

from enum import StrEnum
from typing import NamedTuple


class Pos(StrEnum):
    """Part of speech, coarse enough to hold for every language."""

    NOUN = "noun"
    PROPER = "proper"
    NUMBER = "number"
    VERB = "verb"
    ADJECTIVE = "adjective"
    """Also the Japanese 形状詞 (静か, 必要)."""
    ADVERB = "adverb"
    PRONOUN = "pronoun"
    PREFIX = "prefix"
    SUFFIX = "suffix"
    """Of a noun: 費, 者, さん."""
    PARTICLE = "particle"
    AUXILIARY = "auxiliary"
    INTERJECTION = "interjection"
    SYMBOL = "symbol"
    OTHER = "other"


class Morpheme(NamedTuple):
    """A stretch `text[start:end]` of a text.

    A tuple, because there are a hundred in a passage and a frozen dataclass takes three times as long to make.
    """

    surface: str
    normal: str
    """One spelling for all variants, in normal form: 子ども and こども are both 子供."""
    base: str
    """Dictionary form in the spelling of the text, in normal form: 申し込みました -> 申し込む."""
    pos: Pos
    start: int
    end: int
    content: bool
    """It says what the text is about: neither grammar nor punctuation."""
