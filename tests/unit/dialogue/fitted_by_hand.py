"""Models over readings of eight numbers: small enough to be followed by hand.

What is vague is asked back, what stands in no passage is not
found, what is talk by its wording is talk, and everything else is answered.
"""

import numpy as np

from yorisoi.dialogue.fitted import Fitted, Kernel, Linear

WIDTH = 4
"""Of half a reading."""


def _linear(
    weights: object, *classes: str, names: tuple[str, ...] = (), bias: tuple[float, ...] | None = None
) -> Linear:
    given = np.atleast_2d(np.asarray(weights, dtype=np.float32))
    constants = np.array(bias or [0.0] * len(given), dtype=np.float32)
    return Linear(classes=classes, names=names, weights=given, bias=constants)


_ACTION = _linear(
    [[3, 0, 0, 0, 0, 0], [0, 8, 0, 0, 0, 8], [0, 0, 4, 0, 0, 0], [0, 0, 0, 4, 4, 0]],
    *("answer", "ask", "none", "talk"),
    names=("question_in_best", "vague", "nowhere", "is_talk", "is_recall", "depends_on_country"),
    bias=(0, 1, -2, 6.5),
)
FITTED = Fitted(
    encoder="fake:by-hand",
    mean=np.zeros((2, WIDTH), dtype=np.float32),
    vague=Kernel(
        gamma=1.0,
        projection=np.eye(2, 2 * WIDTH, dtype=np.float32),
        kept=np.array([[1.0, 0.0], [0.0, 1.0]], dtype=np.float32),
        weights=np.array([-2.0, 2.0], dtype=np.float32),
        bias=0.5,
    ),
    follows=_linear(np.ones(2 * WIDTH + 7), "follows"),
    oneself=_linear(np.zeros((3, 2 * WIDTH)), "neither", "recalls", "tells", bias=(9, 0, 0)),
    continues=_linear([4.0, 1.0], "continues", names=("follows", "gain")),
    action=_ACTION,
    action_unread=_ACTION,
)
