"""`yorisoi`: the commands, and what a failure looks like: one line, exit status 2, nothing half-written."""

import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version
from typing import Annotated, Any

import typer
from typer.exceptions import Abort, TyperException

from yorisoi.cli.options import Home
from yorisoi.cli.visible import visible
from yorisoi.errors import ConfigError, YorisoiError

COMMANDS = ("ingest", "questions", "search", "chat", "feedback", "show", "serve", "mcp", "doctor")
"""Each a function in the module of its name."""
GROUPS = {
    "trace": "trace",
    "eval": "evaluation",
    "graph": "graph",
    "memory": "memory",
    "sessions": "sessions",
    "accounts": "accounts",
    "models": "models",
    "config": "config",
}
"""Commands of two words: the first, and the module whose Typer of the same name has the second."""


_KEEPING = frozenset(("chat", "search", "feedback", "memory", "sessions", "trace"))
"""Commands whose arguments are texts."""


def app(only: str | None = None) -> typer.Typer:
    """The command line: one command or group of it, or all of them, which takes half as long again to import."""
    built = typer.Typer(
        help="Yorisoi (寄り添い): a dialogue engine over your own documents.",
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    built.callback()(before_the_command)
    for name in COMMANDS if only is None else {only} & set(COMMANDS):
        built.command()(_part(name))
    for name in GROUPS if only is None else {only} & GROUPS.keys():
        built.add_typer(_part(GROUPS[name]), name=name)
    return built


def _part(module: str) -> Any:
    return getattr(import_module(f"yorisoi.cli.{module}"), module)


def _command_in(given: Sequence[str]) -> str | None:
    """The command that is meant; None when that is not certain."""
    words = iter(given)
    for word in words:
        if word == "--home":
            next(words, None)
        elif not word.startswith("-"):
            return word if word in COMMANDS or word in GROUPS else None
        elif not word.startswith("--home="):
            return None
    return None


def _say_version(asked: bool) -> None:
    if asked:
        typer.echo(f"yorisoi {version('yorisoi')}")
        raise typer.Exit


def before_the_command(
    home: Home = None,
    _version: Annotated[
        bool, typer.Option("--version", callback=_say_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    if home:  # the same option stands behind each command, and wins there
        os.environ["YORISOI_HOME"] = str(home)


def main(arguments: Annotated[list[str] | None, "None: the command line's"] = None) -> None:
    """Run a command and leave the process with its exit status."""
    given = sys.argv[1:] if arguments is None else arguments
    if not given or (len(given) == 1 and given[0] in GROUPS):
        given = [*given, "--help"]
    _open_what_is_closed()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that cannot show Japanese shows its numbers
            stream.reconfigure(errors="backslashreplace")
    try:
        _refuse_broken_text(given)
        status = app(_command_in(given))(args=given, standalone_mode=False)
        sys.stdout.flush()
    except YorisoiError as error:
        status = _complain(str(error))
    except TyperException as error:  # a wrong option, a missing argument
        status = _complain(f"{_message_of(error)} (see `yorisoi --help`)")
    except Abort:  # a question was answered with no
        status = _complain("nothing was done", status=1)
    except KeyboardInterrupt:
        goes_on = ", and --resume goes on with a run" if given[0] == "eval" else ""
        status = _complain(f"interrupted; what was reported as done is kept{goes_on}", status=130)
    except BrokenPipeError:  # `yorisoi ... | head`
        _print_no_more()
        status = 0
    except OSError as error:  # a full disk, mostly
        _print_no_more()
        what = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
        status = _complain(f"the system refused: {what or error}")
    sys.exit(status if isinstance(status, int) else 0)


def _refuse_broken_text(given: Sequence[str]) -> None:
    """Raises ConfigError: bytes that are no text, in what would be said or kept.  Names of files may be such bytes."""
    if _command_in(given) not in _KEEPING:
        return
    for word in given:
        if word != word.encode("utf-8", "replace").decode("utf-8"):
            raise ConfigError(f"this argument is no text in the terminal's encoding: {word!r}")


def _open_what_is_closed() -> None:
    """Streams that whoever began the process has closed (`<&-`, `>&-`) lead nowhere: they are None in Python."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 open to the end


def _print_no_more() -> None:
    """Standard output cannot be written: what is left for it must not be tried again at the end of the process."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _message_of(error: TyperException) -> str:
    formatted = getattr(error, "format_message", None)
    return str(formatted() if formatted else error) or type(error).__name__


def _complain(message: str, status: int = 2) -> int:
    print(visible(f"yorisoi: {' '.join(message.split())}"), file=sys.stderr)
    return status
