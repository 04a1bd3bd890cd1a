"""yorisoi eval verify FOLDER: which of the queries are good for measuring a search?"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer

from yorisoi.cli.asking_models import at_once, closed, foretold
from yorisoi.cli.eval_generate import REPLIES
from yorisoi.cli.measuring import progress, say_closed
from yorisoi.cli.options import Chat, Embedding, Groups, Home, Json, settings
from yorisoi.cli.output import aside, console, print_json
from yorisoi.errors import ConfigError
from yorisoi.evaluation.faq import judging, sets, verdicts
from yorisoi.evaluation.faq.asking import Cost, cost
from yorisoi.evaluation.faq.bearing import Bearing, bearing
from yorisoi.evaluation.faq.checking import check
from yorisoi.evaluation.faq.reasons import Verdict
from yorisoi.evaluation.faq.sets import GENERATED, VERIFIED, FaqSet
from yorisoi.evaluation.recorded_chat import RecordedChat
from yorisoi.ports import ChatModel, Embedder
from yorisoi.types import group_names
from yorisoi.wiring import chat_model, embedding_model


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    verdicts: Sequence[Verdict]
    failed: Mapping[str, str] = field(default_factory=dict)
    cost: Cost | None = None
    only_foretold: bool = False


def verify(
    folder: Annotated[Path, typer.Argument(help="A set: target_faq.csv, queries_SPLIT.csv.")],
    sheet: Annotated[
        Path | None,
        typer.Option(help="Read back what people wrote: ok, no, or - to take it back.", metavar="FILE"),
    ] = None,
    split: Annotated[
        str | None, typer.Option(help="Queries in queries_NAME.csv.  [default: generated]", metavar="NAME")
    ] = None,
    group: Groups = None,
    chat: Chat = "none",
    embedding: Embedding = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only tell what the model would be asked.")] = False,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Check queries, by rules or by a chat model, write a sheet that people can overrule, and keep the good ones."""
    split = split or (GENERATED if (folder / f"queries_{GENERATED}.csv").is_file() else None)
    given = sets.load(folder, split, group_names(group or ()))
    say_closed(given.closed)
    if given.split == VERIFIED:
        raise ConfigError(f"{folder} holds only verified queries; name those to verify with --split")
    people = verdicts.people(folder)
    if sheet:
        people = verdicts.together(people, _of(given, verdicts.read(sheet), sheet))
        checked = Checked(verdicts=verdicts.load(folder, given.queries))
        verdicts.keep(folder, people)
    else:
        chosen = settings(home, chat, embedding)
        model = chat_model(chosen)
        if model and not model.capable:
            aside.print(f"{model.name} is too small to judge queries (docs/evaluation.md), so rules do")
            model = None
        if dry_run and not model:
            raise ConfigError("--dry-run foretells what a model is asked; name a capable one with --chat")
        checked = asyncio.run(_check(folder, given, model, embedding_model(chosen), dry_run))
    if checked.only_foretold:
        if as_json:
            print_json({"cost": checked.cost})
        return
    verdicts.write(folder, checked.verdicts, given.faqs, people)
    good = verdicts.accepted(checked.verdicts, people)
    path = sets.write_queries(folder, good, VERIFIED)
    report = {
        "data": given.name,
        "split": given.split,
        "faqs": len(given.faqs),
        **verdicts.report(checked.verdicts, people),
        "failed": checked.failed,
        "cost": checked.cost,
        "path": str(path),
        "sheets": [str(folder / name) for name in verdicts.SHEETS],
    }
    if as_json:
        print_json(report)
    else:
        _print(report)
    if checked.failed:
        raise typer.Exit(1)


def _of(
    given: FaqSet, said: Mapping[verdicts.Key, verdicts.Overruling], sheet: Path
) -> dict[verdicts.Key, verdicts.Overruling]:
    """What people said of the queries of this set; the rest is counted aloud."""
    known = {verdicts.key_of(query) for query in given.queries}
    if strangers := len(said.keys() - known):
        aside.print(f"{sheet}: {strangers} rows are left out, for the set holds no such queries")
    return {key: each for key, each in said.items() if key in known}


async def _check(
    folder: Path, given: FaqSet, model: ChatModel | None, embedder: Embedder | None, dry_run: bool
) -> Checked:
    async with closed(embedder):
        held: Bearing = await bearing(given.queries, given.faqs, embedder)
    by_rules = check(held)
    if model is None:
        return Checked(verdicts=by_rules)
    recorded = RecordedChat(folder / REPLIES, model)
    todo = judging.questions(held, recorded, sets.made(folder))
    asked = foretold(recorded, cost(recorded, [question.request for question in todo]))
    if dry_run:
        return Checked(verdicts=by_rules, cost=asked, only_foretold=True)
    async with closed(model):
        with progress("verify") as on_progress:
            found, failed = await judging.judge(
                recorded, held, todo, by_rules, at_once=at_once(model), on_progress=on_progress
            )
    return Checked(verdicts=found, failed=failed, cost=asked)


def _print(report: Mapping[str, Any]) -> None:
    rows = {"all": report, **report["by_way"]}
    reasons = list(report["by_reason"])
    heads = ["queries", "accepted", "rejection_rate", *reasons]
    width = max(map(len, rows))
    console.print("  ".join(["".ljust(width), *(head.rjust(max(8, len(head))) for head in heads)]))
    for name, row in rows.items():
        values = [row["queries"], row["accepted"], f"{row['rejection_rate']:.3f}"]
        values += [f"{row['by_reason'].get(reason, 0):.3f}" for reason in reasons]
        cells = [str(value).rjust(max(8, len(head))) for value, head in zip(values, heads, strict=True)]
        console.print("  ".join([name.ljust(width), *cells]).rstrip())
    people = report["people"]
    if people["judged"]:
        console.print(f"people judged {people['judged']} (- takes it back) and overruled {people['overruled']}")
    console.print(f"{report['accepted']} good queries in {report['path']}; to overrule: {report['sheets'][0]}")
    for query, why in list(report["failed"].items())[:5]:
        aside.print(f"{query}: the model failed, rules decided: {why}")
