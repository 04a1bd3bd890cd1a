"""Many people at once over every endpoint: nobody is ever told what is somebody else's."""

import asyncio
import json
import os
from pathlib import Path
from random import Random
from typing import Any

import httpx2

from yorisoi.server.identity import Caller, Role
from yorisoi.types import UserId

PEOPLE, REQUESTS = map(int, os.environ.get("ISOLATION", "8,200").split(","))
"""`ISOLATION=200,10000`: by hand, a quarter of an hour."""
AT_ONCE = 16


def canary(number: int) -> str:
    """A word that only this person says, and that only this person's page holds."""
    return f"カナリア{number * 7919 % 100_003:06}"


async def whoever_says_so(connection: Any) -> Caller:
    name = connection.headers["x-name"]
    return Caller(user=UserId(name), groups=frozenset({f"group-{name}"}), role=Role.EDITOR, by="proxy")


async def test_no_canary_ever_reaches_another_user(serve: Any, home: Path) -> None:
    random = Random(13)
    words = [canary(number) for number in range(PEOPLE)]
    told: list[str] = []
    with serve(home, identify=whoever_says_so, server={"requests_per_minute": 1_000_000, "at_once": 1000}) as url:
        async with httpx2.AsyncClient(base_url=url, timeout=300) as client:
            places = asyncio.Semaphore(AT_ONCE)

            async def ask(number: int, method: str, path: str, **body: Any) -> str:
                async with places:
                    said = await client.request(method, path, headers={"x-name": f"p{number}"}, **body)
                assert said.status_code < 500, said.text
                told.extend(
                    f"p{number} {method} {path}: {word}"
                    for other, word in enumerate(words)
                    if other != number and word in said.text
                )
                return said.text

            for number in range(PEOPLE):  # one upload works at a time anyway
                page = f"# 合言葉の控え\n\n私の合言葉は{words[number]}です。\n".encode()
                files = [("files", (f"{number}.md", page))]
                await ask(number, "POST", "/api/documents", files=files, data={"group": f"group-p{number}"})
            trace_ids = []
            for number, word in enumerate(words):
                said = {"text": f"私の合言葉は{word}です", "session": f"s{number}"}
                trace_ids.append(json.loads(await ask(number, "POST", "/api/chat", json=said))["trace_id"])

            def request(number: int) -> tuple[str, str, dict[str, Any]]:
                """Of one's own, or of somebody else's by name."""
                other = random.randrange(PEOPLE)
                question = random.choice(["私の合言葉は何でしたか", "合言葉の控えを見せて", "カナリアについて教えて"])
                history = [{"role": "user", "content": question}]
                return random.choice(
                    [
                        ("POST", "/api/chat", {"json": {"text": question, "session": f"s{other}"}}),
                        ("POST", "/api/chat", {"json": {"text": question, "just_answer": True}}),
                        ("POST", "/v1/chat/completions", {"json": {"messages": history, "stream": bool(other % 2)}}),
                        ("GET", "/api/search", {"params": {"q": f"合言葉 {question}"}}),
                        ("GET", "/api/documents", {"params": {"limit": 1000}}),
                        ("GET", f"/api/documents/uploads/{other}.md", {}),
                        ("DELETE", f"/api/documents/uploads/{other}.md", {})
                        if other != number
                        else ("GET", "/api/me", {}),
                        ("GET", f"/api/passages/{392 + other}", {"params": {"around": 5}}),
                        ("GET", f"/api/sessions/s{other}", {}),
                        ("GET", "/api/sessions", {"params": {"q": "合言葉"}}),
                        ("DELETE", f"/api/sessions/s{other}", {}) if other != number else ("GET", "/api/sessions", {}),
                        ("GET", "/api/memory", {}),
                        ("GET", "/api/memory/export", {}),
                        ("GET", f"/api/memory/e{random.randrange(1, 4 * PEOPLE)}", {}),
                        ("DELETE", f"/api/memory/e{random.randrange(1, 4 * PEOPLE)}", {"params": {"preview": True}}),
                        ("GET", "/api/traces", {}),
                        ("GET", f"/api/traces/{trace_ids[other]}", {}),
                        ("POST", "/api/feedback", {"json": {"about": trace_ids[other], "signal": "up"}}),
                        ("GET", "/api/review", {}),
                        ("GET", f"/api/review/{trace_ids[other]}", {}),
                        ("GET", "/editors", {}),
                        ("GET", f"/editors/turns/{trace_ids[other]}", {}),
                        ("PATCH", f"/api/sessions/s{other}", {"json": {"title": question}}),
                        ("GET", "/api/graph/neighbourhood", {}),
                        ("GET", "/api/graph/topics", {"params": {"text": question}}),
                    ]
                )

            plan = [(number, request(number)) for number in (random.randrange(PEOPLE) for _ in range(REQUESTS))]
            await asyncio.gather(*(ask(number, method, path, **body) for number, (method, path, body) in plan))
            for number, word in enumerate(words):  # what is one's own is there
                assert word in await ask(number, "GET", f"/api/sessions/s{number}")
                assert word in await ask(number, "GET", f"/api/documents/uploads/{number}.md")
    assert told == []
