"""What is kept of a person as rows, with ids as people write them."""

from collections.abc import Sequence
from typing import Any

from yorisoi.memory.keeping import Kept
from yorisoi.types import Episode, Fact, Reflection


def everything(found: Kept) -> Sequence[dict[str, Any]]:
    return [*map(episode_row, found.episodes), *map(fact_row, found.facts), *map(reflection_row, found.reflections)]


def with_evidence(found: Kept, item: str) -> dict[str, Any] | None:
    """One thing, where it comes from and what rests on it; None: there is nothing of that id."""
    rows = {row["id"]: row for row in everything(found)}
    if item not in rows:
        return None
    return {
        **rows[item],
        "evidence": [rows[each] for each in rows[item].get("evidence", ()) if each in rows],
        "supports": [each["id"] for each in rows.values() if item in each.get("evidence", ())],
    }


def episode_row(episode: Episode) -> dict[str, Any]:
    named = ("speaker", "kind", "text", "at", "last_used", "importance", "session", "turn")
    return {"id": f"e{episode.id}", **{name: getattr(episode, name) for name in named}}


def fact_row(fact: Fact) -> dict[str, Any]:
    named = ("kind", "topic", "text", "session", "turn", "span", "by", "valid_from", "last_confirmed", "confirmations")
    return {
        "id": f"f{fact.id}",
        **{name: getattr(fact, name) for name in named},
        "evidence": [f"e{episode}" for episode in (fact.episode, *fact.confirmed_by)],
        "superseded_by": None if fact.superseded_by is None else f"f{fact.superseded_by}",
        "superseded_at": fact.superseded_at,
    }


def reflection_row(reflection: Reflection) -> dict[str, Any]:
    return {
        "id": f"r{reflection.id}",
        "text": reflection.text,
        "at": reflection.at,
        "by": reflection.by,
        "evidence": [f"e{episode}" for episode in reflection.episodes],
    }
