"""All that is kept about a person, as the person may see it, take it along and have it checked."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from unicodedata import category

from yorisoi.errors import ConfigError
from yorisoi.language import normal_form, spelt_out
from yorisoi.memory.words import USER
from yorisoi.memory_ports import Erased
from yorisoi.ports import Store
from yorisoi.types import Episode, Fact, Feedback, Reflection, Session, UserId

EVENTS = "events"
"""The session that recorded events belong to; no conversation has its name."""
MOST_CHARACTERS = 10_000
"""Of a text that a person has kept, or that is looked up in the graph."""
_UNSEEN, _BLANK = ("Cc", "Cf", "Cs", "Zl", "Zp", "Zs"), "\u115f\u1160\u2800\u3164\uffa0"
"""Categories of characters that show nothing, and letters that do not either."""
_ID = re.compile(r"([efr])(\d{1,18})")
STALE_AFTER = timedelta(days=365)
"""A fact that was not confirmed for so long may no longer hold."""
_ALL = 1_000_000
"""Sessions asked for: all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """Everything kept of one user."""

    user: UserId
    episodes: tuple[Episode, ...]
    facts: tuple[Fact, ...]
    """Superseded ones too."""
    reflections: tuple[Reflection, ...]
    attributes: dict[str, str]
    sessions: tuple[Session, ...]
    feedback: tuple[Feedback, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ids:
    """Things of a memory by kind."""

    episodes: tuple[int, ...]
    facts: tuple[int, ...]
    reflections: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """What is doubtful about a memory; ids as people write them."""

    duplicates: tuple[tuple[str, ...], ...]
    """Episodes of the user's with the same words, and facts that hold with the same words."""
    without_evidence: tuple[str, ...]
    """Facts whose episode is gone, is not the user's own, or does not hold their words where they say."""
    stale: tuple[str, ...]
    """Facts that were not confirmed for a year."""
    waiting: int
    """Episodes that are not settled yet."""


def parsed(ids: Sequence[str]) -> Ids:
    """Ids as people write them: e12 an episode, f3 a fact, r1 a reflection.  Raises ConfigError."""
    found: dict[str, list[int]] = {"e": [], "f": [], "r": []}
    for written in ids:
        match = _ID.fullmatch(written.strip())
        if not match:
            raise ConfigError(f"{written!r} is not in this memory: ids are e12 (episode), f3 (fact) or r1 (reflection)")
        found[match[1]].append(int(match[2]))
    return Ids(episodes=tuple(found["e"]), facts=tuple(found["f"]), reflections=tuple(found["r"]))


def to_keep(text: str) -> str:
    """The text as it is kept.  Raises ConfigError: it shows nothing or is too long."""
    text = text.strip()
    if all(category(char) in _UNSEEN or char in _BLANK for char in text):
        raise ConfigError("there is nothing to keep: the text is empty")
    if (length := spelt_out(text, MOST_CHARACTERS)) > MOST_CHARACTERS:
        raise ConfigError(f"the text has {length} characters; at most {MOST_CHARACTERS} are kept")
    return text


def event(user: UserId, text: str, at: datetime, session: str = EVENTS) -> Episode:
    """Something that was not said in a conversation, to be added to the episodes."""
    return Episode(
        id=0,
        user=user,
        session=session,
        turn=0,  # the store numbers events
        speaker=USER,
        kind="event",
        text=text,
        at=at,
        last_used=at,
        importance=1,
    )


async def kept(store: Store, user: UserId, *, conversations: bool = True) -> Kept:
    """Everything, or without the conversations what is remembered of them; of an unknown user nothing."""
    return Kept(
        user=user,
        episodes=tuple((await store.episodes.all(user))[0]),
        facts=tuple(await store.persona.facts(user, superseded=True)),
        reflections=tuple(await store.persona.reflections(user)),
        attributes={name: each.value for name, each in (await store.profiles.attributes(user)).items()},
        sessions=tuple(await store.sessions.sessions(user, limit=_ALL)) if conversations else (),
        feedback=tuple(await store.feedback.events(user)),
    )


async def audited(store: Store, user: UserId, now: datetime) -> Audit:
    """What a person should look at in the memory kept of them."""
    everything = await kept(store, user, conversations=False)
    by_id = {episode.id: episode for episode in everything.episodes}
    holding = [fact for fact in everything.facts if fact.superseded_by is None]
    said = [episode for episode in everything.episodes if episode.speaker == USER and episode.kind == "said"]
    return Audit(
        duplicates=(
            *_same([(f"e{episode.id}", episode.text) for episode in said]),
            *_same([(f"f{fact.id}", fact.text) for fact in holding]),
        ),
        without_evidence=tuple(f"f{fact.id}" for fact in holding if not _proved(fact, by_id)),
        stale=tuple(f"f{fact.id}" for fact in holding if now - fact.last_confirmed > STALE_AFTER),
        waiting=len(await store.episodes.unsettled(user, len(by_id) + 1)),
    )


def _same(named: Sequence[tuple[str, str]]) -> list[tuple[str, ...]]:
    by_text: dict[str, list[str]] = defaultdict(list)
    for id_, text in named:
        by_text[normal_form(text)].append(id_)
    return [tuple(ids) for ids in by_text.values() if len(ids) > 1]


def _proved(fact: Fact, episodes: dict[int, Episode]) -> bool:
    """A correction is its own proof: the user said so."""
    if fact.by == USER:
        return True
    episode = episodes.get(fact.episode)
    return episode is not None and episode.speaker == USER and episode.text[slice(*fact.span)] == fact.text


async def forget_session(store: Store, user: UserId, session: str) -> Erased:
    """Erase a conversation with what was made of it; what was recorded under its name stays."""
    episodes, _ = await store.episodes.all(user)
    spoken = [each.id for each in episodes if each.session == session and each.kind == "said"]
    return await store.erasure.items(user, episodes=spoken)
