"""What may be set about the graph."""

from dataclasses import dataclass, field
from typing import Literal

from yorisoi.ranges import check_ranges, within


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainConfig:
    """Of learning the graph's vectors."""

    dimension: int = within(256, 1, 4096)
    epochs: int = within(12, 1, 100_000)
    """Times that every triple is learnt; small graphs more often, see `steps`."""
    steps: int = within(2000, 1, 10_000_000)
    """A training has at least so many: a graph of a few triples is not learnt in twelve."""
    batch: int = within(1024, 1, 1_000_000)
    """Triples in a step; each asks two questions."""
    negatives: int = within(1024, 1, 1_000_000)
    """Entities drawn for a step at most, shared by all its questions: one of 28 in the graph, 256 at least."""
    rate: float = within(0.1, 1e-6, 100)
    """Of Adagrad; falls to zero in a straight line."""
    l2: float = within(3.4, 0, 1e6)
    """Weight of the regularisation of the entities of the triples in a step, divided by d^0.75 in a graph of d triples
    an entity: a sparse graph says little of each, and is learnt by heart without it.  Found on the validation parts of
    FB15k-237 (d = 18.7) and WN18RR (2.1)."""
    irreflexive: bool = True
    """Whether a thing is ranked behind all others as an answer about itself, for relations that hardly ever say so."""
    seed: int = within(13, 0, 2**32 - 1)

    def __post_init__(self) -> None:
        check_ranges(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphConfig:
    """Of the graph and the topics that it adds to a turn; hops, degree and nearest are N, M and K of source 001."""

    topics: bool = True
    """Whether related topics are looked for at a turn."""
    hops: int = within(1, 1, 3)
    """How far from a topic word candidates may lie; beyond 3 lies nearly everything."""
    degree: int = within(2, 1, 1_000_000)
    """Candidates have at least this many edges."""
    nearest: int = within(9, 1, 1000)
    """Candidates offered: those nearest to the user."""
    candidates: int = within(3000, 1, 1_000_000)
    """Neighbours of one node, and nodes in all, that are looked at: those with most edges first."""
    choose: Literal["one", "all"] = "one"
    """Of several topic words in an utterance: one at random, or all."""
    from_episodes: bool = True
    """Whether recalled episodes bring topic words too."""
    seed: int = within(13, 0, 2**32 - 1)
    """Of the random choice."""
    train: TrainConfig = field(default_factory=TrainConfig)

    def __post_init__(self) -> None:
        check_ranges(self)
