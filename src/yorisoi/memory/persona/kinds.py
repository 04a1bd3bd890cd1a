"""Kinds of facts, and which of them cannot both hold."""

from dataclasses import dataclass

KINDS = (
    "name", "age", "birthday", "home", "origin", "work", "married", "family", "pet", "owns", "likes", "dislikes",
    "good_at", "bad_at", "hobby", "habit", "health", "plan", "self", "ended",
)  # fmt: skip
TASTE = {"likes", "dislikes"}
ABILITY = {"good_at", "bad_at"}
CAN_END = frozenset({"likes", "habit", "hobby", "pet", "owns", "good_at", "plan"})
"""Kinds that 「やめました」 puts an end to."""
ENDED = "ended"
ONE_AT_A_TIME = frozenset({"name", "age", "birthday", "home", "origin", "work", "married"})
"""A person has one of each: another one takes the place of the first."""
AT_ITS_WORD = ONE_AT_A_TIME | {"health"}
"""Kinds of which a wrong fact does harm: it takes a true one's place, or somebody eats by it.  Only a plain statement
about oneself says them: see `Persona.before` and `Persona.behind`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Something that an utterance says about its speaker."""

    kind: str
    """One of `KINDS`."""
    topic: str
    """What it is about, as written."""
    text: str
    """The words that say it: `utterance[start:end]`."""
    span: tuple[int, int]


def opposite(kind: str) -> str | None:
    """The kind that contradicts this one about the same thing."""
    for pair in (TASTE, ABILITY):
        if kind in pair:
            return next(iter(pair - {kind}))
    return None
