"""What an embedding model may do besides embedding: read two texts together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray


@runtime_checkable
class PlainReader(Protocol):
    """Queries -> unit vectors, shape (n, dimension), without what the model was taught about everyday words.

    Of an `Embedder` whose `embed_queries` has an addition to the model as it comes.  Optional and raises as for
    `ports.Reader`.
    """

    async def embed_plainly(self, queries: Sequence[str]) -> NDArray[np.float32]: ...


@runtime_checkable
class PairReader(Protocol):
    """(query, passage) pairs -> what a model makes of the query when it reads the passage with it, shape (n, width).

    Told apart are answers from what is merely about the same thing.  Optional and raises as for `ports.Reader`.
    """

    async def read_pairs(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]: ...


@runtime_checkable
class AnswerReader(Protocol):
    """(question, passages) -> log-odds that each passage answers the question, shape (n,), which may be added to other
    scores.  Optional and raises as for `ports.Reader`; of a passage that is too long the best of its parts tells.
    """

    async def answering(self, question: str, passages: Sequence[str]) -> NDArray[np.float32]: ...


@runtime_checkable
class ClaimReader(Protocol):
    """(claim, passage) pairs -> log-odds that the passage says what is claimed, shape (n,).  Optional and raises as for
    `ports.Reader`; what is too long is cut.
    """

    async def supporting(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Uttered:
    """An utterance in its conversation."""

    text: str
    said: tuple[str, ...] = ()
    """What the user asked before, oldest first."""
    question: str = ""
    """Of ours, where we asked just before."""
    has_reply: bool = False
    """Something was said by us before."""


@runtime_checkable
class UtteranceReader(Protocol):
    """Utterances -> log-odds by name: every kind that an utterance can be of (`dialogue.interpret.wording.Kind`), which
    exclude each other, and `leaves_open` what is wanted, `goes_on` about what was said.  Optional and raises as for
    `ports.Reader`; what is too long is cut.
    """

    async def uttered(self, utterances: Sequence[Uttered]) -> list[Mapping[str, float]]: ...
