"""What PDFium reads in the texts of a page, held against what pdfminer reads.

What is no PDF by the letter, such as an operator with too few numbers, the two take differently: what one leaves out or
lays off the page the other lays upon what is seen.  A text is one only when both say the same.
"""

import ctypes
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pypdfium2.raw as pdfium

from yorisoi.normalization import normalized

_UNNAMED = re.compile(r"\(cid:\d+\)|[\x00\x01\x03-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffd\ufb00-\ufb06]")
"""Of a letter that a font gives no name, what pdfminer says, and PDFium, whose 2 is a hyphen at the end of a line; and
ligatures of Latin letters, of which pdfminer takes one for another."""
_LONGEST_UNNAMED = 3
"""Letters that such a one may be: ligatures."""
_REPEATS = 5
"""Texts back, among which PDFium looks for one that a text repeats, as bold print does: of this it reads nothing."""


@dataclass(frozen=True, slots=True)
class Said:
    may_be: Sequence[str]
    """Any of these, as `letters_of` has them."""
    repeats: bool
    """PDFium reads nothing there itself: it repeats another text, or has no ink."""


def said(page: Any, texts: Sequence[Any]) -> list[Said]:
    """What each text of a page says, in the order of the page."""
    for text in texts:
        for at in range(pdfium.FPDFPageObj_CountMarks(text)):  # what stands for it to those who hear it
            pdfium.FPDFPageObjMark_RemoveParam(text, pdfium.FPDFPageObj_GetMark(text, at), b"ActualText")
    found: dict[int | None, list[int]] = defaultdict(list)
    read = pdfium.FPDFText_LoadPage(page)
    for at in range(pdfium.FPDFText_CountChars(read)):
        found[_address(pdfium.FPDFText_GetTextObject(read, at))].append(pdfium.FPDFText_GetUnicode(read, at))
    pdfium.FPDFText_ClosePage(read)
    says = [letters_of(_text(found[at])) if at in found else None for at in map(_address, texts)]
    before = ([each for each in says[max(0, at - _REPEATS) : at] if each is not None] for at in range(len(says)))
    return [Said(last, True) if own is None else Said([own], False) for own, last in zip(says, before, strict=True)]


def letters_of(text: str) -> str:
    """Its letters and digits in their normal form, and a mark for each that has no name; other signs have many."""
    named = normalized("NFKC", _UNNAMED.sub("\0", text))
    return "".join(each for each in named if each == "\0" or each.isalnum())


def say_the_same(one: str, other: str) -> bool:
    """Whether such letters are the same, or may be, in either direction: PDFium turns what is read from the right."""
    return one in (other, other[::-1]) or _may_be(one, other) or _may_be(other, one)


def _may_be(one: str, other: str) -> bool:
    """Whether what stands between the letters of one text that have no name stands so in the other one."""
    first, *more = one.split("\0")
    if not more or not other.startswith(first) or not other.endswith(more[-1]):
        return False
    at = len(first)
    for part in more:
        found = other.find(part, at) if part is not more[-1] else len(other) - len(part)
        if not 0 <= found - at <= _LONGEST_UNNAMED:
            return False
        at = found + len(part)
    return True


def _address(handle: Any) -> int | None:
    return ctypes.cast(handle, ctypes.c_void_p).value


def _text(units: Sequence[int]) -> str:
    """UTF-16, of which a letter may be two units."""
    return "".join(map(chr, units)).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")
