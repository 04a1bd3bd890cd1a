"""What agents give to the tools."""

from types import SimpleNamespace
from typing import Any

from mcp import Client

from yorisoi.language import spelt_out
from yorisoi.server.api.conversing import MOST_CHARACTERS as MOST_OF_A_QUERY
from yorisoi.server.api.memory import MOST_CHARACTERS
from yorisoi.server.identity import Caller, Role
from yorisoi.server.mcp_tools import tools
from yorisoi.types import UserId


class _Reads:
    """In place of the searcher and the graph; keeps what it is given to read."""

    def __init__(self) -> None:
        self.read: list[str] = []

    async def search(self, queries: list[str], **_: Any) -> Any:
        self.read += queries
        return SimpleNamespace(hits=[])

    async def shown(self, hits: list[Any]) -> list[Any]:
        return hits

    async def topics(self, *given: str) -> list[Any]:
        self.read.append(given[1])
        return []


async def test_characters_are_counted_as_they_are_read() -> None:
    reads = _Reads()

    async def known(_: Any) -> Any:
        caller = Caller(user=UserId("agent"), groups=frozenset(), role=Role.USER, by="local")
        return SimpleNamespace(workspace=SimpleNamespace(searcher=reads, graph=reads)), caller

    async with Client(tools(known)) as client:
        for tool, argument in (("search", "query"), ("topics", "text")):
            assert not (await client.call_tool(tool, {argument: "\ufdfa" * 20_000})).is_error
    query, text = map(spelt_out, reads.read)
    assert query <= MOST_OF_A_QUERY
    assert text <= MOST_CHARACTERS
