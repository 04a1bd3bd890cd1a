"""yorisoi trace list | show ID | diff ID ID"""

import asyncio
import difflib
import json
from datetime import datetime
from typing import Any

import typer

from yorisoi.cli.options import Home, Json, User, settings, user_name
from yorisoi.cli.output import console, print_json
from yorisoi.settings import Settings
from yorisoi.types import UserId
from yorisoi.wiring import open_workspace

trace = typer.Typer(help="What a turn did, step by step.", no_args_is_help=True, rich_markup_mode=None)

_LATEST = "latest"


@trace.command("list")
def list_traces(user: User = None, home: Home = None, as_json: Json = False) -> None:
    """The user's newest traces."""
    recent = asyncio.run(_recent(user_name(user), settings(home, "none", "none")))
    if as_json:
        print_json({"traces": recent})
        return
    for row in recent:
        at = datetime.fromisoformat(row["at"]).astimezone()
        console.print(
            f"{row['trace_id']}  {at:%Y-%m-%d %H:%M:%S}  {row['action'] or '-':6}  {row['utterance']}", markup=False
        )


@trace.command("show")
def show_trace(trace_id: str, user: User = None, home: Home = None, as_json: Json = False) -> None:
    """One trace, readably; `latest` is the newest."""
    body = asyncio.run(_load(user_name(user), [trace_id], settings(home, "none", "none")))[0]
    if as_json:
        print_json(body)
        return
    for line in readable(body):
        console.print(line, markup=False)


@trace.command("diff")
def diff_traces(one: str, other: str, user: User = None, home: Home = None, as_json: Json = False) -> None:
    """What differs between two turns, times left out."""
    first, second = asyncio.run(_load(user_name(user), [one, other], settings(home, "none", "none")))
    lines = list(
        difflib.unified_diff(readable(first, times=False), readable(second, times=False), one, other, lineterm="", n=1)
    )
    if as_json:
        print_json({"same": not lines, "diff": lines})
        return
    console.print("\n".join(lines) or "the two turns did the same", markup=False)


def readable(body: dict[str, Any], *, times: bool = True) -> list[str]:
    """A trace as lines: a heading per step, a line per note."""
    lines = []
    for step in body.get("steps", []):
        took = f"  {1000 * step['seconds']:.1f} ms" if times else ""
        lines.append(f"■ {step['name']}{took}")
        for name, value in step.items():
            if name not in ("name", "at", "seconds"):
                lines.extend(_note(name, value))
    lines.append("■ reply")
    for name, value in body.get("reply", {}).items():
        lines.extend(_note(name, value))
    return lines


def _note(name: str, value: Any) -> list[str]:
    """A value on one line where it fits; a list of things one below the other."""
    if isinstance(value, list) and value and isinstance(value[0], (dict, list)):
        return [f"    {name}:", *(f"      - {_compact(item)}" for item in value)]
    if isinstance(value, dict) and len(_compact(value)) > 100:
        return [f"    {name}:", *(f"      {key}: {_compact(item)}" for key, item in value.items())]
    if isinstance(value, str) and "\n" in value:
        return [f"    {name}:", *(f"      | {line}" for line in value.splitlines())]
    return [f"    {name}: {_compact(value)}"]


def _compact(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


async def _recent(user: UserId, chosen: Settings) -> list[dict[str, Any]]:
    async with open_workspace(chosen, new=False) as workspace:
        return await workspace.store.traces.recent(user)


async def _load(user: UserId, ids: list[str], chosen: Settings) -> list[dict[str, Any]]:
    async with open_workspace(chosen, new=False) as workspace:
        traces = workspace.store.traces
        if _LATEST in ids:
            newest = await traces.recent(user, 1)
            ids = [newest[0]["trace_id"] if each == _LATEST and newest else each for each in ids]
        return [await traces.load(each, user) for each in ids]
