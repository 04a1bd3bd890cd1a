"""The fitted numbers that the turn rests on: linear models with a softmax or a sigmoid, and one with a kernel.

All of them are in `fitted.npz`, below 500 kB.  `benchmarks/fit.py` makes it from data in the repository; what each was
fitted on, and how it does on collections that were left out, is in docs/understanding.md.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from yorisoi.dialogue.odds import logistic, softmax

Floats = NDArray[np.float32]
_FILE = Path(__file__).with_name("fitted.npz")
_LINEAR = ("follows", "oneself", "continues", "action", "action_unread")


@dataclass(frozen=True, slots=True, kw_only=True)
class Linear:
    """log-odds = W x + b, x in units of what is usual."""

    classes: tuple[str, ...]
    """One for each row; a single one is the positive class of a yes or no."""
    names: tuple[str, ...]
    """Of the features; empty where they are an encoder's."""
    weights: Floats
    """(classes, features)"""
    bias: Floats
    """(classes,)"""

    def log_odds(self, x: Floats | Mapping[str, float]) -> Floats:
        """(classes,) Of features by name those that are not given are 0."""
        return np.asarray(np.vecdot(self.weights, self._vector(x)) + self.bias, dtype=np.float32)

    def probabilities(self, x: Floats | Mapping[str, float]) -> dict[str, float]:
        """Class -> probability; they add up to 1 where there is more than one class."""
        odds = self.log_odds(x)
        shares = softmax(odds) if len(odds) > 1 else [logistic(float(odds[0]))]
        return dict(zip(self.classes, shares, strict=True))

    def parts(self, x: Mapping[str, float], of: str) -> dict[str, float]:
        """Feature -> what it adds to the log-odds of a class against the mean of all classes."""
        row = self.weights[self.classes.index(of)]
        row = row - self.weights.mean(axis=0) if len(self.classes) > 1 else row
        return {name: float(w * x.get(name, 0.0)) for name, w in zip(self.names, row, strict=True)}

    def _vector(self, x: Floats | Mapping[str, float]) -> Floats:
        if isinstance(x, np.ndarray):
            return x
        return np.array([x.get(name, 0.0) for name in self.names], dtype=np.float32)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kernel:
    """log-odds = sum_i w_i exp(-gamma |P x - s_i|^2) + b: what resembles utterances that were vague is."""

    gamma: float
    projection: Floats
    """(kept, width) P."""
    kept: Floats
    """(utterances, kept) s_i."""
    weights: Floats
    """(utterances,)"""
    bias: float

    def log_odds(self, x: Floats) -> float:
        apart = self.kept - np.vecdot(self.projection, x)
        return float(np.exp(-self.gamma * np.vecdot(apart, apart)) @ self.weights + self.bias)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """All models of the turn."""

    encoder: str
    """The embedding model whose readings the first three were fitted on."""
    mean: Floats
    """(2, width / 2) What readings have in common."""
    vague: Kernel
    """Of a reading: whether it leaves open what is wanted."""
    follows: Linear
    """Of a reading and how it stands to what was said: whether it goes on about it."""
    oneself: Linear
    """Of a reading: whether it `recalls`, asks for what was said before, or `tells` something lasting of oneself."""
    continues: Linear
    """Of named features, the documents' among them: whether the topic is carried on."""
    action: Linear
    """Of named features, whether the passages answer among them: what a good colleague would do."""
    action_unread: Linear
    """The same where no passage was read together with the question."""


def load(file: Path) -> Fitted:
    """The models of a file that `save` wrote."""
    with np.load(file) as kept:

        def linear(name: str) -> Linear:
            return Linear(
                classes=tuple(map(str, kept[f"{name}.classes"])),
                names=tuple(map(str, kept[f"{name}.names"])),
                weights=kept[f"{name}.weights"].astype(np.float32),
                bias=kept[f"{name}.bias"].astype(np.float32),
            )

        vague = Kernel(
            gamma=float(kept["vague.gamma"]),
            projection=kept["vague.projection"].astype(np.float32),
            kept=kept["vague.kept"] * kept["vague.step"],
            weights=kept["vague.weights"].astype(np.float32),
            bias=float(kept["vague.bias"]),
        )
        return Fitted(
            encoder=str(kept["encoder"]),
            mean=kept["mean"].astype(np.float32),
            vague=vague,
            **{name: linear(name) for name in _LINEAR},
        )


def save(fitted: Fitted, file: Path) -> None:
    """Readings' weights in half precision, utterances in bytes: a probability moves by less than 0.01."""
    arrays: dict[str, NDArray[np.generic]] = {
        "encoder": np.array(fitted.encoder),
        "mean": fitted.mean.astype(np.float16),
    }
    vague, step = fitted.vague, np.float32(np.abs(fitted.vague.kept).max() / 127)
    arrays |= {
        "vague.gamma": np.array(vague.gamma),
        "vague.projection": vague.projection.astype(np.float16),
        "vague.kept": np.rint(vague.kept / step).astype(np.int8),
        "vague.step": np.array(step),
        "vague.weights": vague.weights.astype(np.float16),
        "vague.bias": np.array(vague.bias),
    }
    for name in _LINEAR:
        model: Linear = getattr(fitted, name)
        arrays |= {
            f"{name}.classes": np.array(model.classes),
            f"{name}.names": np.array(model.names, dtype=np.str_),
            f"{name}.weights": model.weights.astype(np.float32 if model.names else np.float16),
            f"{name}.bias": model.bias.astype(np.float32),
        }
    np.savez_compressed(file, allow_pickle=False, **arrays)


@cache
def fitted() -> Fitted:
    """Those that come with Yorisoi."""
    return load(_FILE)


def unit(reading: Floats, mean: Floats) -> Floats:
    """(width,) A reading as the models take it: both halves without what all have in common, of unit length."""
    halves = reading.reshape(2, -1)
    halves = halves / np.linalg.norm(halves, axis=1, keepdims=True) - mean
    return np.asarray((halves / np.linalg.norm(halves, axis=1, keepdims=True)).reshape(-1), dtype=np.float32)


def joined(*parts: Floats | Sequence[float]) -> Floats:
    return np.concatenate([np.asarray(part, dtype=np.float32) for part in parts])
