"""yorisoi accounts ...: who may use the server."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from yorisoi.cli.options import Home, Json, settings, user_name
from yorisoi.cli.output import console, print_json
from yorisoi.errors import ConfigError

if TYPE_CHECKING:
    from yorisoi.backends.accounts import Accounts

accounts = typer.Typer(help="Who may use the server.", no_args_is_help=True, rich_markup_mode=None)
T = TypeVar("T")
ROLES = {"user": 1, "editor": 2, "administrator": 3}
"""As `yorisoi.server.identity.Role`."""
Role = Annotated[str, typer.Option(help="user, editor (of documents) or administrator.")]
Group = Annotated[list[str] | None, typer.Option(help="An access group; may be repeated.")]


@accounts.command("person")
def person(
    name: str,
    role: Annotated[str | None, typer.Option(help="user, editor (of documents) or administrator.")] = None,
    group: Group = None,
    disable: Annotated[bool | None, typer.Option("--disable/--enable", help="Let them in no more, or again.")] = None,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Add somebody with a password, which is asked for or read from standard input; or change them.

    Of somebody who is there what is not named stays: role, groups, and whether they are let in; where one of these is
    named and standard input is empty, the password too."""
    from yorisoi.backends.accounts import Account

    chosen = _role(role) if role else None
    password = None if disable else _password()

    async def put(known: "Accounts") -> Account:
        new = Account(name=name, role=ROLES["user"], groups=frozenset())
        there = await known.person(name)
        before = there or new
        changes = there is not None and (chosen is not None or group is not None or disable is not None)
        if password is None and not disable and not changes:
            raise ConfigError("standard input holds no password: its first line is read")
        account = Account(
            name=name,
            role=chosen or before.role,
            groups=before.groups if group is None else frozenset(filter(None, group)),
            disabled=before.disabled if disable is None else disable,
        )
        await known.put_person(account, password, by=user_name(None))
        return account

    put_ = _run(home, put)
    called = next(each for each, number in ROLES.items() if number == put_.role)
    groups = sorted(put_.groups)
    if as_json:
        print_json({"name": name, "role": called, "groups": groups, "disabled": put_.disabled})
    else:
        disabled = ", disabled" if put_.disabled else ""
        console.print(f"{name}: {called}, groups {', '.join(groups) or '-'}{disabled}", markup=False)


@accounts.command("key")
def key(
    user: str,
    label: Annotated[str, typer.Option(help="What it is for.")] = "key",
    role: Role = "user",
    group: Group = None,
    days: Annotated[int | None, typer.Option(min=1, max=36_500, help="How long it lasts.")] = None,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Make a key for a program; it is shown this once."""
    expires = datetime.now(UTC) + timedelta(days=days) if days else None
    made = _run(home, lambda known: known.make_key(user, label, _role(role), group or (), expires, by=user_name(None)))
    if as_json:
        print_json({"key": made, "user": user, "label": label, "expires": expires})
    else:
        console.print(made, markup=False)


@accounts.command("list")
def list_accounts(home: Home = None, as_json: Json = False) -> None:
    """People and keys."""

    async def both(known: "Accounts") -> Any:
        return await known.people(), await known.keys()

    people, keys = _run(home, both)
    if as_json:
        print_json({"people": people, "keys": keys})
        return
    names = {number: name for name, number in ROLES.items()}
    for each in people:
        groups = ", ".join(sorted(each.groups)) or "-"
        console.print(f"{each.name}  {names[each.role]}  {groups}{'  disabled' if each.disabled else ''}", markup=False)
    for each in keys:
        groups, until = (
            ", ".join(sorted(each.groups)) or "-",
            f"  until {each.expires.astimezone():%Y-%m-%d}" if each.expires else "",
        )
        what = f"key {each.id}  {each.label}  of {each.user}  {names[each.role]}  {groups}"
        console.print(f"{what}{until}{'  revoked' if each.revoked else ''}", markup=False)


@accounts.command("remove")
def remove(name: str, home: Home = None, as_json: Json = False) -> None:
    """Remove a person with their keys, or revoke the key of that id."""

    async def gone(known: "Accounts") -> str:
        if name in [each.id for each in await known.keys()]:
            await known.revoke_key(name, by=user_name(None))
            return "revoked"
        await known.remove_person(name, by=user_name(None))
        return "removed"

    what = _run(home, gone)
    if as_json:
        print_json({what: name})
    else:
        console.print(f"{what}: {name}", markup=False)


def _role(name: str) -> int:
    if name not in ROLES:
        raise ConfigError(f"--role {name}: use {', '.join(ROLES)}")
    return ROLES[name]


def _password() -> str | None:
    """None: standard input is empty, as from a script that has none to give."""
    if sys.stdin.isatty():
        return str(typer.prompt("password", hide_input=True, confirmation_prompt=True))
    line = sys.stdin.readline()
    if any("\ud800" <= each <= "\udfff" for each in line):
        raise ConfigError("the password on standard input is not UTF-8")
    return line.rstrip("\r\n") if line else None


def _run(home: Any, call: "Callable[[Accounts], Awaitable[T]]") -> T:
    """The call's result over the accounts of a home that holds a store."""
    try:
        from yorisoi.backends.accounts import open_accounts
    except ImportError as error:
        raise ConfigError("yorisoi accounts needs more packages: pip install 'yorisoi[server]'") from error
    from yorisoi.backends.store import look_for
    from yorisoi.wiring import own_home

    chosen = settings(home, "none", "none")
    look_for(own_home(chosen))

    async def opened() -> T:
        async with open_accounts(chosen.home, lambda: datetime.now(UTC)) as known:
            return await call(known)

    return asyncio.run(opened())
