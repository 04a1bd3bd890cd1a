"""Simulated people with an interest, and what they said before: made from a graph, which knows their interests."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np

from yorisoi.errors import DataSetError
from yorisoi.graph.network import Network
from yorisoi.types import Turn

TURNS = 30
"""Of small talk before the question, as in source 001."""
SPOKEN_OF = 6
"""Things of one's interest that are named in it."""
LEAST = 12
"""Things that an interest has at least: half of them are spoken of at most, the others may be offered."""

_ABOUT = (
    "{}が好きなんです",
    "{}に興味があります",
    "先日、{}の写真を見て感動しました",
    "いつか{}をゆっくり見てみたいですね",
    "友人と{}の話で盛り上がりました",
    "{}について本で読みました",
)
_ABOUT_PLACE = "{}に行くなら、{}を見てみたいです"
_SMALL_TALK = (
    *(
        "今日はいい天気ですね",
        "最近は仕事が忙しくて",
        "昨日はよく眠れました",
        "朝は早起きしています",
        "お昼は何にしようかな",
    ),
    *(
        "少し肌寒くなってきました",
        "電車が混んでいました",
        "部屋の片付けをしました",
        "週末はのんびりします",
        "コーヒーを飲みました",
    ),
)
_ANSWER = "そうなんですね。"
_BEGAN = datetime(2026, 4, 1, 9, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulated:
    """Somebody whom the things of one kind interest."""

    name: str
    interest: str
    """The kind: the tail of the relation that parts things into kinds."""
    spoken_of: tuple[str, ...]
    held_out: frozenset[str]
    """Things of the kind that were not spoken of: what it would be right to offer."""
    past: tuple[Turn, ...]


def simulated_people(network: Network, relation: str, place: str, count: int, seed: int) -> list[Simulated]:
    """So many people, whose interests are the tails of `relation` in turn.

    Each speaks of a few things of the interest, once together with the place, never of the interest's name, in 30 turns
    of which most are small talk.
    Raises DataSetError: the graph has no such relation, or no kind of twelve things.
    """
    kinds = _kinds(network, relation)
    rng = random.Random(seed)
    return [_person(number, *kinds[number % len(kinds)], place, rng) for number in range(count)]


def others(crowd: Sequence[Simulated]) -> list[int]:
    """For each the number of the next one with another interest; the next one, where all have the same."""
    count = len(crowd)
    found = []
    for number, person in enumerate(crowd):
        following = [(number + step) % count for step in range(1, count + 1)]
        found.append(next((at for at in following if crowd[at].interest != person.interest), following[0]))
    return found


def _kinds(network: Network, relation: str) -> list[tuple[str, list[str]]]:
    if relation not in network.relations:
        raise DataSetError(f"the graph has no relation {relation!r}; it has {', '.join(list(network.relations)[:10])}")
    rows = network.edges[network.edges[:, 1] == list(network.relations).index(relation)]
    kinds = []
    for tail in np.unique(rows[:, 2]):
        members = sorted({network.spellings[int(head)] for head in rows[rows[:, 2] == tail][:, 0]})
        if len(members) >= LEAST:
            kinds.append((network.spellings[int(tail)], members))
    if not kinds:
        raise DataSetError(f"no tail of {relation!r} has {LEAST} heads, so that nobody's interest can be made of it")
    return kinds


def _person(number: int, interest: str, members: Sequence[str], place: str, rng: random.Random) -> Simulated:
    chosen = rng.sample(members, min(SPOKEN_OF, len(members) // 2))
    said = [rng.choice(_ABOUT).format(thing) for thing in chosen[1:]]
    said.append(_ABOUT_PLACE.format(place, chosen[0]))
    said += rng.choices(_SMALL_TALK, k=TURNS // 2 - len(said))
    rng.shuffle(said)
    past: list[Turn] = []
    for text in said:
        at = _BEGAN + timedelta(minutes=len(past))
        past += [Turn(speaker="user", text=text, at=at), Turn(speaker="assistant", text=_ANSWER, at=at)]
    return Simulated(
        name=f"person-{number}",
        interest=interest,
        spoken_of=tuple(chosen),
        held_out=frozenset(members) - frozenset(chosen),
        past=tuple(past),
    )
