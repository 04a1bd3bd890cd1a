"""Models of four kinds over readings of eight numbers: small enough to be followed by hand.

A reading whose number `i` is large is of kind `i`.
"""

import numpy as np

from yorisoi.dialogue.fitted import Fitted, Linear

WIDTH = 4
"""Of half a reading."""
KINDS = ("question", "talk", "trouble", "recall")
_REST = ("vague", "self", "correction", "reply", "order")


def _linear(weights: object, *classes: str, names: tuple[str, ...] = ()) -> Linear:
    given = np.atleast_2d(np.asarray(weights, dtype=np.float32))
    return Linear(classes=classes, names=names, weights=given, bias=np.zeros(len(given), dtype=np.float32))


_BY_KIND = np.zeros((len(KINDS) + len(_REST), 2 * WIDTH + 2))
_BY_KIND[: len(KINDS), : len(KINDS)] = 10 * np.eye(len(KINDS))
FITTED = Fitted(
    encoder="fake:by-hand",
    mean=np.zeros((2, WIDTH), dtype=np.float32),
    kind=_linear(_BY_KIND, *KINDS, *_REST),
    vague=_linear(np.ones(2 * WIDTH), "vague"),
    follows=_linear(np.ones(2 * WIDTH + 7), "follows"),
    continues=_linear([2.0, 1.0], "continues", names=("follows", "gain")),
    action=_linear(
        [[0, 3], [3, 0], [0, -1], [-1, -1]], "answer", "ask", "none", "talk", names=("vague", "question_in_best")
    ),
)
