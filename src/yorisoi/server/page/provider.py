"""Signing in at an OpenID Connect provider: there, and back."""

import re
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse

from yorisoi.backends.accounts import PROVIDED_LASTS, UNDER_WAY_LASTS, Account
from yorisoi.errors import BackendRefused
from yorisoi.server.api.accounts import let_in
from yorisoi.server.errors import Refused
from yorisoi.server.origin import origin
from yorisoi.server.page.failing import PageRoute
from yorisoi.server.page.rendering import within
from yorisoi.server.signing_in import cookie_name, role_of

router = APIRouter(route_class=PageRoute)
_UNDER_WAY = "yorisoi_under_way"
_OURS = re.compile(r"[-\w]{43}", re.ASCII)
"""A token of ours, in that cookie."""


@router.get("/login/provider")
async def there(request: Request, next: str = "/") -> RedirectResponse:
    """A link and not a form: the content security policy lets forms lead nowhere else."""
    begun = await _provider(request).begin(_back_address(request))
    server = request.app.state.settings.server
    name = cookie_name(server, _UNDER_WAY)
    kept = {**begun.kept, "next": within(next)}
    had = request.cookies.get(name, "")
    token = await request.app.state.accounts.begin_login(kept, had if _OURS.fullmatch(had) else None)
    going = RedirectResponse(begun.url, 303)
    going.set_cookie(
        name,
        token,
        max_age=int(UNDER_WAY_LASTS.total_seconds()),
        httponly=True,
        samesite="lax",  # it comes back from another site
        secure=server.https,
    )
    return going


@router.get("/login/provider/back")
async def back(request: Request) -> RedirectResponse:
    provider = _provider(request)
    accounts, server = request.app.state.accounts, request.app.state.settings.server
    token, state = request.cookies.get(cookie_name(server, _UNDER_WAY), ""), request.query_params.get("state", "")
    kept = await accounts.end_login(token, state)
    try:
        if kept is None:
            raise BackendRefused("no login is under way in this browser")
        vouched = await provider.finish(kept, request.query_params)
    except BackendRefused as error:
        if (what := request.app.state.failures.for_the_audit()) is not None:
            await accounts.note("", "failed login", {"provider": str(error), **what})
        raise Refused("provider_refused", detail=str(error)) from error
    role = role_of(vouched.groups, server)
    token = await accounts.log_in_provided(Account(name=vouched.name, role=role, groups=vouched.groups))
    on = RedirectResponse(within(kept["next"]), 303)
    await let_in(request, on, token, PROVIDED_LASTS)
    return on  # with the cookie of what is under way still there, for another tab in which it is


def _provider(request: Request) -> Any:
    """Raises Refused: there is none."""
    if request.app.state.provider is None:
        raise Refused("no_such_path")
    return request.app.state.provider


def _back_address(request: Request) -> str:
    """Of the addresses that the provider knows to be ours."""
    return f"{origin(request)}/login/provider/back"
