"""The application: the engine, the endpoints, and who may use them."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from importlib.metadata import version

from fastapi import Depends, FastAPI, Request
from fastapi.responses import JSONResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.routing import Route

from yorisoi.backends.accounts import Accounts, open_accounts
from yorisoi.backends.store.open import now
from yorisoi.errors import ConfigError, YorisoiError
from yorisoi.ports import ChatModel
from yorisoi.server import border, errors
from yorisoi.server.api import accounts, conversing, documents, editing, evaluations, memory
from yorisoi.server.conversations import Conversations
from yorisoi.server.engine import Engine
from yorisoi.server.identity import Administrator, Caller, Identify, Role
from yorisoi.server.limits import Limits, limited
from yorisoi.server.mcp_tools import Door
from yorisoi.server.openai_api import chat, embeddings, models
from yorisoi.server.page import add_page
from yorisoi.server.providers import provider
from yorisoi.server.queueing import Queue, QueuedChat
from yorisoi.server.signing_in import Doors
from yorisoi.server.watching import Figures, Watch
from yorisoi.settings import ServerSettings, Settings
from yorisoi.types import UserId
from yorisoi.wiring import open_workspace

LOCAL = "local"
"""Who converses on this machine where the system names nobody."""
_ONE_AT_A_TIME = "llama:"
"""Models inside this process."""


def create_app(settings: Settings, *, identify: Identify | None = None, local: Caller | None = None) -> FastAPI:
    """The server over the home of the settings; opened when it starts, closed when it stops.

    `identify` tells who is there, in place of the accounts (`Doors`); `local` who it is where there are none, on an
    address that only this machine reaches.  `app.state.engine` is the `Engine` from the start on, `app.state.accounts`
    the accounts, `app.state.settings` the settings.
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
    app.state.identify, app.state.local = identify, local or local_user()
    app.state.limits = Limits(settings.server.requests_per_minute, settings.server.at_once)
    app.state.failures = accounts.Failures()
    errors.install(app)
    app.state.figures = figures = Figures()
    app.add_middleware(border.Border, config=border.BorderConfig.of(settings.server))
    app.add_middleware(Watch, figures=figures)
    apis = (conversing, documents, memory, evaluations, editing)
    for router in (chat.router, models.router, embeddings.router, *(each.router for each in apis), accounts.known):
        app.include_router(router, dependencies=[Depends(limited)])
    app.include_router(accounts.router)
    app.state.mcp = Door()
    app.router.routes.append(Route("/mcp", endpoint=app.state.mcp, methods=["POST"], include_in_schema=False))

    @app.get("/healthz", include_in_schema=False)
    async def alive() -> JSONResponse:
        return JSONResponse({"status": "ok"})

    @app.get("/readyz", include_in_schema=False)
    async def ready(request: Request) -> JSONResponse:
        if not request.app.state.engine.ready.is_set():
            raise errors.Refused("not_ready", retry_after_s=1)
        await request.app.state.engine.workspace.store.documents.last_change()  # raises where a file was replaced, say
        await request.app.state.accounts.any()
        return JSONResponse({"status": "ok"})

    @app.get("/metrics", include_in_schema=False)
    async def metrics(request: Request, _: Administrator) -> Response:
        engine: Engine = request.app.state.engine
        figures.waiting.set(len(engine.queue))
        figures.ready.set(engine.ready.is_set())
        return Response(figures.as_text(), media_type=CONTENT_TYPE_LATEST)

    app.state.provider = provider(settings.server.oidc)
    add_page(app)
    return app


async def _doors(app: FastAPI, known: Accounts) -> Doors:
    """Raises ConfigError: others reach the address, and there is nothing by which to know them."""
    server: ServerSettings = app.state.settings.server
    alone = border.is_loopback(server.host)
    if not alone and not server.proxy_header and not server.oidc.issuer and not await known.any():
        raise ConfigError(
            f"serve: others reach {server.host}, and there is nothing by which to know them: add somebody "
            "(`yorisoi accounts person NAME`), make a key (`yorisoi accounts key USER`), or set server.oidc or "
            "server.proxy_header"
        )
    doors = Doors(known, server, app.state.local if alone else None)
    await doors.look()
    return doors


def local_user(name: str = LOCAL, groups: frozenset[str] = frozenset()) -> Caller:
    """Everybody is this one, who may everything: for loopback."""
    return Caller(user=UserId(name), groups=groups, role=Role.ADMINISTRATOR, by="local")


@contextlib.asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    queue = Queue()

    def queued(model: ChatModel) -> ChatModel:
        return QueuedChat(model, queue) if model.name.startswith(_ONE_AT_A_TIME) else model

    settings: Settings = app.state.settings
    try:
        async with (
            open_workspace(settings, around=queued) as workspace,
            open_accounts(settings.home, now, owners=(LOCAL, app.state.local.user)) as known,
        ):
            app.state.accounts = known
            if app.state.identify is None:
                app.state.identify = await _doors(app, known)
            app.state.engine = engine = Engine(workspace, queue, app.state.figures.count_turn)
            app.state.conversations = Conversations(workspace.store, settings.turn.max_characters)
            getting_ready = asyncio.create_task(engine.get_ready())
            try:
                async with app.state.mcp.server.session_manager.run():
                    yield
            finally:
                workspace.assistant.settler.leaving = True
                getting_ready.cancel()
                await asyncio.gather(getting_ready, return_exceptions=True)
    except YorisoiError as error:  # for whoever started the server to tell
        app.state.failure = error
        raise
