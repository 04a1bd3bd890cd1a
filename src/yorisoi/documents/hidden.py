"""What a page holds and does not show: text for machines, which a reader could not check."""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag

_NOTHING = r"0+(?:\.0+)?\s*(?:px|pt|em|rem|%)?\s*(?:;|!|$)"
_HIDES = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)"
    rf"|(?:^|[;\s])(?:opacity|font-size|(?:max-)?(?:height|width))\s*:\s*{_NOTHING}"
    r"|(?:left|top|right|text-indent)\s*:\s*-\d{3,}|clip\s*:\s*rect\(0"
    r"|(?:^|[;\s])color\s*:\s*(?:transparent|rgba\([^()]*,\s*0(?:\.0+)?\s*\))",
    re.IGNORECASE,
)
_WHITE = re.compile(
    r"(?:^|[;\s])color\s*:\s*(?:white|#fff(?:fff)?|rgb\(255,\s*255,\s*255\))\s*(?:;|!|$)", re.IGNORECASE
)
_BACKGROUND = re.compile(r"background", re.IGNORECASE)
_RULE = re.compile(r"([^{}]{1,500})\{([^{}]*)\}")
_MOST_RULES = 500
"""Of a page's own style sheets that are looked at: each searches the page."""


def hides(style: str) -> bool:
    """Whether what is shown in this style is not seen: not there, of no size, off the page, white on nothing."""
    return bool(_HIDES.search(style) or (_WHITE.search(style) and not _BACKGROUND.search(style)))


def hidden_in(soup: "BeautifulSoup") -> list["Tag"]:
    """What the attributes of a page, its styles or its own style sheets hide, some of it within other such.

    White text is hidden only where its own style says so and gives no background; what a style sheet of another file or
    a script hides cannot be told.
    """
    from soupsieve import SelectorSyntaxError

    unseen = [tag for tag in soup.find_all(style=True) if hides(str(tag["style"]))]
    unseen += soup.find_all(hidden=True)
    rules = [rule for sheet in soup.find_all("style") for rule in _RULE.findall(sheet.get_text())]
    for selector, style in rules[:_MOST_RULES]:
        if _HIDES.search(style) and "@" not in selector:
            try:
                unseen += soup.select(selector.strip())
            except (SelectorSyntaxError, NotImplementedError):  # :hover, ::before: nothing that stands there
                continue
    return unseen
