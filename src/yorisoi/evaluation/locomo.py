"""Long conversations with questions about them, as LoCoMo publishes them.

    [{"sample_id": "conv-1",
      "conversation": {"speaker_a": "Jon", "speaker_b": "Gina",
                       "session_1_date_time": "1:56 pm on 8 May, 2023",
                       "session_1": [{"speaker": "Jon", "dia_id": "D1:1", "text": "..."}, ...], ...},
      "qa": [{"question": "...", "answer": "...", "evidence": ["D1:3"], "category": 2}, ...]}, ...]

A file holds one such object or a list of them.  Source: Maharana et al., ACL 2024.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from yorisoi.errors import DataSetError
from yorisoi.json_values import loads

CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
ANSWERABLE = ("multi-hop", "temporal", "open-domain", "single-hop")
"""An adversarial question has no answer; its evidence is what it twists."""

_DIALOGUE_ID = re.compile(r"D(\d+):0*(\d+)")
_SESSION = re.compile(r"session_(\d+)")
_TIMES = ("%I:%M %p on %d %B, %Y", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%d")


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    id: str
    """The published `dia_id`, such as D1:3."""
    session: str
    index: int
    """In its session, from 0."""
    speaker: str
    text: str
    """What was said, and the caption of a picture that was shared."""
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryQuestion:
    text: str
    answer: str | None
    category: str
    evidence: tuple[str, ...]
    """Ids of what was spoken; those that the conversation does not hold are left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    id: str
    spoken: tuple[Spoken, ...]
    questions: tuple[MemoryQuestion, ...]

    @property
    def ended(self) -> datetime:
        return max(each.at for each in self.spoken)


def load(file: Path) -> list[Conversation]:
    """The conversations of a file.  Raises DataSetError: one line that says what cannot be read, and where."""
    try:
        data = loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise DataSetError(f"{file}: {error.strerror}") from error
    except ValueError as error:
        raise DataSetError(f"{file}: this is not JSON: {error}") from error
    samples = data if isinstance(data, list) else [data]
    if not samples:
        raise DataSetError(f"{file}: no conversation in it")
    conversations = []
    for number, sample in enumerate(samples, start=1):
        try:
            conversations.append(_conversation(sample, number))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            reason = f"{error} is missing" if isinstance(error, KeyError) else str(error)
            raise DataSetError(f"{file}: conversation {number} is not in LoCoMo's format: {reason}") from error
    return conversations


def _conversation(sample: Mapping[str, Any], number: int) -> Conversation:
    spoken = tuple(_spoken(sample["conversation"]))
    if not spoken:
        raise ValueError("nothing is said in it")
    known = {each.id for each in spoken}
    return Conversation(
        id=str(sample.get("sample_id") or f"conversation-{number}"),
        spoken=spoken,
        questions=tuple(_question(each, known) for each in sample["qa"]),
    )


def _spoken(conversation: Mapping[str, Any]) -> Iterator[Spoken]:
    numbers = sorted(int(match[1]) for name in conversation if (match := _SESSION.fullmatch(name)))
    last = datetime(2000, 1, 1, tzinfo=UTC)
    for number in numbers:
        session = f"session_{number}"
        written = conversation.get(f"{session}_date_time")
        last = began = _time(written) if written else last + timedelta(days=1)
        for index, turn in enumerate(conversation[session]):
            shared = f" [{turn['blip_caption']}]" if turn.get("blip_caption") else ""
            yield Spoken(
                id=_normal(turn["dia_id"]),
                session=session,
                index=index,
                speaker=turn["speaker"],
                text=f"{turn['text']}{shared}",
                at=began + timedelta(seconds=20 * index),
            )


def _question(row: Mapping[str, Any], known: set[str]) -> MemoryQuestion:
    named = [f"D{session}:{turn}" for each in row.get("evidence") or [] for session, turn in _DIALOGUE_ID.findall(each)]
    answer = row.get("answer", row.get("adversarial_answer"))
    return MemoryQuestion(
        text=row["question"],
        answer=None if answer is None else str(answer),
        category=CATEGORIES.get(row["category"], str(row["category"])),
        evidence=tuple(dict.fromkeys(id_ for id_ in named if id_ in known)),
    )


def _normal(dia_id: str) -> str:
    match = _DIALOGUE_ID.fullmatch(dia_id)
    if not match:
        raise ValueError(f"dia_id {dia_id!r} is not like D1:3")
    return f"D{match[1]}:{match[2]}"


def _time(written: str) -> datetime:
    for layout in _TIMES:
        try:
            return datetime.strptime(written.strip(), layout).replace(tzinfo=UTC)
        except ValueError:
            continue
    raise ValueError(f"{written!r} is no time that can be read")
