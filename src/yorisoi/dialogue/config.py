"""What may be set about a turn."""

from dataclasses import dataclass, field
from typing import Literal

from yorisoi.dialogue.clarify.policy import Thresholds
from yorisoi.dialogue.feedback.learning import LearningConfig
from yorisoi.memory.recall import RecallConfig
from yorisoi.memory.reflecting import ReflectionConfig
from yorisoi.memory.weighing import WeighingConfig
from yorisoi.ranges import check_ranges, within

CitationsBy = Literal["auto", "model", "grounding"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerConfig:
    passages: int = within(5, 1, 100)
    """Given to the model at most; fewer when the model's context budget is spent earlier."""
    max_tokens: int = within(400, 16, 16_384)
    citations: CitationsBy = "auto"
    """Who says which passage a claim rests on: the `model`, by marks that grounding checks, or `grounding` alone, and
    the model is not told of marks.  `auto` is `grounding` for models inside this process, which answer a question about
    numbered documents with nothing but a number."""
    quote_characters: int = within(640, 20, 10_000)
    """Of the best page, in an answer without a model; three times as many of a table with what stands around it."""
    quotes: int = within(4, 1, 20)
    """Sections cited at most in such an answer: the best one is quoted, the others are named."""

    def __post_init__(self) -> None:
        check_ranges(self)


Steering = Literal["scored", "tools"]
WebWhen = Literal["never", "not_found"]
AssessWhen = Literal["auto", "always", "never"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnConfig:
    """Of one turn; the rooms it passes through have their own parts."""

    assess: AssessWhen = "auto"
    """When a model interprets and decides.  `auto`: when it is a capable one; small ones judge no better than a
    coin."""
    steering: Steering = "scored"
    """Who decides: `scored`, the table of rules over scores and thresholds; `tools`, a model that calls functions.
    Without a model, and when it fails, scores decide."""
    max_steps: int = within(3, 1, 5)
    """Functions called in a turn at most, with `steering = "tools"`: each is a call of the model."""
    first_word_s: float = within(30.0, 0.1, 3600.0)
    """From the beginning of a turn: a model that has said nothing of the answer by then is given up, and the turn goes
    on without it.  Of what comes after the first word the model's own `timeout_s` is the limit."""
    max_ask_backs: int = within(2, 0, 20)
    """In a row; after that the documents are searched with what is known."""
    reads: int = within(8, 0, 30)
    """Passages that come near the best are read together with the question, and with what was said last where that is
    not all of it, so many at most, to see which of them answers; 0: none.  Each takes about as long as its embedding,
    each time."""
    history: int = within(24, 0, 1_000)
    """Turns of the session that are looked back at, ours included."""
    max_characters: int = within(4000, 1, 1_000_000)
    """Of an utterance; what is longer is refused."""
    thresholds: Thresholds = field(default_factory=Thresholds)
    learning: LearningConfig = field(default_factory=LearningConfig)
    answer: AnswerConfig = field(default_factory=AnswerConfig)
    recall: RecallConfig = field(default_factory=RecallConfig)
    reflection: ReflectionConfig = field(default_factory=ReflectionConfig)
    weighing: WeighingConfig = field(default_factory=WeighingConfig)

    def __post_init__(self) -> None:
        check_ranges(self)
