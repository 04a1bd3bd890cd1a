"""Which kind of fact a question about oneself asks for: "Where do I live?" asks for `home`, whatever words told it."""

from yorisoi.language import normal_form
from yorisoi.language.packs import own_or_lent, packs
from yorisoi.types import Language

_ASKED_FOR = (
    "home", "work", "origin", "name", "age", "birthday", "pet", "family", "health", "dislikes bad_at", "likes",
    "hobby good_at",
)  # fmt: skip
"""Kinds that one question asks for, in this order: 不喜欢 holds 喜欢."""


OF_WHO_ONE_IS = frozenset(("name", "age", "birthday", "home", "origin"))
"""Kinds of facts that nothing else tells, whatever shares the words of who asks: 「犬の名前はポチです」 does."""


def who_one_is_asked_for(question: str, language: Language) -> frozenset[str]:
    """Of these the kinds that one asks for of oneself, by name and of nobody else."""
    persona = own_or_lent(language, lambda pack: pack.persona)
    is_of_oneself = persona.oneself.search(question) and not persona.others.search(question)
    return kinds_asked_for(question) & OF_WHO_ONE_IS if is_of_oneself else frozenset()


def kinds_asked_for(question: str) -> frozenset[str]:
    """Kinds of facts (see `yorisoi.memory.persona.kinds`); empty when the question names none."""
    normal = normal_form(question)
    for kinds in _ASKED_FOR:
        patterns = (pack.persona.asked.get(kinds) for pack in packs().values())
        if any(pattern and pattern.search(normal) for pattern in patterns):
            return frozenset(kinds.split())
    return frozenset()
