"""What a reader may no longer know of what was said to them."""

from collections.abc import Collection, Mapping
from dataclasses import replace

from yorisoi.dialogue.interpret.threads import indexed
from yorisoi.memory.words import ASSISTANT
from yorisoi.ports import Store
from yorisoi.types import Choice, Filter, Recalled, Session, Turn, UserId

Place = tuple[str, int]
"""A session, and the index of a turn in it."""
_GONE = Choice(text="…", source="")
"""In place of one that may be picked by its number, which then finds nothing."""


def pages_of(turn: Turn) -> set[str]:
    """Sources of the pages that a reply of ours cites, or offers."""
    return {*turn.pages, *(choice.source for choice in turn.choices if choice.source)}


async def withheld(store: Store, user: UserId, turns: Mapping[Place, Turn], groups: frozenset[str]) -> set[Place]:
    """Of the user's turns the places of those that a reader of these groups may know no more.

    These are replies that cite or offer a page which is closed or gone, all that were made while the user could read
    by a group that is left, since whatever such a reply names, asks back or says may come from a page that was found,
    and what was made of any of them, wherever it was said.
    """
    known, tried = dict(turns), set(turns)
    while sources := {place for turn in known.values() for place in turn.sources or ()} - tried:
        tried |= sources
        known |= await store.sessions.turns(user, sources)
    closed = {page for turn in known.values() for page in pages_of(turn)}
    if closed:
        readable = Filter(groups=groups, sources=tuple(closed))
        closed -= {page.source for page in await store.documents.listed(readable, limit=None)}
    gone = {place for place, turn in known.items() if not turn.groups <= groups or closed & pages_of(turn)}
    while more := {place for place, turn in known.items() if gone & set(turn.sources or ())} - gone:
        gone |= more
    return gone & turns.keys()


async def readable_session(store: Store, session: Session, groups: frozenset[str]) -> Session:
    """The session without what is withheld: of such a reply is left that there was one, to what the user said."""
    turns = {(session.id, at): turn for at, turn in indexed(session.turns)}
    gone = await withheld(store, session.user, turns, groups)
    left: list[Turn] = []
    said = ""
    for place, turn in turns.items():
        if turn.speaker == "user":
            said = turn.text
        if place not in gone:
            left.append(turn)
            continue
        question = None if turn.question is None else said
        choices = (_GONE,) * len(turn.choices)
        left.append(replace(turn, text="", question=question, choices=choices, pages=()))
    return replace(session, turns=tuple(left))


async def readable_memories(
    store: Store, user: UserId, recalled: Collection[Recalled], groups: frozenset[str]
) -> list[Recalled]:
    """What came to mind without our replies that are withheld."""
    replies = {
        (each.session, each.turn)
        for memory in recalled
        for each in (memory.episode, *memory.neighbours)
        if each.speaker == ASSISTANT
    }
    if not replies:
        return list(recalled)
    gone = await withheld(store, user, await store.sessions.turns(user, replies), groups)
    return [
        replace(memory, neighbours=tuple(each for each in memory.neighbours if (each.session, each.turn) not in gone))
        for memory in recalled
        if (memory.episode.session, memory.episode.turn) not in gone
    ]
