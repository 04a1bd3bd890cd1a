"""What comes over standard input is answered, also where the input ends behind it."""

import asyncio
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import anyio
import pytest
from mcp.shared.message import SessionMessage
from mcp_types import INVALID_REQUEST, PARSE_ERROR, jsonrpc_message_adapter
from pydantic import ValidationError

from yorisoi.server.identity import Caller, Role
from yorisoi.server.mcp_streams import until_answered
from yorisoi.server.mcp_tools import tools
from yorisoi.types import UserId

FIRST = {
    "jsonrpc": "2.0",
    "id": 0,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}},
}


def call(id_: Any) -> dict[str, Any]:
    params = {"name": "search", "arguments": {"query": "休暇"}}
    return {"jsonrpc": "2.0", "id": id_, "method": "tools/call", "params": params}


async def answers(sent: Sequence[Any], seconds: float, most_s: float = 60) -> list[Any]:
    """To lines of input that then ends, by tools that take so many seconds."""

    class Slow:
        async def search(self, *_: Any, **__: Any) -> Any:
            await asyncio.sleep(seconds)
            return SimpleNamespace(hits=[])

        async def shown(self, hits: list[Any]) -> list[Any]:
            return hits

    async def known(_: Any) -> Any:
        caller = Caller(user=UserId("agent"), groups=frozenset(), role=Role.USER, by="local")
        return SimpleNamespace(workspace=SimpleNamespace(searcher=Slow())), caller

    server = tools(known)
    bring, coming = anyio.create_memory_object_stream[SessionMessage | Exception](100)
    going, take = anyio.create_memory_object_stream[SessionMessage](100)
    async with bring:
        for line in sent:
            await bring.send(_read(line))
    async with take:
        async with until_answered(coming, going, most_s) as (reads, writes):
            await server.run(reads, writes, server.create_initialization_options())
        return [each.message.model_dump() async for each in take]


def _read(line: Any) -> SessionMessage | Exception:
    """As the library reads standard input."""
    try:
        if isinstance(line, str):
            return SessionMessage(jsonrpc_message_adapter.validate_json(line, by_name=False))
        return SessionMessage(jsonrpc_message_adapter.validate_python(line, by_name=False))
    except ValidationError as error:
        return error


async def test_what_was_sent_before_the_input_ended_is_answered() -> None:
    told = await answers([FIRST, call(1), call(2)], 0.1)
    assert [(each["id"], "result" in each) for each in told] == [(0, True), (1, True), (2, True)]


async def test_what_is_never_done_is_waited_for_no_longer_than_so() -> None:
    async with asyncio.timeout(20):
        told = await answers([FIRST, call(1)], 3600, most_s=0.2)
    assert [(each["id"], each.get("error", {}).get("message")) for each in told] == [
        (0, None),
        (1, "Connection closed"),
    ]


@pytest.mark.parametrize("id_", [1, "1", "01", " 1 ", "+1", "\uff11"])
async def test_what_the_client_took_back_is_not_waited_for(id_: Any) -> None:
    """However it writes the id: the library takes all of these for one."""
    cancelled = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id_}}
    async with asyncio.timeout(20):
        told = await answers([FIRST, call(1), cancelled, call(2), call(2)], 0.1)
    assert [each["id"] for each in told] == [0, 2, 2]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (call(1.5), INVALID_REQUEST),
        (call(None), INVALID_REQUEST),
        ("[1]", INVALID_REQUEST),
        ('"\\ud800"', PARSE_ERROR),
        ("{", PARSE_ERROR),
    ],
)
async def test_what_is_no_message_is_answered_in_one_line_of_ours(line: Any, code: int) -> None:
    first, told = sorted(await answers([line, FIRST, "\n"], 0), key=lambda each: each["id"] is None)
    assert first["id"] == 0
    assert (told["id"], told["error"]["code"]) == (None, code)
    assert "\n" not in told["error"]["message"]
    assert "pydantic" not in told["error"]["message"]
