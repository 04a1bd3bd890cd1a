"""「出張じゃなくて備品のほう」: the part that was not meant gives way to the one that was.

Of what was asked before (`correction`), or of the utterance itself: 「見積書、あ違った請求書を送りたい」 (`mended`).  A
clause that says only what is not meant (「貸付の話はもういいです」) is no part of the question.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import takewhile, zip_longest
from typing import Literal

from yorisoi.dialogue.interpret.aside import ENDS, parts
from yorisoi.dialogue.interpret.values import values
from yorisoi.dialogue.patterns import is_question, patterns
from yorisoi.language import Utterance, keywords, morphemes, normal_form, noun_phrases
from yorisoi.language.packs import pack_of
from yorisoi.language.pattern import NEVER, Pattern
from yorisoi.language.sentences import sentences
from yorisoi.types import Language

_PART = 25
"""Characters up to which what was meant may take a part's place; what is longer is a clause of its own."""
TIMES = 10
"""That a part gives way at most: what stands there a thousand times would become as many times as long, each turn."""
_LOOKED_AT = 400
"""Characters of a question in which that part is looked for."""
_PAUSES = frozenset("、,，。.… \u3000あいえご啊哦噢额诶呃")
"""With what the words that take something back begin, unless it is what they are about: a pause, or an あ."""
_SPACE = " 、,，。.…"
_MARKS = _SPACE + "!！?？~〜"
_NUMBER, _UNIT = re.compile(r"\d+"), 2
"""And the characters that may stand behind one: 3日, 15万."""
_ALIKE = 0.5
"""Share of common characters from which one word may be a slip of the pen for another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """What was meant, and what was not."""

    new: str
    old: tuple[str, ...] = ()
    """As far as it was said by name."""
    behind: str = ""
    """What else was said: 「海外じゃなくて国内ね。何を出すの？」."""
    how: Literal["slips", "rejects", "dismisses"] = "slips"
    """The pen slipped, or something is said not to be meant, or is not to be heard of any more."""
    plainly: bool = False
    """Whatever else the wording may be for: 「…じゃなくて…」."""

    @property
    def wanted(self) -> str:
        """The utterance without what was not meant."""
        return f"{self.new} {self.behind}".rstrip()

    def of(self, question: str, language: Language) -> str:
        """The question with the part replaced.

        What was not meant is where its words are; of a slip of the pen it is else the word most like the one that was
        meant.  Where there is neither, a bare name takes the place of the question's first; anything longer says what
        else of the topic was meant (「金額じゃなくて、いつ頼むか」), and stands behind it.  What is dismissed takes its
        question with it, unless a bare name follows: 「国内はもういいです。海外は？」.
        """
        found = next(filter(None, (places(each, question, language) for each in self.old)), [])
        if self.how == "dismisses" and not (found and _is_a_name(self.new, language)):
            return self.wanted
        if found and len(self.new) > _PART:
            return self.wanted
        taken = [(start, end + _said_twice(self.new, question[end:])) for start, end in found]
        question = replaced(question, taken, self.new)
        return f"{question if found else self._in_place(question, language)} {self.behind}".rstrip()

    def _in_place(self, question: str, language: Language) -> str:
        if self.how != "slips":
            return f"{question} {self.new}"
        slip = _slip(self.new, question, language)
        if slip and len(self.new) <= _PART:
            return question.replace(slip, self.new, TIMES)
        if _is_a_name(self.new, language) and not values(self.new, language):
            asked = _asked(question, language)
            topic = next((each for each in noun_phrases(question, language) if each.start >= asked), None)
            if topic:
                return replaced(question, [(topic.start, topic.end)], self.new)
        return f"{question} {self.new}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejection:
    """What an utterance says is not meant, and what it says beside."""

    old: tuple[str, ...]
    """By name; nothing where only それ is rejected."""
    before: tuple[str, ...]
    behind: tuple[str, ...]
    how: Literal["rejects", "dismisses"]
    plainly: bool

    def question(self, language: Language) -> str | None:
        """All else that was said, where it begins with a question of its own, which is about nothing before it."""
        before = "".join(self.before)
        asked = ENDS.search(before) and is_question(before, language)
        return "".join((*self.before, *self.behind)).strip() if asked else None

    def meant(self, language: Language) -> str:
        """The clause that says what is: the next one, or the one before where that is a mere name and the next is none
        (「国内ね、海外じゃなくて。いつまで？」, "the bus, not the train, I was tired")."""
        before, behind = self.before[-1:], self.behind[:1]
        if before and behind and not ENDS.search(before[0]):
            said = [_meant(each, language) for each in (*before, *behind)]
            names = [_is_a_name(each, language) or _is_a_value(each, language) for each in said]
            return before[0] if names == [True, False] else behind[0]
        return next(iter(behind or before), "")


def rejection(said: Utterance) -> Rejection | None:
    """What is not meant, clause by clause; None where nothing is rejected."""
    known = patterns(said.language)
    clauses = parts(said.text, said.language)
    old: list[str] = []
    kept: list[str] = []
    at: int | None = None
    how: Literal["rejects", "dismisses"] = "rejects"
    plainly = False
    for clause, following in zip_longest(clauses, clauses[1:], fillvalue=""):
        if dismissed := _first(known.dismisses, clause.strip()):
            how = "dismisses"
        contrast = known.denies if known.means.search(following.strip()) else NEVER
        found = dismissed or _first((*known.rejects, contrast), clause.strip())
        if found is None:
            kept.append(clause)
            continue
        if known.demonstrative.fullmatch(found["old"]):  # of this sentence: 「体育館は抽選だろ、そっちはいい」
            while kept and not ENDS.search(kept[-1]):
                kept.pop()
        else:
            old.append(found["old"])
        at = len(kept) if at is None else min(at, len(kept))
        rest = found.groupdict().get("rest")
        plainly = plainly or rest is not None
        if rest:
            kept.append(rest)
    if at is None:
        return None
    return Rejection(old=tuple(old), before=tuple(kept[:at]), behind=tuple(kept[at:]), how=how, plainly=plainly)


def _first(some: Sequence[Pattern], text: str) -> re.Match[str] | None:
    return next((found for each in some if (found := each.search(text))), None)


def correction(said: Utterance) -> Correction | None:
    """What the utterance corrects; None where it names nothing that was meant instead."""
    text, language = said.text.strip(), said.language
    if rejected := rejection(said):
        if (new := rejected.question(language)) is not None:
            return Correction(new=new, old=rejected.old, how="dismisses")
        if new := _meant(rejected.meant(language), language):
            others = [each for each in rejected.behind if _meant(each, language) != new]
            behind = "".join(each for each in others if keywords(each, language)).strip()
            return Correction(new=new, old=rejected.old, behind=behind, how=rejected.how, plainly=rejected.plainly)
    for pattern in patterns(language).corrects:
        if (found := pattern.search(text)) and (new := _meant(found["new"], language)):
            old, behind = found.groupdict().get("old"), text[found.end() :].lstrip(_MARKS)
            behind = behind if is_question(behind, language) else ""
            if not behind or _is_a_name(new, language) or _is_a_value(new, language):
                return Correction(new=new, old=(old.strip(),) if old else (), behind=behind)
    return None


def _meant(text: str, language: Language) -> str:
    """The thing that was meant, without the words around it: 備品 of 備品のほうです."""
    known = patterns(language)
    return known.behind_correction.sub("", known.before_correction.sub("", text.strip(_SPACE))).strip(_SPACE)


def _asked(question: str, language: Language) -> int:
    """Where what is asked begins, behind what is told before it: 「山本です。25人ですが割引は？」; 0: nothing is."""
    told = takewhile(lambda each: not is_question(each, language), sentences(question, language))
    start = sum(map(len, told))
    return start if start < len(question) else 0


def _is_a_name(text: str, language: Language) -> bool:
    named = noun_phrases(text, language)
    return bool(named) and named[0].text == text


def _is_a_value(text: str, language: Language) -> bool:
    return [each.text for each in values(text, language)] == [text]


def _said_twice(new: str, rest: str) -> int:
    """How many characters the rest begins with that `new` ends with: 国内の出張 in place of 海外 in 海外の出張."""
    most = min(len(new), len(rest))
    return next((size for size in range(most, 1, -1) if new.endswith(rest[:size])), 0)


def places(old: str, question: str, language: Language) -> list[tuple[int, int]]:
    """Where it is said, with what pages call it (夏休み（夏季休暇）), and not inside a word: 車 of 駐車場."""
    if old not in question:
        return []
    words, spaced = morphemes(question, language), pack_of(language).analysis.spaced
    starts, ends = {word.start for word in words}, {word.end for word in words}
    said = re.finditer(rf"({re.escape(old)})(?:（[^（）]{{1,{_PART}}}）)?", question)
    found = [each for each in said if each.start() in starts and (each.end(1) in ends or not spaced)]
    return [each.span() for each in found[:TIMES]]


def replaced(text: str, stretches: Sequence[tuple[int, int]], new: str) -> str:
    """The text with `new` in place of these, which are in order."""
    for start, end in reversed(stretches):  # offsets before it stay
        text = f"{text[:start]}{new}{text[end:]}"
    return text


def mended(said: Utterance) -> Utterance:
    """The utterance as it was meant to be said, where something in it is taken back in the same breath.

    What is taken back stands right before a pause and the words that say so, or stood before already (「自転車。あ、
    自転車じゃなくて…」), or is the only other number or day.  Anything else is left as it is.
    """
    language = said.language
    found = patterns(language).mends.search(said.text, 1)
    if found is None:
        return said
    before, behind = said.text[: found.start()], said.text[found.end() :]
    named, meant = noun_phrases(before, language), noun_phrases(behind, language)
    if named and not before[named[-1].end :].strip(_SPACE) and meant and meant[0].start == 0:
        old, kept = named[-1].text, before[: named[-1].start]
        if any(each.text == old for each in named[:-1]) and len(meant[0].text) <= _PART:
            return replace(said, text=kept.replace(old, meant[0].text, TIMES) + behind)
        if found[0][0] in _PAUSES:
            return replace(said, text=f"{kept}{behind}")
    value = next(iter(values(behind, language)), None)
    alike = [each for each in values(before, language) if value and each.is_like(value)]
    if value is None or len(alike) != 1 or keywords(behind[: value.start], language) or found[0][0] not in _PAUSES:
        return said
    start, unit = alike[0].start, before[alike[0].end :]
    if len(unit) <= _UNIT:
        return replace(said, text=before[:start] + behind)
    rest = behind[value.end :]
    said_again = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(unit, rest, strict=False)))
    rest = "" if patterns(language).behind_correction.fullmatch(rest[said_again:]) else rest[said_again:]
    return replace(said, text=before[:start] + value.text + unit + rest)


def _slip(new: str, question: str, language: Language) -> str | None:
    """The part of the question that `new` may have been meant for: a word with most of its characters, or a stretch of
    its length with most of them in place, since a word that is not one is cut anywhere (服業 for 副業)."""
    if new.isdigit():
        numbers = _NUMBER.findall(question)
        return numbers[0] if len(numbers) == 1 else None
    wanted, question = normal_form(new), question[:_LOOKED_AT]
    words = [phrase.text for phrase in noun_phrases(question, language)]
    words += [word.surface for word in morphemes(question, language) if word.content and len(word.surface) > 1]
    like = [
        (SequenceMatcher(None, normal_form(word), wanted).ratio(), word) for word in words if len(word) <= 2 * len(new)
    ]
    if not pack_of(language).analysis.spaced:
        stretches = (question[at : at + len(new)] for at in range(len(question) - len(new) + 1))
        like += [(sum(map(str.__eq__, stretch, new)) / len(new), stretch) for stretch in stretches]
    best = max(like, key=lambda each: each[0], default=(0.0, ""))  # ties: words first
    return best[1] if best[0] >= _ALIKE and best[1] != new else None
