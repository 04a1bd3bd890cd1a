"""yorisoi eval generate FAQ... --out FOLDER: queries made from FAQs, by a chat model or by rules."""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from yorisoi.cli.asking_models import at_once, closed, foretold
from yorisoi.cli.measuring import progress, say_closed
from yorisoi.cli.options import Chat, Embedding, Groups, Home, Json, settings
from yorisoi.cli.output import aside, console, print_json
from yorisoi.errors import BackendError, ConfigError, DataSetError
from yorisoi.evaluation.faq import generating, pairs, rules, sets
from yorisoi.evaluation.faq.asking import Cost, cost
from yorisoi.evaluation.faq.drafts import queries_of
from yorisoi.evaluation.faq.generating import Draft
from yorisoi.evaluation.faq.pairs import Pair
from yorisoi.evaluation.faq.sets import GENERATED, WAYS, Faq, Made
from yorisoi.evaluation.recorded_chat import RecordedChat
from yorisoi.ports import ChatModel
from yorisoi.settings import Settings
from yorisoi.types import group_names
from yorisoi.wiring import chat_model, embedding_model

REPLIES = "replies.jsonl"
"""Of a set's folder: what models replied, so that nothing is asked twice."""
_ONE_FAQ = WAYS[:3]


def generate(
    files: Annotated[list[Path], typer.Argument(help="FAQs: CSV files with id, title, body.", metavar="FAQ...")],
    out: Annotated[Path, typer.Option("--out", help="The set goes into this folder.", metavar="DIR")],
    group: Groups = None,
    chat: Chat = "none",
    way: Annotated[
        list[str] | None,
        typer.Option(help="title, answer or user; may be repeated.  [default: all three]", metavar="WAY"),
    ] = None,
    per_faq: Annotated[int, typer.Option("--per-faq", min=1, max=20, help="Queries of each way for each FAQ.")] = 3,
    two: Annotated[int, typer.Option(min=0, help="Pairs of FAQs to make questions for that need both.")] = 0,
    phrases: Annotated[
        Path | None, typer.Option(help="How your users put it, a phrase a line, shown to the model.", metavar="FILE")
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first so many FAQs.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of what is drawn.")] = 11,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only tell what the model would be asked.")] = False,
    embedding: Embedding = None,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Make queries from FAQs: the title in other words, questions out of the answer, questions as users put them."""
    ways = tuple(dict.fromkeys(way or _ONE_FAQ))
    if wrong := [name for name in ways if name not in _ONE_FAQ]:
        raise ConfigError(f"--way {wrong[0]!r}: there is {', '.join(_ONE_FAQ)}")
    every = sets.load_faqs(files)
    faqs = sets.opened(every, group_names(group or ()))
    say_closed(len(every) - len(faqs))
    faqs = dict(list(faqs.items())[:limit])
    _same_faqs(out, faqs)
    if half := [faq.id for faq in faqs.values() if faq.title in (faq.body, faq.body[:40])]:  # as they were filled in
        aside.print(f"{len(half)} FAQs have no title or no body: {', '.join(half[:5])}")
    chosen = settings(home, chat, embedding)
    model = chat_model(chosen)
    made = Made(
        chat=model.name if model else "none",
        ways=ways,
        per_faq=per_faq,
        two=two,
        seed=seed,
        phrases=tuple(_phrases(phrases)),
    )
    together = asyncio.run(_pairs(faqs, chosen, two)) if two else []
    failed: Mapping[str, str] = {}
    asked: Cost | None = None
    if model is None:
        drafts = rules.generate(list(faqs.values()), ways, n=per_faq, seed=seed) + pairs.by_rules(together, seed)
        if dry_run:
            raise ConfigError("--dry-run foretells what a model is asked; name one with --chat")
    else:
        recorded = RecordedChat(out / REPLIES, model)
        todo = generating.tasks(faqs.values(), ways, recorded, n=per_faq, seed=seed, phrases=made.phrases)
        todo += pairs.tasks(together, recorded)
        asked = foretold(recorded, cost(recorded, [task.request for task in todo]))
        if dry_run:
            _told({"cost": asked}, as_json)
            return
        _make(out)
        drafts, failed = asyncio.run(_ask(recorded, model, todo))
    report = _keep(out, faqs, drafts, failed, made, asked)
    _told(report, as_json)
    if failed:
        raise typer.Exit(1)


async def _pairs(faqs: Mapping[str, Faq], chosen: Settings, most: int) -> list[Pair]:
    embedder = embedding_model(chosen)
    async with closed(embedder):
        return await pairs.pairs(faqs, embedder, most)


async def _ask(
    recorded: RecordedChat, model: ChatModel, todo: Sequence[generating.Task]
) -> tuple[list[Draft], Mapping[str, str]]:
    async with closed(model):
        with progress("generate") as on_progress:
            return await generating.generate(recorded, todo, at_once=at_once(model), on_progress=on_progress)


def _keep(
    out: Path,
    faqs: Mapping[str, Faq],
    drafts: Sequence[Draft],
    failed: Mapping[str, str],
    made: Made,
    asked: Cost | None,
) -> dict[str, Any]:
    queries = queries_of(drafts, faqs)
    if not queries:
        raise BackendError(next(iter(failed.values()))) if failed else DataSetError("no query could be made")
    _make(out)
    sets.write_faqs(out, faqs.values())
    sets.write_made(out, made)
    path = sets.write_queries(out, queries, GENERATED)
    return {
        "faqs": len(faqs),
        "queries": len(queries),
        "by_way": dict(Counter(query.way for query in queries)),
        "by_maker": dict(Counter(query.made_by for query in queries)),
        "by_difficulty": dict(Counter(query.difficulty for query in queries)),
        "without": [faq for faq in faqs if not any(faq in query.faqs for query in queries)],
        "failed": dict(failed),
        "seed": made.seed,
        "chat": made.chat,
        "cost": asked,
        "path": str(path),
    }


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DataSetError(f"{folder} cannot be made: {error.strerror}") from error


def _same_faqs(out: Path, faqs: Mapping[str, Faq]) -> None:
    """A folder holds one set: queries that people have judged are not mixed with those of other FAQs."""
    if sets.is_set(out) and sets.load_faqs([out / sets.FAQS]) != faqs:
        raise DataSetError(f"{out} holds a set made from other FAQs: name another folder with --out")


def _phrases(path: Path | None) -> list[str]:
    if path is None:
        return []
    try:
        found = [line.strip() for line in path.read_text(encoding="utf-8-sig").splitlines() if line.strip()]
    except (OSError, UnicodeDecodeError) as error:
        raise DataSetError(f"{path} cannot be read as text, a phrase a line") from error
    if not found:
        raise DataSetError(f"{path} holds no phrases")
    return found


def _told(report: Mapping[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(report)
    elif "queries" in report:
        parts = ", ".join(f"{name} {count}" for name, count in report["by_way"].items())
        console.print(f"{report['queries']} queries for {report['faqs']} FAQs ({parts}) in {report['path']}")
        if report["without"]:
            aside.print(f"none for {len(report['without'])} FAQs: {', '.join(report['without'][:5])}")
        for task, why in list(report["failed"].items())[:5]:
            aside.print(f"{task} failed: {why}")
        if report["failed"]:
            aside.print(f"{len(report['failed'])} failed; the same command tries them again")
