"""Learning the vectors of a graph."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from yorisoi.graph import adagrad
from yorisoi.graph.answers import Ids, KnownAnswers, questions
from yorisoi.graph.config import TrainConfig
from yorisoi.graph.sampled_softmax import gradient
from yorisoi.graph.transe import TransE, irreflexive, random_vectors

Floats = NDArray[np.float32]


@dataclass(slots=True, kw_only=True)
class Training:
    """A training as far as it has come: everything that the next epoch depends on."""

    config: TrainConfig
    model: TransE
    entity_squares: Floats
    """(entities,): Adagrad's sums.  The larger, the less a row still moves."""
    relation_squares: Floats
    epoch: int = 0
    """Epochs done."""

    @property
    def finished(self) -> bool:
        return self.epoch >= self.config.epochs


MOST_L2 = 2.0
"""What the sparsest graph is regularised with."""
LEAST_NEGATIVES = 256
ONE_OF = 28
"""Entities of which one is drawn: 519 for FB15k-237, beyond which its figures hardly rise."""


def fitted(config: TrainConfig, triples: int, entities: int) -> TrainConfig:
    """The configuration for a graph: a small one has smaller steps, and enough of them, one of many entities is shown
    more of them at each, a sparse one is held tighter.

    A step takes an eighth of the triples at most; there are as many epochs as make `steps`; `negatives` and l2 become
    what is drawn and what a gradient is weighed against.
    """
    batch = min(config.batch, max(1, triples // 8))
    epochs = max(config.epochs, -(-config.steps * batch // max(1, triples)))
    negatives = min(config.negatives, max(LEAST_NEGATIVES, entities // ONE_OF))
    l2 = min(MOST_L2, config.l2 * (entities / max(1, triples)) ** 0.75)
    return replace(config, batch=batch, epochs=epochs, negatives=negatives, l2=l2)


def begin(entities: int, relations: int, config: TrainConfig) -> Training:
    """A training that has not begun."""
    rng = np.random.default_rng((config.seed, 0))
    model = TransE(
        entities=random_vectors(entities, config.dimension, rng),
        relations=random_vectors(2 * relations, config.dimension, rng),
    )
    return Training(
        config=config,
        model=model,
        entity_squares=np.zeros(len(model.entities), dtype=np.float32),
        relation_squares=np.zeros(len(model.relations), dtype=np.float32),
    )


def train(training: Training, triples: Ids, on_epoch: Callable[[Training, float], None] | None = None) -> TransE:
    """The model, trained to its last epoch; `on_epoch` is told the mean loss of each.

    Every epoch draws from a generator of its own (seed, epoch), so that a training that was interrupted between two
    epochs ends with the same vectors as one that was not.
    """
    known = KnownAnswers(triples, training.model.relation_count)
    if training.config.irreflexive:
        training.model.irreflexive = irreflexive(triples, training.model.relation_count)
    while not training.finished:
        loss = _epoch(training, triples, known)
        training.epoch += 1
        if on_epoch:
            on_epoch(training, loss)
    return training.model


def _epoch(training: Training, triples: Ids, known: KnownAnswers) -> float:
    config = training.config
    rng = np.random.default_rng((config.seed, training.epoch + 1))
    order = rng.permutation(len(triples))
    batches = -(-len(order) // config.batch)
    column = np.full(len(training.model.entities), -1, dtype=np.int64)
    loss = 0.0
    for number in range(batches):
        done = (training.epoch * batches + number) / (config.epochs * batches)
        batch = triples[order[number * config.batch : (number + 1) * config.batch]]
        negatives = np.unique(rng.integers(0, len(column), config.negatives))
        loss += _step(training, batch, negatives, column, known, config.rate * (1 - done))
    return loss / (2 * len(order))


def _step(training: Training, batch: Ids, negatives: Ids, column: Ids, known: KnownAnswers, rate: float) -> float:
    """One step; returns the summed loss.  `column` is all -1, and is so again afterwards."""
    model, size = training.model, len(batch)
    asked = questions(batch, model.relation_count)
    column[negatives] = np.arange(len(negatives))
    rows, answers = known.of(asked)
    columns = column[answers]
    drawn = columns >= 0
    column[negatives] = -1
    found = gradient(
        model.translated(asked.source, asked.relation),
        model.entities[asked.target],
        model.entities[negatives],
        (rows[drawn], columns[drawn]),
        len(column),
    )
    # A triple's head is asked about in its first question and the answer of its second; its tail the other way round.
    heads = found.asked[:size] + found.targets[size:]
    tails = found.asked[size:] + found.targets[:size]
    ids = np.concatenate([batch[:, 0], batch[:, 2], negatives])
    touched, pull = adagrad.summed_by_row(ids, np.concatenate([heads, tails, found.negatives]))
    if training.config.l2:
        learnt = np.isin(
            touched, batch[:, [0, 2]]
        )  # not the negatives: in a small graph they are everything, every time
        pull[learnt] += np.float32(training.config.l2) * model.entities[touched[learnt]]
    adagrad.step(model.entities, training.entity_squares, touched, pull, rate)
    touched, pull = adagrad.summed_by_row(asked.relation, found.asked)
    adagrad.step(model.relations, training.relation_squares, touched, pull, rate)
    return found.loss
