"""yorisoi sessions ...: one's conversations, their names, and forgetting them."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, TypeVar

import typer

from yorisoi.cli.options import Home, Json, User, settings, user_name
from yorisoi.cli.output import console, print_json
from yorisoi.errors import ConfigError, StoreError
from yorisoi.memory.keeping import forget_session
from yorisoi.memory.shown import MOST_OF_A_TITLE, session_head
from yorisoi.ports import Store
from yorisoi.types import Session, UserId
from yorisoi.wiring import open_workspace

sessions = typer.Typer(help="Your conversations.", no_args_is_help=True, rich_markup_mode=None)
T = TypeVar("T")
Id = Annotated[str, typer.Argument(metavar="SESSION", help="As `yorisoi sessions list` shows it.")]


@sessions.command("list")
def list_sessions(
    limit: Annotated[int, typer.Option(min=1, max=1_000_000, help="Conversations at most.")] = 20,
    user: User = None,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Your conversations, newest first."""

    async def read(store: Store, who: UserId) -> list[Session]:
        return await store.sessions.sessions(who, limit)

    heads = [session_head(each) for each in _run(home, user, read) if each.turns]
    if as_json:
        print_json({"sessions": heads})
        return
    for head in heads:
        console.print(f"{head['id']}  {head['last_at'].astimezone():%Y-%m-%d %H:%M}  {head['title']}", markup=False)


@sessions.command("rename")
def rename_session(
    session: Id,
    title: Annotated[str, typer.Argument(help="Its name; empty: by what was said first in it.")],
    user: User = None,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Call a conversation otherwise."""
    name = " ".join(title.split())
    if len(name) > MOST_OF_A_TITLE:
        raise ConfigError(f"sessions rename: the name has {len(name)} characters; at most {MOST_OF_A_TITLE} are kept")

    async def rename(store: Store, who: UserId) -> Session:
        await store.sessions.rename(who, session, name)
        return await _existing(store, who, session)

    head = session_head(_run(home, user, rename))
    print_json(head) if as_json else console.print(f"{head['id']}  {head['title']}", markup=False)


@sessions.command("delete")
def delete_session(session: Id, user: User = None, home: Home = None, as_json: Json = False) -> None:
    """Forget a conversation with what was made of it."""

    async def delete(store: Store, who: UserId) -> Any:
        await _existing(store, who, session)
        return await forget_session(store, who, session)

    gone = _run(home, user, delete)
    print_json({"deleted": session, "turns": gone.turns}) if as_json else console.print(f"deleted: {session}")


async def _existing(store: Store, who: UserId, session: str) -> Session:
    found = await store.sessions.load(who, session)
    if not found.turns:
        raise StoreError(f"there is no session {session}")
    return found


def _run(home: Any, user: str | None, work: Callable[[Store, UserId], Awaitable[T]]) -> T:
    async def run() -> T:
        async with open_workspace(settings(home, "none", "none"), new=False) as workspace:
            return await work(workspace.store, user_name(user))

    return asyncio.run(run())
