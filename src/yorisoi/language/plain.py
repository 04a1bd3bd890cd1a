"""Text without the marks of Markdown and HTML."""

import re

_BLANKS = r"[^\S\n]*+"
"""On one line, and never tried again in another way: two runs side by side take the square of their length."""
_MARKUP = (
    (re.compile(r"^#{1,6}\s+", re.M), ""),
    (re.compile(r"\*\*([^*\n]+)\*\*"), r"\1"),
    (re.compile(r"!\[[^\[\]]*\]\([^)\s]*\)"), ""),
    (re.compile(r"\[([^\[\]]+)\]\([^)\s]+\)"), r"\1"),
    (re.compile(r"<[^<>\n]{1,200}>"), ""),
    (re.compile(rf"^{_BLANKS}\|?(?:{_BLANKS}:?-++:?{_BLANKS}\|)++{_BLANKS}:?-*+:?{_BLANKS}$\n?", re.M), ""),
    (re.compile(r"\n{3,}"), "\n\n"),
)
"""Marks that a reader should not see."""
LOADED = re.compile(
    r"!(?=\[)|<(?=/?(?:img|image|picture|source|video|audio|iframe|object|embed|svg|link|style|script)\b)"
    r"|<(?=[a-z][^<]{0,1000}?[\s\"'](?:src|style|background|poster|data)\s*=)",
    re.IGNORECASE,
)
"""Where an image begins, in any of its forms, or what else a client that shows Markdown loads by itself."""


def plain(text: str) -> str:
    """The text without its marks; what it says stays.  What stood in code loads nothing outside of it either."""
    for pattern, instead in _MARKUP:
        text = pattern.sub(instead, text)
    return loading_nothing(text).strip()


def loading_nothing(text: str) -> str:
    """The text with a blank where something begins that would be loaded, which makes text of it."""
    return LOADED.sub(r"\g<0> ", text)
