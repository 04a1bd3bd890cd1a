"""Noun compounds: the things that a text names."""

from collections.abc import Iterable
from dataclasses import dataclass

from yorisoi.language.morpheme import Morpheme, Pos
from yorisoi.language.morphemes import morphemes
from yorisoi.language.normal import normal_form
from yorisoi.language.packs import words_of_all
from yorisoi.types import Language

_HEAD = frozenset((Pos.NOUN, Pos.PROPER))
_MARKS = ("-", "_", ".", "/")
_times = words_of_all(lambda pack: pack.words.times)
_INNER = frozenset((Pos.NOUN, Pos.PROPER, Pos.NUMBER, Pos.SUFFIX, Pos.PREFIX))


@dataclass(frozen=True, slots=True, kw_only=True)
class NounPhrase:
    """The stretch `text[start:end]`, a compound of nouns without particles."""

    text: str
    start: int
    end: int
    morphemes: tuple[Morpheme, ...]


def noun_phrases(text: str, language: Language) -> tuple[NounPhrase, ...]:
    """The longest noun compounds in order: 「子どもの看護休暇」 -> 子ども, 看護休暇.

    Numbers, prefixes and suffixes belong to a compound (3日間, 各拠点) but do not make one alone; formal nouns (こと,
    ため) and pronouns never do.  In English, without parts of speech, runs of content words stand in for compounds.
    """
    return tuple(phrases_of(text, morphemes(text, language)))


def phrases_of(text: str, found: Iterable[Morpheme]) -> list[NounPhrase]:
    """Noun compounds of a text whose morphemes are at hand."""
    phrases: list[NounPhrase] = []
    run: list[Morpheme] = []
    for morpheme in found:
        if morpheme.pos not in _INNER:
            if run and not (morpheme.pos is Pos.SYMBOL and morpheme.normal in _MARKS):
                phrases.extend(_phrase(text, run))
                run = []
            continue  # whether a mark joins shows at the next morpheme
        joins = morpheme.content or morpheme.pos is Pos.PREFIX
        if run and (not joins or not _adjacent(text, run[-1], morpheme) or morpheme.pos is Pos.PREFIX):
            phrases.extend(_phrase(text, run))
            run = []
        if len(run) == 1 and run[0].normal in _times():
            phrases.extend(_phrase(text, run))
            run = []
        if joins and (run or morpheme.pos is not Pos.SUFFIX):
            run.append(morpheme)
    phrases.extend(_phrase(text, run))
    return phrases


def _adjacent(text: str, left: Morpheme, right: Morpheme) -> bool:
    """Side by side; between Latin words a single space or a mark may stand (Google Drive, ISO-27001)."""
    between = text[left.end : right.start]
    if not between:
        return True
    return normal_form(between) in ("", *_MARKS) and len(between) == 1 and _is_latin(left) and _is_latin(right)


def _is_latin(morpheme: Morpheme) -> bool:
    spelling = normal_form(morpheme.surface)
    return spelling.isascii() and spelling[:1].isalnum()


def _phrase(text: str, run: list[Morpheme]) -> list[NounPhrase]:
    while run and run[-1].pos is Pos.PREFIX:
        run = run[:-1]
    if not any(morpheme.pos in _HEAD for morpheme in run):
        return []
    start, end = run[0].start, run[-1].end
    return [NounPhrase(text=text[start:end], start=start, end=end, morphemes=tuple(run))]
