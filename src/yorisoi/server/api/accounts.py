"""`/api/login`, `/api/me`, `/api/admin/...`: who one is, and who there is."""

import time
from collections import deque
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from yorisoi.backends.account_names import MOST_CHARACTERS, composed
from yorisoi.backends.accounts import LOGIN_LASTS, Account, Accounts
from yorisoi.errors import YorisoiError
from yorisoi.server.engine import Engine
from yorisoi.server.errors import Refused, or_not_found
from yorisoi.server.identity import Administrator, Role, SignedIn
from yorisoi.server.signing_in import ROLES, cookie_name
from yorisoi.settings import ServerSettings
from yorisoi.tracing import plain

router = APIRouter(prefix="/api", tags=["People"])
"""Signing in and out, for anybody."""
known = APIRouter(prefix="/api", tags=["People"])
"""For those who have."""
RoleName = Literal["user", "editor", "administrator"]
_FAILURES, _WITHIN_S = 10, 900.0
"""Failed logins of one name, from one address or many, before the next is refused unseen."""
_NOTED = 100
"""Failed logins of all names in that time that the audit log gets one by one; anybody can make them fail."""


class Login(BaseModel):
    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"name": "hanako", "password": "correct horse"}]}
    )

    name: str = Field(max_length=MOST_CHARACTERS)
    password: str = Field(max_length=2000)


class PersonGiven(BaseModel):
    """Somebody as an administrator puts them."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"name": "hanako", "role": "editor", "groups": ["hr"], "password": "..."}]},
    )

    name: str
    role: RoleName = "user"
    groups: list[str] = []
    password: str | None = None
    """None: the one they have stays; who has none comes in by a key only."""
    disabled: bool = False


class KeyGiven(BaseModel):
    """A key as an administrator asks for it."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"user": "helpdesk", "label": "Open WebUI", "groups": ["hr"], "days": 90}]},
    )

    user: str
    label: str
    role: RoleName = "user"
    groups: list[str] = []
    days: int | None = Field(default=None, ge=1, le=36_500)
    """How long it lasts; None: until it is revoked."""


class Failures:
    """Logins that failed lately, by name, and those that are under way: so many at once may all fail."""

    def __init__(self) -> None:
        self._at: dict[str, deque[float]] = {}
        self._noted: deque[float] = deque(maxlen=_NOTED)
        self._not_noted = 0

    def too_many(self, name: str) -> bool:
        now = time.monotonic()
        for each in [each for each, times in self._at.items() if times[-1] < now - _WITHIN_S]:
            del self._at[each]
        return len([at for at in self._at.get(name, ()) if at > now - _WITHIN_S]) >= _FAILURES

    def note(self, name: str) -> None:
        """One more, before it is known to fail."""
        self._at.setdefault(name, deque(maxlen=_FAILURES)).append(time.monotonic())

    def take_back(self, name: str) -> None:
        """The last did not."""
        times = self._at[name]
        times.pop()
        if not times:
            del self._at[name]

    def for_the_audit(self) -> dict[str, int] | None:
        """What the audit log is told of one more, with how many it was not told of before; None: nothing."""
        now = time.monotonic()
        if len(self._noted) == _NOTED and self._noted[0] > now - _WITHIN_S:
            self._not_noted += 1
            return None
        self._noted.append(now)
        missed, self._not_noted = self._not_noted, 0
        return {"not_noted_before": missed} if missed else {}


@router.post("/login", summary="Sign in with a password; sets a cookie")
async def login(given: Login, request: Request, response: Response) -> dict[str, Any]:
    accounts, failures = _accounts(request), request.app.state.failures
    name = composed(given.name)  # a name has as many tries however it is written
    if failures.too_many(name):
        raise Refused("too_many", retry_after_s=int(_WITHIN_S))
    if accounts.crowded:
        raise Refused("too_many", retry_after_s=1)
    failures.note(name)
    try:
        found = await accounts.log_in(given.name, given.password)
    except YorisoiError:  # it fails for want of room, say: that tells nothing of the password
        failures.take_back(name)
        raise
    if found is None:
        if (what := failures.for_the_audit()) is not None:
            await accounts.note(given.name, "failed login", what)
        raise Refused("wrong_password")
    failures.take_back(name)
    account, token = found
    await let_in(request, response, token, LOGIN_LASTS)
    return {"user": account.name, "role": Role(account.role).name.lower(), "groups": sorted(account.groups)}


