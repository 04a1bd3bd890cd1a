"""yorisoi memory ...: what is kept of a person, for that person to see, correct, take along and erase."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated, Any, TypeVar

import typer

from yorisoi.cli.options import Embedding, Home, Json, User, settings, user_name
from yorisoi.cli.output import console, print_json
from yorisoi.documents.binding import bind
from yorisoi.errors import ConfigError
from yorisoi.language.dates import local
from yorisoi.memory.keeping import EVENTS, Kept, audited, event, kept, parsed, to_keep
from yorisoi.memory.shown import episode_row, exported, fact_row, reflection_row, with_evidence
from yorisoi.memory_ports import Erased
from yorisoi.settings import Settings
from yorisoi.types import UserId
from yorisoi.wiring import Workspace, open_workspace

memory = typer.Typer(help="What is remembered of you.", no_args_is_help=True, rich_markup_mode=None)
T = TypeVar("T")
Ids = Annotated[list[str] | None, typer.Argument(metavar="[IDS]...", help="Such as e12, f3 or r1.")]


@memory.command("list")
def list_memory(user: User = None, home: Home = None, as_json: Json = False) -> None:
    """What is remembered: facts that hold, reflections, what was said."""
    found = _kept(user, home)
    shown: dict[str, Any] = {
        "user": found.user,
        "facts": [fact_row(fact) for fact in found.facts if fact.superseded_by is None],
        "reflections": [reflection_row(each) for each in found.reflections],
        "attributes": found.attributes,
        "episodes": [episode_row(each) for each in found.episodes],
    }
    if as_json:
        print_json(shown)
        return
    for row in (*shown["facts"], *shown["reflections"], *shown["episodes"]):
        console.print(_line(row), markup=False)
    for name, value in found.attributes.items():
        console.print(f"{name}: {value}", markup=False)
    if not (found.episodes or found.attributes):
        console.print(f"nothing is remembered of {found.user}", markup=False)


@memory.command("show")
def show_memory(
    item: Annotated[str, typer.Argument(metavar="ITEM", help="Such as e12, f3 or r1.")],
    user: User = None,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """One thing, where it comes from and what became of it."""
    parsed([item])
    found = _kept(user, home)
    shown = with_evidence(found, item)
    if shown is None:
        raise ConfigError(f"{found.user} has nothing called {item}; `yorisoi memory list` shows what there is")
    if as_json:
        print_json(shown)
        return
    console.print(_line(shown), markup=False)
    for name, value in shown.items():
        if name not in ("id", "text", "evidence"):
            console.print(f"    {name}: {value}", style="dim", markup=False)
    for each in shown["evidence"]:
        console.print(f"  from {_line(each)}", markup=False)


@memory.command("correct")
def correct_memory(
    item: Annotated[str, typer.Argument(metavar="ITEM", help="Such as e12 or f3.")],
    text: Annotated[str, typer.Argument(help="What is right.")],
    user: User = None,
    home: Home = None,
    embedding: Embedding = None,
    as_json: Json = False,
) -> None:
    """Put something right.  A corrected fact keeps the old one in its history; an utterance is replaced."""
    ids = parsed([item])
    if ids.reflections:
        raise ConfigError("a reflection is not corrected but erased; correct what it rests on")
    if not text.strip():
        raise ConfigError("the correction is empty; to remove something, use `yorisoi memory erase`")
    right = to_keep(text)

    async def correct(workspace: Workspace, who: UserId) -> str:
        if ids.facts:
            fact = await workspace.store.persona.correct(who, ids.facts[0], event(who, right, datetime.now(UTC)))
        else:
            await workspace.assistant.correct(who, ids.episodes[0], right)
        await workspace.assistant.settle(who)
        return f"f{fact.id}" if ids.facts else item

    corrected = _run(home, user, correct, embedding=embedding)
    _say(as_json, {"corrected": item, "id": corrected, "text": right}, f"{corrected}  {right}")


@memory.command("export")
def export_memory(user: User = None, home: Home = None, as_json: Json = True) -> None:  # noqa: ARG001 it is JSON anyway
    """Everything kept, as one JSON object: episodes, all facts, reflections, attributes, sessions, feedback."""
    print_json(exported(_kept(user, home)))


@memory.command("erase")
def erase_memory(
    ids: Ids = None,
    everything: Annotated[bool, typer.Option("--all", help="Everything, without asking.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what would go with the IDs.")] = False,
    user: User = None,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Erase single things with what was made of them, or everything that is kept of the user when no ID is given."""
    chosen, who = parsed(ids or []), user_name(user)
    if ids and everything:
        raise ConfigError("memory erase: give IDs or --all, not both")
    if dry_run and not ids:
        raise ConfigError("memory erase: --dry-run shows what goes with IDs; `yorisoi memory export` shows everything")
    asks = not everything and not dry_run and not as_json and console.is_terminal

    async def single(workspace: Workspace, who: UserId, preview: bool) -> Erased:
        return await workspace.store.erasure.items(
            who, episodes=chosen.episodes, facts=chosen.facts, reflections=chosen.reflections, preview=preview
        )

    async def erase(workspace: Workspace, who: UserId) -> Erased:
        if not ids:
            if asks:
                typer.confirm(f"Erase everything that is kept of {who}?", abort=True)
            return await workspace.store.erasure.everything(who)
        if dry_run or asks:
            _print_going(would_go := await single(workspace, who, preview=True), as_json)
            if dry_run:
                return would_go
            typer.confirm("Erase this?", abort=True)
        return await single(workspace, who, preview=False)

    gone = _run(home, user, erase)
    counted = {name: count for name, count in asdict(gone).items() if count and isinstance(count, int)}
    if as_json:
        said = "would_erase" if dry_run else "erased"
        items = {"items": gone.items, "said_again": gone.said_again} if ids else {}
        print_json({"user": who, said: counted, **items})
    elif not dry_run:
        words = ", ".join(f"{count} {name}" for name, count in counted.items())
        console.print(f"erased: {words or 'nothing was kept'}")


