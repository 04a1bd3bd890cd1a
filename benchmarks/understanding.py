"""When to ask back, and what was meant: labelled sets through the decision and the rewriting, one table.

    python benchmarks/understanding.py [--data ../shared/data] [--keep STORES]
                                       [--sets gitlab gitlab_2 handbook clamber clariq]
                                       [--rewriting asdc canard trec_cast tencent_rewrite] [--most 800]
                                       [--chat llama:qwen2.5-coder-1.5b] [--sample 60]

Deciding is measured over the sample handbook, over GitLab's Japanese handbook (the half of the first set that nothing
was fitted on, and the second set), and without documents on CLAMBER (the rows not fitted on) and ClariQ's dev part.
Rows with a model take a drawn sample: models are slow.  `prompt alone` is the peer: what the same model says when it
is asked whether the utterance is clear, as in source 000, with nothing of ours but the prompt.  Rewriting is measured
as in understanding_rewriting.py, by rules and without.
"""

import argparse
import asyncio
import json
import platform
import random
import time
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
from yorisoi.dialogue.assessing import assess

from datasets import clamber, clariq
from rewriting_sets import SETS
from understanding_rewriting import rows, without_model
from yorisoi.cli.eval_intent import decider
from yorisoi.documents import ingest
from yorisoi.errors import BackendError
from yorisoi.evaluation.followups import history_of
from yorisoi.evaluation.intent import Judged, Utterance, asked_back, auc, figures
from yorisoi.language import detect_language
from yorisoi.ports import ChatModel
from yorisoi.settings import load_settings
from yorisoi.wiring import open_workspace

ROOT = Path(__file__).parent.parent
SEED = 7
NOT_RESTATED = "| - | - | - |"


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--keep", type=Path, default=Path(".understanding"), help="stores are kept there")
    parser.add_argument("--chat", help="also with this model")
    parser.add_argument("--sample", type=int, default=60, help="utterances of each set for the rows with a model")
    parser.add_argument("--sets", nargs="*", default=["gitlab", "gitlab_2", "handbook", "clamber", "clariq"])
    parser.add_argument("--rewriting", nargs="*", choices=SETS, default=list(SETS), help="sets of follow-ups")
    parser.add_argument("--most", type=int, default=800, help="follow-ups of each set")
    given = parser.parse_args()
    print(f"{date.today().isoformat()}, {platform.processor() or platform.machine()}\n")
    print(
        "| set | by | n | accuracy | ask precision | ask recall | AUC | ECE | ms a decision | BLEU | ROUGE-L | exact |"
    )
    print("|" + "---|" * 12)
    for name in given.sets:
        await _measure(name, given)
    for name in given.rewriting:
        for of, way, items, *told in rows(await without_model(name, given.most)):
            print(f"| {of} | restated: {way} | {items} {'| - ' * 6}| " + " | ".join(told) + " |", flush=True)


async def _measure(name: str, given: argparse.Namespace) -> None:
    rows, documents = _set(name, given.data)
    home = given.keep / ("nothing" if not documents else name.removesuffix("_2"))
    for chat in dict.fromkeys(["none", given.chat or "none"]):
        settings = load_settings(home=home, chat=chat)
        async with open_workspace(settings) as workspace:
            if documents and workspace.embedder:
                await ingest(
                    documents, store=workspace.store.documents, embedder=workspace.embedder, config=settings.documents
                )
            items = [_utterance(row) for row in rows]
            drawn = random.Random(SEED).sample(range(len(items)), min(given.sample, len(items)))
            decide = decider(workspace)
            if chat == "none":
                judged = [await decide(item.text, item.history) for item in items]
                _row(name, "yorisoi, no model", items, judged)
                if name == "clariq":
                    _by_need(rows, judged)
                if given.chat:
                    _row(name, "same sample, no model", *_only(items, judged, drawn))
                continue
            chosen = [items[at] for at in drawn]
            _row(name, f"yorisoi, {chat}", chosen, [await decide(item.text, item.history) for item in chosen])
            assert workspace.chat
            _row(name, f"prompt alone, {chat}", chosen, [await _by_prompt(workspace.chat, item) for item in chosen])


def _set(name: str, data: Path) -> tuple[list[dict[str, Any]], list[Path]]:
    """Labelled rows, and the documents that belong to them."""
    if name == "handbook":
        return _lines(ROOT / "examples" / "utterances.jsonl"), [ROOT / "examples/handbook", ROOT / "examples/faq.csv"]
    if name in ("gitlab", "gitlab_2"):
        labelled = _lines(ROOT / "benchmarks" / f"{name.replace('gitlab', 'gitlab_utterances')}.jsonl")
        return [row for row in labelled if row["split"] == "test"], [data / "gitlab_handbook_ja" / "handbook"]
    if name == "clamber":
        return clamber.halves(data / "clamber")[1], []
    return list(clariq.rows(data / "clariq", "dev")), []


def _lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def _utterance(row: dict[str, Any]) -> Utterance:
    return Utterance(
        history=asked_back(history_of(row.get("history") or (), "row")),
        text=row["text"][:4000],
        language=detect_language(row["text"], "ja"),
        ask=row["label"] == "ask",
        kind=row.get("kind"),
        gold=row.get("gold"),
    )


def _only(items: Sequence[Utterance], judged: Sequence[Judged], drawn: Sequence[int]) -> tuple[list[Any], list[Any]]:
    return [items[at] for at in drawn], [judged[at] for at in drawn]


async def _by_prompt(chat: ChatModel, item: Utterance) -> Judged:
    """Ask back when the model calls the utterance anything but clear; when it says nothing usable, do not."""
    began = time.perf_counter()
    try:
        clarity = (await assess(chat, item.text, item.language, item.history, [])).clarity
    except BackendError:
        clarity = 1
    need = (0.1, 0.5, 0.6, 0.9, 1.0)[clarity - 1]
    ms = 1000 * (time.perf_counter() - began)
    return Judged(ask=clarity > 1, need=need, rule="prompt", kind="question", pages=(), ms=ms)


def _row(name: str, by: str, items: Sequence[Utterance], judged: Sequence[Judged]) -> None:
    told = figures(list(zip(items, judged, strict=True)))
    cells = [told[each] for each in ("accuracy", "ask_precision", "ask_recall", "auc", "ece")]
    shown = " | ".join("-" if cell is None else f"{cell:.3f}" for cell in cells)
    print(
        f"| {name} | {by} | {len(items)} | {shown} | {np.median([one.ms for one in judged]):.1f} {NOT_RESTATED}",
        flush=True,
    )


def _by_need(rows: Sequence[dict[str, Any]], judged: Sequence[Judged]) -> None:
    """ClariQ ranked by need: the area for each place where its scale may be cut."""
    scores = np.array([one.need for one in judged])
    needs = np.array([row["need"] for row in rows])
    areas = ", ".join(f">= {cut}: {auc(scores, needs >= cut):.3f}" for cut in (2, 3, 4))
    print(f"| clariq | ranked by need, AUC of needs {areas} | {len(rows)} {'| - ' * 6}{NOT_RESTATED}", flush=True)


if __name__ == "__main__":
    asyncio.run(main())
