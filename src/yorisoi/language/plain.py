"""Text without the marks of Markdown and HTML."""

import re
from functools import lru_cache

from yorisoi.language.normal import beginning, without_controls, without_unseen

_BLANKS = r"[^\S\n]*+"
"""On one line, and never tried again in another way: two runs side by side take the square of their length."""
_FENCED = r"^[ \t]*(?P<fence>`{3,}|~{3,})[^\n]*\n(?:.*\n)*?(?:[ \t]*(?P=fence)[`~]*[ \t]*$|.*\Z)"
_CODE = rf"(?P<code>{_FENCED}|(?<!`)(?P<ticks>`++)[^\n]*?(?<!`)(?P=ticks)(?!`))"
ADDRESS = r"(?=[^()\s/:#.]*+[/:#.]|[!-'*-~]++[\s)])[^()\s]+"
"""What a link leads to; of 「[様式第1号](両面印刷)」 all is said."""
_MARKUP = tuple(
    re.compile(rf"{_CODE}|{mark}", re.MULTILINE)
    for mark in (
        r"(?<![\dA-Za-z])\*\*(?P<told>[^*\n]+)\*\*(?![\dA-Za-z])",
        rf"!\[[^\[\]]*\]\({ADDRESS}\)",
        rf"\[(?P<told>[^\[\]]+)\]\({ADDRESS}\)",
        rf"^{_BLANKS}\|?(?:{_BLANKS}:?-++:?{_BLANKS}\|)++{_BLANKS}:?-*+:?{_BLANKS}$\n?",
        r"(?P<told>\n\n)\n+",
    )
)
"""Marks that a reader should not see, and what of them is told; in code there are none."""
LOADED = re.compile(
    r"!(?=\[)|<(?=/?(?:style|script)\b)"
    r"|<(?=[a-z])(?![\w.,:;@+-]*+>)(?![a-z][a-z\d+.-]*+:(?:(?![/\"'](?:style|on))[^\s<>])*+>)",
    re.IGNORECASE,
)
"""Where an image begins, or a tag of which more than its name is there, in whatever way a client that shows Markdown
parts its attributes.  `<input>`, `Borrow<Q>` and `<https://...>` load nothing."""


_IMAGE = re.compile(r"!\[([^\[\]]*)\]\([^()\s]*(?:[ \t]+\"[^\"\n]*\")?\)")
_IMAGE_BY_REFERENCE = re.compile(r"!\[([^\[\]]*)\][ \t]?\[[^\[\]]*\]")
_LINK = re.compile(r"(?<!!)\[([^\[\]]+)\]\([^()\s]+\)")
_JOINER = re.compile("(?<=[\u0600-\u0dff\u2190-\u2bff\ufe0f\U0001f000-\U0001faff])[\u200c\u200d]")
"""Within words of Arabic and Indic scripts, as Persian has them, and in emoji of several it is seen."""
_LONGEST_NAME = 200
"""Characters of a name that are told, as of an owner."""


def plain(text: str) -> str:
    """The text without its marks; what it says stays, and code as it is, but that it loads nothing outside of it.  What
    looks like an element says something: those of HTML have gone when it was taken in (`documents/markup.py`).

    >>> plain("**Delete** [logs](a.md) by `rm <path>/**`, where load < 5 or > 9")
    'Delete logs by `rm <path>/**`, where load < 5 or > 9'
    """
    for mark in _MARKUP:
        text = mark.sub(_told, text)
    return loading_nothing(text).strip()


def _told(mark: re.Match[str]) -> str:
    return mark["code"] or mark.groupdict().get("told") or ""


def loading_nothing(text: str) -> str:
    """The text with a blank where something begins that would be loaded, which makes text of it."""
    return LOADED.sub(r"\g<0> ", text)


def without_images(text: str) -> str:
    """The text with images as their description, inline or by reference: a client that shows Markdown would load them,
    from wherever a page says, without a click.  What defines a reference stays, as links do: it is only followed."""
    return loading_nothing(_IMAGE_BY_REFERENCE.sub(r"\1", _IMAGE.sub(r"\1", text)))


def without_code_blocks(text: str) -> str:
    """The text without its code, fenced or indented, as CommonMark has it in this text alone."""
    from markdown_it import MarkdownIt  # most texts hold no table, and never need it

    lines = text.split("\n")
    for token in MarkdownIt("commonmark").parse(text):
        if token.type in ("fence", "code_block") and token.map:
            lines[slice(*token.map)] = [""] * (token.map[1] - token.map[0])
    return "\n".join(lines)


def as_line(text: str) -> str:
    """A title, heading or value as it is told: loading nothing, without what nobody sees or what controls."""
    return without_images(without_controls(without_unseen(text)))


def in_one_line(text: str) -> str:
    """The same of what a list tells of, such as where a passage is from, which begins no line of its own."""
    return " ".join(as_line(text).split())


def tells_itself(name: str) -> bool:
    r"""Whether a name can be told as it is: it breaks no line, controls nothing, loads nothing, and all of it is seen.

    >>> [tells_itself(name) for name in ("می\u200cخواهم.md", "a\u200b.md", "kyuuyo\u202efdp.md")]
    [True, False, False]
    """
    name = _JOINER.sub("", name)
    return name.splitlines() == [name] == [without_controls(without_unseen(loading_nothing(name)))]


@lru_cache(maxsize=1 << 14)  # a graph has millions of them, most many times
def as_name(text: str) -> str:
    """The same of what stands in the middle of a sentence, such as a name of the graph: short, in one line, no link."""
    return beginning(in_one_line(_LINK.sub(r"\1", text)), _LONGEST_NAME)
