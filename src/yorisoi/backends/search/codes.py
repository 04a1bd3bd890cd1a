"""Vectors with a quarter of a byte a number: a sixteenth of their memory is read to find what is worth scoring exactly.

Rows are coded in blocks of `BLOCK`, each around a centre of its own, since what embedding models give lies in a narrow
cone.  ONNX Runtime multiplies by such codes about as fast as memory brings them: language models need the same product.
"""

import threading
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from yorisoi.backends.onnx_runtime import onnx_errors, onnx_runtime
from yorisoi.errors import BackendUnavailable
from yorisoi.ports import Vectors

BLOCK = 256
"""Rows that are coded together.  Those that do not fill a block yet are scored exactly, in 0.02 ms at most."""
_RUN = 512
"""Blocks that are multiplied in one call, which costs 0.015 ms and more; only the last run is ever loaded anew, which
takes .06 s when it is full."""
_GROUP = 128
"""Numbers of a row that MatMulNBits gives one scale; the largest that every processor has a kernel for."""
_FEWEST = 64
"""Numbers of a row from which errors cancel out; shorter rows are read as quickly as their codes, which are padded."""
_IN_A_BYTE = 4
_SHIFTS = np.arange(0, 8, 8 // _IN_A_BYTE, dtype=np.uint8)
_STEP_OF_NORMAL = 0.9957
"""Of numbers that follow a normal law with deviation 1: the step between four levels that errs least (Max, 1960)."""
_MIDDLE = 1.5
"""Of the codes."""
_ROUNDS = 2
"""Times that the step is chosen anew for the levels, and the levels for it."""
_EIGHT_BIT_QUERY = 4
"""`accuracy_level` of MatMulNBits: the query is rounded to bytes too."""
_STRIDE = 16
"""Of so many scores one is in the sample."""


def block_type(dimension: int) -> np.dtype[Any]:
    """A coded block on disk: row i is about `shares[i] * centre + steps[i] * (codes[i] - codes[i].mean())`.

    Codes lie in the order in which MatMulNBits reads them: four neighbours in a byte, the first in its lowest bits.
    """
    head = np.dtype([("centre", "<f4", (dimension,)), ("shares", "<f4", (BLOCK,))])
    codes = (BLOCK, _groups(dimension), _GROUP // _IN_A_BYTE)
    return np.dtype([("head", head), ("steps", "<f4", (BLOCK,)), ("codes", "u1", codes)])


def encode(vectors: Vectors) -> NDArray[Any]:
    """The rows in blocks; those that do not fill one are left out.

        x = c + r,    x~ = s c + t (k - mean(k)),    k_j in {0, 1, 2, 3}      c: the block's centre

    The codes k are the nearest to r' = r - mean(r).  The step t makes t (k - mean(k)).r' = r'.r', so that products are
    right on average (Gao & Long, RaBitQ, SIGMOD 2024).  The share s makes x~.c = x.c: all queries lie in about that
    direction.  Of 99,840 vectors of `scale.py` .992 of the fifty nearest are then among the 314 nearest by code,
    .785 with the nearest step and s = 1.
    """
    dimension = vectors.shape[1]
    coded = np.zeros(len(vectors) // BLOCK, dtype=block_type(dimension))
    for at in range(len(coded)):
        rows = vectors[at * BLOCK : (at + 1) * BLOCK]
        centre = rows.mean(axis=0)
        residuals = rows - centre
        spread = _less_mean(residuals)  # all that a query of sum 0 can see
        codes = _nearest(spread)
        levels = _less_mean(codes)
        steps = _quotient(np.vecdot(spread, spread), np.vecdot(spread, levels))
        lost = residuals - steps[:, np.newaxis] * levels
        shares = 1 + _quotient(lost @ centre, np.vecdot(centre, centre))
        coded[at] = (centre, shares), steps, _packed(codes)
    return coded


def _nearest(rows: Vectors) -> Vectors:
    """(rows, dimension) The codes whose four levels, evenly around 0, lie nearest to the numbers of each row."""
    codes = _rounded(rows, _STEP_OF_NORMAL * rows.std(axis=1))
    for _ in range(_ROUNDS):
        levels = codes - np.float32(_MIDDLE)
        codes = _rounded(rows, np.vecdot(rows, levels) / np.vecdot(levels, levels))  # the best step for these levels
    return codes


def _rounded(rows: Vectors, steps: Vectors) -> Vectors:
    return np.clip(np.floor(_quotient(rows, steps[:, np.newaxis])) + (_MIDDLE + 0.5), 0, 2 * _MIDDLE)


def _less_mean(rows: Vectors) -> Vectors:
    less: Vectors = rows - rows.mean(axis=1, keepdims=True)
    return less


def _quotient(numbers: Vectors, by: Vectors) -> Vectors:
    """0 where it is divided by 0."""
    return np.divide(numbers, by, out=np.zeros_like(numbers), where=by > 0)


def _packed(codes: Vectors) -> NDArray[np.uint8]:
    """(rows, groups, bytes) Codes, several in a byte."""
    numbers = _padded(codes).astype(np.uint8).reshape(len(codes), -1, _GROUP // _IN_A_BYTE, _IN_A_BYTE)
    packed: NDArray[np.uint8] = np.bitwise_or.reduce(numbers << _SHIFTS, axis=3)
    return packed


class CodedRows:
    """The coded blocks of a state.  A run of them is loaded when it is first searched, and kept by later states."""

    def __init__(self, blocks: NDArray[Any], before: "CodedRows | None" = None) -> None:
        """`before`: an earlier state of the same file, which only grows."""
        self._blocks = blocks
        known = before.rows // BLOCK if before else 0
        new = blocks["head"][known:]
        self._heads: NDArray[Any] = np.concatenate((before._heads, new)) if before and known else np.array(new)
        self.rows: int = BLOCK * len(blocks)
        self._runs: dict[tuple[int, int], Any] = dict(before._runs) if before else {}
        self._loading = threading.Lock()

    def similar(self, vector: Vectors, start: int = 0, beyond: Sequence[float] | Vectors = ()) -> Vectors:
        """About the inner products of the rows from `start` on with a vector, followed by those given as `beyond`.

        These are of the rows that are not coded.  Raises BackendUnavailable.
        """
        first = start // (BLOCK * _RUN) * _RUN
        coded = self.rows - first * BLOCK
        scores = np.empty(coded + len(beyond), dtype=np.float32)
        scores[coded:] = beyond
        by_block = scores[:coded].reshape(-1, BLOCK)
        heads = self._heads[first:]
        np.multiply(heads["shares"], np.vecdot(heads["centre"], vector)[:, np.newaxis], out=by_block)
        # of sum 0, so that it does not matter which level MatMulNBits takes for zero
        query = {"query": _padded((vector - vector.mean())[np.newaxis])}
        for at in range(0, len(by_block), _RUN):
            (products,) = self._run_from(first + at).run(None, query)
            by_block[at : at + _RUN] += products.reshape(-1, BLOCK)
        return scores[max(0, start - first * BLOCK) :]

    def _run_from(self, first: int) -> Any:
        blocks = self._blocks[first : first + _RUN]
        key = (first, len(blocks))
        with self._loading:
            if key not in self._runs:
                outgrown = [known for known in self._runs if known[0] == first]
                self._runs[key] = _product(blocks)
                for known in outgrown:
                    del self._runs[known]
            return self._runs[key]


def _product(blocks: NDArray[Any]) -> Any:
    """A network of one layer: query (1, padded dimension) -> its products with the rows, less their centres."""
    from onnx import TensorProto, helper, numpy_helper

    groups, rows = blocks["codes"].shape[2], BLOCK * len(blocks)
    node = helper.make_node(
        "MatMulNBits",
        ["query", "codes", "scales"],
        ["products"],
        domain="com.microsoft",
        K=groups * _GROUP,
        N=rows,
        bits=8 // _IN_A_BYTE,
        block_size=_GROUP,
        accuracy_level=_EIGHT_BIT_QUERY,
    )
    graph = helper.make_graph(
        [node],
        "rows",
        [helper.make_tensor_value_info("query", TensorProto.FLOAT, [1, groups * _GROUP])],
        [helper.make_tensor_value_info("products", TensorProto.FLOAT, [1, rows])],
        [
            numpy_helper.from_array(np.ascontiguousarray(blocks["codes"]).reshape(rows, groups, -1), "codes"),
            numpy_helper.from_array(np.repeat(blocks["steps"].reshape(-1), groups), "scales"),
        ],
    )
    operators = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
    model = helper.make_model(graph, opset_imports=operators, ir_version=9).SerializeToString()
    runtime = onnx_runtime()
    options = runtime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1  # the product waits for memory, not for arithmetic
    try:
        return runtime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    except onnx_errors() as error:
        raise BackendUnavailable(f"the vectors of the search index cannot be loaded: {error}") from error


def _groups(dimension: int) -> int:
    return -(-dimension // _GROUP)


def _padded(vectors: Vectors) -> Vectors:
    """With zeros up to whole groups of numbers."""
    missing = -vectors.shape[1] % _GROUP
    return np.pad(vectors, ((0, 0), (0, missing))) if missing else vectors


def worthwhile(dimension: int) -> bool:
    """Whether vectors of so many numbers are found by their codes; otherwise every search is exact from the start."""
    return dimension >= _FEWEST and available()


@cache
def available() -> bool:
    """Whether there is what codes are multiplied with."""
    try:
        import onnx

        return bool(onnx and onnx_runtime())
    except (ImportError, OSError):
        return False


def largest(scores: Vectors, count: int) -> NDArray[np.int64]:
    """Where the `count` largest scores are, and all that equal the last of them; in no order.

    A sample says what may be among them: sorting out 100,000 scores costs .45 ms, comparing them with a number .05.
    """
    if count >= len(scores):
        return np.arange(len(scores))
    sample, wanted = scores[::_STRIDE], 2 * count // _STRIDE + 8  # twice as many as needed, to be on the safe side
    if wanted >= len(sample) // 4:
        return _partition(scores, count)
    above = np.flatnonzero(scores >= np.partition(sample, -wanted)[-wanted])
    return above[_partition(scores[above], count)] if len(above) > count else _partition(scores, count)


def _partition(scores: Vectors, count: int) -> NDArray[np.int64]:
    least = np.partition(scores, len(scores) - count)[len(scores) - count]
    return np.flatnonzero(scores >= least)
