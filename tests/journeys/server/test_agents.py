"""An agent over the Model Context Protocol, by the official client."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

TOOLS = ["ask", "open_passage", "remember", "search", "topics"]


async def by_an_agent(client: Client) -> None:
    """What an agent does: look around, ask, answer the question back, open a source, remember."""
    assert sorted(tool.name for tool in (await client.list_tools()).tools) == TOOLS

    async def use(tool: str, **arguments: Any) -> Any:
        done = await client.call_tool(tool, arguments)
        assert not done.is_error, done.content
        return done.structured_content

    found = (await use("search", query="看護休暇", limit=2))["hits"]
    assert len(found) == 2
    opened = await use("open_passage", passage_id=found[0]["passage_id"])
    assert opened["source"] == found[0]["source"]
    asked = await use("ask", text="休暇について教えてください")
    assert asked["action"] == "ask"
    answered = await use("ask", text="1", session=asked["session"])
    assert answered["action"] == "answer"
    assert answered["citations"]
    assert (await use("remember", text="草津温泉に旅行した"))["id"].startswith("e")
    assert (await use("topics", text="温泉に行きたい"))["topics"] == []
    for tool, arguments in (
        ("open_passage", {"passage_id": 10**9}),
        ("ask", {"text": " "}),
        ("ask", {"text": "休暇について教えてください", "session": "s" * 201}),
        ("ask", {"text": "休暇について教えてください", "session": "team/1"}),
        ("remember", {"text": ""}),
        ("remember", {"text": "長" * 10_001}),
    ):
        failed = await client.call_tool(tool, arguments)
        assert failed.is_error
        assert "Traceback" not in str(failed.content)


@pytest.mark.slow
async def test_an_agent_uses_the_tools_over_standard_input_and_output(yorisoi: Any, home: Path) -> None:
    script = "from yorisoi.cli.main import main; main()"
    arguments = ["-c", script, "mcp", "--chat", "none", "--home", str(home), "--user", "agent"]
    process = StdioServerParameters(command=sys.executable, args=arguments, env=yorisoi.environment())
    async with Client(process) as client:
        await by_an_agent(client)
    kept = yorisoi("memory", "export", "--user", "agent", "--home", home).json
    assert "草津温泉に旅行した" in [episode["text"] for episode in kept["episodes"]]


@pytest.mark.slow
def test_what_is_in_a_file_of_requests_is_answered(yorisoi: Any, home: Path) -> None:
    about = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
    asked = {"name": "ask", "arguments": {"text": "看護休暇は何日ですか"}}
    kept = {"name": "remember", "arguments": {"text": "草津温泉に旅行した"}}
    requests = (("initialize", about), ("tools/call", asked), ("tools/call", kept))
    lines = [
        json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        for number, (method, params) in enumerate(requests)
    ]
    script = "from yorisoi.cli.main import main; main()"
    command = [sys.executable, "-c", script, "mcp", "--chat", "none", "--home", str(home), "--user", "agent"]
    environment = yorisoi.environment()
    done = subprocess.run(command, input="\n".join(lines).encode(), capture_output=True, env=environment, timeout=120)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert sorted(each["id"] for each in answers if "result" in each) == [0, 1, 2]
    assert done.returncode == 0


async def test_an_agent_uses_the_tools_over_http_with_a_key(serve: Any, yorisoi: Any, home: Path) -> None:
    key = yorisoi("accounts", "key", "agent", "--home", home).out.strip()
    with serve(home) as url:
        assert httpx2.post(f"{url}/mcp", json={}).status_code == 401
        async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {key}"}, timeout=60) as http:
            async with Client(streamable_http_client(f"{url}/mcp", http_client=http)) as client:
                await by_an_agent(client)
            memory = (await http.get(f"{url}/api/memory")).json()
    assert memory["user"] == "agent"
    assert "草津温泉に旅行した" in [episode["text"] for episode in memory["episodes"]]


@pytest.mark.parametrize("headers", [{"Origin": "http://evil.example"}, {"Host": "evil.example"}])
def test_a_page_elsewhere_cannot_use_the_tools(shared_url: str, headers: dict[str, str]) -> None:
    assert httpx2.post(f"{shared_url}/mcp", json={}, headers=headers).status_code in (400, 403)


@pytest.mark.parametrize(("body", "of"), [("[" * 60_000, "lists"), ("[" + "1," * 60_000 + "1]", "values")])
def test_a_body_of_too_many_lists_or_values_is_refused_in_our_words(shared_url: str, body: str, of: str) -> None:
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    refused = httpx2.post(f"{shared_url}/mcp", content=body, headers=headers)
    assert refused.status_code == 400
    assert of in refused.json()["error"]["message"]


@pytest.mark.parametrize(
    "body", ["[1]", "null", "{", "", "{}", '{"jsonrpc": "2.0", "id": 1.5, "method": "tools/list"}']
)
def test_what_is_no_message_is_refused_in_our_words(shared_url: str, body: str) -> None:
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    refused = httpx2.post(f"{shared_url}/mcp", content=body, headers=headers)
    assert refused.status_code == 400
    error = refused.json()["error"]
    assert error["code"] in ("invalid", "not_json")
    assert "pydantic" not in error["message"]
    assert "\n" not in error["message"]


def test_no_stream_is_opened_which_would_hold_a_place_and_carry_nothing(shared_url: str) -> None:
    refused = httpx2.get(f"{shared_url}/mcp", headers={"Accept": "text/event-stream"}, timeout=5)
    assert (refused.status_code, refused.headers["allow"]) == (405, "POST")
    assert refused.json()["error"]["code"] == "wrong_method"
