"""What agents give to the tools."""

import logging
from types import SimpleNamespace
from typing import Any

import pytest
from mcp import Client, MCPError
from mcp_types import TextContent

from yorisoi.language import spelt_out
from yorisoi.server.api.conversing import MOST_CHARACTERS as MOST_OF_A_QUERY
from yorisoi.server.api.memory import MOST_CHARACTERS
from yorisoi.server.identity import Caller, Role
from yorisoi.server.mcp_tools import tools
from yorisoi.types import UserId

SECRET = "合言葉はカナリアです"


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


def serving(reads: Any) -> Client:
    """A client of the tools over a workspace that reads so."""

    async def known(_: Any) -> Any:
        caller = Caller(user=UserId("agent"), groups=frozenset(), role=Role.USER, by="local")
        return SimpleNamespace(workspace=SimpleNamespace(searcher=reads, graph=reads)), caller

    return Client(tools(known))


async def test_characters_are_counted_as_they_are_read() -> None:
    reads = _Reads()
    async with serving(reads) as client:
        for tool, argument in (("search", "query"), ("topics", "text")):
            assert not (await client.call_tool(tool, {argument: "\ufdfa" * 20_000})).is_error
    query, text = map(spelt_out, reads.read)
    assert query <= MOST_OF_A_QUERY
    assert text <= MOST_CHARACTERS


async def test_nothing_but_tools_is_offered_and_what_is_asked_for_is_in_no_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with serving(_Reads()) as client:
        offered = client.server_capabilities
        assert offered.tools
        assert (offered.prompts, offered.resources, offered.completions) == (None, None, None)
        with pytest.raises(MCPError):
            await client.get_prompt(SECRET)
        assert (await client.call_tool(SECRET, {})).is_error
        misfit = await client.call_tool("search", {"query": SECRET, "limit": SECRET})
    assert misfit.is_error
    assert [content.text.count("\n") for content in misfit.content if isinstance(content, TextContent)] == [0]
    assert caplog.text == ""


async def test_a_tool_that_fails_says_only_that_and_its_kind_and_place_are_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Failing(_Reads):
        async def search(self, queries: list[str], **_: Any) -> Any:
            raise RuntimeError(queries)

    async with serving(Failing()) as client:
        failed = await client.call_tool("search", {"query": SECRET})
    assert failed.is_error
    assert SECRET not in str(failed.content)
    assert "the tool search failed: RuntimeError" in caplog.text
    assert SECRET not in caplog.text


def test_what_fails_in_the_protocol_is_in_the_log_by_kind_and_place(caplog: pytest.LogCaptureFixture) -> None:
    serving(_Reads())
    try:
        raise RuntimeError(SECRET)
    except RuntimeError:
        logging.getLogger("mcp.server.runner").exception("%s failed", SECRET)
    assert "mcp.server.runner" in caplog.text
    assert "RuntimeError" in caplog.text
    assert "test_mcp_tools" in caplog.text
    assert SECRET not in caplog.text


def test_no_handler_is_put_on_the_log_of_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    everything = logging.getLogger()
    monkeypatch.setattr(everything, "handlers", [])
    serving(_Reads())
    assert everything.handlers == []
