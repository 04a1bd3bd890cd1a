"""How an utterance is put, as a model reads it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from yorisoi.errors import BackendError
from yorisoi.ports import Embedder, Reader


@dataclass(frozen=True, slots=True)
class Reading:
    vector: NDArray[np.float32]
    """Shape (width,); see `ports.Reader`."""
    by: str
    """Name of the model."""


async def read(text: str, embedder: Embedder | None) -> Reading | None:
    """None where no model reads it: another one embeds, none does, or it fails, which the search has told by then."""
    if embedder is None or not isinstance(embedder, Reader):
        return None
    try:
        return Reading((await embedder.read([text]))[0], embedder.name)
    except BackendError:
        return None
