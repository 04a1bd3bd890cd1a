"""「出張じゃなくて備品のほう」: the part that was not meant gives way to the one that was."""

from dataclasses import dataclass
from difflib import SequenceMatcher

from yorisoi.dialogue.patterns import patterns
from yorisoi.language import normal_form, noun_phrases
from yorisoi.types import Language

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
        pen); where there is neither, what was meant stands behind the question, without what was not.
        """
        target = self.old if self.old and self.old in question else _slip(self.new, question, language)
        if target:
            return question.replace(target, self.new)
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


def _slip(new: str, question: str, language: Language) -> str | None:
    """The word of the question that `new` may have been meant for: most of their characters are the same."""
    words = [phrase.text for phrase in noun_phrases(question, language)]
    like = [(SequenceMatcher(None, normal_form(word), normal_form(new)).ratio(), word) for word in words]
    best = max(like, default=(0.0, ""))
    return best[1] if best[0] >= _ALIKE and best[1] != new else None
