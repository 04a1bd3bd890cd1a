"""The best of many settings, found on a part of the questions without asking every one of them all questions.

All begin with the same few questions.  After each round those that are worse than the leader by more than luck drop
out, and at most half go on to twice as many questions.

Source: the halving is Jamieson & Talwalkar, AISTATS 2016; dropping out by a paired test over the same instances is
racing as of Maron & Moore, NIPS 1993, and Birattari et al., GECCO 2002 (F-Race), here with Fisher's randomisation test.
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import product
from random import Random
from typing import Any

from yorisoi.evaluation.significance import compare

Candidate = Mapping[str, Any]
"""Setting -> value, by dotted name.  The empty one is what is set now."""
Scores = Callable[[Candidate, Sequence[str]], Awaitable[Sequence[float]]]
"""(candidate, ids of questions) -> a score each, more is better."""

FIRST = 16
"""Questions of the first round."""
WORSE = 0.05
"""p of the paired test below which a candidate is worse than the leader."""
_ROUNDS = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How far a candidate came."""

    candidate: Candidate
    questions: int
    mean: float
    out: str = ""
    """Why it dropped out; empty for those that ran to the end."""


def candidates_of(space: Mapping[str, Sequence[Any]], most: int, seed: int) -> list[Candidate]:
    """What is set now, and other points of the space: all, or `most` drawn at random."""
    points = [dict(zip(space, values, strict=True)) for values in product(*space.values())]
    drawn = points if len(points) < most else Random(seed).sample(points, most - 1)
    return [{}, *drawn]


def split(groups: Mapping[str, str], held_out: float, seed: int) -> tuple[list[str], list[str]]:
    """The questions (id -> group) as those to tune on and those held out, each in an order drawn by the seed.

    All questions of a group fall on one side: two queries of one page would tell of each other.
    """

    def drawn(text: str) -> bytes:
        return sha256(f"{seed}\n{text}".encode()).digest()

    counts = Counter(groups.values())
    out, asked = set[str](), 0
    for group in sorted(counts, key=drawn):
        if asked >= held_out * len(groups):
            break
        out.add(group)
        asked += counts[group]
    ordered = sorted(groups, key=drawn)
    return [each for each in ordered if groups[each] not in out], [each for each in ordered if groups[each] in out]


async def race(candidates: Sequence[Candidate], questions: Sequence[str], scores: Scores) -> list[Standing]:
    """Every candidate's standing, best first.  The first candidate, what is set now, runs to the end."""
    racing = list(range(len(candidates)))
    seen: dict[int, list[float]] = {each: [] for each in racing}
    out: dict[int, str] = {}
    asked, until = 0, min(FIRST, len(questions))
    while True:
        for each in racing:
            seen[each] += await scores(candidates[each], questions[asked:until])
        asked = until
        leader = max(racing, key=lambda each: (sum(seen[each]), -each))
        for each in racing:
            if each not in (0, leader) and (why := _worse(seen[each], seen[leader])):
                out[each] = why
        racing = [each for each in racing if each not in out]
        if asked == len(questions):
            break
        ranked = sorted(racing, key=lambda each: (-sum(seen[each]), each))
        for each in ranked[max(2, (len(ranked) + 1) // 2) :]:
            if each:
                out[each] = "not among the better half"
        racing = [each for each in racing if each not in out]
        if racing == [0]:  # nothing is left to be better than it
            break
        until = min(2 * asked, len(questions))
    standings = [
        Standing(candidate=candidates[each], questions=len(of), mean=sum(of) / len(of), out=out.get(each, ""))
        for each, of in seen.items()
    ]
    return sorted(standings, key=lambda each: (bool(each.out), -each.questions, -each.mean))


def _worse(one: Sequence[float], leader: Sequence[float]) -> str:
    test = compare(leader, one, rounds=_ROUNDS)
    return f"worse than the leader, p = {test.p:.4f}" if test.p < WORSE and test.difference > 0 else ""
