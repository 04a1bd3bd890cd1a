"""`yorisoi`: the commands, and what a failure looks like: one line, exit status 2, nothing half-written."""

import os
import sys
from typing import Annotated

import typer
from typer.exceptions import TyperException

from yorisoi.cli.chat import chat
from yorisoi.cli.config import config
from yorisoi.cli.doctor import doctor
from yorisoi.cli.evaluation import evaluation
from yorisoi.cli.feedback import feedback
from yorisoi.cli.graph import graph
from yorisoi.cli.ingest import ingest
from yorisoi.cli.memory import memory
from yorisoi.cli.models import models
from yorisoi.cli.options import Home
from yorisoi.cli.search import search
from yorisoi.cli.show import show
from yorisoi.cli.trace import trace
from yorisoi.errors import YorisoiError

app = typer.Typer(
    help="Yorisoi (寄り添い): a dialogue engine over your own documents.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
for command in (ingest, search, chat, feedback, show, doctor):
    app.command()(command)
GROUPS = {"trace": trace, "eval": evaluation, "graph": graph, "memory": memory, "models": models, "config": config}
for name, group in GROUPS.items():
    app.add_typer(group, name=name)


@app.callback()
def before_the_command(home: Home = None) -> None:
    if home:  # the same option stands behind each command, and wins there
        os.environ["YORISOI_HOME"] = str(home)


def main(arguments: Annotated[list[str] | None, "None: the command line's"] = None) -> None:
    """Run a command and leave the process with its exit status."""
    given = sys.argv[1:] if arguments is None else arguments
    if not given or (len(given) == 1 and given[0] in GROUPS):
        given = [*given, "--help"]
    try:
        status = app(args=given, standalone_mode=False)
    except YorisoiError as error:
        status = _complain(str(error))
    except TyperException as error:  # a wrong option, a missing argument
        status = _complain(f"{_message_of(error)} (see `yorisoi --help`)")
    except KeyboardInterrupt:
        status = _complain("interrupted; what was reported as done is kept", status=130)
    except BrokenPipeError:  # `yorisoi ... | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    sys.exit(status if isinstance(status, int) else 0)


def _message_of(error: TyperException) -> str:
    formatted = getattr(error, "format_message", None)
    return str(formatted() if formatted else error) or type(error).__name__


def _complain(message: str, status: int = 2) -> int:
    print(f"yorisoi: {' '.join(message.split())}", file=sys.stderr)
    return status
