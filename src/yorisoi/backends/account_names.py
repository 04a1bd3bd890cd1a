"""Names under which people use a server: what can be one, how it is kept, and which are not told apart."""

import re

from yorisoi.normalization import normalized

MOST_CHARACTERS = 200
_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Default_Ignorable_Code_Point (Unicode 17, DerivedCoreProperties.txt), and the blank of Braille."""


def is_name(text: str) -> bool:
    r"""Whether it can be somebody's: short, printable, and something of it is seen.  The ideographic space is a space.

    >>> [is_name(each) for each in ("山田\u3000太郎", "kei\u200b", "\u3164")]
    [True, False, False]
    """
    printable = text.replace("\u3000", " ").isprintable()
    return printable and len(text) <= MOST_CHARACTERS and bool(folded(text))


def composed(name: str) -> str:
    """A name as it is kept: é is one letter."""
    return normalized("NFC", name)


def folded(name: str) -> str:
    r"""A name as names are compared that are not to be told apart: NFKC_Casefold (UAX #44), with single spaces.

    >>> folded("ＫＥＩ\u034f") == folded("kei")
    True
    """
    seen = _UNSEEN.sub("", normalized("NFKC", name).casefold())
    return " ".join(normalized("NFKC", seen).split())  # what had kept letters from being composed is gone
