"""The same text in two places is one hit."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

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
    lengths: list[int] = []
    for hit in hits:
        length = len(hit.passage.text)
        near = (
            place for place, other in enumerate(lengths) if min(length, other) >= _ROUGHLY * share * max(length, other)
        )
        place = next((place for place in near if _same(hit.passage, kept[place].passage, share)), None)
        if place is None:
            kept.append(hit)
            lengths.append(length)
        else:
            kept[place] = replace(kept[place], also=(*kept[place].also, hit.passage))
    return kept


def _same(one: Passage, other: Passage, share: float) -> bool:
    shorter, longer = sorted((one.text, other.text), key=len)
    if not any(probe in longer for probe in _probes(shorter)):  # nearly every pair ends here
        return False
    if one.document.applies_to != other.document.applies_to:
        return False
    shorter, longer = normal_form(shorter), normal_form(longer)
    letters, more_letters = sorted((_MARKS.sub("", shorter), _MARKS.sub("", longer)), key=len)
    if len(letters) < share * len(more_letters) or letters not in more_letters:
        return False
    numbers, more_numbers = sorted((_numbers(shorter), _numbers(longer)), key=Counter.total)
    return numbers <= more_numbers


def _probes(text: str) -> tuple[str, ...]:
    """Short stretches from the quarters of a text, some of which a text that contains it holds as they stand."""
    return tuple(text[at : at + _PROBE] for at in (len(text) // 4, len(text) // 2, 3 * len(text) // 4))


def _numbers(normal: str) -> Counter[str]:
    return Counter(number.replace(",", "") for number in _NUMBER.findall(normal))
