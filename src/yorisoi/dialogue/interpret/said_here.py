"""What somebody who asks for what was said may mean, of this conversation and of earlier ones."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from yorisoi.dialogue.answer.expected import expected
from yorisoi.dialogue.held import held
from yorisoi.dialogue.interpret.amending import amending
from yorisoi.dialogue.interpret.stated import AROUND, lead, told
from yorisoi.dialogue.interpret.wording import MAY_RECALL, WordingReader, only_greets
from yorisoi.dialogue.patterns import is_about_oneself, is_question, states_a_value
from yorisoi.errors import BackendError
from yorisoi.language import Utterance, beginning, keywords, normal_form
from yorisoi.language.morpheme import Pos
from yorisoi.language.sentences import sentences
from yorisoi.memory.persona.asking import who_one_is_asked_for
from yorisoi.memory.persona.extracting import facts_in
from yorisoi.ports import Embedder
from yorisoi.types import Language, Recalled, Turn

_LOOKED_AT, _OF_A_TURN, _LONGEST = 60, 30, 100
"""Sentences of the conversation, the last ones (of memories twice as many, the best); of one turn, its first ones, or
what somebody pasted would leave none of what was told; characters of one that are read."""
_OF_ONESELF, _NEAR = 0.1, 0.6
"""What it is worth, as a cosine, that a sentence tells of oneself; and the probability and the cosine from which it may
be meant though it shares no word."""
_EXPECTED = 0.05
"""What it is worth, as a cosine, that a sentence holds such a number, sum or time as is asked for."""
_OF_NUMBERS = frozenset(("age", "birthday"))
"""Kinds of facts that hold a number: where no such one was stated, what is stated with a number may be one."""
_BESIDE, _AS_NEAR = 0.1, 0.05
"""How far, as a cosine, the second best sentence may stand behind the best to be told with it, and one said later."""
_MEANT, _LISTED, _TOLD = 2, 5, 300
"""Sentences whose turns are told: of what is asked for, and where that is not known; characters of a turn."""


@dataclass(frozen=True, slots=True)
class SaidHere:
    """Of this conversation turns of the user's, in order, each without what it asked."""

    turns: Sequence[str] = ()
    is_meant: bool = False
    """They are what is asked for, as far as one can tell; else what may hold it."""
    shared: float = 0.0
    """Share of the utterance's key words that the best of them has; all of them where it is such a fact as is asked
    for."""
    later: Collection[str] = ()
    """Those of the turns that put right what stands before them, or add to it."""


@dataclass(frozen=True, slots=True)
class _Part:
    """What is held against the utterance: a sentence, or what one says in it before one asks."""

    text: str
    turn: int
    leads: bool = False
    """A question follows in the same sentence: 「うちの猫、ミケっていうんですけど、連れてっていい？」."""


async def said_here(
    said: Utterance, history: Sequence[Turn], reader: WordingReader, embedder: Embedder | None
) -> SaidHere:
    """What the utterance may ask for of what the user said in this conversation, and what corrects it.

    Of 58 times that somebody asked for what one had told it was the best sentence in 51, and one of the first two in
    all.  Where nothing of it seems to be meant, what was told; where nothing was, or the utterance names nothing
    (「さっき何聞いたっけ」), what was asked as well, but for who asks for something of one's own.
    """
    turns = {at: replace(said, text=turn.text) for at, turn in enumerate(history) if turn.speaker == "user"}
    every = _parts({at: turn.text for at, turn in turns.items()}, said)[-_LOOKED_AT:]
    worth = await _Worth.of(said, every, reader, embedder, stated=is_about_oneself(said.text))

    async def told_of(order: Sequence[int]) -> SaidHere:
        found: dict[int, str] = {}
        amends: set[int] = set()
        for at in sorted({every[part].turn for part in order}):
            found[at] = _told(turns[at], {every[part].text for part in order if every[part].turn == at})
            later = [(turn.speaker == "user", turn.text) for turn in history[at + 1 :]]
            behind = [at + 1 + each for each in await amending(found[at], later, said.language, reader)]
            amends.update(behind)
            new = {each: history[each].text for each in behind if each not in found}
            found |= {each: told(text, said.language) or text.strip() for each, text in new.items()}
        last = {text: at for at, text in sorted(found.items())}
        in_order = tuple(sorted(last, key=lambda text: last[text]))
        return SaidHere(in_order, later=tuple(text for text in in_order if last[text] in amends))

    if meant := worth.meant():
        shared = 1.0 if worth.facts.any() else float(worth.shared[meant[0]])
        return replace(await told_of(meant), is_meant=True, shared=shared)
    return await told_of((worth.statements or worth.order)[:_LISTED])