def _print_going(gone: Erased, as_json: bool) -> None:
    if as_json:
        return
    for item in gone.items:
        console.print(f"{item.kind:10}  {item.id}  {item.text}")
    for item in gone.said_again:
        console.print(f"stays, with the same words: {item.id}  {item.text}", style="dim")


@memory.command("audit")
def audit_memory(user: User = None, home: Home = None, as_json: Json = False) -> None:
    """What is doubtful: duplicates, facts without evidence, facts that may be out of date."""

    async def audit(workspace: Workspace, who: UserId) -> Any:
        return await audited(workspace.store, who, datetime.now(UTC))

    found = _run(home, user, audit)
    shown = {"user": user_name(user), **asdict(found)}
    lines = [
        *(f"said more than once: {' '.join(ids)}" for ids in found.duplicates),
        *(f"without evidence: {item}" for item in found.without_evidence),
        *(f"not confirmed for a year: {item}" for item in found.stale),
        *([f"{found.waiting} episodes wait to be settled"] if found.waiting else []),
    ]
    _say(as_json, shown, "\n".join(lines) or "nothing doubtful")


@memory.command("record")
def record_memory(
    text: Annotated[str, typer.Argument(help="What happened, such as 「草津温泉に旅行した」.")],
    at: Annotated[str | None, typer.Option(metavar="TIME", help="When, in ISO 8601; now when not given.")] = None,
    session: Annotated[str, typer.Option(help="Which events it belongs to.")] = EVENTS,
    user: User = None,
    home: Home = None,
    embedding: Embedding = None,
    as_json: Json = False,
) -> None:
    """Remember something that was not said: a trip, a purchase."""
    happened, moment = to_keep(text), _moment(at)

    async def record(workspace: Workspace, who: UserId) -> list[int]:
        store = workspace.store
        if workspace.embedder:
            await bind(store.documents, workspace.embedder)
        ids = await store.episodes.add(who, [(event(who, happened, moment, session), None)])
        await workspace.assistant.settle(who)
        return ids

    [given] = _run(home, user, record, embedding=embedding, new=True)
    _say(
        as_json,
        {"id": f"e{given}", "text": happened, "at": moment},
        f"e{given}  {local(moment):%Y-%m-%d %H:%M}  {happened}",
    )


# ---------------------------------------------------------------- what the commands share


def _run(
    home: Any,
    user: str | None,
    call: Callable[[Workspace, UserId], Awaitable[T]],
    embedding: str | None = "none",
    new: bool = False,
) -> T:
    """The call's result over the opened home.  Without an embedding model where none is needed."""
    chosen: Settings = settings(home, "none", embedding)

    async def opened() -> T:
        async with open_workspace(chosen, new=new) as workspace:
            return await call(workspace, user_name(user))

    return asyncio.run(opened())


def _kept(user: str | None, home: Any) -> Kept:
    async def read(workspace: Workspace, who: UserId) -> Kept:
        return await kept(workspace.store, who)

    return _run(home, user, read)


def _moment(written: str | None) -> datetime:
    if written is None:
        return datetime.now(UTC)
    try:
        moment = datetime.fromisoformat(written.strip())
        moment = moment if moment.tzinfo else moment.astimezone()
        moment.astimezone(UTC).astimezone()  # which the first and the last day that there are may not have
    except (ValueError, OverflowError) as error:
        raise ConfigError(f"--at {written!r}: write a time as 2026-04-01T09:30 or 2026-04-01") from error
    return moment


def _say(as_json: bool, shown: Mapping[str, Any], words: str) -> None:
    if as_json:
        print_json(shown)
    else:
        console.print(words, markup=False)


def _line(row: Mapping[str, Any]) -> str:
    when = row.get("at") or row["last_confirmed"]
    what = row.get("kind", "")
    who = row.get("speaker")
    text = " ".join(row["text"].split("\n"))
    return f"{row['id']:>6}  {local(when):%Y-%m-%d}  {who if who and what == 'said' else what:9}  {text}"
