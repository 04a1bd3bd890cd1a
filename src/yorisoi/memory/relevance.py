"""How much each episode has to do with a question: words, meaning, what it answers, who said it, when."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from yorisoi.memory.cue import Cue
from yorisoi.memory.mind import Mind
from yorisoi.memory.words import ASSISTANT, USER
from yorisoi.ranges import check_ranges, within

_OF_THE_TURN_AFTER = 0.1
"""Of its relevance passes to the turn before: people comment on what was just said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """Chosen on LoCoMo by leaving one conversation out at a time: docs/memory.md shows what each does."""

    words: float = within(0.7, 0, 1000)
    """Of BM25, against 1 of the whitened cosine, each in standard deviations over the user's episodes."""
    answers: float = within(0.6, 0, 1)
    """Share of a question's relevance that passes to the turn that answers it.  "Which one?" - "The red one": the
    answer repeats none of the words by which it will be looked for."""
    speaker: float = within(1.0, 0, 1000)
    """Added to what somebody said whom the question names."""
    time: float = within(1.0, 0, 1000)
    """Added to what was said in a stretch of time that the question names."""

    def __post_init__(self) -> None:
        check_ranges(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Relevance:
    """All arrays have shape (episodes,)."""

    score: NDArray[np.float64]
    whitened: NDArray[np.float64]
    """Cosine by `yorisoi.memory.whitening`; 0 without a vector."""
    in_time: NDArray[np.bool_]
    by_name: NDArray[np.bool_]
    wanted: NDArray[np.bool_]
    """False for what the assistant said, unless the question asks for that, and for what others said, where only the
    user's own words are wanted."""


def relevance(mind: Mind, cue: Cue, weights: Weights) -> Relevance:
    """Relevance of every episode.

        own(e)   = max(0, words * z(BM25) + z(whitened cosine))
        score(e) = own(e) + answers * own(before e, if it asks) + .1 * own(after e) + speaker * [named] + time * [then]

    z(x) = (x - mean) / standard deviation over the user's episodes, 0 where nothing is known.
    """
    count = len(mind)
    words = mind.words.scores(cue.words)
    cosines = mind.cosines(cue.vector) if cue.vector is not None else None
    white = np.full(count, np.nan) if cosines is None else np.asarray(cosines, dtype=np.float64)
    own = np.maximum(0.0, weights.words * _standard(words) + _standard(white))
    by_name = mind.spoken_by(cue.speakers) if cue.speakers else np.zeros(count, dtype=np.bool_)
    in_time = np.zeros(count, dtype=np.bool_)
    for stretch in cue.times:
        in_time |= (mind.at >= stretch.start.timestamp()) & (mind.at < stretch.end.timestamp())
    score = (
        own
        + weights.answers * np.where(_answers(mind), own[mind.before], 0.0)
        + _OF_THE_TURN_AFTER * np.where(mind.after >= 0, own[mind.after], 0.0)
        + weights.speaker * by_name
        + weights.time * in_time
    )
    wanted = np.ones(count, dtype=np.bool_)
    if ASSISTANT not in cue.speakers:
        wanted &= ~mind.spoken_by(frozenset({ASSISTANT}))
    if cue.own:
        wanted &= mind.spoken_by(frozenset({USER}))
    return Relevance(
        score=score,
        whitened=np.nan_to_num(white),
        in_time=in_time,
        by_name=by_name,
        wanted=wanted,
    )


def _answers(mind: Mind) -> NDArray[np.bool_]:
    """The turn before was a question."""
    return (mind.before >= 0) & mind.asks[mind.before]


def _standard(values: NDArray[np.float64]) -> NDArray[np.float64]:
    known = ~np.isnan(values)
    if not known.any():
        return np.zeros(len(values))
    mean, deviation = values[known].mean(), values[known].std()
    if deviation < 1e-9:
        return np.zeros(len(values))
    return np.where(known, (values - mean) / deviation, 0.0)
