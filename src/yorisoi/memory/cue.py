"""What a question says about the memories it wants: words, people, time; and whether it wants any at all.

Patterns of all languages are tried: a short question's language is a guess.
"""

import re
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from yorisoi.language import Utterance, analyse, detect_language, normal_form
from yorisoi.language.dates import Stretch, stretches
from yorisoi.language.packs import pattern_of_all
from yorisoi.memory.persona.asking import kinds_asked_for
from yorisoi.memory.words import ASSISTANT, USER
from yorisoi.types import Language

_MARK = re.compile("[?？]")
_recollects = pattern_of_all(lambda pack: pack.memory.recollects)
_of_oneself = pattern_of_all(lambda pack: pack.memory.of_oneself)
_assistant_said = pattern_of_all(lambda pack: pack.memory.of_the_assistant)
_polite_request = pattern_of_all(lambda pack: pack.memory.polite_request)
_states = pattern_of_all(lambda pack: pack.memory.states)
_asks = pattern_of_all(lambda pack: pack.memory.asks)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cue:
    """A question as memory sees it."""

    words: tuple[str, ...]
    """Its terms, each once."""
    subject: tuple[str, ...]
    """Of those the ones that name what it is about: 教えて and its like are left out."""
    vector: NDArray[np.float32] | None
    """Shape (dimension,), as queries are embedded."""
    speakers: frozenset[str]
    """Whose words are wanted: those whom it names.  Empty: anybody's, but for the assistant's."""
    own: bool
    """Only the user's own words are wanted: a statement, or a question about oneself, that names nobody else."""
    times: tuple[Stretch, ...]
    kinds: frozenset[str]
    """Of facts about oneself that it asks for, such as `home`."""
    recollects: bool
    """It asks for what was said before, or for something about the person who asks."""


def cue_of(
    question: str,
    language: Language,
    vector: NDArray[np.float32] | None,
    speakers: tuple[str, ...],
    now: datetime,
) -> Cue:
    """The cue that a question gives; `speakers` are those who spoke in this memory."""
    said = Utterance(question, detect_language(question, language))
    normal = said.normal
    named = {name for name in speakers if name not in (USER, ASSISTANT) and _names(normal, normal_form(name))}
    if _of_the_assistant(normal):
        named.add(ASSISTANT)
    of_oneself = bool(_of_oneself().search(normal))
    return Cue(
        words=tuple(dict.fromkeys(said.terms.words)),
        subject=tuple(dict.fromkeys(analyse(" ".join(said.keywords), said.language).words)),
        vector=vector,
        speakers=frozenset(named),
        own=not named and USER in speakers and (of_oneself or _states_something(normal)),
        times=tuple(stretches(question, now.astimezone())),
        kinds=kinds_asked_for(question) if of_oneself else frozenset(),
        recollects=bool(named) or of_oneself or _asks_what_was_said(normal),
    )


def _asks_what_was_said(normal: str) -> bool:
    """The question wants something that was said before: 「前に話した店」, 「覚えていますか」."""
    return bool(_recollects().search(normal)) or _of_the_assistant(normal)


def _states_something(normal: str) -> bool:
    """The utterance is no question but says something, about the one who says it unless it names somebody."""
    asks = _MARK.search(normal) or _asks().search(normal)
    return not asks and bool(_states().search(normal))


def _of_the_assistant(normal: str) -> bool:
    """「教えてくれますか」 asks for an answer to come, not for one that was given."""
    asked = _assistant_said().search(normal)
    return bool(asked) and not _polite_request().search(normal)


def _names(text: str, name: str) -> bool:
    if name.isascii():
        return bool(re.search(rf"\b{re.escape(name)}\b", text))
    return name in text
