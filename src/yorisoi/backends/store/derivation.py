"""What was made of a turn: replies, traces, conclusions.  Erasing the turn erases them, and nothing else."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

Place = tuple[str, int]
"""Of a turn: its session and its index there."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A turn, as far as derivation looks at it."""

    speaker: str
    text: str
    """With the question that was understood."""
    sources: frozenset[Place] | None
    """Turns whose words went into it beside the one that it replies to; None: not known."""


def with_derived(erased: Iterable[Place], repeats: Callable[[str], bool], spoken: Mapping[Place, Spoken]) -> set[Place]:
    """The turns to erase, and all that were made of them, of one user.

    What the user says derives from nothing.  A reply derives from the user's turn before it and from its sources, and
    so on through replies of replies; one whose sources are not known derives from everything earlier in its session.
    One whose text `repeats` the erased words came by them somehow, whatever its sources say.
    """
    gone = set(erased)
    replies = [place for place in sorted(spoken) if spoken[place].speaker == "assistant"]
    gone |= {place for place in replies if repeats(spoken[place].text)}
    grown = True
    while grown:
        before = len(gone)
        for place in replies:  # in order: a conversation in which each reply derives from the last takes one round
            if place not in gone and _derives(place, spoken, gone):
                gone.add(place)
        grown = len(gone) > before
    return gone


def _derives(place: Place, spoken: Mapping[Place, Spoken], gone: Collection[Place]) -> bool:
    session, index = place
    sources = spoken[place].sources
    if sources is None:
        return any((session, earlier) in gone for earlier in range(index))
    return _replied_to(place, spoken) in gone or any(each in gone for each in sources)


def _replied_to(place: Place, spoken: Mapping[Place, Spoken]) -> Place | None:
    """The user's turn that a reply answers: the last one before it."""
    session, index = place
    before = range(index - 1, -1, -1)
    return next(((session, each) for each in before if _is_users(spoken.get((session, each)))), None)


def _is_users(turn: Spoken | None) -> bool:
    return turn is None or turn.speaker != "assistant"  # one that is erased already was somebody's


def concluded_from(reflection: Any, gone: Iterable[Any]) -> bool:
    """Whether its model was given one of the episodes, named as evidence or not; where that is not known (it is older
    than the column) whether it was drawn after one of them."""
    if reflection.sources is None:
        return any(each.id in reflection.episodes or each.at <= reflection.at for each in gone)
    return any(each.id in reflection.sources for each in gone)
