"""Queries for a FAQ without a model: by rules over morphemes, so that a FAQ search can be scored offline.

    title    other politeness, a word for the same thing
    answer   a sentence of the body turned into the question that it answers, its key words beside the topic
    user     in haste: without particles, key words alone, words left out, a slip of the finger, sounds not converted

They are nearer to the FAQ's wording than the questions of people who have not read it: figures by them favour searches
by words (benchmarks/results/evaluation.md).
"""

import random
from collections.abc import Callable, Iterator, Sequence

from yorisoi.evaluation.faq.asking import words_of
from yorisoi.evaluation.faq.copies import NEAR_COPY, bare, likeness
from yorisoi.evaluation.faq.generating import Draft
from yorisoi.evaluation.faq.sets import Faq
from yorisoi.language import Utterance, normal_form, sentences
from yorisoi.language.packs import pack_of

_KEY_WORDS = 2
"""Of a sentence of the answer, beside the topic: people type two to four words."""

Made = Iterator[tuple[str, str]]
"""(rule, query)"""


def generate(faqs: Sequence[Faq], ways: Sequence[str], *, n: int, seed: int) -> list[Draft]:
    """At most `n` queries of each way for each FAQ; the same seed gives the same ones."""
    return [draft for faq in faqs for way in ways if (draft := _draft(faq, way, n, seed)).texts]


def _draft(faq: Faq, way: str, n: int, seed: int) -> Draft:
    draw = random.Random(f"{seed} {faq.id} {way}")
    made = list(_MADE[way](faq, draw))
    draw.shuffle(made)
    chosen: dict[str, tuple[str, str]] = {}
    for rule, text in made:
        if len(bare(text)) > 1 and likeness(text, faq.title, faq.language) < NEAR_COPY:
            chosen.setdefault(bare(text), (rule, text))
    kept = list(chosen.values())[:n]
    return Draft(
        faqs=(faq.id,),
        way=way,
        texts=tuple(text for _, text in kept),
        made_by=tuple(f"rules:{rule}" for rule, _ in kept),
    )


# ---------------------------------------------------------------- the three ways


def _from_title(faq: Faq, _: random.Random) -> Made:
    words = words_of(faq.language)
    yield "polite", words.polite(faq.title)
    yield "plain", words.plain(faq.title)
    for other in _synonyms(faq.title, faq):
        yield "synonym", other
        yield "synonym", words.polite(other)


def _from_answer(faq: Faq, _: random.Random) -> Made:
    words = words_of(faq.language)
    topic = _topic(faq)
    for sentence in sentences(faq.body, faq.language):
        if question := words.asks(sentence.strip()):
            named = not topic or normal_form(topic) in normal_form(question)
            yield "sentence", question if named else words.about.format(topic=topic, question=question)
        found = [word for word in Utterance(sentence, faq.language).keywords if _is_searched(word, topic)]
        if topic and len(found) > 1:
            yield "answer-words", " ".join((topic, *found[:_KEY_WORDS]))


def _as_a_user(faq: Faq, draw: random.Random) -> Made:
    words = words_of(faq.language)
    short = words.short(faq.title)
    yield "short", short
    found = Utterance(faq.title, faq.language).keywords
    if len(found) > 1:
        yield "keywords", " ".join(found)
    if len(found) > 2:
        left_out = draw.randrange(1, len(found))
        yield "omission", " ".join(word for at, word in enumerate(found) if at != left_out)
    for other in _synonyms(short or faq.title, faq):
        yield "synonym", other
    dropped = _without_particles(faq)
    yield "particles", dropped
    yield "unconverted", words.unconverted(short or faq.title)
    yield "typo", _typo(short or dropped or faq.title, draw)


_MADE: dict[str, Callable[[Faq, random.Random], Made]] = {
    "title": _from_title,
    "answer": _from_answer,
    "user": _as_a_user,
}


# ---------------------------------------------------------------- the rules


def _topic(faq: Faq) -> str:
    """The first thing that the title names, 「会社のカード」 and not 「会社」; its first key words, where nothing tells
    nouns from verbs."""
    said = Utterance(faq.title, faq.language)
    if not said.noun_phrases or not said.pack.analysis.tagged:
        return " ".join(said.keywords[:2])
    links = said.pack.graph.links
    first, end = said.noun_phrases[0], said.noun_phrases[0].end
    for phrase in said.noun_phrases[1:]:
        if faq.title[end : phrase.start] not in links:
            break
        end = phrase.end
    return faq.title[first.start : end]


def _is_searched(word: str, topic: str) -> bool:
    """Nobody who does not know the answer types its numbers."""
    return word not in normal_form(topic) and not any(map(str.isdigit, word))


def _synonyms(text: str, faq: Faq) -> Iterator[str]:
    normal = normal_form(text)
    for group in words_of(faq.language).synonyms:
        for word in group:
            at = normal.find(word)
            if at >= 0 and len(normal) == len(text) and _is_whole(text, at, len(word), faq):
                yield from (text[:at] + other + text[at + len(word) :] for other in group if other != word)


def _is_whole(text: str, at: int, length: int, faq: Faq) -> bool:
    """The word does not begin or end inside another one: 方法 does not stand in 地方法."""
    found = Utterance(text, faq.language).morphemes
    borders = {morpheme.start for morpheme in found} | {morpheme.end for morpheme in found}
    return {at, at + length} <= borders


def _without_particles(faq: Faq) -> str:
    droppable = words_of(faq.language).droppable
    kept = faq.title
    for morpheme in reversed(Utterance(faq.title, faq.language).morphemes):
        if not morpheme.content and normal_form(morpheme.surface) in droppable:
            kept = kept[: morpheme.start] + kept[morpheme.end :]
    return " ".join(kept.split()).rstrip("?？")


def _typo(text: str, draw: random.Random) -> str:
    """A slip in one word: two neighbouring letters of an alphabet or syllables change places, or a long vowel is lost.

    Only within Kana and Latin; of a Chinese text, or one of Kanji alone, a sign is left out.
    """
    slips = [at for at in range(len(text) - 1) if _kind(text[at]) == _kind(text[at + 1]) in ("kana", "latin")]
    slips = [at for at in slips if text[at] != text[at + 1]]
    long_vowels = [at for at, letter in enumerate(text) if letter == "ー"]
    if long_vowels and draw.random() < 0.5:
        at = draw.choice(long_vowels)
        return text[:at] + text[at + 1 :]
    if slips:
        at = draw.choice(slips)
        return text[:at] + text[at + 1] + text[at] + text[at + 2 :]
    if len(text) > 4 and not pack_of(Utterance.of(text).language).analysis.spaced:
        at = draw.randrange(1, len(text) - 1)
        return text[:at] + text[at + 1 :]
    return ""


def _kind(letter: str) -> str:
    if "ァ" <= letter <= "ヺ" or letter == "ー":
        return "kana"
    return "latin" if letter.isascii() and letter.isalpha() else ""
