"""Questions over the sample handbook: is the right thing done, on the right page, with the right words?

    python benchmarks/handbook.py [--chat none|llama:...|openai:...] [--failures]

Of clear questions: answered at once, the cited page is the right one, the answer holds every word it must.  Of vague
questions and consultations: asked back.  The questions are examples/questions.jsonl; they were written with the
handbook, so the figures tell of regressions and of the difference between set-ups, not of other people's documents.
"""

import argparse
import asyncio
import json
import tempfile
import time
import uuid
from pathlib import Path
from typing import Any

from yorisoi.documents import ingest
from yorisoi.language import normal_form
from yorisoi.settings import Settings, load_settings
from yorisoi.types import Reply, UserId
from yorisoi.wiring import Workspace, open_workspace

EXAMPLES = Path(__file__).parent.parent / "examples"


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chat", default="none")
    parser.add_argument("--home", type=Path, help="a store with the examples; a temporary one by default")
    parser.add_argument("--failures", action="store_true", help="print what went wrong")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        settings = load_settings(home=given.home or Path(folder), chat=given.chat)
        rows = await run(settings, given.failures)
    print(f"| kind ({given.chat}) | questions | asked back | right page | right words | p50 s |")
    print("|---|---|---|---|---|---|")
    for row in rows:
        print("| " + " | ".join(str(cell) for cell in row) + " |")


async def run(settings: Settings, failures: bool) -> list[list[Any]]:
    questions = [json.loads(line) for line in (EXAMPLES / "questions.jsonl").read_text().splitlines()]
    async with open_workspace(settings) as workspace:
        await ingest(
            [EXAMPLES / "handbook", EXAMPLES / "faq.csv"],
            store=workspace.store.documents,
            embedder=workspace.embedder,
            config=settings.documents,
        )
        results = [await ask(workspace, question) for question in questions]
    if failures:
        for result in results:
            if not result["good"]:
                print(json.dumps(result, ensure_ascii=False))
    return [summary(kind, [r for r in results if r["kind"] == kind]) for kind in ("clear", "vague", "consultation")]


async def ask(workspace: Workspace, question: dict[str, Any]) -> dict[str, Any]:
    """One question by a user of its own; one who is asked for an attribute is not helped."""
    began = time.perf_counter()
    reply = await workspace.assistant.reply(question["text"], user=UserId(uuid.uuid4().hex))
    seconds = time.perf_counter() - began
    asked, page = reply.action == "ask", right_page(reply, question)
    words = all(any(normal_form(way) in normal_form(reply.text) for way in ways) for ways in question["must"])
    good = not asked and page and words if question["kind"] == "clear" else asked
    return {
        "kind": question["kind"],
        "text": question["text"],
        "asked": asked,
        "page": page,
        "words": words and not asked,
        "good": good,
        "seconds": seconds,
        "rule": reply.rule,
        "wanted": question["page"],
        "cited": [cite.source for cite in reply.citations],
        "evidence": reply.evidence,
        "reply": reply.text,
    }


def right_page(reply: Reply, question: dict[str, Any]) -> bool:
    wanted = question["page"] or ""
    return any(cite.source.endswith(wanted) for cite in reply.citations) if wanted else False


def summary(kind: str, results: list[dict[str, Any]]) -> list[Any]:
    def share(name: str) -> str:
        return f"{sum(result[name] for result in results)}/{len(results)}"

    seconds = sorted(result["seconds"] for result in results)
    return [kind, len(results), share("asked"), share("page"), share("words"), f"{seconds[len(seconds) // 2]:.2f}"]


if __name__ == "__main__":
    asyncio.run(main())
