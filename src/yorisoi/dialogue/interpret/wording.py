"""What the wording alone tells: of what kind an utterance is, how vague, whether it goes on about what was said.

The embedding model reads the utterance beside what was said before it (`UtteranceReader`), in whatever language, so
that no list of greetings or troubles is needed: over collections that nothing was fitted on the kind is one that it may
be in .95 of the cases (docs/understanding.md).  Beside it stand probes on how it reads the utterance alone
(`ports.Reader`), fitted on other utterances.  Where no model reads, the few words of a language's pack stand in, which
know much less.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol, runtime_checkable

import numpy as np

from yorisoi.dialogue.fitted import Fitted, Floats, joined, unit
from yorisoi.dialogue.interpret.aside import (
    parts,
    up_to_question,
    without_mood,
    without_name,
    without_talk,
    without_turn,
)
from yorisoi.dialogue.interpret.correction import correction
from yorisoi.dialogue.odds import softmax
from yorisoi.dialogue.patterns import is_question, patterns
from yorisoi.errors import BackendError
from yorisoi.language import Utterance, normal_form
from yorisoi.ports import Embedder, Reader
from yorisoi.reading_ports import UtteranceReader, Uttered


class Kind(StrEnum):
    """What an utterance is for."""

    QUESTION = "question"
    """Something definite is asked for, or a trouble with a thing is told: one would look it up at once."""
    VAGUE = "vague"
    """Something is wanted, but not which: a bare topic, 「手続きを教えて」."""
    TROUBLE = "trouble"
    """A person's worry or dilemma, to be heard first."""
    TALK = "talk"
    """Nothing to look up: greetings, thanks, reactions, small talk, a word about the assistant."""
    RECALL = "recall"
    """What was said in this conversation or an earlier one is asked for."""
    SELF = "self"
    """Something lasting about oneself is told."""
    CORRECTION = "correction"
    """Something else was meant, or the reply missed."""
    REPLY = "reply"
    """It answers a question of ours."""
    ORDER = "order"
    """How the assistant should behave: もういいから答えて."""


MAY_RECALL = 0.3
"""Probability from which an utterance may ask for what was said before."""
_HARDLY_TALK, _MAY_BE_TALK, _SURELY_TALK = 0.2, 0.3, 0.9
"""Probability of talk below which what is left without the talk around it is taken for what was asked; the same where
it is put as a question; and of the whole, from which on it has to be: うう、すぐ払ってきます."""
_PLAINLY, _PLAINLY_SELF = 0.9, 0.7
"""Probability from which something is told of oneself, read alone and in its place."""
_LIKELY_TALK = 0.5
"""Of the whole, from which on a question in it would be answered as talk."""
_MOST_PARTS = 12
"""Of an utterance that are read one by one."""
_LONG = 40
"""Characters in which lengths are counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """What the wording says."""

    kinds: Mapping[Kind, float]
    """Probabilities of all kinds, which add up to 1."""
    vague: float
    """Log-odds that it leaves open what is wanted."""
    follows: float
    """Log-odds that it goes on about what was said; 0 where nothing was."""
    vague_beside: float
    follows_beside: float
    """The same two, read beside what was said."""
    nearness: tuple[float, ...] = ()
    """Cosines of its reading with those of what was said, in the same order."""
    recalls: float = 0.0
    """Probability, by its reading alone, that it asks for what was said before; 0 where nothing reads."""
    tells: float = 0.0
    """The same, that it tells something lasting of oneself."""

    @property
    def plainly_tells(self) -> bool:
        """Something lasting is told of oneself."""
        return self.tells >= _PLAINLY or self.kinds[Kind.SELF] >= _PLAINLY_SELF

    @property
    def kind(self) -> Kind:
        return max(self.kinds, key=lambda kind: self.kinds[kind])

    def is_a(self, *kinds: Kind) -> float:
        """The probability that it is of one of these kinds."""
        return sum(self.kinds[kind] for kind in kinds)


@runtime_checkable
class _Reads(Reader, UtteranceReader, Protocol):
    """Texts alone, and utterances in their place.  Methods only: to look for a property is to read it, and the
    dimension of a server's embeddings is not known before its first answer."""


