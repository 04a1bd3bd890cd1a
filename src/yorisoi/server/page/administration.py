"""For administrators: how the server does, who may come in, keys, and what was done."""

import re
from collections.abc import Iterable
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from yorisoi.backends.accounts import LEAST_PASSWORD
from yorisoi.server.api import accounts
from yorisoi.server.identity import Administrator
from yorisoi.server.page.failing import PageRoute
from yorisoi.server.page.rendering import page
from yorisoi.server.signing_in import ROLES

router = APIRouter(route_class=PageRoute)
Word = Annotated[str, Form(min_length=1, max_length=200)]
Groups = Annotated[str, Form(max_length=10_000)]
"""With commas between them; one that has a comma itself stands in quotation marks, as in CSV."""
_GROUP = re.compile(r'\s*(?:"((?:[^"]|"")*)"\s*|([^,]*))(?:,|\Z)')


@router.get("/admin")
async def administration(request: Request, caller: Administrator) -> HTMLResponse:
    return await _shown(request, caller)


async def _shown(request: Request, caller: Administrator, made: str = "") -> HTMLResponse:
    """`made` is a key that was made just now, to be seen this once."""
    return await page(
        request,
        "admin.html",
        caller,
        status=200,
        doing=await accounts.status(request, caller),
        people=(await accounts.people(request, caller))["people"],
        keys=(await accounts.keys(request, caller))["keys"],
        done=(await accounts.audit(request, caller, limit=50))["audit"],
        roles=tuple(ROLES),
        least=LEAST_PASSWORD,
        joined=joined,
        made=made,
    )


@router.post("/admin/people")
async def put_person(
    request: Request,
    caller: Administrator,
    name: Word,
    role: Annotated[accounts.RoleName, Form()],
    groups: Groups = "",
    password: Annotated[str, Form(max_length=2000)] = "",
    disabled: Annotated[bool, Form()] = False,
) -> RedirectResponse:
    given = accounts.PersonGiven(
        name=name, role=role, groups=parted(groups), password=password or None, disabled=disabled
    )
    await accounts.put_person(given, request, caller)
    return RedirectResponse("/admin", 303)


@router.post("/admin/people/remove")
async def remove_person(request: Request, caller: Administrator, name: Word) -> RedirectResponse:
    await accounts.remove_person(name, request, caller)
    return RedirectResponse("/admin", 303)


@router.post("/admin/keys")
async def make_key(
    request: Request,
    caller: Administrator,
    user: Word,
    label: Word,
    role: Annotated[accounts.RoleName, Form()],
    groups: Groups = "",
    days: Annotated[str, Form(pattern=r"^(|[1-9]\d{0,4})$")] = "",
) -> HTMLResponse:
    given: dict[str, Any] = {"user": user, "label": label, "role": role, "groups": parted(groups)}
    key = accounts.KeyGiven(**given, days=min(int(days), 36_500) if days else None)
    made = await accounts.make_key(key, request, caller)
    return await _shown(request, caller, made["key"])


@router.post("/admin/keys/revoke")
async def revoke_key(request: Request, caller: Administrator, key: Word) -> RedirectResponse:
    await accounts.revoke_key(key, request, caller)
    return RedirectResponse("/admin", 303)


def joined(groups: Iterable[str]) -> str:
    """The groups as the form has them: saved again they are the same ones."""
    return ", ".join(each if parted(each) == [each] and '"' not in each else _quoted(each) for each in groups)


def _quoted(group: str) -> str:
    return '"' + group.replace('"', '""') + '"'


def parted(groups: str) -> list[str]:
    """The groups that the form names.

    >>> parted('hr, "sales, Tokyo",')
    ['hr', 'sales, Tokyo']
    """
    found = (quoted.replace('""', '"') or plain.strip() for quoted, plain in _GROUP.findall(groups))
    return [each for each in found if each]
