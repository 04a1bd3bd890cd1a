"""Running heads and feet of Office files, which are read wherever they stand in their part.

Excel keeps one of a sheet as a line of codes (ECMA-376, 18.3.1.46) behind all of its cells: `&L`, `&C` and `&R` begin
its three pieces, `&"Meiryo,標準"`, `&9`, `&K01+034` and `&B` say how letters look, `&P` and `&A` stand for a number or
a name, `&&` for the sign.  PowerPoint keeps one in a box of its own, behind all others of the slide.
"""

import re
from collections.abc import Mapping

_OF_A_SHEET = frozenset(f"{pages}{which}" for pages in ("odd", "even", "first") for which in ("Header", "Footer"))
_OF_A_SLIDE = ("hdr", "ftr", "dt", "sldNum")
_CODE = re.compile(
    r'&(?:(?P<piece>[LCR])|(?P<sign>&)|(?P<value>P(?:[+-]\d+)?|[NDTZFA])|"[^"]*"|K ?(?:[\dA-F]{6}|\d\d[+-]\d{3})'
    r"|\d{1,3} ?|[A-Z+-])",
    re.IGNORECASE,
)
_BY_NUMBER = re.compile(r"_x([\dA-Fa-f]{4})_")
"""A character that XML cannot hold, or that it would not keep: `_x000a_` (ECMA-376, 22.9.2.19)."""
_KEPT = re.compile(r"[^\x00-\x08\x0b-\x1f\ud800-\udfff]")
"""What a text can hold, of these."""


def written_out(text: str) -> str:
    """What Office writes, with characters in place of their numbers."""
    return _BY_NUMBER.sub(_character, text) if "_x" in text else text


def is_of_a_sheet(name: str) -> bool:
    """Whether an element of this name, without its prefix, holds a running head or foot with codes."""
    return name in _OF_A_SHEET


def begins_on_a_slide(name: str, attributes: Mapping[str, str]) -> bool:
    """Whether what follows this element is a running head or foot of a slide, a master or a page of notes."""
    return name == "ph" and attributes.get("type") in _OF_A_SLIDE


def pieces(head: str) -> list[str]:
    """What is printed left, in the middle and right, each as its lines, without codes; and all of it as a row of cells,
    since a name may stand left and its value right.

    A tab stands for what a code fills in: it ends one thing and begins another.
    """
    printed = _CODE.sub(_printed, written_out(head)).split("\f")
    cells = [" ".join(piece.split()) for piece in printed if piece.strip()]
    return [*printed, " | ".join(cells)] if len(cells) > 1 else printed


def _character(number: re.Match[str]) -> str:
    character = chr(int(number[1], 16)).replace("\r", "\n")
    return character if _KEPT.match(character) else ""


def _printed(code: re.Match[str]) -> str:
    if code["piece"]:
        return "\f"
    return "&" if code["sign"] else "\t" if code["value"] else ""
