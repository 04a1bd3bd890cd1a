"""What may be set about the graph."""

from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainConfig:
    """Of learning the graph's vectors."""

    dimension: int = 256
    epochs: int = 12
    """Times that every triple is learnt; small graphs more often, see `steps`."""
    steps: int = 2000
    """A training has at least so many: a graph of a few triples is not learnt in twelve."""
    batch: int = 1024
    """Triples in a step; each asks two questions."""
    negatives: int = 1024
    """Entities drawn for a step at most, shared by all its questions: one of 28 in the graph, 256 at least."""
    rate: float = 0.1
    """Of Adagrad; falls to zero in a straight line."""
    l2: float = 3.4
    """Weight of the regularisation of the entities of the triples in a step, divided by d^0.75 in a graph of d triples
    an entity: a sparse graph says little of each, and is learnt by heart without it.  Found on the validation parts of
    FB15k-237 (d = 18.7) and WN18RR (2.1)."""
    irreflexive: bool = True
    """Whether a thing is ranked behind all others as an answer about itself, for relations that hardly ever say so."""
    seed: int = 13

    def __post_init__(self) -> None:
        for name in ("dimension", "epochs", "steps", "batch", "negatives", "rate"):
            if getattr(self, name) <= 0:
                raise ValueError(f"graph.train.{name} must be above 0")
        if self.l2 < 0:
            raise ValueError("graph.train.l2 must not be negative")


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphConfig:
    """Of the graph and the topics that it adds to a turn; hops, degree and nearest are N, M and K of source 001."""

    topics: bool = True
    """Whether related topics are looked for at a turn."""
    hops: int = 1
    """How far from a topic word candidates may lie."""
    degree: int = 2
    """Candidates have at least this many edges."""
    nearest: int = 9
    """Candidates offered: those nearest to the user."""
    candidates: int = 3000
    """Neighbours of one node, and nodes in all, that are looked at: those with most edges first."""
    choose: Literal["one", "all"] = "one"
    """Of several topic words in an utterance: one at random, or all."""
    from_episodes: bool = True
    """Whether recalled episodes bring topic words too."""
    seed: int = 13
    """Of the random choice."""
    train: TrainConfig = field(default_factory=TrainConfig)

    def __post_init__(self) -> None:
        for name in ("hops", "degree", "nearest", "candidates"):
            if getattr(self, name) < 1:
                raise ValueError(f"graph.{name} must be at least 1")
        if self.hops > 3:
            raise ValueError("graph.hops must be at most 3: further away lies nearly everything")
