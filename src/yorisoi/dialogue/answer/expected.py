"""What kind of thing answers: 何人 is answered by 4人, いくら by an amount, いつ by a date.

A page's sections share its subject and its words; the one that holds no number of people does not say how many come,
and the one called 日数 says how many days.
"""

import re
from dataclasses import dataclass

from yorisoi.dialogue.patterns import patterns
from yorisoi.language import Utterance, normal_form
from yorisoi.language.pattern import Pattern
from yorisoi.types import Hit

EXPECTED = 2.0
"""Nats for a text that holds what is asked for, beside the log-odds that it answers."""


@dataclass(frozen=True, slots=True)
class Expected:
    """How what is asked for is written, and what a section about it is called; both in normal form."""

    answer: Pattern
    heading: Pattern

    def is_in(self, text: str) -> bool:
        return self.answer.search(normal_form(text)) is not None

    def fits(self, hit: Hit) -> int:
        """2: the section holds such a thing and is called by it, 1: it holds one."""
        held = self.is_in(hit.passage.text)
        return held + (held and any(map(self.heading.search, map(normal_form, hit.passage.section[-1:]))))


def expected(said: Utterance) -> Expected | None:
    """What is asked for; None where it is no number, sum or time."""
    for asks, answer, heading in patterns(said.language).expects:
        if found := asks.search(said.normal):
            unit = re.escape(found["unit"]) if "unit" in asks.groupindex else ""
            return Expected(re.compile(answer.replace("UNIT", unit)), re.compile(heading))
    return None
