"""Signing in with a password, and out."""

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from yorisoi.server.api import accounts
from yorisoi.server.errors import STATUS, Refused, said
from yorisoi.server.page.failing import PageRoute
from yorisoi.server.page.rendering import page, reader, within

router = APIRouter(route_class=PageRoute)


@router.get("/login")
async def before(request: Request, next: str = "/") -> HTMLResponse:
    return await _form(request, next)


@router.post("/login")
async def sign_in(
    request: Request,
    name: Annotated[str, Form(max_length=200)],
    password: Annotated[str, Form(max_length=2000)],
    next: Annotated[str, Form()] = "/",
) -> Response:
    """To where one was going, or the form again with what was wrong."""
    on = RedirectResponse(within(next), 303)
    try:
        await accounts.login(accounts.Login(name=name, password=password), request, on)
    except Refused as refused:
        message = said(refused, reader(request).language)["error"]["message"]
        return await _form(request, next, STATUS[refused.code], message)
    return on


async def _form(request: Request, next: str, status: int = 200, message: str = "") -> HTMLResponse:
    provided = request.app.state.provider is not None
    return await page(request, "login.html", None, status=status, next=within(next), message=message, provided=provided)


@router.post("/logout")
async def sign_out(request: Request) -> RedirectResponse:
    out = RedirectResponse("/login", 303)
    await accounts.logout(request, out)
    return out
