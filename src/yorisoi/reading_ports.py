"""What an embedding model may do besides embedding: read a question and a passage together."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray


@runtime_checkable
class PairReader(Protocol):
    """(query, passage) pairs -> what a model makes of the query when it reads the passage with it, shape (n, width).

    Told apart are answers from what is merely about the same thing.  Optional and raises as for `ports.Reader`.
    """

    async def read_pairs(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]: ...


@runtime_checkable
class AnswerReader(Protocol):
    """(question, passages) -> log-odds that each passage answers the question, shape (n,), which may be added to other
    scores.  Optional and raises as for `ports.Reader`; what is too long is cut.
    """

    async def answering(self, question: str, passages: Sequence[str]) -> NDArray[np.float32]: ...
