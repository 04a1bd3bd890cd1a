"""What a turn's writing costs and keeps: ours by rules, ours weighed by the embedded model, and mem0 with that model.

    python benchmarks/mem0_with_model.py ../shared/data/real_persona_chat [--turns 20] [--who rules weighed mem0]

One person's own utterances, each with the partner's before it, in the order in which they were said.  mem0 talks to the
model through llama.cpp's OpenAI-compatible server and to our embedding through the small one below.  What both keep is
printed to be read: `kept`.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import numpy as np

import personas
from peers import driver
from yorisoi.backends.chat.llama import LlamaChat
from yorisoi.memory.settling import Settler
from yorisoi.memory.weighing import Weigher
from yorisoi.ports import ChatModel, ChatRequest, Completion, Embedder
from yorisoi.settings import load_settings
from yorisoi.types import Turn, UserId
from yorisoi.wiring import open_workspace

CONTEXT = 16_384
"""mem0's instructions alone take about 8,000 tokens."""
ME = UserId("user")


Said = list[list[dict[str, str]]]
"""Of each turn the messages."""


def turns(person: personas.Person, most: int) -> Said:
    found: Said = []
    for before, said in zip(person.spoken, person.spoken[1:], strict=False):
        if said.speaker == "user" and before.session == said.session and len(found) < most:
            messages = [{"role": "assistant", "content": before.text}, {"role": "user", "content": said.text}]
            found.append(messages)
    return found


async def measured(given: argparse.Namespace) -> None:
    """Each prints what it found when it is done: with a model a turn takes a minute and more."""
    said = turns(personas.people(given.data)[0], given.turns)
    with tempfile.TemporaryDirectory() as folder:
        for who in given.who:
            found = await WRITERS[who](Path(folder), said, given.chat)
            print(json.dumps({"who": who, "turns": len(said), **found}, ensure_ascii=False, indent=1), flush=True)


async def by_rules(folder: Path, said: Said, _: str) -> dict[str, Any]:
    return await of_ours(folder / "rules", said, None)


async def weighed(folder: Path, said: Said, chat: str) -> dict[str, Any]:
    model = Counted(LlamaChat(chat))
    try:
        return {**await of_ours(folder / "weighed", said, model), "tokens": model.spent(len(said))}
    finally:
        await model.chat.close()


async def of_ours(home: Path, said: Said, chat: ChatModel | None) -> dict[str, Any]:
    async with open_workspace(load_settings(home=home, chat="none")) as workspace:
        assert workspace.embedder is not None
        store = workspace.store
        await store.documents.bind_embedding(workspace.embedder.name, workspace.embedder.dimension)
        await workspace.embedder.embed_passages(["暖機"])
        weigher, seconds = Weigher(chat) if chat else None, []
        settler = Settler(store.episodes, store.persona, workspace.embedder, weigher=weigher)
        for messages in said:
            began = time.perf_counter()
            spoken = [Turn(speaker=each["role"], text=each["content"], at=personas.BEGAN) for each in messages]
            await store.sessions.append(ME, "s", spoken)
            await settler.settle(ME)
            seconds.append(time.perf_counter() - began)
        facts = await store.persona.facts(ME, superseded=True)
    return {"p50_s": round(float(np.median(seconds)), 3), "kept": [f"{each.by}: {each.text}" for each in facts]}


class Counted:
    """A chat model whose tokens are added up."""

    def __init__(self, chat: LlamaChat) -> None:
        self.chat = chat
        self.name, self.context_tokens = chat.name, chat.context_tokens
        self._prompt = self._completion = 0

    async def complete(self, request: ChatRequest, on_text: Callable[[str], None] | None = None) -> Completion:
        reply = await self.chat.complete(request, on_text)
        self._prompt += reply.prompt_tokens or 0
        self._completion += reply.completion_tokens or 0
        return reply

    def spent(self, turns: int) -> dict[str, int]:
        return {"prompt_tokens": round(self._prompt / turns), "completion_tokens": round(self._completion / turns)}


async def of_mem0(folder: Path, said: Said, chat: str) -> dict[str, Any]:
    async with open_workspace(load_settings(home=folder / "embedding", chat="none")) as workspace:
        assert workspace.embedder is not None
        return await with_mem0(folder, said, chat, workspace.embedder)


async def with_mem0(folder: Path, said: Said, chat: str, embedder: Embedder) -> dict[str, Any]:
    model = LlamaChat(chat, n_ctx=CONTEXT, timeout_s=600)
    try:
        url, key = await model.serving()
        with_embedding = embedding_server(embedder, asyncio.get_running_loop())
        (folder / "turns.jsonl").write_text(
            "".join(json.dumps({"messages": messages}, ensure_ascii=False) + "\n" for messages in said),
            encoding="utf-8",
        )
        script = driver.HERE / "mem0" / "infer.py"
        python = driver.prepared("mem0", driver.ENVIRONMENTS)
        out = folder / "mem0.jsonl"
        where = f"http://127.0.0.1:{with_embedding.server_port}/v1"
        words = [folder / "turns.jsonl", out, url, key, chat, where, embedder.dimension]
        run = await asyncio.create_subprocess_exec(str(python), str(script), *map(str, words), stdout=sys.stderr)
        await run.wait()
        with_embedding.shutdown()
    finally:
        await model.close()
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    return {
        "p50_s": round(float(np.median([row["seconds"] for row in rows])), 1),
        "first_s": rows[0]["seconds"],
        "tokens": {name: round(float(np.mean([row.get(name, 0) for row in rows]))) for name in TOKENS},
        "failed": [row["failure"] for row in rows if row["failure"]],
        "kept": [kept for row in rows for kept in row["kept"]],
    }


TOKENS = ("prompt_tokens", "completion_tokens")


def embedding_server(embedder: Embedder, loop: asyncio.AbstractEventLoop) -> HTTPServer:
    """OpenAI's /embeddings, as much of it as mem0 asks for, over our embedding."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["input"]
            texts = [asked] if isinstance(asked, str) else asked
            vectors = asyncio.run_coroutine_threadsafe(embedder.embed_passages(texts), loop).result()
            data = [{"object": "embedding", "index": at, "embedding": v.tolist()} for at, v in enumerate(vectors)]
            usage = {"prompt_tokens": 0, "total_tokens": 0}
            body = json.dumps({"object": "list", "data": data, "model": "given", "usage": usage}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Nothing."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


WRITERS = {"rules": by_rules, "weighed": weighed, "mem0": of_mem0}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--turns", type=int, default=20)
    parser.add_argument("--chat", default="llama:qwen2.5-coder-1.5b")
    parser.add_argument("--who", nargs="*", choices=WRITERS, default=list(WRITERS))
    asyncio.run(measured(parser.parse_args()))


if __name__ == "__main__":
    main()
