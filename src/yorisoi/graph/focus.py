"""Focus words of what a user said, without a model: what it turns upon, and how the user stands to it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import dropwhile
from typing import Literal

from yorisoi.language import Pos, keywords, normal_form, noun_phrases, sentences
from yorisoi.language.function_words import ATTITUDES, JA_DAYS, JA_TIME_WORDS
from yorisoi.types import Focus, Language

Relation = Literal["talked about", "likes", "dislikes", "visited"]

_CUES: tuple[tuple[Relation, re.Pattern[str]], ...] = (
    # The first that fits; dislikes come before likes, of which they are often the negation.
    (
        "dislikes",
        re.compile(
            r"嫌い|苦手|好きではな|好きじゃな|興味(?:が|は)?(?:な|あ?りませ)|不喜欢|讨厌|没兴趣"
            r"|\bhate\b|dislike|(?:don't|do not) (?:like|care|enjoy)|not interested|can't stand"
        ),
    ),
    (
        "likes",
        re.compile(
            r"好き|大好物|趣味|はまって|ハマって|夢中|興味(?:が|は)?あ|楽しい|楽しみ|楽しか|集めて|飼って|憧れ|推し|凝って"
            r"|喜欢|爱好|感兴趣|迷上|\blove|\blike|\benjoy|favou?rite|hobby|interested in|into\b|fond of"
        ),
    ),
    (
        "visited",
        re.compile(
            r"(?:に|へ)(?:行って(?:き|来)|行った|行きまし|行ってみ|旅行し|出かけ|訪れ)|訪問し|泊まっ|泊まりまし|参加し|買った|買いまし"
            r"|去过|去了|参观了|买了|\bwent to|\bvisited|\btravell?ed to|\bbeen to|\bbought"
        ),
    ),
)
_SALIENCE: dict[Relation, float] = {"likes": 2.0, "visited": 1.5, "talked about": 1.0, "dislikes": 1.0}
_ASKED = re.compile(r"[?？]|ですか|ますか|でしょうか|教えて|吗")
_JOINT = re.compile(r"[の・＝=&＆/／～〜()（）〔〕「」『』\s]{0,3}|[一-龯]{1,4}")
"""What stands between the words of one name."""
_OPENING, _CLOSING = "(（〔「『", ")）〕」』"
_DOTTED = re.compile(r"[ァ-ヺーA-Za-z0-9]+(?:[・＝][ァ-ヺーA-Za-z0-9]+)+")
_AMOUNT = re.compile(
    r"[\d一二三四五六七八九十百千万数何]+"
    r"(?:年|月|日|時|分|週|[ヶか]月|人|回|度|本|個|枚|匹|泊|円|歳|つ)[間前後目代頃半]*"
)
"""How much, how often and when are no things."""
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
        salience = _SALIENCE[relation] * (_OF_A_QUESTION if _ASKED.search(clause) else 1)
        for word in _things(clause, language):
            known = best.get(word)
            if known is None or salience > known.salience:
                best[word] = Focus(word=word, relation=relation, salience=salience)
    return tuple(best.values())


def _relation(clause: str) -> Relation:
    said = normal_form(clause)
    for relation, cue in _CUES:
        if cue.search(said):
            return relation
    return "talked about"


def _clauses(text: str, language: Language) -> Iterator[str]:
    """Sentences, parted where one turns to something else: 「海は苦手だけど、山は好き」."""
    for sentence in sentences(text, language):
        yield from (part for part in re.split(r"(?<=けど)、|(?<=けれど)、|(?<=が)、|，但|, but |; ", sentence) if part)


def _things(clause: str, language: Language) -> Iterable[str]:
    if language in ("ja", "zh"):
        names = (_whole(clause, *span) for span in _joined(clause, [*_compounds(clause, language)]))
        return [name for name in names if not _AMOUNT.fullmatch(normal_form(name))]
    phrases = (
        " ".join(word for word in phrase.split() if word not in ATTITUDES) for phrase in keywords(clause, language)
    )
    return [phrase for phrase in phrases if len(phrase) > 2]


def _compounds(clause: str, language: Language) -> Iterator[tuple[int, int]]:
    """Where noun compounds stand that name a thing, without a time before them, and foreign names of several words."""
    for phrase in noun_phrases(clause, language):
        inner = list(dropwhile(lambda morpheme: morpheme.normal in JA_TIME_WORDS | JA_DAYS, phrase.morphemes))
        of_a_thing = any(morpheme.pos in (Pos.NOUN, Pos.PROPER) and morpheme.content for morpheme in inner)
        if of_a_thing and normal_form(clause[inner[0].start : phrase.end]) not in ATTITUDES:
            yield inner[0].start, phrase.end
    yield from (name.span() for name in _DOTTED.finditer(clause))


def _joined(clause: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans as one that overlap, or stand side by side with nothing but a joint between them: 深川の水稲発祥の地.

    A title is known as a whole or by its parts, which `interests.py` finds in it.
    """
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and _JOINT.fullmatch(clause, joined[-1][1], max(start, joined[-1][1])):
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
