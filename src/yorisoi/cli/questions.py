"""yorisoi questions: by which questions passages are found, written by a chat model."""

import asyncio
from dataclasses import asdict
from typing import Annotated, Any

import typer

from yorisoi.cli.asking_models import at_once
from yorisoi.cli.documents import foretold_of_passages, need_documents
from yorisoi.cli.options import Chat, Home, Json, settings
from yorisoi.cli.output import console, print_json, progress_bar
from yorisoi.documents.questions import MAX_TOKENS, Written, tokens, write_questions
from yorisoi.errors import ConfigError
from yorisoi.settings import Settings
from yorisoi.wiring import open_workspace

_ALL = 10_000_000


def questions(
    chat: Chat = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Passages at most.")] = None,
    estimate: Annotated[bool, typer.Option("--estimate", help="Only say what it would take.")] = False,
    forget: Annotated[bool, typer.Option("--forget", help="Remove all questions that were written.")] = False,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Let a capable chat model write what people would ask each passage, in everyday words: it is found by them."""
    if forget and estimate:
        raise typer.BadParameter("--forget removes what was written; it takes no --estimate")
    report = asyncio.run(_questions(settings(home, chat, None), limit or _ALL, estimate, forget))
    if as_json:
        print_json(report)
    elif "forgotten" in report:
        console.print(f"questions of {report['forgotten']} passages removed")
    elif "questions" in report:
        failed = f", {report['failed']} without a usable reply" if report["failed"] else ""
        console.print(f"{report['questions']} questions to {report['passages']} passages{failed}")


async def _questions(chosen: Settings, limit: int, estimate: bool, forget: bool) -> dict[str, Any]:
    async with open_workspace(chosen, new=False) as workspace:
        await need_documents(workspace)
        store, model = workspace.store.documents, workspace.chat
        if forget:
            report: dict[str, Any] = {"forgotten": await store.forget_questions()}
            await workspace.searcher.catch_up()
            return report
        waiting = await store.unasked(limit)
        most = len(waiting) * MAX_TOKENS
        needed = {"passages": len(waiting), "prompt_tokens": tokens(waiting), "completion_tokens": most}
        foretold_of_passages(**needed)
        report = {"estimate": needed}
        if estimate:
            return report
        if model is None:
            raise ConfigError("questions are written by a chat model: name one, such as --chat openai:MODEL")
        with progress_bar() as progress:
            bar = progress.add_task("questions", total=len(waiting), detail="")

            def show(written: Written) -> None:
                progress.update(bar, completed=written.passages, detail=f"{written.questions} questions")

            written = await write_questions(
                store, model, workspace.embedder, limit=limit, at_once=at_once(model), on_progress=show
            )
            progress.update(bar, detail="index")
            await workspace.searcher.catch_up()
        return report | asdict(written)
