"""What a model says, without images and without addresses that nobody gave it.

A page may tell a model to write what it knows of the user into an address: a client that shows Markdown would load a
picture from there without a click.  Kept are addresses that stand, letter by letter, in what the model was given.
"""

import re
from collections.abc import Callable, Set

from yorisoi.language.normal import beginning
from yorisoi.language.plain import as_line, plain

_PIECE = r"[\w\-.~:/?#@!$&'*+,;=%]"
_ADDRESS = re.compile(
    rf"""(?: (?<![a-z0-9+.\-]) [a-z0-9+.\-]+://
           | (?<![a-z0-9+.\-]) (?:https?|mailto): (?=[a-z0-9/&%])  # browsers add the slashes
           | (?<=<) [a-z][a-z0-9+.\-]+: (?=[^\s<])              # Markdown links any that stands in <>
           | (?<![a-z0-9]) www\.
           | (?<![\w.+\-]) [\w.+\-]++ @ (?=[\w\-]+\.\w) )       # mail
         (?: {_PIECE} | \({_PIECE}*\) )*""",
    re.IGNORECASE | re.ASCII | re.VERBOSE,
)
_ENDS = ".,;:!?'*_~"
"""What follows an address rather than ends it."""
_LINK = re.compile(r"(!?)\[([^\[\]]*)\]\(\s*+<?([^()<>\s]*(?:\([^()<>\s]*\)[^()<>\s]*)*)(?:[\s>][^()]*)?\)")
_LEADS = re.compile(r"[/.:#?\\&]")
"""Somewhere: a word in parentheses behind a mark of a citation is no address."""
_MARKUP = re.compile(r"(?<=\])(?=\()|(?<=\])(?=:)|(?<=<)(?=[a-z][\w-]*[\s/]|/?(?:style|script)\b)", re.IGNORECASE)
"""Where a space makes text of what is left of links, of their definitions, and of HTML."""
_UNDECIDED = re.compile(r"(?:!?\[[^\[\]]*(?:\](?:\([^)\n]*(?:\)[!-~]*)?|[!-~]*))?|(?<![!-~])[!-~]+)\Z")
"""The end of a text that may go on as a link or an address."""

_LONGEST = 2000
"""Characters that may wait: what is longer is for the final text."""


def addresses(text: str) -> set[str]:
    """Those in a text."""
    return {_bare(found.group()) for found in _ADDRESS.finditer(text)}


def _bare(address: str) -> str:
    return address.rstrip(_ENDS).removeprefix("mailto:")


def as_kept(text: str, most: int, known: Set[str]) -> str:
    """What a model says as it is kept for good: one line of `most` characters without images, and with addresses among
    `known` only.  In this order: what is taken out may have stood between the parts of something that is loaded."""
    return " ".join(without_strange_addresses(plain(beginning(as_line(text), most)), known).split())


def without_strange_addresses(text: str, known: Set[str]) -> str:
    """The text with links and addresses among `known` only, and without images, of which their description stays."""

    def kept(found: re.Match[str]) -> bool:
        return not found[1] and found[3].removeprefix("mailto:") in known

    def link(found: re.Match[str]) -> str:
        _, words, leads = found.groups()
        if kept(found):  # less its title, in which anything may stand
            return f"[{words}]({leads})"
        return words if found[1] or _LEADS.search(leads) else f"[{words}] ({leads})"

    def address(found: re.Match[str]) -> str:
        ends = found.group()[len(found.group().rstrip(_ENDS)) :]
        follows = found.string[found.end() : found.end() + 1]
        # Clients take what follows without a blank for part of it.
        apart = " " if follows.isalnum() else ""
        return found.group() + apart if _bare(found.group()) in known else ends

    text = _LINK.sub(link, text)
    text = _ADDRESS.sub(address, text)
    seams = {found.end(2) + 1 for found in _LINK.finditer(text) if kept(found)}
    return _MARKUP.sub(lambda at: "" if at.start() in seams else " ", text)


class Careful:
    """Hands on what a model writes while it is written, as `without_strange_addresses` leaves it.

    What may yet become a link waits for its end; what still waits when the writing ends is for the final text."""

    def __init__(self, on_text: Callable[[str], None], known: Set[str]) -> None:
        self._on_text, self._known, self._waiting = on_text, known, ""

    def __call__(self, piece: str) -> None:
        for start in range(0, len(piece), _LONGEST):
            self._take(piece[start : start + _LONGEST])

    def _take(self, piece: str) -> None:
        if len(self._waiting) > _LONGEST:
            return
        self._waiting += piece
        open_ = _UNDECIDED.search(self._waiting)
        decided = open_.start() if open_ else len(self._waiting)
        ready, self._waiting = self._waiting[:decided], self._waiting[decided:]
        if text := without_strange_addresses(ready, self._known):
            self._on_text(text)
