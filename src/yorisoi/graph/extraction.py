"""Triples from a passage without a model: titles, headings, tables, patterns, neighbours in a sentence."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from yorisoi.language import NounPhrase, Pos, normal_form, noun_phrases, sentences
from yorisoi.language.packs import own_or_lent, pack_of, words_of_all
from yorisoi.language.plain import without_code_blocks
from yorisoi.types import Language, Passage, Triple

_SURE = {"part": 1.0, "is": 0.8, "lies in": 0.8, "kind": 0.8, "mentions": 0.6, "beside": 0.4}
"""How far each way of finding triples may be trusted; set by judgement."""

MENTIONS = 12
"""Things named of a passage, those named first."""
_IN_A_SENTENCE = 6
_LONGEST = 30
_no_things = words_of_all(lambda pack: pack.words.attitudes | pack.words.times | pack.words.days)
_CELLS = re.compile(r"^\s*\|(.+)\|\s*$")
_RULE = re.compile(r"[\s:|-]+")
_DIGITS = re.compile(r"[\d０-９]")


def extract(passage: Passage) -> list[Triple]:
    """The triples of a passage, each once, those to be trusted most first.

    - (title, part, heading), down the headings;
    - (first cell, column, cell) for the rows of a table, which in code is none;
    - what the patterns of its language say: 「AにあるB」, 「AはBの一種」, 「AはBである」;
    - (title, mentions, thing) for the things that it names, and (thing, beside, thing) within a sentence.

    Things are noun compounds with a proper noun, or of two morphemes and more.  Names stay as they are written.
    """
    words = own_or_lent(passage.language, lambda pack: pack.graph.relations)
    found: dict[tuple[str, str, str], Triple] = {}
    for head, said, tail in _all(passage):
        relation = words.get(said, said)  # a column of a table has a name of its own
        key = (normal_form(head), relation, normal_form(tail))
        if key[0] and key[2] and key[0] != key[2]:
            sure = _SURE.get(said, 0.9)
            found.setdefault(key, Triple(head=head, relation=relation, tail=tail, confidence=sure))
    return sorted(found.values(), key=lambda triple: -triple.confidence)


def _all(passage: Passage) -> Iterator[tuple[str, str, str]]:
    title = passage.document.title.strip()
    above = [title, *(heading.strip() for heading in passage.section)]
    yield from ((outer, "part", inner) for outer, inner in pairwise(dict.fromkeys(filter(None, above))))
    prose = []
    text = without_code_blocks(passage.text) if "|" in passage.text else passage.text
    for block in text.split("\n\n"):
        rows = [match[1] for line in block.splitlines() if (match := _CELLS.match(line))]
        if rows:
            yield from _table(rows)
        else:
            prose.append(block)
    named: list[str] = []
    for sentence in sentences("\n".join(prose), passage.language):
        yield from _stated(sentence, passage.language)
        things = _things(sentence, passage.language)[:_IN_A_SENTENCE]
        named.extend(things)
        yield from ((one, "beside", other) for one, other in pairwise(things))
    yield from ((title, "mentions", thing) for thing in list(dict.fromkeys(named))[:MENTIONS])


def _table(rows: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    cells = [[cell.strip() for cell in row.split("|")] for row in rows if not _RULE.fullmatch(row)]
    if len(cells) < 2:
        return
    columns = cells[0]
    for row in cells[1:]:
        for column, cell in list(zip(columns, row, strict=False))[1:]:
            if row[0] and column and cell and max(len(row[0]), len(column), len(cell)) <= _LONGEST:
                yield row[0], column, cell


def _stated(sentence: str, language: Language) -> Iterator[tuple[str, str, str]]:
    for said, pattern, head, tail in pack_of(language).graph.stated:
        for match in pattern.finditer(sentence):
            ends = (
                _whole(match[head], language, last=True),
                _whole(match[tail], language, last=said != "lies in" or tail == 2),
            )
            if all(ends):
                yield ends[0], said, ends[1]


def _whole(text: str, language: Language, *, last: bool) -> str:
    """The noun compound at the end, or at the beginning, of what a pattern caught; empty where none stands there."""
    things = [phrase for phrase in noun_phrases(text, language) if _is_thing(phrase)]
    if not things:
        return ""
    return things[-1].text if last else things[0].text


def _things(sentence: str, language: Language) -> list[str]:
    return list(dict.fromkeys(phrase.text.strip() for phrase in noun_phrases(sentence, language) if _is_thing(phrase)))


def _is_thing(phrase: NounPhrase) -> bool:
    name = normal_form(phrase.text)
    if not 2 <= len(name) <= _LONGEST or _DIGITS.search(name) or name in _no_things():
        return False
    inner = phrase.morphemes
    return len(inner) > 1 or inner[0].pos is Pos.PROPER
