"""yorisoi mcp: tools for an agent, over standard input and output."""

import asyncio
import importlib.util
from typing import TYPE_CHECKING, Any

from yorisoi.cli.options import Chat, Embedding, Groups, Home, User, settings, user_name
from yorisoi.errors import ConfigError
from yorisoi.settings import Settings
from yorisoi.wiring import open_workspace

if TYPE_CHECKING:
    from yorisoi.server.identity import Caller


def mcp(
    user: User = None, group: Groups = None, home: Home = None, chat: Chat = None, embedding: Embedding = None
) -> None:
    """Serve one user's agent over standard input and output (Model Context Protocol)."""
    if importlib.util.find_spec("mcp") is None:
        raise ConfigError("yorisoi mcp needs more packages: pip install 'yorisoi[server]'")
    from yorisoi.server.identity import Caller, Role

    caller = Caller(user=user_name(user), groups=frozenset(group or ()), role=Role.USER, by="local")
    asyncio.run(_serve(settings(home, chat, embedding), caller))


async def _serve(chosen: Settings, caller: "Caller") -> None:
    from mcp.server.stdio import stdio_server

    from yorisoi.server.engine import Engine
    from yorisoi.server.mcp_streams import until_answered
    from yorisoi.server.mcp_tools import tools
    from yorisoi.server.queueing import Queue

    async with open_workspace(chosen, new=False) as workspace:
        engine = Engine(workspace, Queue())

        async def known(_: Any) -> tuple[Engine, "Caller"]:
            return engine, caller

        server = tools(known)
        async with (
            stdio_server() as (coming, going),
            until_answered(coming, going, chosen.server.max_seconds) as (reads, writes),
        ):
            await server.run(reads, writes, server.create_initialization_options())
