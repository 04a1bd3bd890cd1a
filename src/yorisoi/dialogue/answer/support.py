"""How well do passages support a claim?  It is held against one sentence, or one cell of a table, at a time.

A linear model over a few features of the claim and of the piece of the premises that is nearest to it gives the
probability that the claim is not supported.  `benchmarks/grounding.py` fits it and measures it on collections that were
left out.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise
from math import log

from yorisoi.dialogue.odds import logistic
from yorisoi.dialogue.patterns import patterns
from yorisoi.language import Pos, analyse, morphemes, normal_form, sentences
from yorisoi.language.figures import figures, possible_figures
from yorisoi.language.scripts import hiragana
from yorisoi.types import Language, Passage

_CELLS = re.compile(r"^\s*\|(.*)\|\s*$")
_RULE = re.compile(r":?-*:?")
_ITEM = re.compile(r"^\s*(?:[-*・]|\d+[.)])\s")
_PART = re.compile(r"(?<=[、，;；])|(?<=,)(?!\d)")
_CLAUSE = re.compile(r"(?<=[、，;；。])|(?<=,)(?!\d)")
_BRACKETS = re.compile(r"[(（][^()（）]*[)）]")
_THINGS = frozenset((Pos.NOUN, Pos.PROPER, Pos.SUFFIX, Pos.NUMBER))
_ASKED = 0.4
"""What a word of the question weighs in a claim: it was not the answer's to say."""
_FLIPPED = 0.75
"""From here the premises say it all, and say no where the claim says yes."""
_TWO_SENTENCES = 0.06
"""What a pair of sentences has to be better than one by: it puts together what the page may keep apart."""
_MOST_PARTS = 3
"""Of a claim, that are looked for one by one in a passage: a sentence may condense so many rows or sentences of it."""
_MOST_LISTED = 8
"""The same in the passages that it cites: there it may list a table."""
_SUREST = 8.0
"""Log-odds of a reading beyond which nothing is surer."""
_SHORT = 3
"""Characters of a part that says nothing by itself."""

WEIGHTS: Mapping[str, float] = {
    "words": -2.31,
    "terms": -1.44,
    "figure_missing": 4.61,
    "negated": 3.50,
    "flipped": 0.92,
    "restricted": 3.15,
    "spread": 2.10,
    "replaced": 3.46,
}
BIAS = 0.48
WEIGHTS_READ: Mapping[str, float] = {
    "words": -1.02,
    "terms": -0.60,
    "figure_missing": 1.56,
    "negated": 2.99,
    "flipped": 0.75,
    "restricted": 1.11,
    "spread": 1.08,
    "replaced": 0.93,
    "read": -4.62,
}
"""Where a model has read the claim (decision 173)."""
BIAS_READ = -0.04
DOUBTED = 0.55
"""Probability from which a claim is doubted: where every other answer has one that is made up, four of five doubts are
right, half of what is made up is doubted, and one supported claim in twenty (decision 047)."""
DOUBTED_READ = 0.6
"""The same where it was read, for as many wrong doubts of such answers."""
DOUBTED_OF_CAPABLE = 0.8
"""The same of a capable model, which seldom makes anything up: of 209 sentences of one, all of them true, 11 are
doubted from .6 and 2 from here (decision 200)."""


def unsupported(
    claim: str,
    told: str,
    premises: "Premises",
    language: Language,
    together: Collection[int] = (),
    read: float | None = None,
) -> float:
    """The probability that the passages do not say this.

    `told` is the question, and what else was known beforehand; `together` are the passages, counted from 0, that the
    claim says it puts together; `read` are the log-odds that it is said, by a model that has read it beside them.
    """
    found = features(claim, told, premises, language, together)
    weights, bias = (WEIGHTS, BIAS) if read is None else (WEIGHTS_READ, BIAS_READ)
    if read is not None:
        found["read"] = as_feature(read)
    odds = bias + sum(weights[name] * value for name, value in found.items())
    return logistic(odds)


def as_feature(read: float) -> float:
    """In -1..1."""
    return max(-1.0, min(1.0, read / _SUREST))


def numbers(text: str) -> set[str]:
    """The figures in a text, whatever they count: 10,000, １００００ and 1万 are one."""
    return {figure.value for figure in figures(text)}


def terms(text: str, language: Language) -> set[str]:
    """Content words, and bigrams for what the dictionary splits otherwise; none with Hiragana, which are grammar."""
    found = analyse(text, language)
    return set(found.words) | {bigram for bigram in found.bigrams if not hiragana.search(bigram)}


