"""What a reader may no longer know of what was said to them."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import TypeVar

from yorisoi.dialogue.interpret.threads import indexed
from yorisoi.memory.recollection import replies
from yorisoi.ports import Store
from yorisoi.types import Choice, Filter, Recalled, Session, Turn, UserId

Place = TypeVar("Place", int, tuple[str, int])
"""Of a turn: its index, or its session and that."""
_GONE = Choice(text="…", source="")
"""In place of one that may be picked by its number, which then finds nothing."""


async def withheld(store: Store, turns: Mapping[Place, Turn], groups: frozenset[str]) -> set[Place]:
    """The places of those of the turns that a reader of these groups may know no more.

    These are replies that a page which is closed or gone may have gone into, and all that were made while the user
    could read by a group that is left: whatever such a reply names, asks back or says may come from a page that was
    found.  Each keeps both of the replies that it was made of too: nothing has to be followed back.
    """
    closed = {page for turn in turns.values() for page in turn.drawn_from}
    if closed:
        readable = Filter(groups=groups, sources=tuple(closed))
        closed -= {page.source for page in await store.documents.listed(readable, limit=None)}
    return {
        place for place, turn in turns.items() if not turn.groups <= groups or not closed.isdisjoint(turn.drawn_from)
    }


async def readable_session(store: Store, session: Session, groups: frozenset[str]) -> Session:
    """The session without what is withheld: of such a reply is left that there was one, to what the user said."""
    turns = dict(indexed(session.turns))
    gone = await withheld(store, turns, groups)
    left: list[Turn] = []
    said = ""
    for index, turn in turns.items():
        if turn.speaker == "user":
            said = turn.text
        left.append(_without_words(turn, said) if index in gone else turn)
    return replace(session, turns=tuple(left))


def _without_words(reply: Turn, said: str) -> Turn:
    question = None if reply.question is None else said
    choices = (_GONE,) * len(reply.choices)
    return replace(reply, text="", question=question, choices=choices, pages=(), drawn_from=(), groups=frozenset())


async def readable_memories(
    store: Store, user: UserId, recalled: Collection[Recalled], groups: frozenset[str]
) -> list[Recalled]:
    """What came to mind without our replies that are withheld."""
    ours = set(replies(recalled))
    if not ours:
        return list(recalled)
    gone = await withheld(store, await store.sessions.turns(user, ours), groups)
    return [
        replace(memory, neighbours=tuple(each for each in memory.neighbours if (each.session, each.turn) not in gone))
        for memory in recalled
        if (memory.episode.session, memory.episode.turn) not in gone
    ]
