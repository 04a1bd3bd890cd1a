"""The same text in two places is one hit."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from yorisoi.language import normal_form
from yorisoi.types import Hit, Passage

_MARKS = re.compile(r"[^\w○◯×△▲◎✓✔✗✘☑☐☒<>≤≥≦≧]+|_+")
"""What is not compared; a ○ where the other has a × is another answer."""
_NUMBER = re.compile(r"[-−±]?(?:\d+(?:[.,:/]\d+)*|[〇一二三四五六七八九十百千万]+)")
_ROUGHLY = 0.8
"""Lengths differ by marks and white space too, which are not compared."""
_PROBE = 6
"""Characters: few enough to miss most places where two copies are marked up differently."""


def fold(hits: Sequence[Hit], share: float) -> list[Hit]:
    """The hits without those whose text a better one holds; they stand in its `also`.

    Compared are letters, whole numbers with their signs and points, and what stands for yes and no (○, ×).  One text
    must contain the other whole, and the shorter must have at least this share of the longer's length: a page copied
    with another footer is folded, 「東京本社は3階です」 and 「大阪支社は3階です」 never are.  Nor are pages that hold
    for different people: which of them is the reader's is decided later.  A share of 0 folds nothing.
    """
    if not share:
        return list(hits)
    kept: list[Hit] = []
    texts: list[_Text] = []
    for hit in hits:
        text = _Text(hit.passage)
        place = next(
            (place for place in text.resembled(texts, _ROUGHLY * share) if text.repeats(texts[place], share)), None
        )
        if place is None:
            kept.append(hit)
            texts.append(text)
        else:
            kept[place] = replace(kept[place], also=(*kept[place].also, hit.passage))
    return kept


class _Text:
    """What of a passage is compared at first sight, by which nearly every pair differs."""

    def __init__(self, passage: Passage) -> None:
        self.text, self.applies_to = passage.text, passage.document.applies_to
        self.length = length = len(self.text)
        # stretches from the quarters of a text, some of which a text that contains it holds as they stand
        self.probes = tuple(self.text[at : at + _PROBE] for at in (length // 4, length // 2, 3 * length // 4))

    def resembled(self, others: Sequence["_Text"], share: float) -> Iterator[int]:
        """Where the texts are that a closer look may pay for: of about this length, and with a stretch in common."""
        for place, other in enumerate(others):
            shorter, longer = (self, other) if self.length <= other.length else (other, self)
            if shorter.length >= share * longer.length:
                text, (first, second, third) = longer.text, shorter.probes
                if first in text or second in text or third in text:
                    yield place

    def repeats(self, other: "_Text", share: float) -> bool:
        if self.applies_to != other.applies_to:
            return False
        letters, more_letters = sorted((_letters(self.text), _letters(other.text)), key=len)
        if len(letters) < share * len(more_letters) or letters not in more_letters:
            return False
        numbers, more_numbers = sorted((_numbers(self.text), _numbers(other.text)), key=Counter.total)
        return numbers <= more_numbers


# the searches of a turn, and of turns about one thing, find the same passages


@lru_cache(maxsize=4096)
def _letters(text: str) -> str:
    return _MARKS.sub("", normal_form(text))


@lru_cache(maxsize=4096)
def _numbers(text: str) -> Counter[str]:
    return Counter(number.replace(",", "") for number in _NUMBER.findall(normal_form(text)))