def _parts(texts: Mapping[int, str], said: Utterance) -> list[_Part]:
    """What is looked at of these texts, by number; what was said twice as it was said last."""
    found = [
        part
        for number, text in texts.items()
        for sentence in sentences(text, said.language)[:_OF_A_TURN]
        if not only_greets(replace(said, text=sentence))
        for part in _of_a_sentence(sentence, number, said.language)
    ]
    last = {part.text: part for part in found}
    return sorted(last.values(), key=lambda part: part.turn)


def _of_a_sentence(sentence: str, turn: int, language: Language) -> Iterator[_Part]:
    if stated := lead(sentence, language):
        yield _Part(stated, turn, leads=True)
    yield _Part(sentence, turn)


def _is_a_fact(kinds: Collection[str], text: str, language: Language) -> bool:
    return bool(kinds) and any(each.kind in kinds for each in facts_in(text, language))


def _names_more(text: str, said: Utterance) -> bool:
    """Whether a text has a key word that the utterance does not have."""
    return not set(keywords(text, said.language)) <= set(said.keywords)


def _may_be_a_fact(kinds: frozenset[str], text: str, said: Utterance) -> bool:
    """Whether it holds a number, where an age or a day is asked for, or a name, and speaks of nobody else."""
    if not kinds or said.pack.persona.others.search(text):
        return False
    if kinds & _OF_NUMBERS:
        return any(map(str.isdigit, text))
    return any(each.pos is Pos.PROPER for each in replace(said, text=text).morphemes)


async def told_all(asked: Utterance, texts: Sequence[str], reader: WordingReader) -> bool:
    """Whether a statement about oneself, or of a number of something, has all that is named, and a number or a name
    beside: 「結婚記念日は？」 behind 「結婚記念日は10月15日です」."""
    with_all = [text for text in texts if answers_all(text, asked)]
    stated = [one for text in with_all if answers_all(one := told(text, asked.language), asked)]
    if any(states_a_value(replace(asked, text=one)) for one in stated):
        return True
    return any(each["tells"] >= _OF_ONESELF for each in await reader.of_oneself(stated))


def answers_all(text: str, asked: Utterance) -> bool:
    """Whether a text has all that is named but times, and a number or a name that is not; a word of one character
    stands in it by itself: 月 is none of 来月."""
    times = asked.pack.words.times | asked.pack.words.days
    named = [each for each in asked.keywords if each not in times]
    wants = expected(asked)
    if not named or held(named, normal_form(text)) < 1 or (wants and not wants.is_in(text)):
        return False
    told = Utterance(text, asked.language)
    if not {each for each in named if len(each) == 1} <= set(told.keywords):
        return False
    values = (each for each in told.morphemes if normal_form(each.surface) not in asked.normal)
    return any(each.pos in (Pos.NUMBER, Pos.PROPER) or any(map(str.isdigit, each.surface)) for each in values)


def _told(turn: Utterance, meant: Collection[str]) -> str:
    """What a turn told: its statements, and of its questions what is meant, or all of it where it only asked."""
    kept = ""
    for sentence in turn.sentences:
        if not is_question(sentence, turn.language):
            kept += sentence
        elif found := [each.text for each in _of_a_sentence(sentence, 0, turn.language) if each.text in meant]:
            kept += found[0]
    return in_short((kept or turn.text).strip(AROUND))


def in_short(told: str) -> str:
    """As much of what was said as is told again."""
    return told if len(told) <= _TOLD else f"{beginning(told, _TOLD)}…"


async def said_before(
    said: Utterance, recalled: Sequence[Recalled], reader: WordingReader, embedder: Embedder | None
) -> list[Recalled]:
    """Of these memories those that have a sentence that the utterance may ask for, the best first."""
    every = _parts({at: each.episode.text for at, each in enumerate(recalled)}, said)[: 2 * _LOOKED_AT]
    worth = await _Worth.of(said, every, reader, embedder, stated=True)
    return [recalled[number] for number in dict.fromkeys(every[at].turn for at in worth.meant())]