class WordingReader:
    """Reads utterances; keeps nothing."""

    def __init__(self, embedder: Embedder | None, fitted: Fitted) -> None:
        self._fitted = fitted
        self._reader = embedder if isinstance(embedder, _Reads) and embedder.name == fitted.encoder else None

    async def read(self, said: Utterance, before: Sequence[str], reply: str | None) -> Wording:
        """What the utterance's wording tells after what the user said `before`, oldest first, and the last `reply`."""
        asks = reply is not None and patterns(said.language).asks.search(normal_form(reply)[-80:]) is not None
        if self._reader is None or only_greets(said):
            return by_words(said, before, asks)
        question = (reply or "") if asks else ""
        here = Uttered(text=said.text, said=tuple(before), question=question, has_reply=reply is not None)
        try:
            readings = await self._reader.read([said.text, *before])
            [beside] = await self._reader.uttered([here])
        except BackendError:
            return by_words(said, before, asks)
        return by_reading(self._fitted, here, readings, beside)

    async def of_oneself(self, texts: Sequence[str]) -> list[Mapping[str, float]]:
        """The probability of each text that it `recalls`, asks for what was said before, and that it `tells` something
        lasting of oneself; 0 where nothing reads."""
        try:
            readings = await self._reader.read(texts) if self._reader and texts else None
        except BackendError:
            readings = None
        if readings is None:
            return [{"recalls": 0.0, "tells": 0.0}] * len(texts)
        return [self._fitted.oneself.probabilities(unit(each, self._fitted.mean)) for each in readings]

    async def wanted(self, said: Utterance, reply: str = "") -> Utterance:
        """The utterance less one's name, and less the talk around it where the rest is a question, or a worry behind
        thanks: `aside.py`.
        What follows a question goes too where the question would be lost with it (「Wi-Fiある？待ってる間ひまで」).
        `reply` is what we last answered with; where that was nothing, no topic names what is asked, and what names it
        stays: 「スープに何か見えた。止めたら怒られる？」."""
        bare = without_mood(without_name(said))
        found = parts(bare.text, bare.language)
        if self._reader is None or not 2 <= len(found) <= _MOST_PARTS or correction(said):
            return bare
        try:
            *talk, whole = [each[Kind.TALK] for each in await _kinds_of(self._reader, [*found, bare.text])]
            rest = without_talk(found, talk, bare.language, reply)
            asked = up_to_question(rest, bare.language)
            texts = [rest] if rest != bare.text else []
            texts += [asked] if asked != rest and whole >= _LIKELY_TALK else []
            left = [replace(bare, text=each) for each in texts]
            read = await self.of_oneself([bare.text, texts[0]]) if texts else []
            if [each["recalls"] >= MAY_RECALL for each in read] == [True, False]:
                return bare  # 「乐乐几班的，我讲过吧」
            if not reply and bare.noun_phrases:
                left = [each for each in left if each.noun_phrases]
            kinds = await _kinds_of(self._reader, list(map(without_turn, left)))
        except BackendError:
            return bare
        asking = (each for each, its in zip(left, kinds, strict=True) if self._asks(each, its, bare.text, whole))
        return next(asking, bare)

    @staticmethod
    def _asks(left: Utterance, kinds: Mapping[Kind, float], text: str, talk: float) -> bool:
        """Whether what is left of a text, which is `talk` with this probability, is what was asked."""
        if is_question(left.text, left.language):
            return kinds[Kind.TALK] < min(_MAY_BE_TALK, kinds[Kind.QUESTION] + kinds[Kind.VAGUE])
        thanks = patterns(left.language).talk.search(normal_form(text.partition(left.text)[0]))
        asks = _is(Kind.QUESTION, kinds) or (thanks is not None and _is(Kind.TROUBLE, kinds))
        return asks and kinds[Kind.TALK] < _HARDLY_TALK and talk < _SURELY_TALK


