"""What somebody who asks for what was said may mean of what was said in this conversation."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from yorisoi.dialogue.held import held
from yorisoi.dialogue.interpret.wording import WordingReader
from yorisoi.errors import BackendError
from yorisoi.language import keywords, normal_form
from yorisoi.language.sentences import sentences
from yorisoi.ports import Embedder
from yorisoi.types import Language, Turn

_LOOKED_AT = 60
"""Sentences of the conversation, the last ones."""
_OF_ONESELF = 0.1
"""What it is worth, as a cosine, that a sentence tells of oneself; and the probability from which it may be meant."""
_BESIDE = 0.1
"""How far, as a cosine, a sentence may stand behind the best to be told with it."""
_MEANT, _LISTED = 2, 5
"""Sentences told: of what is asked for, and where that is not known."""


@dataclass(frozen=True, slots=True)
class SaidHere:
    """Sentences that the user said in this conversation, in order."""

    sentences: Sequence[str] = ()
    is_meant: bool = False
    """They are what is asked for, as far as one can tell; else just what was said."""
    whole: bool = False
    """One of them has all words that it is asked for by."""


async def said_here(
    text: str, language: Language, history: Sequence[Turn], reader: WordingReader, embedder: Embedder | None
) -> SaidHere:
    """What the utterance may ask for of what the user said in this conversation.

    A sentence s is worth cos(utterance, s) + `_OF_ONESELF` P(s tells of oneself): of 58 times that somebody asked for
    what one had told it was the best in 51, and one of the first two in all. Where nothing embeds, by words in common.
    """
    turns = [turn.text for turn in history if turn.speaker == "user"]
    said = list(dict.fromkeys(each.strip() for turn in turns for each in sentences(turn, language)))[-_LOOKED_AT:]
    if not said:
        return SaidHere()
    keys = keywords(text, language)
    shared = np.array([held(keys, normal_form(each)) for each in said])
    of_oneself = np.array(await reader.of_oneself(said))
    worth = await _cosines(text, said, embedder, otherwise=shared) + _OF_ONESELF * of_oneself
    best = int(worth.argmax())
    # 「さっき何聞いたっけ」 names nothing that was said.
    is_meant = bool(keys) and bool(shared[best] > 0 or of_oneself[best] >= _OF_ONESELF)
    order = np.argsort(-worth, kind="stable")[: _MEANT if is_meant else _LISTED]
    kept = sorted(at for at in order.tolist() if not is_meant or worth[at] >= worth[best] - _BESIDE)
    return SaidHere(tuple(said[at] for at in kept), is_meant, bool(shared[best] == 1))


async def _cosines(text: str, said: Sequence[str], embedder: Embedder | None, *, otherwise: np.ndarray) -> np.ndarray:
    if embedder is None:
        return otherwise
    try:
        own, *others = await embedder.embed_queries([text, *said])
    except BackendError:
        return otherwise
    return np.array([own @ each for each in others])
