"""「出張じゃなくて備品のほう」: the part that was not meant gives way to the one that was.

Of what was asked before (`correction`), or of the utterance itself: 「見積書、あ違った請求書を送りたい」 (`mended`).
"""

import re
from dataclasses import dataclass
from difflib import SequenceMatcher

from yorisoi.dialogue.interpret.values import values
from yorisoi.dialogue.patterns import patterns
from yorisoi.language import morphemes, normal_form, noun_phrases
from yorisoi.language.packs import pack_of
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
_NUMBER, _UNIT = re.compile(r"\d+"), 2
"""And the characters that may stand behind one: 3日, 15万."""
_ALIKE = 0.5
"""Share of common characters from which one word may be a slip of the pen for another."""


@dataclass(frozen=True, slots=True)
class Correction:
    """What was meant, and what was not, where it was said."""

    new: str
    old: str | None = None

    def of(self, question: str, language: Language) -> str:
        """The question with the part replaced.

        What was not meant is where its words are, or else the word most like the one that was meant (a slip of the
        pen).  Where there is neither, a bare name takes the place of the question's first; anything longer says what
        else of the topic was meant (「金額じゃなくて、いつ頼むか」), and stands behind it.
        """
        target = self.old if self.old and self.old in question else _slip(self.new, question, language)
        if target and len(self.new) <= _PART:
            return question.replace(target, self.new, TIMES)
        named = noun_phrases(self.new, language)
        topics = noun_phrases(question, language)
        if topics and named and named[0].text == self.new:
            return question.replace(topics[0].text, self.new, 1)
        return f"{question} {self.new}"


def correction(text: str, language: Language) -> Correction | None:
    """What the utterance corrects; None where it names nothing that was meant instead."""
    known = patterns(language)
    for pattern in known.corrects:
        if found := pattern.search(text.strip()):
            new = known.behind_correction.sub("", found["new"]).strip(" 、,。")
            old = found.groupdict().get("old")
            if new:
                return Correction(new=new, old=old.strip() if old else None)
    return None


def mended(text: str, language: Language) -> str:
    """The utterance as it was meant to be said, where something in it is taken back in the same breath.

    What is taken back stands right before a pause and the words that say so, or stood before already (「自転車。あ、
    自転車じゃなくて…」), or is the only other number or day.  Anything else is left as it is.
    """
    found = patterns(language).mends.search(text, 1)
    if found is None:
        return text
    before, behind = text[: found.start()], text[found.end() :]
    named, meant = noun_phrases(before, language), noun_phrases(behind, language)
    if named and not before[named[-1].end :].strip(_SPACE) and meant and meant[0].start == 0:
        old, kept = named[-1].text, before[: named[-1].start]
        if any(each.text == old for each in named[:-1]) and len(meant[0].text) <= _PART:
            return kept.replace(old, meant[0].text, TIMES) + behind
        if found[0][0] in _PAUSES:
            return f"{kept}{behind}"
    value = next((each for each in values(behind, language) if each.start == 0), None)
    said = [each for each in values(before, language) if value and each.is_like(value)]
    if value and len(said) == 1 and found[0][0] in _PAUSES:
        if len(before) - said[0].end <= _UNIT:
            return f"{before[: said[0].start]}{behind}"
        return f"{before[: said[0].start]}{value.text}{before[said[0].end :]}{behind[value.end :]}"
    return text


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
