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


def plain(text: str) -> str:
    """The text without its marks; what it says stays."""
    for pattern, instead in _MARKUP:
        text = pattern.sub(instead, text)
    return text.strip()
