"""yorisoi models list | pull"""

from typing import Any

import typer
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn, TransferSpeedColumn

from yorisoi.backends.chat.weights import catalogue, default_cache_dir, installed, pull
from yorisoi.cli.options import Home, Json, settings
from yorisoi.cli.output import aside, console, print_json
from yorisoi.wiring import DEFAULT_CHAT

models = typer.Typer(help="Weights of embedded chat models.", no_args_is_help=True, rich_markup_mode=None)


@models.command("list")
def list_models(home: Home = None, as_json: Json = False) -> None:
    """What can be had, and what is here."""
    folder = settings(home).llama.models_dir or default_cache_dir()
    here = {model.name: model for model in installed(folder)}
    rows: list[dict[str, Any]] = [
        {
            "name": f"llama:{entry.name}",
            "bytes": entry.bytes,
            "licence": entry.licence,
            "installed": entry.name in here,
            "default": f"llama:{entry.name}" == DEFAULT_CHAT,
        }
        for entry in catalogue()
    ]
    known = {entry.name for entry in catalogue()}
    rows += [
        {"name": f"llama:{name}", "bytes": model.bytes, "licence": None, "installed": True, "default": False}
        for name, model in here.items()
        if name not in known
    ]
    if as_json:
        print_json({"models": rows, "folder": str(folder)})
        return
    for row in rows:
        state = "installed" if row["installed"] else "not here"
        default = "  (default)" if row["default"] else ""
        console.print(
            f"{row['name']:32} {row['bytes'] / 1e9:5.2f} GB  {row['licence'] or '-':10} {state}{default}",
            markup=False,
        )
    console.print(str(folder), style="dim", markup=False)


@models.command("pull")
def pull_model(name: str = typer.Argument(DEFAULT_CHAT), home: Home = None, as_json: Json = False) -> None:
    """Fetch a model's weights and check them."""
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
    with Progress(*columns, TimeRemainingColumn(), console=aside) as progress:
        bar = progress.add_task(name, total=None, visible=False)  # seen when something is fetched
        path = pull(
            name,
            settings(home).llama.models_dir,
            lambda done, total: progress.update(bar, completed=done, total=total, visible=True),
        )
    if as_json:
        print_json({"name": name, "path": str(path), "bytes": path.stat().st_size})
    else:
        console.print(f"{name} is ready: {path}", markup=False)
