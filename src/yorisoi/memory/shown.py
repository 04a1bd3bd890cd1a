"""What is kept of a person as rows, with ids as people write them."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from yorisoi.memory.keeping import Kept
from yorisoi.types import Episode, Fact, Reflection, Session

MOST_OF_A_TITLE = 200
"""Characters of a conversation's name."""
_SHOWN = 80


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


def session_row(session: Session) -> dict[str, Any]:
    return {"id": session.id, "title": session.title, "turns": [asdict(turn) for turn in session.turns]}


def exported(found: Kept) -> dict[str, Any]:
    """Everything, to take along."""
    return {
        "user": found.user,
        "episodes": [episode_row(each) for each in found.episodes],
        "facts": [fact_row(each) for each in found.facts],
        "reflections": [reflection_row(each) for each in found.reflections],
        "attributes": found.attributes,
        "sessions": [session_row(each) for each in found.sessions],
        "feedback": [asdict(each) for each in found.feedback],
    }


def session_head(session: Session) -> dict[str, Any]:
    """A conversation that has turns, without them."""
    first, last = session.turns[0], session.turns[-1]
    return {
        "id": session.id,
        "title": called(session),
        "turns_said": len(session.turns),
        "begun": first.at,
        "last_at": last.at,
    }


def called(session: Session) -> str:
    """A conversation is called as its user named it, or by what was said first in it."""
    return session.title or " ".join(session.turns[0].text.split())[:_SHOWN]
