"""The same text in two places is one hit."""

import re
from collections.abc import Sequence
from dataclasses import replace

from yorisoi.language import normal_form
from yorisoi.types import Hit

_DIGIT = r"[\d〇一二三四五六七八九十百千万]"
_MARK = r"(?:[^\w\s○◯×△▲◎✓✔✗✘☑☐☒<>≤≥≦≧]|_)"
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_MARKS = re.compile(rf"(?<={_DIGIT})\s*({_MARK}+)\s*(?={_DIGIT})|([-−±])(?={_DIGIT})|{_MARK}")
"""In the groups those that stay: they tell 1.5 from 15 and -5 from 5."""
_SPACES = re.compile(rf"(?<!{_DIGIT})\s+|\s+(?!{_DIGIT})")
_NUMBER = re.compile(rf"[-−±]?{_DIGIT}+(?:[^\w\s。、]{_DIGIT}+)*")


def fold(hits: Sequence[Hit], share: float) -> list[Hit]:
    """The hits without those whose text a better one holds; they stand in its `also`.

    Compared are letters, whole numbers with their signs and points, and what stands for yes and no (○, ×).  One text
    must contain the other whole, and the shorter must have at least this share of the longer's length: a page copied
    with another footer is folded, 「東京本社は3階です」 and 「大阪支社は3階です」 never are.  Nor are pages that hold
    for different people: which of them is the reader's is decided later.  A share of 0 folds nothing.
    """
    if not share:
        return list(hits)
    kept: list[tuple[str, Hit]] = []
    for hit in hits:
        text = _letters(hit.passage.text)
        for place, (better, known) in enumerate(kept):
            if _same(text, better, share) and hit.passage.document.applies_to == known.passage.document.applies_to:
                kept[place] = (better, replace(known, also=(*known.also, hit.passage)))
                break
        else:
            kept.append((text, hit))
    return [hit for _, hit in kept]


def _same(one: str, other: str, share: float) -> bool:
    shorter, longer = sorted((one, other), key=len)
    return len(shorter) >= share * len(longer) and shorter in longer


def _letters(text: str) -> str:
    """The text as it is compared; spaces stand around numbers, so that 120 is not found in 1205."""
    text = _MARKS.sub(r"\1\2", _THOUSANDS.sub("", normal_form(text)))
    return _NUMBER.sub(r" \g<0> ", _SPACES.sub("", text))
