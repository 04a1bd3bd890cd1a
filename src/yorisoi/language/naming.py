"""The names that a text uses: of people, places, works, systems, forms, offices."""

import re
from collections.abc import Iterator

from yorisoi.language.latin import WORD
from yorisoi.language.morpheme import Pos
from yorisoi.language.morphemes import morphemes
from yorisoi.language.packs import pack_of
from yorisoi.language.phrases import noun_phrases
from yorisoi.language.scripts import cjk_run
from yorisoi.types import Language

LONGEST_NAME = 60
"""Characters; more is a sentence."""
_QUOTED = re.compile(r"[「『《〈“]([^「」『』《》〈〉“”\n]{2,40})[」』》〉”]|(?<!\w)\"([^\"\n]{2,40})\"(?!\w)")
"""Works, forms and screens are named in these marks."""
_LINK = re.compile(r"\[([^\]\n]{2,60})\]\([^)\s]+\)|\[\[([^\]|\n]{2,60})")
_INNER = frozenset(
    ("of", "the", "de", "la", "le", "du", "des", "van", "von", "der", "den", "di", "da", "del", "al", "el")
)
"""Small words inside names: University of Copenhagen, Ludwig van Beethoven."""
_BESIDE = frozenset((Pos.PREFIX, Pos.NUMBER))
"""Beside a single word they make no name of it."""
_POSSESSIVE = re.compile(r"['’]s?$")
_QUALIFIED = re.compile(r"^(.{2,}?)\s*[(（][^()（）]+[)）]$")
"""Lilu (mythology): a title with what tells it from others of its name."""


def names_in(text: str, language: Language) -> Iterator[str]:
    """The names in a text as they are written, as often as they stand there.

    What is written as a name: with capitals in alphabetic scripts, in quotation marks or as a link in any; in Japanese
    and Chinese, where nothing marks a name, proper nouns and noun compounds by their morphemes.  Numbers and dates name
    nothing.
    """
    for match in (*_QUOTED.finditer(text), *_LINK.finditer(text)):
        yield from _name(match[1] or match[2] or "")
    if not pack_of(language).analysis.spaced:
        for phrase in noun_phrases(text, language):
            parts = [each for each in phrase.morphemes if each.pos not in _BESIDE]
            if (len(parts) > 1 or parts[0].pos is Pos.PROPER) and not phrase.text[0].isdecimal():
                yield from _name(phrase.text)
    else:
        for name in _capitalised(text, language):
            yield from _name(name)


def title_names(title: str) -> list[str]:
    """What a page of this title, or a section of this heading, is called: as a whole, and without what qualifies it."""
    whole = " ".join(title.split())
    unqualified = _QUALIFIED.match(whole)
    return [name for each in (whole, unqualified[1] if unqualified else "") for name in _name(each)]


def _name(text: str) -> Iterator[str]:
    name = " ".join(text.split())
    if 1 < len(name) <= LONGEST_NAME and any(map(str.isalpha, name)):
        yield name


def _capitalised(text: str, language: Language) -> Iterator[str]:
    """Runs of words with a capital, with small words between them; without small words at their ends."""
    run: list[re.Match[str]] = []
    for word in WORD.finditer(text):
        joined = run and _joined(run[-1].group(), text[run[-1].end() : word.start()])
        surface = word.group()
        capital = surface[0].isupper() or (surface[0].isdecimal() and bool(run))
        if run and not (joined and (capital or surface in _INNER)):
            yield from _trimmed(text, run, language)
            run = []
        if capital or (run and surface in _INNER):
            run.append(word)
        if _POSSESSIVE.search(surface) or cjk_run.search(surface):
            yield from _trimmed(text, run, language)
            run = []
    yield from _trimmed(text, run, language)


def _joined(before: str, between: str) -> bool:
    return between in (" ", "-", " & ") or (between == ". " and len(before) == 1)  # J. K. Rowling


def is_function_word(word: str, language: Language) -> bool:
    """It carries grammar only; in capitals it is a name: IT, US, WHO."""
    return not any(morpheme.content for morpheme in morphemes(word, language))


def _trimmed(text: str, run: list[re.Match[str]], language: Language) -> Iterator[str]:
    words = [word.group() for word in run]
    start, end = 0, len(words)
    while end and words[end - 1] in _INNER:
        end -= 1
    while start < end and (
        words[start].isdecimal() or words[start] in _INNER or is_function_word(words[start], language)
    ):
        start += 1
    if start < end:
        yield _POSSESSIVE.sub("", text[run[start].start() : run[end - 1].end()])
