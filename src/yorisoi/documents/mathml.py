"""Formulas of pages (MathML) as LaTeX: put as Word has them, they are told as Word's are."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from xml.etree.ElementTree import Element, SubElement

from bs4 import Tag

from yorisoi.documents.word_equations import as_latex
from yorisoi.documents.word_xml import FORMULAS, run_of

SIGNS = ("mi", "mn", "mo", "ms", "mtext")
"""Elements of a formula that show the text within them; the others show none of their own."""
_AFTER_THE_BASE = ("sub", "sup")
_PARTS = {
    "mroot": ("e", "deg"),
    "msub": ("e", "sub"),
    "munder": ("e", "sub"),
    "msup": ("e", "sup"),
    "mover": ("e", "sup"),
    "msubsup": ("e", *_AFTER_THE_BASE),
    "munderover": ("e", *_AFTER_THE_BASE),
    "mfrac": ("num", "den"),
}
"""What stands in an element in an order, as Word calls it (ISO 29500-1, 22.1.2)."""
_AROUND = {"mroot": "rad", "msqrt": "rad", "mfrac": "f", "mtable": "m", "mtr": "mr", "mlabeledtr": "mr", "mtd": "e"}
_NO_STROKE = re.compile(r"\s*\+?(?:0++\.?0*+|\.0++)\s*(?:[a-z]+|%)?\s*", re.IGNORECASE)
_STRUCK, _AS_LATEX = "~~", "\\~\\~"


def write_formulas(element: Tag) -> None:
    """Each formula within an element is text: `$\\frac{1}{2}$`; between `$$` where it stands on a line of its own.

    One that has more or fewer parts than it should, or is nested without end, is told as these, parted by blanks.
    """
    for enclosed in element.find_all("menclose"):
        if "strike" in str(enclosed.get("notation") or ""):
            marks = Tag(name="mtext"), Tag(name="mtext")
            for mark in marks:
                mark.string = _STRUCK
            enclosed.insert(0, marks[0])
            enclosed.append(marks[1])
    for formula in [each for each in element.find_all("math") if not each.find_parent("math")]:
        apart = formula.get("display") == "block"
        formula.name, formula.attrs = "div" if apart else "span", {}
        formula.string = _as_text(formula, "$$" if apart else "$")


def _as_text(formula: Tag, mark: str) -> str:
    try:
        equation = _filled("oMath", _written_in(formula))
        return as_latex(equation, mark).replace(_AS_LATEX, _STRUCK) if any(equation.itertext()) else ""
    except (RecursionError, ValueError):
        return formula.get_text(" ", strip=True)


def _written_in(part: Tag) -> Iterator[Element]:
    return (each for inside in part.find_all(True, recursive=False) for each in _written(inside))


def _written(part: Tag) -> Iterable[Element]:
    """A part of a formula as Word has it: for indices alone it takes no element around.

    Raises ValueError: it has more or fewer parts than it should.
    """
    inside = part.find_all(True, recursive=False)
    if part.name in SIGNS:
        return [run_of(FORMULAS, part.get_text())]
    if part.name == "mspace":
        return [run_of(FORMULAS, " ")]
    if part.name == "mmultiscripts":
        return _with_scripts(inside)
    if part.name in _PARTS:
        names = _PARTS[part.name]
        written: Iterable[Element] = [_filled(name, _written(each)) for name, each in zip(names, inside, strict=True)]
    else:
        written = _written_in(part)
    if part.name == "msqrt":
        written = [_filled("e", written)]
    if part.name not in _AROUND:
        return written
    around = _filled(_AROUND[part.name], written)
    if _NO_STROKE.fullmatch(str(part.get("linethickness") or "")):  # one above the other, and not divided by it
        about = Element(f"{FORMULAS}fPr")
        SubElement(about, f"{FORMULAS}type", {f"{FORMULAS}val": "noBar"})
        around.insert(0, about)
    return [around]


def _with_scripts(parts: Sequence[Tag]) -> list[Element]:
    """A base with the indices behind it, in pairs, and, after a mark, those before it."""
    groups: list[list[Element]] = [[]]
    for each in parts[1:]:
        if each.name == "mprescripts":
            groups.append([])
        else:
            groups[-1].append(_filled(_AFTER_THE_BASE[len(groups[-1]) % 2], _written(each)))
    base = [_filled("e", _written(each)) for each in parts[:1]]
    behind, *before = ([each for each in group if len(each)] for group in groups)  # without the empty ones of pairs
    return [*chain.from_iterable(before), *base, *behind]


def _filled(name: str, inside: Iterable[Element]) -> Element:
    element = Element(f"{FORMULAS}{name}")
    element.extend([*inside])  # of another iterable it would hide what is raised
    return element