async def _kinds_of(reader: UtteranceReader, texts: Sequence[str]) -> list[Mapping[Kind, float]]:
    """As if each were said behind a reply that asked nothing."""
    return list(map(kinds_of, await reader.uttered([Uttered(text=text, has_reply=True) for text in texts])))


def by_reading(fitted: Fitted, uttered: Uttered, readings: Floats, beside: Mapping[str, float]) -> Wording:
    """`readings` has the shape (1 + said, width): of the text, and of what was said before it; `beside` is what was
    read of it in its place."""
    here, *before = (unit(reading, fitted.mean) for reading in readings)
    oneself = fitted.oneself.probabilities(here)
    following = of_following(here, before, uttered.text, asks=bool(uttered.question)) if before else None
    return Wording(
        kinds=kinds_of(beside),
        vague=fitted.vague.log_odds(here),
        follows=float(fitted.follows.log_odds(following)[0]) if following is not None else 0.0,
        vague_beside=beside["leaves_open"],
        follows_beside=beside["goes_on"] if before else 0.0,
        nearness=tuple(float(here @ each) / 2 for each in before),
        recalls=oneself["recalls"],
        tells=oneself["tells"],
    )


def kinds_of(log_odds: Mapping[str, float]) -> Mapping[Kind, float]:
    """Kind -> probability, a softmax."""
    return dict(zip(Kind, softmax([log_odds[kind] for kind in Kind]), strict=True))


def _is(kind: Kind, kinds: Mapping[Kind, float]) -> bool:
    return max(kinds, key=kinds.__getitem__) is kind


def of_following(reading: Floats, before: Sequence[Floats], text: str, *, asks: bool) -> Floats:
    """Features of going on: the reading, its cosines (both halves) with the last and the nearest of what was said."""
    here = reading.reshape(2, -1)
    cosines = np.array([np.vecdot(here, each.reshape(2, -1)) for each in before])
    last, best = cosines[-1], cosines.max(axis=0)
    return joined(reading, last, best, (best[0] - last[0], float(asks), len(text) / _LONG))


def only_greets(said: Utterance) -> bool:
    """Nothing is left without the words of greeting and thanks: too short to be read."""
    rest = patterns(said.language).talk.sub("", said.normal)
    return rest != said.normal and not any(char.isalnum() for char in rest)


def by_words(said: Utterance, before: Sequence[str], asks: bool) -> Wording:
    """Where nothing reads: the few words of the language's pack."""
    normal, keys, known = said.normal, said.keywords, patterns(said.language)
    kinds = dict.fromkeys(Kind, 0.01)
    talks = known.talk.search(normal) is not None and len(known.talk.sub("", normal)) <= len(normal) / 2
    if talks:
        kinds[Kind.TALK] = 1.0
    elif known.recalls.search(normal):
        kinds[Kind.RECALL] = 1.0
    elif known.troubled.search(normal):
        kinds[Kind.TROUBLE] = 1.0
    elif asks and len(keys) <= 2 and not known.asks.search(normal):
        kinds[Kind.REPLY] = 1.0
    elif len(keys) <= 1 and not known.definite.search(normal):
        kinds[Kind.VAGUE] = 1.0
    else:
        kinds[Kind.QUESTION] = 1.0
    total = sum(kinds.values())
    short = len(keys) <= 2 or known.points_back.search(normal) is not None
    vague = 1.5 if kinds[Kind.VAGUE] == 1.0 else -1.5
    follows = (1.0 if short else -1.0) if before else 0.0
    return Wording(
        kinds={kind: value / total for kind, value in kinds.items()},
        vague=vague,
        follows=follows,
        vague_beside=vague,
        follows_beside=follows,
        nearness=tuple(0.0 for _ in before),
    )
