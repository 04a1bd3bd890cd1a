"""Turns of conversations by their wording alone: what `fit.py` and `fit_utterances.py` learn it from."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from yorisoi.dialogue.patterns import patterns
from yorisoi.evaluation.dialogue import Dialogue
from yorisoi.language import normal_form

TRAINING = Path(__file__).parent / "training"
MAY_BE = {
    "talk": ("talk", "self", "trouble", "recall", "order"),
    "answer": ("question", "correction", "reply"),
    "none": ("question", "correction", "reply"),
    "ask": ("vague", "trouble", "question", "reply"),
}
"""What should be done about a turn -> the kinds that it may be of."""
ASKS = {"ja": "どの件についてでしょうか。", "zh": "请问您想了解哪方面的内容？", "en": "Could you say which one?"}


def rows(*files: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines() if line.strip()]


def asks(reply: str, language: str) -> bool:
    return bool(reply) and patterns(language).asks.search(normal_form(reply)[-80:]) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """A turn of a conversation by its wording alone."""

    text: str
    said: tuple[str, ...]
    """By the user before."""
    asked_before: tuple[str, ...]
    """The same without talk."""
    action: str
    asked: bool
    """It stands behind a question back."""
    follows: bool | None
    """It goes on about what was said, as far as its labels tell."""


def spoken(dialogues: Iterable[Dialogue]) -> Iterator[Spoken]:
    for dialogue in dialogues:
        said: list[str] = []
        about: list[str] = []
        asked = False
        for line in dialogue.turns:
            needed = [each for each in line.question_has if not holds(line.say, each)]
            carried = any(holds(before, each) for each in needed for before in said)
            left = any(holds(before, (word,)) for word in line.question_lacks for before in said)
            follows = carried if said and carried != left and line.action in ("answer", "none") else None
            yield Spoken(
                text=line.say,
                said=tuple(said),
                asked_before=tuple(about),
                action=line.action,
                asked=asked,
                follows=follows,
            )
            said.append(line.say)
            if line.action != "talk":
                about.append(line.say)
            asked = line.action == "ask"


def holds(text: str, any_of: Sequence[str]) -> bool:
    normal = normal_form(text)
    return any(normal_form(each) in normal for each in any_of)