@dataclass(frozen=True, slots=True)
class _Worth:
    """What texts are worth to somebody who asks for one of them: cos(utterance, text) + `_OF_ONESELF` P(it tells of
    oneself) + `_EXPECTED` [it holds such a number, sum or time as is asked for]; where nothing embeds, the share of the
    utterance's key words in place of the cosine."""

    keys: Sequence[str]
    shared: NDArray[np.float64]
    """Share of the key words that each has."""
    tells: NDArray[np.float64]
    near: NDArray[np.float64]
    fits: NDArray[np.bool_]
    """Whether it holds such a number, sum or time as is asked for."""
    told: NDArray[np.bool_]
    """Whether it may tell something: what asks for what was said does not, nor what asks for something about oneself
    and names nothing else (「私って何歳？」 to 「何歳って言ったっけ」)."""
    states: NDArray[np.bool_]
    """Whether it is a statement; of what leads to a question, what tells of oneself."""
    facts: NDArray[np.bool_]
    """Whether it states such a fact of oneself as is asked for: 「森川です」 the name."""
    may_be: NDArray[np.bool_]
    """Whether it may state one in other words: 「今は41なんです」."""

    @classmethod
    async def of(
        cls,
        said: Utterance,
        every: Sequence[_Part],
        reader: WordingReader,
        embedder: Embedder | None,
        *,
        stated: bool,
    ) -> "_Worth":
        """`stated`: of questions those alone that tell of oneself."""
        texts = [beginning(each.text, _LONGEST) for each in every]
        shared = np.array([held(said.keywords, normal_form(each)) for each in texts])
        read = await reader.of_oneself(texts)
        tells, recalls = (np.array([each[name] for each in read]) for name in ("tells", "recalls"))
        near = shared
        if embedder and texts:
            try:
                own, *others = await embedder.embed_queries([said.text, *texts])
                near = np.array([own @ each for each in others])
            except BackendError:  # then by words
                pass
        leads = np.array([each.leads for each in every], dtype=np.bool_)
        asks = np.array([is_question(each, said.language) for each in texts], dtype=np.bool_)
        only_asks = asks & np.array([not _names_more(each, said) for each in texts], dtype=np.bool_)
        told = leads | (recalls + np.where(only_asks, tells, 0.0) < MAY_RECALL)
        if stated:
            told &= leads | ~asks | (tells >= _OF_ONESELF)
        states = ~asks & (~leads | (tells >= _OF_ONESELF))
        wants = expected(said)
        fits = np.array([wants is not None and wants.is_in(each) for each in texts], dtype=np.bool_)
        kinds = who_one_is_asked_for(said.text, said.language)
        facts = np.array([_is_a_fact(kinds, each, said.language) for each in texts], dtype=np.bool_)
        may_be = np.array([_may_be_a_fact(kinds, each, said) for each in texts], dtype=np.bool_)
        names_oneself = np.array([said.pack.persona.oneself.search(each) is not None for each in texts], dtype=np.bool_)
        may_be &= (leads | ~asks) & (names_oneself | (tells >= _OF_ONESELF))
        if kinds & _OF_NUMBERS and not facts.any():
            facts = may_be
        return cls(said.keywords, shared, tells, near, fits, told, states, facts, may_be)

    @property
    def worth(self) -> NDArray[np.float64]:
        return self.near + _OF_ONESELF * self.tells + _EXPECTED * self.fits

    @property
    def order(self) -> list[int]:
        """Of those that may tell something the best first."""
        return [at for at in np.argsort(-self.worth, kind="stable").tolist() if self.told[at]]

    @property
    def statements(self) -> list[int]:
        """Of these those that state something, where the utterance names what it asks for."""
        return [at for at in self.order if self.keys and self.states[at]]

    def meant(self) -> list[int]:
        """The best and what is near to it, if it seems to be what is asked for, and what was stated later as near or in
        as many of the utterance's words: 「社員番号、8831でした」.  Nothing that only asks, where something was stated
        in as many of them.  Where such facts as are asked for were stated, these, what was said behind them that may be
        one, and what something else that is asked for means."""
        found = self._meant()
        if not self.facts.any():
            return found
        facts = np.flatnonzero(self.facts)[-_LISTED:].tolist()
        behind = [at for at in np.flatnonzero(self.may_be).tolist() if at > facts[0]][-_MEANT:]
        return list(dict.fromkeys((*facts, *behind, *(found if len(self.keys) > 1 else ()))))

    def _meant(self) -> list[int]:
        """Where no such facts were."""
        stated = max((self.shared[at] for at in self.statements), default=0.0)
        order = [at for at in self.order if self.states[at] or self.shared[at] > stated or stated == 0]
        best, *others = order[:_MEANT] or [-1]
        if best < 0 or not self.keys:
            return []
        tells = self.tells[best] >= _OF_ONESELF and self.near[best] >= _NEAR
        if not (tells or self.shared[best] > 0):
            return []
        beside = [at for at in others if self.worth[at] >= self.worth[best] - _BESIDE]
        shares_as_much = (self.shared >= self.shared[best]) & (self.shared > 0)
        as_good = (shares_as_much | (self.worth >= self.worth[best] - _AS_NEAR)) & self.states & self.told
        later = [at for at in range(best + 1, len(self.told)) if as_good[at]]
        return list(dict.fromkeys((best, *beside, *later[-_MEANT:])))
