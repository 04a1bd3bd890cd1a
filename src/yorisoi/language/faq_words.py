"""What making and checking questions for a FAQ needs of a language: a group of a pack, whole or not at all."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from yorisoi.language.pattern import Pattern

Rewriting = Callable[[str], str]
"""A wording -> another one; empty where it does not fit."""


def never_fits(_: str) -> str:
    """The rewriting of languages in which there is none of that kind."""
    return ""


def substituting(*rules: tuple[str, str]) -> Rewriting:
    """A rewriting by regular expressions: the first that is found anywhere in the wording is replaced."""
    compiled = [(re.compile(pattern, re.IGNORECASE), replacement) for pattern, replacement in rules]

    def rewrite(text: str) -> str:
        for pattern, replacement in compiled:
            if pattern.search(text):
                return pattern.sub(replacement, text, count=1).strip()
        return ""

    return rewrite


@dataclass(frozen=True, slots=True, kw_only=True)
class FaqWords:
    # ---- what a chat model is told
    generating: Mapping[str, str]
    """By way, `title`, `answer` and `user`: how `{n}` questions are to be made; `user` has `{phrases}` as well."""
    phrases: tuple[str, ...]
    """How users put it, when none of their own phrases are given."""
    shown: str
    """The FAQ, below any instruction: `{title}`, `{body}`."""
    form: str
    """How the reply is to look: one question a line."""
    again: str
    """To a reply that held no list."""
    checking: str
    """The second step: what often goes wrong, asked of each of the numbered `{queries}`."""
    pairing: str
    """`{n}` questions that need both of two FAQs."""
    checking_alone: str
    """Whether one FAQ alone answers each of the numbered `{queries}` in full."""
    labels: tuple[str, ...]
    """What models put before a question, and what is none of it: 質問, Q."""

    # ---- rules
    polite: Rewriting
    plain: Rewriting
    short: Rewriting
    """A title as somebody in a hurry puts it."""
    unconverted: Rewriting
    """As it sounds, where one types sounds and has them converted: 「ぱすわーどわすれた」."""
    asks: Rewriting
    """A sentence of an answer -> the question that it answers."""
    droppable: frozenset[str]
    """Particles that are left out in haste."""
    synonyms: tuple[tuple[str, ...], ...]
    """Words that people use for one thing, in normal form."""
    about: str
    """`{topic}` before a `{question}` that does not name it."""
    both: str
    """A question for two FAQs: `{one}`, `{other}`."""
    operator: Pattern
    """A question that the help desk asks the user, in normal form."""
    dangling: Pattern
    """A question that points at something which is not in it, in normal form."""
    wanted: Mapping[str, tuple[Pattern, Pattern]]
    """What a question may ask for -> what asks for it, and what any answer to that holds; in normal form."""
