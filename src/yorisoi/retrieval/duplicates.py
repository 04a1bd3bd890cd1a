"""The same text in two places is one hit."""

import re
from collections.abc import Sequence
from dataclasses import replace

from yorisoi.language import normal_form
from yorisoi.types import Hit

_MARKS = re.compile(r"[\W_]+")


def fold(hits: Sequence[Hit], share: float) -> list[Hit]:
    """The hits without those whose text a better one holds; they stand in its `also`.

    Compared are letters and digits only.  One text must contain the other whole, and the shorter must have at least
    this share of the longer's length: a page copied with another footer is folded, 「東京本社は3階です」 and
    「大阪支社は3階です」 never are.  Nor are pages that hold for different people: which of them is the reader's is
    decided later.  A share of 0 folds nothing.
    """
    if not share:
        return list(hits)
    kept: list[tuple[str, Hit]] = []
    for hit in hits:
        text = _MARKS.sub("", normal_form(hit.passage.text))
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
