"""Signals -> the probability that something has to be asked for before a search helps.

    need = sigmoid(b + m(x) + sum_i a_i k(x, x_i))
    k(x, x_i) = exp(-|r - r_i|^2 - |z - z_i|^2)
    r = P (v, m)
    z_s = w_s clip((x_s - mean_s) / deviation_s, -3, 3)

A Gaussian process classifier (Laplace's approximation; Rasmussen & Williams 2006, algorithm 3.1) over labelled
utterances x_i: what resembles utterances that had to be asked back, in the signals of wording.py, conversation.py and
signals.py and in how the embedding model reads its words, has to be asked back.  Of the reading, v is the embedding and
m the mean of the tokens in the middle of the network (each centred, of unit length), P weighs them and keeps the
directions in which utterances differ most.  It counts where the store's embedding model is the one that it was fitted
with.  Fitted by `benchmarks/fit_need.py` and kept in `need.npz`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from math import exp, log
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from yorisoi.dialogue.reading import Reading

SOUNDS_VAGUE = "sounds_vague"
"""What the reading adds to what the signals by themselves say, in log-odds; only in `Need.because`."""
BEST = "best"
"""The signal that is there wherever something was found."""
DECLARED, SETTLED = "declared_for_readers", "declared_for_this_reader"
_FILE = Path(__file__).with_name("need.npz")
PRIOR: Mapping[str, float] = {DECLARED: 2.5, SETTLED: -2.5}
"""Log-odds of signals that few labelled utterances have, before any label is seen: documents that say for whom they
hold are believed when the best one leaves it open, and when there is one for just this reader."""
_FAR = 3.0
"""Deviations from the mean beyond which a signal says no more."""

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """How much something has to be asked for, and what says so."""

    probability: float
    """0..1, calibrated."""
    because: Mapping[str, float] = field(default_factory=dict)
    """The signals that weigh most, in log-odds, largest first; positive ones speak for asking."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Views:
    """Signals and readings as the kernel takes them."""

    names: tuple[str, ...]
    means: Floats
    """(signals,) Of the signals over the utterances it was fitted on."""
    deviations: Floats
    """(signals,) A signal that never varied has 1."""
    weights: Floats
    """(signals,) w"""
    reader: str
    """Name of the model that read the utterances."""
    usual: Floats
    """(width,) The mean of their readings."""
    spread: Floats
    """(width,) Of the readings around it: 1 for those of the embedding, the deviations in the middle."""
    projection: Floats
    """(width, kept) P"""

    def of_signals(self, signals: Mapping[str, float]) -> Floats:
        """(signals,) z: weighed deviations from the mean; a signal that is not given counts as usual, 0."""
        given = np.array([signals.get(name, np.nan) for name in self.names], dtype=np.float32)
        apart = (given - self.means) / self.deviations
        return np.asarray(self.weights * np.nan_to_num(np.clip(apart, -_FAR, _FAR), nan=0.0), dtype=np.float32)

    def of_reading(self, reading: NDArray[np.floating]) -> Floats:
        """(kept,) r: both halves without what all have in common, of unit length, weighed and projected."""
        halves = ((reading - self.usual) / self.spread).reshape(2, -1)
        halves /= np.linalg.norm(halves, axis=1, keepdims=True)
        return _products(self.projection.T, halves.reshape(-1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Resembling:
    """One Gaussian process over the utterances that it keeps."""

    views: Views
    used: NDArray[np.bool_]
    """(signals,) Those that it looks at."""
    intercept: float
    weights: Floats
    """(utterances,)"""
    signals: Floats
    """(utterances, signals) 0 where it does not look."""
    squares: Floats
    """(utterances,) |r_i|^2 + |z_i|^2."""
    readings: Floats | None
    """(utterances, kept); None: of signals alone."""

    def log_odds(self, signals: Mapping[str, float], reading: Floats | None = None) -> float:
        return self._log_odds(signals, self._pulls(signals, reading))

    def parts(self, signals: Mapping[str, float], reading: Floats | None = None) -> dict[str, float]:
        """Signal -> by how much the log-odds were another, if it were as usual; these do not add up.

        Without signal s the kernel is k exp((z_s - z_is)^2 - z_is^2) = k exp(z_s^2) exp(-2 z_s z_is).
        """
        return self._parts(signals, self._pulls(signals, reading))

    def judged(self, signals: Mapping[str, float], reading: Floats | None = None) -> tuple[float, dict[str, float]]:
        """(log-odds, parts)"""
        pulls = self._pulls(signals, reading)
        return self._log_odds(signals, pulls), self._parts(signals, pulls)

    def _log_odds(self, signals: Mapping[str, float], pulls: Floats) -> float:
        return float(self.intercept + sum(_beforehand(signals).values()) + pulls.sum())

    def _parts(self, signals: Mapping[str, float], pulls: Floats) -> dict[str, float]:
        here = self._here(signals)
        usual = np.exp(here**2) * _products(np.exp(self.signals.T * (-2 * here[:, None])), pulls)
        parts = dict(zip(self.views.names, (pulls.sum() - usual).tolist(), strict=True))
        beforehand = _beforehand(signals)
        return {
            name: parts[name] + beforehand.get(name, 0.0) for name, told in zip(parts, here != 0, strict=True) if told
        }

    def _here(self, signals: Mapping[str, float]) -> Floats:
        return self.views.of_signals(signals) * self.used

    def _pulls(self, signals: Mapping[str, float], reading: Floats | None) -> Floats:
        """(utterances,) What each adds to the log-odds; |z - z_i|^2 is z z + z_i z_i - 2 z z_i."""
        here = self._here(signals)
        distance = here @ here - 2 * _products(self.signals, here) + self.squares
        if self.readings is not None:
            assert reading is not None, "an utterance that was not read is judged by its words"
            read = self.views.of_reading(reading)
            distance += read @ read - 2 * _products(self.readings, read)
        return np.asarray(np.exp(-distance) * self.weights, dtype=np.float32)


def _products(table: Floats, vector: Floats) -> Floats:
    """table @ vector row by row; BLAS's threads for the whole wait 30 ms for a core where others have them all."""
    return np.asarray(np.vecdot(table, vector), dtype=np.float32)


def _beforehand(signals: Mapping[str, float]) -> dict[str, float]:
    return {name: log_odds * signals.get(name, 0.0) for name, log_odds in PRIOR.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibrations:
    """For what was found in documents and for where nothing was, each with and without the reading."""

    found: Resembling
    found_by_words: Resembling
    nothing: Resembling
    nothing_by_words: Resembling


@cache
def calibrations() -> Calibrations:
    """Those that come with Yorisoi.  Readings are kept in bytes, signals in half precision."""
    with np.load(_FILE) as kept:
        views = Views(
            names=tuple(map(str, kept["names"])),
            means=kept["means"],
            deviations=kept["deviations"],
            weights=kept["signal_weights"],
            reader=str(kept["reader"]),
            usual=kept["usual"],
            spread=kept["spread"],
            projection=kept["projection"].astype(np.float32),
        )
        readings = kept["readings"] * kept["step"]
        signals = kept["signals"].astype(np.float32)

        def one(name: str) -> Resembling:
            rows, used = kept[f"{name}.rows"], kept[f"{name}.used"]
            seen, read = signals[rows] * used, None if name.endswith("_by_words") else readings[rows]
            return Resembling(
                views=views,
                used=used,
                intercept=float(kept[f"{name}.intercept"]),
                weights=kept[f"{name}.weights"],
                signals=seen,
                squares=(seen**2).sum(axis=1) + (0 if read is None else (read**2).sum(axis=1)),
                readings=read,
            )

        names = ("found", "found_by_words", "nothing", "nothing_by_words")
        found, found_by_words, nothing, nothing_by_words = map(one, names)
    return Calibrations(found=found, found_by_words=found_by_words, nothing=nothing, nothing_by_words=nothing_by_words)


def shifted(probability: float, log_odds: float) -> float:
    """The probability with something added to its log-odds."""
    odds = log(probability / (1 - probability)) if 0 < probability < 1 else (50.0 if probability else -50.0)
    return 1 / (1 + exp(-(odds + log_odds)))


def need(signals: Mapping[str, float], reading: Reading | None, most: int = 6) -> Need:
    """Of signals of the wording, of the conversation and, where something was found, of the search.

    Of another model than it was fitted with, a reading is left aside.  A reason weighs at least 0.05.
    """
    known = calibrations()
    found = BEST in signals
    by_words = known.found_by_words if found else known.nothing_by_words
    if reading is None or reading.by != by_words.views.reader:
        log_odds, parts = by_words.judged(signals)
    else:
        both = known.found if found else known.nothing
        log_odds, parts = both.judged(signals, reading.vector)
        parts[SOUNDS_VAGUE] = log_odds - by_words.log_odds(signals)
    ranked = sorted(parts.items(), key=lambda part: -abs(part[1]))[:most]
    return Need(
        probability=1 / (1 + exp(-log_odds)),
        because={name: round(part, 2) for name, part in ranked if abs(part) >= 0.05},
    )
