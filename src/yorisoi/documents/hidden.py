"""What a page holds and does not show: text for machines, which a reader could not check."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag

_NOTHING = r"(?:0+(?:\.(?:0\d*)?)?|\.0\d*)\s*(?:[a-z]+|%)?\s*(?:;|!|$)"
"""Less than a tenth, of whichever unit."""
_HIDES = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)"
    rf"|(?:^|[;\s])(?:opacity|font-size|(?:max-)?(?:height|width))\s*:\s*{_NOTHING}"
    r"|(?:^|[;\s])font-size\s*:\s*0*\.\d+\s*p[xt]"
    r"|(?:left|top|right|text-indent)\s*:\s*-(?:\d{3}|\d\d(?:\.\d+)?r?em)"
    r"|clip\s*:\s*rect\(\s*(?:0|1px\b)|clip-path\s*:\s*(?:inset\(\s*(?:[5-9]\d|100)(?:\.\d+)?%|circle\(\s*0)"
    r"|(?:^|[;\s])color\s*:\s*(?:transparent|rgba\([^()]*,\s*0(?:\.0+)?\s*\))",
    re.IGNORECASE,
)
_WHITE = re.compile(
    r"(?:^|[;\s])color\s*:\s*(?:white|#fff(?:fff)?|rgb\(\s*255[,\s]+255[,\s]+255\s*\))\s*(?:;|!|$)", re.IGNORECASE
)
_BACKGROUND = re.compile(r"background", re.IGNORECASE)
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|<!--|-->", re.DOTALL)
_MOST_RULES = 500
"""Of those in a page's own style sheets that hide something: each searches the page."""
_SHUT = "dialog:not([open]), datalist"


def hides(style: str) -> bool:
    """Whether what is shown in this style is not seen: not there, of no size, off the page, white on nothing."""
    style = _COMMENT.sub("", style)
    return bool(_HIDES.search(style) or (_WHITE.search(style) and not _BACKGROUND.search(style)))


def hidden_in(soup: "BeautifulSoup") -> list["Tag"]:
    """What the attributes of a page, its styles or its own style sheets hide, some of it within other such.

    White text is hidden only where its own style says so and gives no background; what a style sheet of another file or
    a script hides cannot be told.
    """
    unseen = [tag for tag in soup.find_all(style=True) if hides(str(tag["style"]))]
    unseen += [*soup.find_all(hidden=True), *soup.select(_SHUT)]
    unseen += [font for font in soup.find_all("font", color=True) if _is_white_on_nothing(font)]
    hiding = (rule for sheet in soup.find_all("style") for rule in _rules(sheet.get_text()) if _HIDES.search(rule[1]))
    for selector, _ in islice(hiding, _MOST_RULES):
        if valid := ", ".join(filter(_selects, [selector] if _selects(selector) else selector.split(","))):
            unseen += soup.select(valid)
    return unseen


def _rules(sheet: str) -> Iterator[tuple[str, str]]:
    """(selector, style) of each rule of a style sheet, also within others, without statements before it (`@import`)."""
    for rule in _COMMENT.sub("", sheet).split("}"):
        before, _, style = rule.rpartition("{")
        yield before.rpartition("{")[2].rpartition(";")[2].strip(), style


def _selects(selector: str) -> bool:
    from soupsieve import SelectorSyntaxError, compile

    try:
        return bool(selector.strip() and "@" not in selector and compile(selector))
    except (SelectorSyntaxError, NotImplementedError):  # ::before: nothing that stands there
        return False


def _is_white_on_nothing(font: "Tag") -> bool:
    return hides(f"color:{font['color']}") and not any(
        around.has_attr("bgcolor") or _BACKGROUND.search(str(around.get("style", ""))) for around in font.parents
    )
