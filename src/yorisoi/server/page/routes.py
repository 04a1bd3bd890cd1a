"""All that the page answers to."""

from typing import Annotated

from fastapi import APIRouter, Depends, FastAPI, Form
from fastapi.responses import RedirectResponse
from fastapi.staticfiles import StaticFiles
from starlette.responses import Response
from starlette.types import Scope

from yorisoi.server.limits import limited
from yorisoi.server.page import (
    administration,
    conversation,
    documents,
    editors,
    feedback,
    interests,
    me,
    passages,
    provider,
    signing_in,
    why,
)
from yorisoi.server.page.rendering import STATIC, within

_A_YEAR_S = 365 * 24 * 3600
_ROUTERS: tuple[APIRouter, ...] = (
    administration.router,
    conversation.router,
    documents.router,
    editors.router,
    feedback.router,
    interests.router,
    me.router,
    passages.router,
    why.router,
)


def add_page(app: FastAPI) -> None:
    """Add the page to the application: `/` and what leads from there."""
    app.mount("/static", _Kept(directory=STATIC), name="static")
    for router in _ROUTERS:
        app.include_router(router, include_in_schema=False, dependencies=[Depends(limited)])
    for router in (signing_in.router, provider.router):
        app.include_router(router, include_in_schema=False)
    app.add_api_route("/wishes", wishes, methods=["POST"], include_in_schema=False)


async def wishes(
    language: Annotated[str, Form()] = "", theme: Annotated[str, Form()] = "", next: Annotated[str, Form()] = "/"
) -> RedirectResponse:
    """In which language, light or dark: kept by the browser."""
    back = RedirectResponse(within(next), 303)
    for name, value in (("language", language), ("theme", theme)):
        if value.isalpha() and value.isascii() and len(value) < 10:
            back.set_cookie(name, value, max_age=_A_YEAR_S, samesite="lax", httponly=True)
    return back


class _Kept(StaticFiles):
    """Files whose address changes with their content."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = f"public, max-age={_A_YEAR_S}, immutable"
        return response
