"""Utterances of conversations, each with what it means when it stands alone: JSON Lines.

    {"history": [...], "query": "...", "reference": "...", "must": [["one", "another spelling"], ...],
     "gold": "leave/summer-leave.md", "standalone": true, "at": "2026-04-01T09:00:00+09:00"}

`history` is oldest first; its items are {"role": "user" | "assistant", "text": ...} (or `speaker`, `name`; `content`,
`utterance`), or plain strings, which alternate backwards from the query, so that the last is the assistant's (unless
they are all questions: then all are the user's).  Of
`reference`, `must`, `gold` and `standalone` at least one is given: what the utterance means, words that have to stand
in it (of each group one), part of the right page's path, and that it needs no rewriting.  `at` is the moment at which
it was said: with it 「先週」 and its like are given their dates, as in a turn.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from yorisoi.errors import DataSetError
from yorisoi.json_values import loads
from yorisoi.language import detect_language
from yorisoi.language.packs import FIRST
from yorisoi.types import UNDETERMINED, Language, Turn

_ASKS = re.compile(
    r"[?？]\s*$|(?:か|吗|呢)[。\s]*$|教えて|什么|怎么|多少"
    r"|^(?:what|how|who|whom|whose|which|when|where|why|tell me|describe)\b",
    re.I,
)
_UNDATED = datetime(1970, 1, 1, tzinfo=UTC)
"""Of turns whose moment nobody noted."""
_TEXT = ("text", "content", "utterance")
_SPEAKER = ("role", "speaker", "name")
_ASSISTANTS = {"assistant", "agent", "operator", "system", "bot", "a"}


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowUp:
    """One utterance with its conversation and what is known of its meaning."""

    history: tuple[Turn, ...]
    query: str
    language: Language
    at: datetime | None = None
    reference: str | None = None
    must: tuple[tuple[str, ...], ...] = ()
    gold: str | None = None
    standalone: bool = False


def load(path: Path) -> list[FollowUp]:
    """The utterances of a file, read whole and checked.

    Raises DataSetError with one line that names file and line and says what is wrong.
    """
    found = [_follow_up(row, where) for row, where in rows(path)]
    if not found:
        raise DataSetError(f"{path} is empty: one JSON object a line, with query and history")
    return found


def rows(path: Path) -> Iterator[tuple[Mapping[str, Any], str]]:
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise DataSetError(f"{path} cannot be read: {error.strerror}") from error
    for number, line in enumerate(lines, start=1):
        where = f"{path} line {number}"
        if not line.strip():
            continue
        try:
            row = loads(line.decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            raise DataSetError(f"{where} is not UTF-8") from error
        except ValueError as error:
            raise DataSetError(f"{where} is not JSON: {error}") from error
        if not isinstance(row, dict):
            raise DataSetError(f"{where} is not a JSON object")
        yield row, where


def _follow_up(row: Mapping[str, Any], where: str) -> FollowUp:
    query = text_of(row.get("query"), f'{where}: "query"').strip()
    if not query:
        raise DataSetError(f'{where}: "query" is empty')
    reference, gold = (
        text_of(row[name], f'{where}: "{name}"') if row.get(name) else None for name in ("reference", "gold")
    )
    must = _must(row.get("must") or (), where)
    standalone = row.get("standalone") is True
    if not (reference or gold or must or standalone):
        raise DataSetError(f'{where}: none of "reference", "must", "gold" and "standalone" says what is right')
    at = _moment(row.get("at"), where)
    history = history_of(row.get("history") or (), where, query, at or _UNDATED)
    spoken = detect_language(history[-1].text) if history else UNDETERMINED
    return FollowUp(
        history=history,
        query=query,
        language=detect_language(query, spoken if spoken != UNDETERMINED else FIRST),
        at=at,
        reference=reference,
        must=must,
        gold=gold,
        standalone=standalone,
    )


def history_of(items: object, where: str, query: str = "", at: datetime = _UNDATED) -> tuple[Turn, ...]:
    """The turns.  Where no speaker is named, and most of those that would be the assistant's ask as the query does, the
    history holds the user's earlier questions only; without a query that is not looked at."""
    if not isinstance(items, Sequence) or isinstance(items, str):
        raise DataSetError(f'{where}: "history" is not a list')
    turns: list[Turn] = []
    unnamed = True
    for back, item in enumerate(reversed(items)):
        speaker: Literal["user", "assistant"] = "user" if back % 2 else "assistant"
        text: object = item
        if isinstance(item, Mapping):
            text = next((item[name] for name in _TEXT if name in item), None)
            named = next((item[name] for name in _SPEAKER if name in item), None)
            if isinstance(named, str):
                unnamed = False
                speaker = "assistant" if named.casefold() in _ASSISTANTS else "user"
        spoken = text_of(text, f'{where}: item {len(items) - back} of "history"')
        if spoken.strip():
            turns.append(Turn(speaker=speaker, text=spoken.strip(), at=at))
    asking = [bool(_ASKS.search(turn.text)) for turn in turns if turn.speaker == "assistant"]
    if unnamed and _ASKS.search(query) and 2 * sum(asking) > len(asking):
        turns = [replace(turn, speaker="user") for turn in turns]
    return tuple(reversed(turns))


def _must(groups: object, where: str) -> tuple[tuple[str, ...], ...]:
    """A group may be one text instead of a list of alternatives."""
    if not isinstance(groups, Sequence) or isinstance(groups, str):
        raise DataSetError(f'{where}: "must" is not a list of lists of texts')
    found = []
    for group in groups:
        alternatives = [group] if isinstance(group, str) else group
        if not isinstance(alternatives, Sequence) or not alternatives:
            raise DataSetError(f'{where}: a group of "must" is not a list of texts')
        found.append(tuple(text_of(each, f'{where}: "must"') for each in alternatives))
    return tuple(found)


def _moment(value: object, where: str) -> datetime | None:
    if value is None:
        return None
    try:
        moment = datetime.fromisoformat(text_of(value, f'{where}: "at"'))
    except ValueError as error:
        raise DataSetError(f'{where}: "at" is not a moment such as 2026-04-01T09:00:00+09:00') from error
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def text_of(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise DataSetError(f"{what} is missing or not a text")
    try:
        value.encode()
    except UnicodeEncodeError as error:  # JSON may hold the half of a character as an escape
        raise DataSetError(f"{what} holds half a character, {value[error.start]!r}") from error
    return value
