"""How well a passage fits what a question is about: its words and its place in the search together."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from yorisoi.dialogue.topics import holds
from yorisoi.language import normal_form
from yorisoi.types import Hit, Passage

_IN_TEXT = 0.7
"""A key word in the text counts less than one in the title or a heading, which say what the passage is about."""
_RANK_WEIGHT = 0.5


_ASKS_FOR_A_FIGURE = re.compile(
    r"何\s*(?:日|時|円|回|人|年|か月|ヶ月|歳|泊|分|%)|いくら|いくつ|いつ|期限|上限|日数|金額|費用|料金"
    r"|多少|几|什么时候|how (?:many|much|long|often)|when|limit|deadline"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Figure:
    """A kind of figure: what asks for it, what it looks like, and which headings promise it."""

    asked_by: re.Pattern[str]
    looks: re.Pattern[str]
    heading: re.Pattern[str] | None = None


_FIGURES = (
    _Figure(
        asked_by=re.compile(r"何\s*日|日数|几天|多少天|天数|how many days"),
        looks=re.compile(
            r"(?<![月\d])\d+\s*(?:日(?!前|以内|\d)|天(?!前|以内)|(?:(?:business|working) )?days?\b(?! before))"
        ),
        heading=re.compile(r"日数|期間|天数|\bdays\b|how long"),
    ),
    _Figure(
        asked_by=re.compile(r"何\s*円|いくら|金額|費用|料金|多少钱|几块|how much"),
        looks=re.compile(r"\d\s*(?:万\s*)?[円元]|\d\s*(?:yen|dollars|euros)|[¥￥$€]\s*\d"),
        heading=re.compile(r"金額|額|料金|費用|上限|费用|标准|\bcosts?\b|\bfees?\b"),
    ),
    _Figure(asked_by=_ASKS_FOR_A_FIGURE, looks=re.compile(r"\d")),
)
"""The first kind that is asked for decides."""
_FIGURE_WEIGHT = 0.25


def fit(keys: Sequence[str], hit: Hit, rank: int, figure: _Figure | None = None) -> float:
    """Large is good:

        fit = share of the key words held + 1 / (2 * sqrt(rank)) + 1/4 if it has the figure that is asked for
              + 1/4 if its heading promises that figure

    with ranks from 1.  Neither words nor rank would do alone: some words are on every page, and some pages are near in
    meaning only.
    """
    signs = 0
    if figure:
        section = hit.passage.section[-1] if hit.passage.section else ""
        signs += figure.looks.search(normal_form(hit.passage.text)) is not None
        signs += figure.heading is not None and figure.heading.search(normal_form(section)) is not None
    return held(keys, hit.passage) + float(_RANK_WEIGHT / rank**0.5) + _FIGURE_WEIGHT * signs


def held(keys: Sequence[str], passage: Passage) -> float:
    """Share of the key words that the passage holds, 0..1; those in its headings count fully."""
    if not keys:
        return 0.0
    headings = normal_form(" ".join((passage.document.title, *passage.section)))
    text = normal_form(passage.text)
    return sum(1.0 if holds(headings, key) else _IN_TEXT if holds(text, key) else 0.0 for key in keys) / len(keys)


def best_fitting(question: str, keys: Sequence[str], hits: Sequence[Hit]) -> list[tuple[float, Hit]]:
    """(fit, hit), best first; equals in the order of the search."""
    asked = normal_form(question)
    figure = next((each for each in _FIGURES if each.asked_by.search(asked)), None)
    ranked = [(fit(keys, hit, rank, figure), hit) for rank, hit in enumerate(hits, start=1)]
    return sorted(ranked, key=lambda pair: -pair[0])
