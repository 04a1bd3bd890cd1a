"""yorisoi doctor: is everything there that a conversation needs?"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

from yorisoi.cli.options import Chat, Embedding, Home, Json, settings
from yorisoi.cli.output import console, print_json
from yorisoi.errors import YorisoiError
from yorisoi.language import keywords
from yorisoi.ports import ChatRequest, Message
from yorisoi.settings import Settings
from yorisoi.types import Filter
from yorisoi.wiring import Workspace, open_workspace


def doctor(home: Home = None, chat: Chat = None, embedding: Embedding = None, as_json: Json = False) -> None:
    """Try every part with the store's own text, and say what is wrong."""
    rows = asyncio.run(_examine(settings(home, chat, embedding)))
    if as_json:
        print_json({"ok": all(row["ok"] for row in rows), "checks": rows})
        return
    for row in rows:
        console.print(f"{'ok  ' if row['ok'] else 'FAIL'} {row['check']:10} {row['detail']}", markup=False)


async def _examine(chosen: Settings) -> list[dict[str, Any]]:
    async with open_workspace(chosen) as workspace:
        checks: dict[str, Callable[[Workspace], Awaitable[str]]] = {
            "store": _store,
            "embedding": _embedding,
            "search": _search,
            "chat": _chat,
        }
        return [await _try(name, check, workspace) for name, check in checks.items()]


async def _try(name: str, check: Callable[[Workspace], Awaitable[str]], workspace: Workspace) -> dict[str, Any]:
    began = time.perf_counter()
    try:
        ok, detail = True, await check(workspace)
    except YorisoiError as error:
        ok, detail = False, str(error)
    return {"check": name, "ok": ok, "detail": detail, "ms": round(1000 * (time.perf_counter() - began), 1)}


async def _store(workspace: Workspace) -> str:
    holds = await workspace.store.documents.overview()
    return f"{holds.documents} documents, {holds.passages} passages in {workspace.settings.home}"


async def _embedding(workspace: Workspace) -> str:
    if workspace.embedder is None:
        return "none: search is by words only"
    vectors = await workspace.embedder.embed_queries(["休暇"])
    return f"{workspace.embedder.name}, {vectors.shape[1]} dimensions"


async def _search(workspace: Workspace) -> str:
    """Every leg must find a passage of the store by that passage's own words."""
    async for batch in workspace.store.documents.changes(0):
        sample = next(
            (change.passage for change in batch if change.passage and not change.passage.document.groups), None
        )
        if sample:
            query = " ".join(keywords(sample.text, sample.language)[:8]) or sample.text[:40]
            found = await workspace.searcher.search([query], within=Filter(), language=sample.language)
            legs = sorted({leg for hit in found.hits for leg in hit.legs})
            lost = "; ".join(f"{leg.step}: {leg.reason}" for leg in found.dropped)
            return f"legs: {', '.join(legs) or 'none'}" + (f" (dropped: {lost})" if lost else "")
    return "nothing to search yet: yorisoi ingest PATH"


async def _chat(workspace: Workspace) -> str:
    if workspace.chat is None:
        return "none: answers quote the documents"
    request = ChatRequest(messages=(Message(role="user", content="「はい」とだけ答えてください。"),), max_tokens=8)
    completion = await workspace.chat.complete(request)
    return f"{completion.model} answered in {completion.seconds:.1f} s"
