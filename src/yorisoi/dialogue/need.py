"""Signals -> the probability that something has to be asked for before a search helps.

    need = sigmoid(b + sum_s w_s x_s)                     x_s: the signals of wording.py and signals.py

A logistic regression, so that every signal's part in a decision can be told: w_s (x_s - mean of x_s), in log-odds.  One
of the signals, `sounds_vague`, is itself the outcome of a logistic regression over the utterance's embedding, where
the store's embedding model is the one that it was fitted with.  Weights are fitted by `benchmarks/fit_need.py` on
labelled utterances and kept in `need.json`.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from math import exp, log
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

SOUNDS_VAGUE = "sounds_vague"
BEST = "best"
"""The signal that is there wherever something was found."""
_FILE = Path(__file__).with_name("need.json")


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """How much something has to be asked for, and what says so."""

    probability: float
    """0..1, calibrated."""
    because: Mapping[str, float] = field(default_factory=dict)
    """The signals that weigh most, in log-odds, largest first; positive ones speak for asking."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """One logistic regression over named signals."""

    intercept: float
    weights: Mapping[str, float]
    means: Mapping[str, float]
    """Of the signals over the utterances it was fitted on: what is usual speaks neither way."""

    def need(self, signals: Mapping[str, float], most: int = 6) -> Need:
        """Signals that are not given count as usual."""
        parts = {
            name: weight * (signals.get(name, self.means[name]) - self.means[name])
            for name, weight in self.weights.items()
        }
        ranked = sorted(parts.items(), key=lambda part: -abs(part[1]))[:most]
        log_odds = self.intercept + sum(parts.values())
        return Need(
            probability=1 / (1 + exp(-log_odds)),
            because={name: round(part, 2) for name, part in ranked if abs(part) >= 0.05},
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SoundsVague:
    """A logistic regression over embeddings of one model."""

    embedding: str
    intercept: float
    weights: NDArray[np.float32]

    def log_odds(self, vector: NDArray[np.float32]) -> float:
        return float(self.intercept + vector @ self.weights)


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibrations:
    """For a store with documents and for one without, each with and without the embedding."""

    found: Calibration
    found_by_words: Calibration
    nothing: Calibration
    nothing_by_words: Calibration
    sounds_vague: SoundsVague


@cache
def calibrations() -> Calibrations:
    """Those that come with Yorisoi."""
    kept = json.loads(_FILE.read_text(encoding="utf-8"))
    named = {name: Calibration(**kept[name]) for name in ("found", "found_by_words", "nothing", "nothing_by_words")}
    vague = kept[SOUNDS_VAGUE]
    weights = np.array(vague["weights"], dtype=np.float32)
    return Calibrations(
        **named,
        sounds_vague=SoundsVague(embedding=vague["embedding"], intercept=vague["intercept"], weights=weights),
    )


def shifted(probability: float, log_odds: float) -> float:
    """The probability with something added to its log-odds."""
    odds = log(probability / (1 - probability)) if 0 < probability < 1 else (50.0 if probability else -50.0)
    return 1 / (1 + exp(-(odds + log_odds)))


def need(signals: Mapping[str, float], vector: NDArray[np.float32] | None, embedding: str | None) -> Need:
    """Of signals of the wording and, where something was found, of the search.

    `vector`, shape (dimension,), is the utterance's, of the model `embedding`.
    """
    known = calibrations()
    found = BEST in signals
    if vector is None or embedding != known.sounds_vague.embedding:
        return (known.found_by_words if found else known.nothing_by_words).need(signals)
    vague = {SOUNDS_VAGUE: known.sounds_vague.log_odds(vector)}
    return (known.found if found else known.nothing).need({**signals, **vague})
