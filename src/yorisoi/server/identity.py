"""Who is there: every request becomes a `Caller`, the same way for programs, pages and sockets."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from yorisoi.server.errors import Refused
from yorisoi.types import Filter, UserId, group_names


class Role(IntEnum):
    """What one may do; each may all that the ones before it may."""

    USER = 1
    """Converse, search, and own one's memory."""
    EDITOR = 2
    """Take documents in and remove them."""
    ADMINISTRATOR = 3
    """People, keys, groups; see how the server does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Somebody whom the server knows."""

    user: UserId
    groups: frozenset[str]
    """Access groups: they decide which documents there are for this caller."""
    role: Role
    by: str
    """How that is known: `local`, `key`, `password`, `oidc`, `proxy`."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "groups", group_names(self.groups))

    @property
    def within(self) -> Filter:
        """What may be read."""
        return Filter(groups=self.groups)


Identify = Callable[[HTTPConnection], Awaitable[Caller]]
"""Tells who is there.  Raises Refused (401): nobody who is known."""


async def signed_in(connection: HTTPConnection) -> Caller:
    """The caller of a request or socket: `Depends(signed_in)` in an endpoint, and `await signed_in(request)` elsewhere.

    Raises Refused (401): nobody who is known.
    """
    known: Caller | None = getattr(connection.state, "caller", None)
    if known is None:
        identify: Identify = connection.app.state.identify
        connection.state.caller = known = await identify(connection)
    return known


async def look_again(connection: HTTPConnection) -> None:
    """The caller as of now: who was one when a request began may have been dismissed while it came.

    Raises Refused (401): nobody who is known, or somebody else by now.
    """
    identify: Identify = connection.app.state.identify
    caller, before = await identify(connection), await signed_in(connection)
    if caller.user != before.user:
        raise Refused("not_signed_in")
    connection.state.caller = caller


SignedIn = Annotated[Caller, Depends(signed_in)]


async def editor(caller: SignedIn) -> Caller:
    """The caller, who may change documents.  Raises Refused (403)."""
    return at_least(Role.EDITOR, caller)


async def administrator(caller: SignedIn) -> Caller:
    """The caller, who may administer.  Raises Refused (403)."""
    return at_least(Role.ADMINISTRATOR, caller)


Editor = Annotated[Caller, Depends(editor)]
Administrator = Annotated[Caller, Depends(administrator)]


def at_least(role: Role, caller: Caller) -> Caller:
    """The caller.  Raises Refused (403): of a lower role."""
    if caller.role < role:
        raise Refused("not_allowed", role=role.name.lower())
    return caller
