"""yorisoi config show"""

from typing import Any

import typer

from yorisoi.cli.options import Home, Json, settings
from yorisoi.cli.output import console, print_json
from yorisoi.settings import names

config = typer.Typer(help="Settings.", no_args_is_help=True, rich_markup_mode=None)


@config.command("show")
def show_config(home: Home = None, as_json: Json = False) -> None:
    """Every setting and its value now."""
    chosen = settings(home)
    values = {name: value_of(chosen, name) for name in names()}
    if as_json:
        print_json(values)
        return
    width = max(map(len, values))
    for name, value in values.items():
        console.print(f"{name:{width}}  {value}", markup=False)


@config.command("path", hidden=True)
def _only_command() -> None:
    """Keeps `show` a word of its own: a group of one command would swallow it."""


def value_of(chosen: Any, name: str) -> Any:
    """A setting by its dotted name, as it is printed."""
    for part in name.split("."):
        chosen = getattr(chosen, part)
    return chosen if chosen is None or isinstance(chosen, (int, float)) else str(chosen)  # a key prints as stars
