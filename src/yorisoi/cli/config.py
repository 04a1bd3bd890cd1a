"""yorisoi config show"""

import asyncio
from typing import Annotated, Any

import typer

from yorisoi.backends.redaction import without_login
from yorisoi.cli.feedback import learnt_as_json, learnt_by, print_learnt
from yorisoi.cli.options import Home, Json, settings, somebody
from yorisoi.cli.output import console, print_json
from yorisoi.dialogue.feedback.learning import Learnt
from yorisoi.settings import Settings, names
from yorisoi.types import UserId
from yorisoi.wiring import open_workspace

config = typer.Typer(help="Settings.", no_args_is_help=True, rich_markup_mode=None)


@config.command("show")
def show_config(
    user: Annotated[
        str | None,
        typer.Option(help="Show what was learnt of this user, and how, besides.", metavar="USER", parser=somebody),
    ] = None,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Every setting and its value now; for a user also what feedback has made of the threshold to ask."""
    chosen = settings(home)
    values = {name: value_of(chosen, name) for name in names()}
    learnt = asyncio.run(_learnt(settings(home, "none", "none"), UserId(user))) if user else None
    if as_json:
        print_json(values | {"user": user, "learnt": learnt_as_json(learnt, learnt.lessons)} if learnt else values)
        return
    width = max(map(len, values))
    for name, value in values.items():
        console.print(f"{name:{width}}  {value}", markup=False)
    if learnt:
        console.print(f"\n{user}", style="bold", markup=False)
        print_learnt(learnt, learnt.lessons)


async def _learnt(chosen: Settings, user: UserId) -> Learnt:
    async with open_workspace(chosen, new=False) as workspace:
        return await learnt_by(workspace, user)


@config.command("path", hidden=True)
def _only_command() -> None:
    """Keeps `show` a word of its own: a group of one command would swallow it."""


def default_of(name: str) -> Any:
    """The value of a setting that nobody sets."""
    first, _, rest = name.partition(".")
    default = Settings.model_fields[first].default
    return value_of(default, rest) if rest else value_of(Settings.model_construct(**{first: default}), first)


def value_of(chosen: Any, name: str) -> Any:
    """A setting by its dotted name, as it is printed and passed on: a key as stars, an address without its login."""
    for part in name.split("."):
        chosen = getattr(chosen, part)
    if chosen is None or isinstance(chosen, (int, float)):
        return chosen
    return without_login(text) if "://" in (text := str(chosen)) else text
