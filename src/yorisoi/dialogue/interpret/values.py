"""「土曜の練習どこで？」「あっ水曜でした」: a day, a time or a number gives way to the other one of its kind.

Nothing is asked of two days of the week at once, unless both are said: what is said of one behind what was said of the
other either corrects it or asks the same for that.

Promised is that of the topic nothing changes but such a value, and that only where

- both count the same in the same words: 20日前 is of another kind than 20日, 2時間 than 2時, 5分遅刻 than 5分.  A date
  and a time are one value each: 8月1日 and 9時35分 give way to a date and a time, and not to 3日 and 5分;
- the utterance corrects, or is nothing but the value with words of grammar and of the topic; where it asks, with one
  verb or adjective too (「週4に増やしたら？」, but not 「15日に買いました」, which may tell of anything).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from yorisoi.dialogue.patterns import is_question, patterns
from yorisoi.language import Utterance, morphemes, normal_form
from yorisoi.language.morpheme import Morpheme, Pos
from yorisoi.language.packs import pack_of
from yorisoi.types import Language

_NUMBER = re.compile(r"\d+(?:[,.]\d+)*")
_NUMBERS = re.compile(rf"{_NUMBER.pattern}(?:[^\s\da-zA-Zぁ-ん、。，．,.!?！？]{_NUMBER.pattern})*")
"""One, or several that one letter or sign joins: 8月1, 9時35, 2026/8/1, 1万5."""
_WORD = re.compile(" ?([a-zA-Z]+)")
_COUNTS = frozenset((Pos.NOUN, Pos.PROPER, Pos.NUMBER, Pos.SUFFIX))
"""What stands directly behind a number and says what it counts."""
_SIGN = re.compile(r"[^\W\d_a-zA-Zぁ-ん]")
"""Before one that nothing stands behind: 週3, 中2."""
_SAYS_WHAT_IF = frozenset((Pos.VERB, Pos.ADJECTIVE))
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
        numbers = all(map(_NUMBER.fullmatch, (self.text, other.text)))
        return bool(self.kinds & other.kinds) or numbers


def values(text: str, language: Language) -> list[Value]:
    """Days of the week, times that count from now (明日, 来週), and numbers by what stands around them; 20 at most."""
    short = (each for each in _values(text, language) if each.end - each.start <= _LONGEST)
    return list(islice(short, _MOST))


def _values(text: str, language: Language) -> Iterator[Value]:
    dates = pack_of(language).dates
    for kind, pattern in [("weekday", dates.weekday), *((unit, pattern) for pattern, unit, _ in dates.relative)]:
        for found in pattern.finditer(text):
            yield Value(kinds=frozenset([kind]), text=found[0], start=found.start(), end=found.end())
    words = morphemes(text, language) if _NUMBER.search(text) else ()
    for found in _NUMBERS.finditer(text):
        unit, sign = _counted(text, found.end(), words), _SIGN.match(text[: found.start()][-1:])
        joined = _NUMBER.sub("#", normal_form(found[0]))
        kinds = [f"{joined}{unit}"] if unit or joined != "#" else [f"{sign[0]}#"] if sign else []
        yield Value(kinds=frozenset(kinds), text=found[0], start=found.start(), end=found.end())


def _counted(text: str, end: int, words: Sequence[Morpheme]) -> str:
    """All that directly follows a number and says what it counts: 日前 of 「20日前に」; of Latin letters one word."""
    if word := _WORD.match(text, end):
        return word[1].lower()
    until = end
    for each in words:
        if each.end > end:
            if each.start > until or each.pos not in _COUNTS:
                break
            until = each.end
    return normal_form(text[end:until])


def with_other_values(words: Sequence[str], said: Utterance, *, corrects: bool = False) -> str | None:
    """The words of a topic with what the utterance says in place of theirs: where it names one of a kind, and they
    name one other of it.  None where nothing gives way, and where an utterance that does not correct anything says
    more than that: it tells or asks something of its own (「2時に行きたい」「帰りは8時より遅いのってないの？」)."""
    topic = " ".join(words)
    ours, known = values(said.text, said.language), values(topic, said.language)
    changed: dict[tuple[int, int], str] = {}
    taken: list[Value] = []
    for new in ours:
        if len(_names(ours, new)) == 1 == len(old := _names(known, new)) and normal_form(new.text) not in old:
            changed |= {(each.start, each.end): new.text for each in known if each.kinds & new.kinds}
            taken.append(new)
    if not changed or not (corrects or _corrects(said) or _is_no_more_than(taken, said, topic)):
        return None
    for (start, end), new_text in sorted(changed.items(), reverse=True):
        topic = topic[:start] + new_text + topic[end:]
    return topic


def _corrects(said: Utterance) -> bool:
    return any(pattern.search(said.text.strip()) for pattern in patterns(said.language).corrects)


def _is_no_more_than(taken: Sequence[Value], said: Utterance, topic: str) -> bool:
    begins = patterns(said.language).before_correction.match(said.text)
    start = begins.end() if begins else 0
    of_topic = {each.normal for each in morphemes(topic, said.language)}
    more = [
        each
        for each in said.morphemes
        if each.content and each.pos is not Pos.ADVERB and each.start >= start and each.normal not in of_topic
        if not any(each.start < one.end and one.start < each.end for one in taken)
    ]
    return not more or (is_question(said.text, said.language) and len(more) == 1 and more[0].pos in _SAYS_WHAT_IF)


def _names(some: Sequence[Value], like: Value) -> set[str]:
    return {normal_form(each.text) for each in some if each.kinds & like.kinds}
