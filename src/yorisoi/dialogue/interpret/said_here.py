"""What somebody who asks for what was said may mean, of this conversation and of earlier ones."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from yorisoi.dialogue.held import held
from yorisoi.dialogue.interpret.wording import Kind, WordingReader, only_greets
from yorisoi.dialogue.patterns import is_question
from yorisoi.errors import BackendError
from yorisoi.language import Utterance, beginning, keywords, normal_form
from yorisoi.language.sentences import sentences
from yorisoi.ports import Embedder
from yorisoi.types import Recalled, Turn

MAY_RECALL = 0.3
"""Probability from which an utterance may ask for what was said before."""
_LOOKED_AT, _OF_A_TURN, _LONGEST = 60, 30, 100
"""Sentences of the conversation, the last ones (of memories twice as many, the best); of one turn, its first ones, or
what somebody pasted would leave none of what was told; characters of one that are read."""
_OF_ONESELF, _NEAR = 0.1, 0.6
"""What it is worth, as a cosine, that a sentence tells of oneself; and the probability and the cosine from which it may
be meant though it shares no word."""
_BESIDE = 0.1
"""How far, as a cosine, a sentence may stand behind the best to be told with it."""
_MEANT, _LISTED, _TOLD = 2, 5, 300
"""Sentences whose turns are told: of what is asked for, and where that is not known; characters of a turn."""
_AMENDS = 0.5
"""Probability from which what was said right behind what was told amends it: 「違います、4522です」."""


@dataclass(frozen=True, slots=True)
class SaidHere:
    """Of this conversation turns of the user's, in order, each without what it asked."""

    turns: Sequence[str] = ()
    is_meant: bool = False
    """They are what is asked for, as far as one can tell; else what may hold it."""
    shared: float = 0.0
    """Share of the utterance's key words that the best of them has."""


async def said_here(
    said: Utterance, history: Sequence[Turn], reader: WordingReader, embedder: Embedder | None
) -> SaidHere:
    """What the utterance may ask for of what the user said in this conversation, and what corrects it.

    Of 58 times that somebody asked for what one had told it was the best sentence in 51, and one of the first two in
    all.  Where nothing of it seems to be meant, what was told; where nothing was, or the utterance names nothing
    (「さっき何聞いたっけ」), what was asked as well.
    """
    turns = [replace(said, text=turn.text) for turn in history if turn.speaker == "user"]
    parts = _parts([turn.text for turn in turns], said)[-_LOOKED_AT:]
    worth = await _Worth.of(said, [each for each, _ in parts], reader, embedder)

    async def told(order: Sequence[int]) -> tuple[str, ...]:
        numbers = {parts[at][1] for at in order}
        for at, turn in enumerate(turns):
            if at not in numbers and at - 1 in numbers and await _amends(turn, turns[at - 1], reader):
                numbers.add(at)
        return tuple(dict.fromkeys(_without_questions(turns[number]) for number in sorted(numbers)))

    if meant := worth.meant():
        return SaidHere(await told(meant), is_meant=True, shared=float(worth.shared[meant[0]]))
    statements = [at for at in worth.order if worth.keys and not is_question(parts[at][0], said.language)]
    return SaidHere(await told((statements or worth.order)[:_LISTED]))


def _parts(texts: Sequence[str], said: Utterance) -> list[tuple[str, int]]:
    """The sentences of these texts that are looked at, each with the number of its text."""
    return [
        (sentence, number)
        for number, text in enumerate(texts)
        for sentence in sentences(text, said.language)[:_OF_A_TURN]
        if not only_greets(replace(said, text=sentence))
    ]


async def _amends(turn: Utterance, told: Utterance, reader: WordingReader) -> bool:
    """Whether a turn puts something right, or adds to it, that was told right before: neither a question nor talk."""
    wording = await reader.read(turn, [told.text], "")
    return wording.is_a(Kind.CORRECTION, Kind.REPLY) >= _AMENDS


def _names_more(text: str, said: Utterance) -> bool:
    """Whether a text has a key word that the utterance does not have."""
    return not set(keywords(text, said.language)) <= set(said.keywords)


def _without_questions(turn: Utterance) -> str:
    """What a turn told, or all of it where it only asked."""
    told = ("".join(each for each in turn.sentences if not is_question(each, turn.language)) or turn.text).strip()
    return told if len(told) <= _TOLD else f"{beginning(told, _TOLD)}…"


async def said_before(
    said: Utterance, recalled: Sequence[Recalled], reader: WordingReader, embedder: Embedder | None
) -> list[Recalled]:
    """Of these memories those that have a sentence that the utterance may ask for, the best first."""
    parts = _parts([each.episode.text for each in recalled], said)[: 2 * _LOOKED_AT]
    worth = await _Worth.of(said, [each for each, _ in parts], reader, embedder)
    return [recalled[number] for number in dict.fromkeys(parts[at][1] for at in worth.meant())]


@dataclass(frozen=True, slots=True)
class _Worth:
    """What texts are worth to somebody who asks for one of them: cos(utterance, text) + `_OF_ONESELF` P(it tells of
    oneself); where nothing embeds, the share of the utterance's key words in place of the cosine."""

    keys: Sequence[str]
    shared: NDArray[np.float64]
    """Share of the key words that each has."""
    tells: NDArray[np.float64]
    near: NDArray[np.float64]
    told: NDArray[np.bool_]
    """Whether it may tell something: what asks for what was said does not, nor what asks for something about oneself
    and names nothing else (「私って何歳？」 to 「何歳って言ったっけ」)."""

    @classmethod
    async def of(
        cls, said: Utterance, texts: Sequence[str], reader: WordingReader, embedder: Embedder | None
    ) -> "_Worth":
        texts = [beginning(each, _LONGEST) for each in texts]
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
        only_asks = [is_question(each, said.language) and not _names_more(each, said) for each in texts]
        asks = recalls + np.where(only_asks, tells, 0.0)
        return cls(said.keywords, shared, tells, near, asks < MAY_RECALL)

    @property
    def worth(self) -> NDArray[np.float64]:
        return self.near + _OF_ONESELF * self.tells

    @property
    def order(self) -> list[int]:
        """Of those that may tell something the best first."""
        return [at for at in np.argsort(-self.worth, kind="stable").tolist() if self.told[at]]

    def meant(self) -> list[int]:
        """The best and what is near to it, if it seems to be what is asked for."""
        best, *others = self.order[:_MEANT] or [-1]
        if best < 0 or not self.keys:
            return []
        tells = self.tells[best] >= _OF_ONESELF and self.near[best] >= _NEAR
        if not (tells or self.shared[best] > 0):
            return []
        return [best, *(at for at in others if self.worth[at] >= self.worth[best] - _BESIDE)]
