"""`/v1/models`."""

from typing import Any

from fastapi import APIRouter, Request

from yorisoi.server.engine import Engine
from yorisoi.server.errors import Refused
from yorisoi.server.identity import SignedIn

router = APIRouter(prefix="/v1/models", tags=["OpenAI"])

WITH_SOURCES = "yorisoi"
"""The model for clients that show a text and nothing else: sources and what was understood stand below it."""
TEXT_ALONE = "yorisoi-text"
"""The same for clients that read what stands beside the text."""


@router.get("", summary="The models there are")
async def list_models(request: Request, _: SignedIn) -> dict[str, Any]:
    return {"object": "list", "data": [_model(name) for name in names(request.app.state.engine)]}


@router.get("/{name:path}", summary="One model")
async def one_model(name: str, request: Request, _: SignedIn) -> dict[str, Any]:
    if name not in names(request.app.state.engine):
        raise Refused("not_found", detail=name, param="model")
    return _model(name)


def names(engine: Engine) -> list[str]:
    embedder = engine.workspace.embedder
    return [WITH_SOURCES, TEXT_ALONE, *([embedder.name] if embedder else [])]


def _model(name: str) -> dict[str, Any]:
    return {"id": name, "object": "model", "created": 0, "owned_by": "yorisoi"}
