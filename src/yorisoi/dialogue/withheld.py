"""What a reader may no longer know of what was said to them."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from yorisoi.dialogue.interpret.threads import indexed
from yorisoi.types import Choice, Session, Turn

_GONE = Choice(text="…", source="")
"""In place of one that may be picked by its number, which then finds nothing."""


def pages_of(turn: Turn) -> set[str]:
    """Sources of the pages that a reply of ours cites, or offers."""
    return {*turn.pages, *(choice.source for choice in turn.choices if choice.source)}


def made_of_earlier_turns(session: Session) -> bool:
    """Whether words of turns that are not looked back at went into a reply that is."""
    here = {(session.id, at) for at, _ in indexed(session.turns)}
    sources = (each for turn in session.turns for each in turn.sources or ())
    return any(each[0] == session.id and each not in here for each in sources)


def without(session: Session, closed: Collection[str], groups: frozenset[str]) -> Session:
    """The session as a reader of these groups may know it: without what we said of pages that are closed to them, or
    while they could read by other groups too, and what was made of that.  Of such a reply is left that there was one,
    to what the user said.

    Whatever a reply names, offers, asks back or was made of may come from a page that was found, cited or not.
    """
    return replace(session, turns=tuple(_turns(session, frozenset(closed), groups)))


def _turns(session: Session, closed: frozenset[str], groups: frozenset[str]) -> Iterator[Turn]:
    withheld: set[tuple[str, int]] = set()
    said = ""
    for at, turn in indexed(session.turns):
        gone = not turn.groups <= groups
        if turn.speaker == "user":
            said = turn.text
        elif gone or closed & pages_of(turn) or withheld & set(turn.sources or ()):
            withheld.add((session.id, at))
            question = None if turn.question is None else said
            choices = tuple(_GONE if gone or each.source in closed else each for each in turn.choices)
            turn = replace(turn, text="", question=question, choices=choices, pages=())
        yield turn