@dataclass(frozen=True, kw_only=True)
class Piece:
    """Some words of a passage, or of a claim."""

    text: str
    language: Language
    heading: frozenset[str] = frozenset()
    """Words under which it stands."""
    whole: bool = True
    """One sentence, item or cell; not two sentences."""

    @cached_property
    def words(self) -> set[str]:
        """Content words as they are in the dictionary, and figures."""
        found = morphemes(self.text, self.language)
        return {each.normal for each in found if each.content and each.pos is not Pos.NUMBER} | self.numbers

    @cached_property
    def terms(self) -> set[str]:
        return terms(self.text, self.language)

    @cached_property
    def numbers(self) -> set[str]:
        return numbers(self.text)

    @cached_property
    def held(self) -> set[str]:
        """All that it says or may be read to say, with its heading."""
        return self.words | self.terms | self.heading | {figure.value for figure in possible_figures(self.text)}

    @cached_property
    def clauses(self) -> list["Piece"]:
        """Parted by commas that do not part things of one kind; what stands between brackets is one of its own."""
        inside = [found.strip("()（）") for found in _BRACKETS.findall(self.text)]
        parts, begun = list[Piece](), ""
        for part in _CLAUSE.split(_BRACKETS.sub("", self.text)):
            begun += part
            if not (part.endswith("、") and _ends_with_a_thing(part[:-1], self.language)):
                parts.append(Piece(text=begun, language=self.language))
                begun = ""
        if begun.strip():
            parts.append(Piece(text=begun, language=self.language))
        return [*parts, *(Piece(text=text, language=self.language) for text in inside)] or [self]

    @cached_property
    def negated(self) -> bool:
        """An odd number of times."""
        return len(patterns(self.language).negates.findall(normal_form(self.text))) % 2 > 0

    @property
    def restricted(self) -> bool:
        return patterns(self.language).restricts.search(normal_form(self.text)) is not None


