"""What may be set about a turn."""

from dataclasses import dataclass, field
from typing import Literal

from yorisoi.dialogue.answering import AnswerConfig
from yorisoi.dialogue.evidence import EvidenceConfig
from yorisoi.dialogue.learning import LearningConfig
from yorisoi.dialogue.policy import Thresholds
from yorisoi.memory.recall import RecallConfig
from yorisoi.memory.reflecting import ReflectionConfig
from yorisoi.memory.weighing import WeighingConfig

Steering = Literal["scored", "tools"]
WebWhen = Literal["never", "not_found"]
AssessWhen = Literal["auto", "always", "undecided", "never"]
_MODEL_SAYS = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnConfig:
    """Of one turn; the rooms it passes through have their own parts."""

    assess: AssessWhen = "auto"
    """When to ask the model for an assessment: before every decision; only when the documents leave it open or the
    utterance does not stand alone; or never.  `auto` is `undecided` for models inside this process, which take seconds
    for a call, and `always` for the others."""
    model_says: float | Literal["auto"] = "auto"
    """Log-odds by which a model's word for the clarity moves the need to ask.  `auto`: 0.5; 0 for models inside this
    process, which judge no better than a coin."""
    steering: Steering = "scored"
    """Who decides: `scored`, the table of rules over scores and thresholds; `tools`, a model that calls functions.
    Without a model, and when it fails, scores decide."""
    max_steps: int = 3
    """Functions called in a turn at most, with `steering = "tools"`: each is a call of the model."""
    max_ask_backs: int = 2
    """In a row; after that the documents are searched with what is known."""
    history: int = 6
    """Turns of the session that are looked back at."""
    evidence_hits: int = 30
    """Passages that are weighed for the decision: enough to see how many pages share a theme."""
    max_characters: int = 4000
    """Of an utterance; what is longer is refused."""
    thresholds: Thresholds = field(default_factory=Thresholds)
    learning: LearningConfig = field(default_factory=LearningConfig)
    evidence: EvidenceConfig = field(default_factory=EvidenceConfig)
    answer: AnswerConfig = field(default_factory=AnswerConfig)
    recall: RecallConfig = field(default_factory=RecallConfig)
    reflection: ReflectionConfig = field(default_factory=ReflectionConfig)
    weighing: WeighingConfig = field(default_factory=WeighingConfig)

    def __post_init__(self) -> None:
        if self.model_says != "auto" and not 0 <= self.model_says <= 5:
            raise ValueError("turn: model_says must be auto, or 0 to 5")
        if not 1 <= self.max_steps <= 5:
            raise ValueError("turn: max_steps must be 1 to 5")

    @property
    def weight_of_model(self) -> float:
        """`model_says` in log-odds."""
        return _MODEL_SAYS if self.model_says == "auto" else self.model_says
