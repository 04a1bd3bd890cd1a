"""Focus words of what a user said, without a model: what it turns upon, and how the user stands to it."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import dropwhile
from typing import Literal

from yorisoi.language import Pos, keywords, normal_form, noun_phrases, sentences
from yorisoi.language.packs import pack_of, pattern_of_all, words_of_all
from yorisoi.types import Focus, Language

Relation = Literal["talked about", "likes", "dislikes", "visited"]

_CUES: tuple[tuple[Relation, Callable[[], re.Pattern[str]]], ...] = (
    # The first that fits; dislikes come before likes, of which they are often the negation.
    ("dislikes", pattern_of_all(lambda pack: pack.graph.dislikes)),
    ("likes", pattern_of_all(lambda pack: pack.graph.likes)),
    ("visited", pattern_of_all(lambda pack: pack.graph.visited)),
)
_SALIENCE: dict[Relation, float] = {"likes": 2.0, "visited": 1.5, "talked about": 1.0, "dislikes": 1.0}
_MARK = re.compile("[?？]")
_asked = pattern_of_all(lambda pack: pack.graph.asked)
_turns = pattern_of_all(lambda pack: pack.graph.turns)
_amount = pattern_of_all(lambda pack: pack.graph.amount)
_links = words_of_all(lambda pack: pack.graph.links)
_times = words_of_all(lambda pack: pack.words.times | pack.words.days)
_attitudes = words_of_all(lambda pack: pack.words.attitudes)
_OPENING, _CLOSING = "(（〔「『", ")）〕」』"
_DOTTED = re.compile(r"[ァ-ヺーA-Za-z0-9]+(?:[・＝][ァ-ヺーA-Za-z0-9]+)+")
_OF_A_QUESTION = 0.5
"""A question tells less of its asker than a statement does."""


def focus_words(text: str, language: Language) -> tuple[Focus, ...]:
    """The things that an utterance turns upon, in order, each once with its strongest relation.

    Noun compounds, several as one where they may be one name (深川の水稲発祥の地), the cue of whose clause says
    whether the user likes, dislikes or has visited them; salience is 2 for what is liked, 1.5 for what was visited,
    1 otherwise, and half of it in a question.
    """
    best: dict[str, Focus] = {}
    for clause in _clauses(text, language):
        relation = _relation(clause)
        salience = _SALIENCE[relation] * (_OF_A_QUESTION if _asks(clause) else 1)
        for word in _things(clause, language):
            known = best.get(word)
            if known is None or salience > known.salience:
                best[word] = Focus(word=word, relation=relation, salience=salience)
    return tuple(best.values())


def _relation(clause: str) -> Relation:
    said = normal_form(clause)
    for relation, cue in _CUES:
        if cue().search(said):
            return relation
    return "talked about"


def _asks(clause: str) -> bool:
    return bool(_MARK.search(clause) or _asked().search(clause))


def _clauses(text: str, language: Language) -> Iterator[str]:
    """Sentences, parted where one turns to something else: 「海は苦手だけど、山は好き」."""
    for sentence in sentences(text, language):
        yield from (part for part in _turns().split(sentence) if part)


def _things(clause: str, language: Language) -> Iterable[str]:
    if pack_of(language).analysis.tagged:
        names = (_whole(clause, *span) for span in _joined(clause, [*_compounds(clause, language)]))
        return [name for name in names if not _amount().fullmatch(normal_form(name))]
    phrases = (
        " ".join(word for word in phrase.split() if word not in _attitudes()) for phrase in keywords(clause, language)
    )
    return [phrase for phrase in phrases if len(phrase) > 2]


def _compounds(clause: str, language: Language) -> Iterator[tuple[int, int]]:
    """Where noun compounds stand that name a thing, without a time before them, and foreign names of several words."""
    for phrase in noun_phrases(clause, language):
        inner = list(dropwhile(lambda morpheme: morpheme.normal in _times(), phrase.morphemes))
        of_a_thing = any(morpheme.pos in (Pos.NOUN, Pos.PROPER) and morpheme.content for morpheme in inner)
        if of_a_thing and normal_form(clause[inner[0].start : phrase.end]) not in _attitudes():
            yield inner[0].start, phrase.end
    yield from (name.span() for name in _DOTTED.finditer(clause))


@cache
def _joint() -> re.Pattern[str]:
    """What stands between the words of one name."""
    links = "|".join(map(re.escape, sorted(_links())))
    return re.compile(rf"(?:{links}|[・＝=&＆/／～〜()（）〔〕「」『』\s]){{0,3}}|[一-龯]{{1,4}}")


def _joined(clause: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans as one that overlap, or stand side by side with nothing but a joint between them: 深川の水稲発祥の地.

    A title is known as a whole or by its parts, which `interests.py` finds in it.
    """
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and _joint().fullmatch(clause, joined[-1][1], max(start, joined[-1][1])):
            start, end = joined[-1][0], max(end, joined.pop()[1])
        joined.append((start, end))
    return joined


def _whole(clause: str, start: int, end: int) -> str:
    """The stretch, with the bracket that it lacks at its beginning or its end."""
    for opening, closing in zip(_OPENING, _CLOSING, strict=True):
        lacks = clause.count(opening, start, end) - clause.count(closing, start, end)
        if lacks > 0 and clause.startswith(closing, end):
            end += 1
        elif lacks < 0 and clause.endswith(opening, 0, start):
            start -= 1
    return clause[start:end]