class Premises:
    """Passages, taken to pieces: sentences, pairs of them, items of lists, cells of tables with their headings."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        self.by_passage = [_pieces(passage) for passage in passages]
        self.pieces = [piece for pieces in self.by_passage for piece in pieces]


def features(
    claim_text: str, told_text: str, premises: Premises, language: Language, together: Collection[int] = ()
) -> dict[str, float]:
    """What tells a claim that is supported from one that is not, each in 0..1."""
    claim, told = Piece(text=claim_text, language=language), Piece(text=told_text, language=language)
    weights = _weights(claim, told, premises)

    def near(part: Piece, piece: Piece) -> float:
        shared = len(part.numbers & piece.held) / len(part.numbers) if part.numbers else 1.0
        both = (_cover(part.words, piece, weights) + _cover(part.terms, piece, weights)) / 2
        return both + shared / 4 - (0.0 if piece.whole else _TWO_SENTENCES)

    nearness = partial(near, claim)
    pieces = premises.pieces
    parts = [Piece(text=part, language=language) for part in _PART.split(claim_text) if len(part) > _SHORT]
    if 1 < len(parts) <= _MOST_PARTS:
        of_each = [[max(own, key=partial(near, part)) for part in parts] for own in premises.by_passage if own]
        pieces = [*pieces, *(_joined(_distinct(ends), language) for ends in of_each)]
    if cited := [premises.by_passage[at] for at in together if premises.by_passage[at]]:
        ends = [max(own, key=nearness) for own in cited]
        every = [piece for own in cited for piece in own]
        ends += [end for part in parts[:_MOST_LISTED] for end in _listed(part, every, partial(near, part))]
        pieces = [*pieces, _joined(_distinct(ends), language)]
    best = max(pieces, key=nearness, default=Piece(text="", language=language))
    words, said = _cover(claim.words, best, weights), _cover(claim.terms, best, weights)
    against = _negated(claim, best, weights) * (words + said) / 2
    return {
        "words": words,
        "terms": said,
        "figure_missing": float(not claim.numbers - told.numbers <= best.held),
        "negated": against,
        "flipped": float(against > _FLIPPED),
        "restricted": float(claim.restricted and not best.restricted),
        "spread": _spread(claim, best, weights),
        "replaced": _replaced(claim, told, best),
    }


def _listed(part: Piece, pieces: Sequence[Piece], nearness: Callable[[Piece], float]) -> list[Piece]:
    """The piece nearest to a part; where that lacks some of several figures, the nearest with each of these too.

    A range or a list takes its figures from cells of one column; a single figure has to stand beside its words.
    """
    ends = [max(pieces, key=nearness)]
    if len(part.numbers) > 1:
        for figure in sorted(part.numbers - ends[0].held):
            ends += sorted((piece for piece in pieces if figure in piece.numbers), key=nearness)[-1:]
    return ends


def _joined(pieces: Sequence[Piece], language: Language) -> Piece:
    heading = frozenset().union(*(piece.heading for piece in pieces))
    return Piece(text="\n".join(piece.text for piece in pieces), language=language, heading=heading, whole=False)


def _distinct(pieces: Sequence[Piece]) -> list[Piece]:
    return list({id(piece): piece for piece in pieces}.values())


def _pieces(passage: Passage) -> list[Piece]:
    heading_text = " ".join(passage.headings)
    above = Piece(text=heading_text, language=passage.language)
    heading = frozenset(above.words | above.terms)

    def piece(text: str, *, whole: bool = True) -> Piece:
        return Piece(text=text, language=passage.language, heading=heading, whole=whole)

    found, prose = list[Piece](), list[str]()
    columns: list[str] | None = None

    def end_of_prose() -> None:
        said = [each for each in sentences("\n".join(prose), passage.language) if each.strip()]
        found.extend(map(piece, said))
        found.extend(piece(one + other, whole=False) for one, other in pairwise(said))
        prose.clear()

    for line in passage.text.split("\n"):
        if row := _CELLS.match(line):
            cells = [cell.strip() for cell in row[1].split("|")]
            if columns is None:
                end_of_prose()
                columns = cells
            elif not all(map(_RULE.fullmatch, cells)):
                found.extend(
                    piece(f"{cells[0]} {column} {cell}") for column, cell in zip(columns[1:], cells[1:], strict=False)
                )
                found.append(piece(" ".join(cells)))
            continue
        columns = None
        if _ITEM.match(line):
            end_of_prose()
            found.append(piece(line))
        else:
            prose.append(line)
    end_of_prose()
    return found


def _ends_with_a_thing(text: str, language: Language) -> bool:
    """What stands before 、 is one of several things, of which a later clause says something."""
    found = morphemes(text, language)
    return bool(found) and found[-1].content and found[-1].pos in _THINGS


def _weights(claim: Piece, told: Piece, premises: Premises) -> dict[str, float]:
    """Term of the claim -> its rarity among the pieces; less for one that was told."""
    known, pieces = told.words | told.terms, premises.pieces
    return {
        term: log((len(pieces) + 1) / (sum(term in piece.held for piece in pieces) + 0.5))
        * (_ASKED if term in known else 1)
        for term in claim.words | claim.terms
    }


def _cover(of: Collection[str], by: Piece, weights: Mapping[str, float]) -> float:
    """The share of the terms' weight that the piece holds; a term at a cut, which the whole claim has not, has none."""
    whole = sum(weights.get(term, 0.0) for term in of)
    return sum(weights.get(term, 0.0) for term in of if term in by.held) / whole if whole else 1.0


def _negated(claim: Piece, premise: Piece, weights: Mapping[str, float]) -> float:
    """The share of what both say that one of them denies and the other does not, clause by clause."""
    shared = against = 0.0
    for term, weight in weights.items():
        here = {clause.negated for clause in claim.clauses if term in clause.held}
        there = {clause.negated for clause in premise.clauses if term in clause.held}
        if here and there:
            shared += weight
            against += weight * (not here & there)
    return against / shared if shared else 0.0


def _spread(claim: Piece, premise: Piece, weights: Mapping[str, float]) -> float:
    """The share of what a clause has from the premise that does not stand in one clause there; the mean of clauses."""
    shares = []
    for clause in claim.clauses:
        common = [
            term for term in clause.held if term in weights and any(term in each.held for each in premise.clauses)
        ]
        if whole := sum(weights[term] for term in common):
            together = max(sum(weights[term] for term in common if term in each.held) for each in premise.clauses)
            shares.append(1 - together / whole)
    return sum(shares) / len(shares) if shares else 0.0


def _replaced(claim: Piece, told: Piece, premise: Piece) -> float:
    """Large where the claim has terms that the premise has not, in place of ones that it has."""
    if not claim.terms:
        return 0.0
    clause = max(
        premise.clauses, key=lambda each: len(each.terms & claim.terms) / (1 + 0.3 * len(each.terms - claim.terms))
    )
    added = len(claim.terms - premise.held - told.terms) / len(claim.terms)
    return added * len(clause.terms - claim.terms) / max(1, len(clause.terms))
