"""Which kind of fact a question about oneself asks for: "Where do I live?" asks for `home`, whatever words told it."""

from yorisoi.language import normal_form
from yorisoi.language.packs import packs

_ASKED_FOR = (
    "home", "work", "origin", "name", "age", "birthday", "pet", "family", "health", "dislikes bad_at", "likes",
    "hobby good_at",
)  # fmt: skip
"""Kinds that one question asks for, in this order: 不喜欢 holds 喜欢."""


def kinds_asked_for(question: str) -> frozenset[str]:
    """Kinds of facts (see `yorisoi.memory.persona.kinds`); empty when the question names none."""
    normal = normal_form(question)
    for kinds in _ASKED_FOR:
        patterns = (pack.persona.asked.get(kinds) for pack in packs().values())
        if any(pattern and pattern.search(normal) for pattern in patterns):
            return frozenset(kinds.split())
    return frozenset()
