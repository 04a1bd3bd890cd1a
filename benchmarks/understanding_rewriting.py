"""Follow-ups restated: rules, a model, another engine's condense step, and doing nothing, on four published sets.

    python benchmarks/understanding_rewriting.py [--sets asdc canard trec_cast tencent_rewrite] [--sample 800]
                                                 [--chat llama:qwen2.5-coder-1.5b] [--peer] [--answers DIR] [--of 40]

Rows of the first table are the held-out halves (rewriting_sets.py); rules were looked up in the other halves.  `--chat`
adds the model, `--peer` LlamaIndex's CondenseQuestionChatEngine with the same weights, both on the first `--of`
utterances of each sample, since a call takes seconds; their answers are kept in `--answers` for the next run.  The
data is read from ../shared/data.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from peers import driver
from rewriting_sets import SETS, Row, sample
from yorisoi.backends.chat.llama_engine import LlamaEngine, physical_cores
from yorisoi.backends.chat.weights import resolve
from yorisoi.evaluation.followups import FollowUp, load
from yorisoi.evaluation.rewriting import checked, concatenated, figures, proposed, resolver
from yorisoi.settings import load_settings
from yorisoi.wiring import DEFAULT_CHAT, chat_model

PEER = "llamaindex_condense"
_CONTEXT = 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One way to restate one set."""

    set: str
    way: str
    items: int
    figures: Mapping[str, float]


def items_of(rows: Sequence[Row]) -> list[FollowUp]:
    """The rows as `yorisoi eval rewrite` reads them."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.jsonl"
        path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
        return load(path)


async def without_model(name: str, most: int) -> list[Measured]:
    """Raw, concatenated and by the rules, on the held-out half of a set."""
    items = items_of(sample(name, "held-out", most))
    ways = {
        "raw": [item.query for item in items],
        "history + utterance": [concatenated(item) for item in items],
        "**rules**": [(await resolver(item)).question for item in items],
    }
    return [Measured(set=name, way=way, items=len(items), figures=figures(items, said)) for way, said in ways.items()]


async def with_model(name: str, most: int, of: int, chat: str, peer: bool, answers: Path) -> list[Measured]:
    """All ways on the first `of` utterances: raw, concatenated, rules, the model checked and unchecked, the peer."""
    rows = sample(name, "held-out", most)[:of]
    items = items_of(rows)
    said = [tuple(each) if each else None for each in await _model_answers(name, items, chat, answers)]
    ways = {
        "raw": [item.query for item in items],
        "history + utterance": [concatenated(item) for item in items],
        "rules": [checked(item, None).question for item in items],
        "**model, checked**": [checked(item, each).question for item, each in zip(items, said, strict=True)],
        "model, unchecked": [each[0] if each else item.query for item, each in zip(items, said, strict=True)],
    }
    if peer:
        ways["LlamaIndex condense"] = _peer_answers(name, rows, answers)
    return [Measured(set=name, way=way, items=len(items), figures=figures(items, text)) for way, text in ways.items()]


async def _model_answers(name: str, items: Sequence[FollowUp], chat: str, answers: Path) -> list[list[str] | None]:
    kept = answers / f"{name}.model.jsonl"
    found = _kept(kept)[: len(items)]
    if len(found) < len(items):
        model = chat_model(load_settings(chat=chat))
        assert model is not None, "name a model with --chat"
        with kept.open("a", encoding="utf-8") as file:
            for item in items[len(found) :]:
                answer = await proposed(model, item)
                found.append(list(answer) if answer else None)
                file.write(json.dumps(found[-1], ensure_ascii=False) + "\n")
                file.flush()
    return found


def _peer_answers(name: str, rows: Sequence[Row], answers: Path) -> list[str]:
    kept = answers / f"{name}.{PEER}.jsonl"
    if len(_kept(kept)) < len(rows):
        python = driver.prepared(PEER, driver.ENVIRONMENTS)
        engine = LlamaEngine(resolve(DEFAULT_CHAT), n_ctx=_CONTEXT, threads=physical_cores())
        with tempfile.TemporaryDirectory() as folder:
            lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
            (Path(folder) / "items.jsonl").write_text(lines, encoding="utf-8")
            given = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
            given |= {"PEER_URL": engine.serve_url, "PEER_KEY": engine.api_key}
            subprocess.run([python, driver.HERE / PEER / "run.py", folder], env=given, check=True, stdout=sys.stderr)
            kept.write_text((Path(folder) / "condensed.jsonl").read_text(encoding="utf-8"), encoding="utf-8")
        engine.close()
    return [str(each["question"]) for each in _kept(kept)[: len(rows)]]


def _kept(file: Path) -> list:  # type: ignore[type-arg]
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []


# ---------------------------------------------------------------- the tables


def rows(measured: Sequence[Measured]) -> list[tuple[str, str, int, str, str, str]]:
    """(set, way, utterances, BLEU, ROUGE-L, exact match), as they are printed, to be joined with other tables."""
    return [
        (
            each.set,
            each.way,
            each.items,
            f"{each.figures['bleu']:.1f}",
            f"{each.figures['rouge_l']:.3f}",
            f"{each.figures['exact_match']:.3f}",
        )
        for each in measured
    ]


def table(measured: Sequence[Measured]) -> Iterator[str]:
    yield "| set | | utterances | BLEU | ROUGE-L | exact |"
    yield "|---|---|---:|---:|---:|---:|"
    for row in rows(measured):
        yield "| " + " | ".join(map(str, row)) + " |"


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", nargs="+", choices=SETS, default=list(SETS))
    parser.add_argument("--sample", type=int, default=800)
    parser.add_argument("--chat")
    parser.add_argument("--peer", action="store_true")
    parser.add_argument("--answers", type=Path, default=driver.ENVIRONMENTS.parent / "rewriting-answers")
    parser.add_argument("--of", type=int, default=40)
    chosen = parser.parse_args()
    print(f"{date.today()}, held-out halves\n")
    print("\n".join(table([row for name in chosen.sets for row in await without_model(name, chosen.sample)])))
    if chosen.chat:
        chosen.answers.mkdir(parents=True, exist_ok=True)
        print(f"\n{chosen.chat}, the first {chosen.of} of each\n")
        measured = [
            row
            for name in chosen.sets
            for row in await with_model(name, chosen.sample, chosen.of, chosen.chat, chosen.peer, chosen.answers)
        ]
        print("\n".join(table(measured)))


if __name__ == "__main__":
    asyncio.run(main())
