"""「大阪支社の会議室は何日先まで？」「東京だと？」: what tells a page from its sibling gives way to what tells that.

Siblings are pages whose titles begin and end alike, in half of the shorter one at least: 会議室の予約（大阪支社） and
会議室の予約（東京本社）, 国内出張（宿泊） and 海外出張, "Maternity leave" and "Paternity leave".  So are rows of a
table: 「つばめはいくら？」「すみれは？」.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from yorisoi.dialogue.answer.rows import as_told, heads
from yorisoi.dialogue.interpret.correction import places, replaced
from yorisoi.dialogue.patterns import patterns
from yorisoi.language import Pos, Utterance, morphemes, sentences
from yorisoi.language.morpheme import Morpheme
from yorisoi.language.packs import pack_of
from yorisoi.language.plain import plain
from yorisoi.language.tables import cells
from yorisoi.types import Document, Hit, Language

_IN_BRACKETS = re.compile(r"\s*[(（\[［【〔][^)）\]］】〕]*[)）\]］】〕]")
_LONGEST, _WORDS = 25, 5
"""Characters and words of what tells two titles apart; what is longer is no name."""
_LOOKED_AT = 400
"""Characters of what was said in which names are looked for."""


@dataclass(frozen=True, slots=True)
class _Part:
    """What tells a title from its sibling's."""

    text: str
    called: tuple[str, ...]
    """By its words, by some of them or with the rest of a word that it is in, the longest first: 大阪支社, 大阪."""

    def named(self, text: str, language: Language) -> str | None:
        """As the text spells it, where it names it."""
        text = text[:_LOOKED_AT]
        in_it = (call for call in self.called if call.lower() in text.lower())
        spelt = (re.search(re.escape(call), text, re.IGNORECASE) for call in in_it)
        return next((found[0] for found in spelt if found and places(found[0], text, language)), None)


def with_sibling(topic: str, said: Utterance, page: Document, others: Sequence[Document]) -> str | None:
    """What was asked of a page, asked of the first of the others that is a sibling and that the text names by what
    tells it apart.  None where it names none, or the page's own as well."""
    text, language = said.text, said.language
    for other in others:
        for own, theirs in _apart(page, other):
            new = theirs.named(text, language)
            old = own.named(topic, language) if new else None
            if new and old and not own.named(text, language) and not theirs.named(topic, language):
                instead = old.replace(own.text, theirs.text) if own.text in old else new
                return replaced(topic, places(old, topic, language), instead)
    return None


def with_row(topic: str, said: Utterance, hits: Sequence[Hit]) -> str | None:
    """What was asked of a row of a table, asked of the one that a bare name stands in, in the same column; None where
    the utterance is more than that, or the table has none."""
    text, language = said.text, said.language
    if not patterns(language).names_another.search(text.strip()):
        return None
    tables: dict[tuple[int, tuple[str, ...], str], list[list[str]]] = {}
    for hit in hits:
        lines = as_told(sentences(plain(hit.passage.text), hit.passage.language))
        for at, head in enumerate(heads(lines)):
            if at != head:
                place = (hit.passage.document.id, hit.passage.section, lines[head])
                tables.setdefault(place, []).append(cells(lines[at]))
    words = [word.surface for word in said.morphemes if word.content]
    for rows in tables.values():
        for column in zip(*rows, strict=False):
            names = [cell for cell in dict.fromkeys(column) if _is_a_name(cell)]
            if not any(word in name for name in names for word in words):
                continue
            parts = [_part(name, 0, name, language) for name in names]
            new = _named_alone(parts, text, topic, language)
            old = _named_alone(parts, topic, text, language)
            if old and new:
                return replaced(topic, places(old, topic, language), new)
    return None


def _named_alone(parts: Sequence[_Part], text: str, other: str, language: Language) -> str | None:
    """The first of the parts that the one text names and the other does not, as it is spelt there."""
    named = (each.named(text, language) for each in parts if not each.named(other, language))
    return next(filter(None, named), None)


def _is_a_name(cell: str) -> bool:
    return len(cell) <= _LONGEST and any(map(str.isalpha, cell))


def _apart(page: Document, other: Document) -> Iterator[tuple[_Part, _Part]]:
    """What tells two titles apart, as they are or without what stands in brackets, where they are alike otherwise."""
    whole = (page.title, other.title)
    for titles in dict.fromkeys((whole, tuple(_IN_BRACKETS.sub("", title) for title in whole))):
        spaced = pack_of(page.language).analysis.spaced
        own, theirs = (re.findall(r"\S+\s*", each) if spaced else list(each) for each in titles)
        begin = _alike(own, theirs)
        end = _alike(own[begin:][::-1], theirs[begin:][::-1])
        parts = ["".join(each[begin : len(each) - end]) for each in (own, theirs)]
        if 2 * (begin + end) >= min(len(own), len(theirs)) and all(0 < len(part) <= _LONGEST for part in parts):
            start = len("".join(own[:begin]))
            yield (
                _part(titles[0], start, parts[0], page.language),
                _part(titles[1], start, parts[1], other.language),
            )


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    """With how many of the same they begin."""
    return sum(1 for _ in takewhile(lambda pair: pair[0].strip() == pair[1].strip(), zip(one, other, strict=False)))


def _part(title: str, start: int, text: str, language: Language) -> _Part:
    end = start + len(text.rstrip())
    inside = [word for word in morphemes(title, language) if word.start < end and word.end > start]
    words = [word for word in inside if _names_something(word, language)]
    called = {title[first.start : last.end] for at, first in enumerate(words) for last in words[at : at + _WORDS]}
    called |= {text.strip()} if words else set()
    return _Part(text.strip(), tuple(sorted(called, key=lambda each: (-len(each), each))))


def _names_something(word: Morpheme, language: Language) -> bool:
    """入れ of 入れますか and 6 of 6か月 are no names, and stand in other words (入れ墨, 68)."""
    noun = word.pos in (Pos.NOUN, Pos.PROPER) or not pack_of(language).analysis.tagged
    return word.content and noun and any(map(str.isalpha, word.surface))
