"""「土曜の練習どこで？」「あっ水曜でした」: a day, a time or a number gives way to the other one of its kind.

Nothing is asked of two days of the week at once, unless both are said: what is said of one behind what was said of the
other either corrects it or asks the same for that.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from yorisoi.language import normal_form, noun_phrases
from yorisoi.language.packs import pack_of
from yorisoi.types import Language

_NUMBER = re.compile(r"\d+")
_UNIT = re.compile(r" ?([^\W\d_a-zA-Zぁ-ん]|[a-zA-Z]+)")
"""Behind a number: a letter that is no particle, or a word."""
_SIGN = re.compile(r"[^\W\d_a-zA-Zぁ-ん]")
"""Before one: 週3, 第3."""
_MOST = 20
"""Of a text that are looked at; each is held against every other one."""
_LONGEST = 25
"""Characters of one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    kinds: frozenset[str]
    """Of the same kind is what has any of them in common."""
    text: str
    start: int
    end: int

    def is_like(self, other: "Value") -> bool:
        """Of the same kind, or a number as well."""
        return bool(self.kinds & other.kinds) or (self.text.isdigit() and other.text.isdigit())


def values(text: str, language: Language) -> list[Value]:
    """Days of the week, times that count from now (明日, 来週), and numbers by what stands around them; 20 at most."""
    short = (each for each in _values(text, language) if each.end - each.start <= _LONGEST)
    return list(islice(short, _MOST))


def _values(text: str, language: Language) -> Iterator[Value]:
    dates = pack_of(language).dates
    for kind, pattern in [("weekday", dates.weekday), *((unit, pattern) for pattern, unit, _ in dates.relative)]:
        for found in pattern.finditer(text):
            yield Value(kinds=frozenset([kind]), text=found[0], start=found.start(), end=found.end())
    for found in _NUMBER.finditer(text):
        unit, sign = _UNIT.match(text, found.end()), _SIGN.match(text[: found.start()][-1:])
        kinds = [f"#{unit[1].lower()}"] if unit else []
        kinds += [f"{sign[0]}#"] if sign else []
        yield Value(kinds=frozenset(kinds), text=found[0], start=found.start(), end=found.end())


def with_other_values(words: Sequence[str], text: str, language: Language, *, corrects: bool = False) -> str | None:
    """The words of a topic with what the utterance says in place of theirs: where it names one of a kind, and they
    name one other of it.  None where nothing gives way, and where an utterance that does not correct anything names
    things that they do not: it asks something of its own (「2時に行きたい」「帰りは8時より遅いのってないの？」)."""
    topic = " ".join(words)
    said, known = values(text, language), values(topic, language)
    if not said or not (corrects or _names_nothing_else(text, language, said, topic)):
        return None
    changed: dict[tuple[int, int], str] = {}
    for new in said:
        if len(_names(said, new)) == 1 == len(old := _names(known, new)) and normal_form(new.text) not in old:
            changed |= {(each.start, each.end): new.text for each in known if each.kinds & new.kinds}
    for (start, end), new_text in sorted(changed.items(), reverse=True):
        topic = topic[:start] + new_text + topic[end:]
    return topic if changed else None


def _names_nothing_else(text: str, language: Language, said: Sequence[Value], topic: str) -> bool:
    things = (each for each in noun_phrases(text, language) if normal_form(each.text) not in normal_form(topic))
    return all(any(each.start < one.end and one.start < each.end for one in said) for each in things)


def _names(some: Sequence[Value], like: Value) -> set[str]:
    return {normal_form(each.text) for each in some if each.kinds & like.kinds}
