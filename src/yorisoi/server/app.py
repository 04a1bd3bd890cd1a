"""The application: the engine, the endpoints, and who may use them."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from importlib.metadata import version

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

from yorisoi.errors import YorisoiError
from yorisoi.ports import ChatModel
from yorisoi.server import border, errors
from yorisoi.server.api import conversing, documents, memory
from yorisoi.server.conversations import Conversations
from yorisoi.server.engine import Engine
from yorisoi.server.identity import Caller, Identify, Role
from yorisoi.server.openai_api import chat, embeddings, models
from yorisoi.server.page import add_page
from yorisoi.server.queueing import Queue, QueuedChat
from yorisoi.settings import Settings
from yorisoi.types import UserId
from yorisoi.wiring import open_workspace

_ONE_AT_A_TIME = "llama:"
"""Models inside this process."""


def create_app(settings: Settings, *, identify: Identify | None = None) -> FastAPI:
    """The server over the home of the settings; opened when it starts, closed when it stops.

    `identify` tells who is there; without it everybody is the one local user, which is for loopback only.
    `app.state.engine` is the `Engine` from the start on, `app.state.settings` the settings.
    """
    app = FastAPI(
        title="Yorisoi",
        version=version("yorisoi"),
        summary="A dialogue engine over your own documents.",
        lifespan=_lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,  # pages that would load their scripts from elsewhere
        redoc_url=None,
    )
    app.state.settings = settings
    app.state.identify = identify or local_user()
    errors.install(app)
    app.add_middleware(border.Border, config=border.BorderConfig.of(settings.server))
    for router in (chat.router, models.router, embeddings.router, conversing.router, documents.router, memory.router):
        app.include_router(router)

    @app.get("/healthz", include_in_schema=False)
    async def alive() -> JSONResponse:
        return JSONResponse({"status": "ok"})

    @app.get("/readyz", include_in_schema=False)
    async def ready(request: Request) -> JSONResponse:
        if not request.app.state.engine.ready.is_set():
            raise errors.Refused("not_ready", retry_after_s=1)
        return JSONResponse({"status": "ok"})

    add_page(app)
    return app


def local_user(name: str = "local", groups: frozenset[str] = frozenset()) -> Identify:
    """Everybody is this one, who may everything: for loopback."""
    caller = Caller(user=UserId(name), groups=groups, role=Role.ADMINISTRATOR, by="local")

    async def identify(_: object) -> Caller:
        return caller

    return identify


@contextlib.asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    queue = Queue()

    def queued(model: ChatModel) -> ChatModel:
        return QueuedChat(model, queue) if model.name.startswith(_ONE_AT_A_TIME) else model

    try:
        async with open_workspace(app.state.settings, around=queued) as workspace:
            app.state.engine = engine = Engine(workspace, queue)
            app.state.conversations = Conversations(workspace.store.sessions)
            getting_ready = asyncio.create_task(engine.get_ready())
            try:
                yield
            finally:
                getting_ready.cancel()
                await asyncio.gather(getting_ready, return_exceptions=True)
    except YorisoiError as error:  # for whoever started the server to tell
        app.state.failure = error
        raise
