"""People who really talked, from dialogues as RealPersonaChat publishes them.

    {"utterances": [{"interlocutor_id": "CP", "text": "...", "timestamp": "2022-08-17T15:47:36"}, ...]}

one dialogue a line.  Source: Yamashita et al., PACLIC 2023.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from yorisoi.errors import DataSetError
from yorisoi.json_values import loads
from yorisoi.types import Turn

LATER = 1 / 3
"""Of what somebody said: what is held back, to see what the person came to speak of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Speaker:
    """Somebody's own words, oldest first; what others said to them is left out."""

    name: str
    past: tuple[Turn, ...]
    later: tuple[str, ...]
    """Utterances of later dialogues, which nobody is told of."""


def read_speakers(path: Path, count: int, turns: int) -> list[Speaker]:
    """Those who said most, at most `count` of them.

    Of each the last third of the dialogues is held back, and what was said last before that, at most `turns`
    utterances, is the past.  Raises DataSetError: not there, a line that is no dialogue, nobody in more than two
    dialogues.
    """
    spoken: dict[str, list[list[Turn]]] = {}
    for dialogue in _dialogues(path):
        for name, said in _by_speaker(dialogue).items():
            spoken.setdefault(name, []).append(said)
    much = Counter({name: sum(map(len, dialogues)) for name, dialogues in spoken.items() if len(dialogues) > 2})
    if len(much) < 2:
        raise DataSetError(f"{path} holds no two people with three dialogues each, so that nobody can be known")
    return [_speaker(name, spoken[name], turns) for name, _ in sorted(much.most_common(), key=_most_first)[:count]]


def _most_first(counted: tuple[str, int]) -> tuple[int, str]:
    return -counted[1], counted[0]


def _speaker(name: str, dialogues: list[list[Turn]], turns: int) -> Speaker:
    ordered = sorted(dialogues, key=lambda said: said[0].at)
    held_back = max(1, round(LATER * len(ordered)))
    past = [turn for said in ordered[:-held_back] for turn in said]
    later = tuple(turn.text for said in ordered[-held_back:] for turn in said)
    return Speaker(name=name, past=tuple(past[-turns:]), later=later)


def _by_speaker(dialogue: list[tuple[str, Turn]]) -> dict[str, list[Turn]]:
    found: dict[str, list[Turn]] = {}
    for name, turn in dialogue:
        found.setdefault(name, []).append(turn)
    return found


def _dialogues(path: Path) -> Iterator[list[tuple[str, Turn]]]:
    try:
        with path.open(encoding="utf-8") as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    yield _dialogue(line, f"{path} line {number}")
    except OSError as error:
        raise DataSetError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise DataSetError(f"{path} is not UTF-8, so it holds no dialogues in JSON Lines") from error


def _dialogue(line: str, where: str) -> list[tuple[str, Turn]]:
    said: list[tuple[str, Turn]] = []
    try:
        for utterance in loads(line)["utterances"]:
            at = _time(utterance["timestamp"]) or (said[-1][1].at if said else _UNKNOWN)
            turn = Turn(speaker="user", text=str(utterance["text"]), at=at)
            said.append((str(utterance["interlocutor_id"]), turn))
    except (ValueError, KeyError, TypeError) as error:
        raise DataSetError(
            f"{where} is no dialogue: it needs utterances with interlocutor_id, text and timestamp"
        ) from error
    return said


def _time(timestamp: str) -> datetime | None:
    """None for the NaT of a time that was not kept: it was said when what stands before it was."""
    if timestamp == "NaT":
        return None
    at = datetime.fromisoformat(timestamp)
    return at if at.tzinfo else at.replace(tzinfo=UTC)


_UNKNOWN = datetime.min.replace(tzinfo=UTC)
