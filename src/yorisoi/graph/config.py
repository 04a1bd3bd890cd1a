"""What may be set about the graph."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainConfig:
    """Of learning the graph's vectors."""

    dimension: int = 200
    epochs: int = 20
    batch: int = 1024
    """Triples in a step; each asks two questions."""
    negatives: int = 512
    """Entities drawn for a step, shared by all its questions."""
    rate: float = 0.1
    """Of Adagrad; falls to zero in a straight line."""
    l2: float = 0.0
    """Weight of the regularisation of the entities that a step touches."""
    seed: int = 13

    def __post_init__(self) -> None:
        for name in ("dimension", "epochs", "batch", "negatives", "rate"):
            if getattr(self, name) <= 0:
                raise ValueError(f"graph.train.{name} must be above 0")
        if self.l2 < 0:
            raise ValueError("graph.train.l2 must not be negative")


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphConfig:
    """Of the graph."""

    train: TrainConfig = field(default_factory=TrainConfig)