async def let_in(request: Request, response: Response, token: str, lasts: timedelta) -> None:
    """Let the browser keep a login, and end the one that it had, which nobody could sign out of any more."""
    server: ServerSettings = request.app.state.settings.server
    name = cookie_name(server)
    if had := request.cookies.get(name):
        await _accounts(request).log_out(had)
    response.set_cookie(
        name, token, max_age=int(lasts.total_seconds()), httponly=True, samesite="lax", secure=server.https
    )


@router.post("/logout", summary="Sign out")
async def logout(request: Request, response: Response) -> dict[str, Any]:
    name = cookie_name(request.app.state.settings.server)
    if token := request.cookies.get(name):
        await _accounts(request).log_out(token)
    response.delete_cookie(name, httponly=True, secure=request.app.state.settings.server.https)
    return {}


@known.get("/me", summary="Who you are")
async def me(caller: SignedIn) -> dict[str, Any]:
    return {
        "user": caller.user,
        "role": caller.role.name.lower(),
        "groups": sorted(caller.groups),
        "by": caller.by,
    }


# ---------------------------------------------------------------- administration


@known.get("/admin/people", summary="People who may sign in")
async def people(request: Request, _: Administrator) -> dict[str, Any]:
    return {"people": [_shown(account) for account in await _accounts(request).people()]}


@known.put("/admin/people", summary="Add somebody, or change them")
async def put_person(given: PersonGiven, request: Request, caller: Administrator) -> dict[str, Any]:
    account = Account(name=given.name, role=ROLES[given.role], groups=frozenset(given.groups), disabled=given.disabled)
    await _accounts(request).put_person(account, given.password, by=caller.user)
    return _shown(account)


@known.delete("/admin/people/{name:path}", summary="Remove somebody with their keys; what is kept of them stays")
async def remove_person(
    name: Annotated[str, Path(max_length=MOST_CHARACTERS)], request: Request, caller: Administrator
) -> dict[str, Any]:
    with or_not_found(name):
        await _accounts(request).remove_person(name, by=caller.user)
    return {"removed": name}


@known.get("/admin/keys", summary="Keys, without their secrets")
async def keys(request: Request, _: Administrator) -> dict[str, Any]:
    rows = [{**plain(key), "role": Role(key.role).name.lower()} for key in await _accounts(request).keys()]
    return {"keys": rows}


@known.post("/admin/keys", summary="Make a key; it is told this once")
async def make_key(given: KeyGiven, request: Request, caller: Administrator) -> dict[str, Any]:
    expires = datetime.now(UTC) + timedelta(days=given.days) if given.days else None
    key = await _accounts(request).make_key(
        given.user, given.label, ROLES[given.role], given.groups, expires, by=caller.user
    )
    return {"key": key, "user": given.user, "label": given.label, "expires": expires and expires.isoformat()}


@known.delete("/admin/keys/{key_id}", summary="Revoke a key")
async def revoke_key(key_id: str, request: Request, caller: Administrator) -> dict[str, Any]:
    with or_not_found(key_id):
        await _accounts(request).revoke_key(key_id, by=caller.user)
    return {"revoked": key_id}


@known.get("/admin/audit", summary="What was done, newest first")
async def audit(
    request: Request, _: Administrator, limit: Annotated[int, Query(ge=1, le=1000)] = 100
) -> dict[str, Any]:
    return {"audit": plain(await _accounts(request).audit(limit))}


@known.get("/admin/status", summary="How the server does")
async def status(request: Request, _: Administrator) -> dict[str, Any]:
    engine: Engine = request.app.state.engine
    workspace = engine.workspace
    overview = await workspace.store.documents.overview(None)
    return {
        "ready": engine.ready.is_set(),
        "chat": workspace.chat.name if workspace.chat else None,
        "embedding": workspace.embedder.name if workspace.embedder else None,
        "waiting_for_the_model": len(engine.queue),
        "documents": overview.documents,
        "passages": overview.passages,
        "notices": list(workspace.notices),
    }


def _accounts(request: Request) -> Accounts:
    accounts: Accounts = request.app.state.accounts
    return accounts


def _shown(account: Account) -> dict[str, Any]:
    row: dict[str, Any] = {**plain(account), "role": Role(account.role).name.lower()}
    return row
