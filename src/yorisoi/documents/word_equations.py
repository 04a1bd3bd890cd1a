"""Equations of Word as LaTeX, each by itself; one that cannot be written so stands there on a line.

The converter gives up all of a file's equations where it fails at one, and leaves out of them what it does not know.
"""

from collections import Counter
from collections.abc import Iterator
from xml.etree import ElementTree

from yorisoi.documents.word_xml import FORMULAS, OFF, TEXT, child_of, made_transitional, name_of, run_of, value_of

_EQUATION, _PARAGRAPH = "oMath", "oMathPara"
_LIKE_BOXES = ("borderBox", "phant", "sPre")
"""Of which nothing but what stands in them is written."""
_WITH_PROPERTIES = ("acc", "bar", "d", "f", "groupChr", "nary")
"""Which the converter looks for; they may be left out where all is as usual (ISO 29500-1, 22.1.2)."""
_ARGUMENTS = ("deg", "den", "e", "fName", "lim", "mr", "num", "sub", "sup")
"""Parts of something, which stand there even without text."""
_INTEGRAL = "∫"
"""The usual sign (22.1.2.20)."""
_ON_A_LINE = {
    "num": "({})",
    "den": "/({})",
    "sub": "_({})",
    "sup": "^({})",
    "lim": "_({})",
    "d": "({})",
    "rad": "√({})",
}


def unseen_in_equations(root: ElementTree.Element) -> Iterator[ElementTree.Element]:
    """Parts of equations that take their place and are not shown (22.1.2.81)."""
    for each in root.iter():
        show = child_of(child_of(each, "phantPr"), "show") if name_of(each) == "phant" else None
        if show is not None and value_of(show, "val") in OFF:
            yield each


def write_equations(root: ElementTree.Element) -> bool:
    """Whether a part of a file had equations, which are text now."""
    around_some = [each for each in root.iter() if any(name_of(one) in (_EQUATION, _PARAGRAPH) for one in each)]
    for around in around_some:
        if name_of(around) != _PARAGRAPH:
            around[:] = map(_written, around)
    return bool(around_some)


def _written(element: ElementTree.Element) -> ElementTree.Element:
    if name_of(element) == _EQUATION:
        return run_of(TEXT, as_latex(element, "$"))
    if name_of(element) == _PARAGRAPH:
        lines = ElementTree.Element(f"{TEXT}p")
        lines.extend(run_of(TEXT, as_latex(each, "$$")) for each in element.iter() if name_of(each) == _EQUATION)
        return lines
    return element


def as_latex(equation: ElementTree.Element, mark: str) -> str:
    """An equation as LaTeX between two marks, or else on a line."""
    from markitdown.converter_utils.docx.math.latex_dict import T
    from markitdown.converter_utils.docx.math.omml import oMath2Latex

    made_transitional(equation)
    equation[:] = _known(equation)
    try:
        latex = str(oMath2Latex(equation).latex)  # type: ignore[no-untyped-call]
    except (AttributeError, LookupError, RuntimeError, TypeError, ValueError):  # whatever it takes for granted
        latex = ""
    held = (letter for text in equation.itertext() for letter in text if letter.isalnum() and letter not in T)
    complete = latex and not Counter(held) - Counter(latex)
    return f"{mark}{latex}{mark}" if complete else " ".join(_on_a_line(equation).split())


def _known(around: ElementTree.Element) -> Iterator[ElementTree.Element]:
    """What stands in a part of an equation, as the converter knows it."""
    for each in around:
        name = name_of(each)
        if name == "r":
            run = ElementTree.Element(f"{FORMULAS}r")
            said = (part.text or "" for part in each if name_of(part) == "t")
            ElementTree.SubElement(run, f"{FORMULAS}t").text = "".join(said)
            yield run
        elif name.endswith("Pr"):
            yield each
        elif each.tag.startswith(FORMULAS):
            if name in _WITH_PROPERTIES:
                _complete(each, f"{name}Pr")
            each.tag = f"{FORMULAS}box" if name in _LIKE_BOXES else each.tag
            each[:] = _known(each)
            if name in _ARGUMENTS or any(map(str.strip, each.itertext())):  # else it was deleted, or never filled
                yield each
        else:  # a change that is tracked, a control
            yield from _known(each)


def _complete(element: ElementTree.Element, properties: str) -> None:
    about = child_of(element, properties)
    if about is None:
        about = ElementTree.Element(f"{FORMULAS}{properties}")
        element.insert(0, about)
    if properties == "naryPr" and child_of(about, "chr") is None:
        ElementTree.SubElement(about, f"{FORMULAS}chr", {f"{FORMULAS}val": _INTEGRAL})


def _on_a_line(around: ElementTree.Element) -> str:
    said = ""
    for each in around:
        name, inside = name_of(each), _on_a_line(each)
        if name == "r":
            said += "".join(each.itertext())
        elif inside:
            said += f" {_ON_A_LINE.get(name, '{}').format(inside.strip())} "
    return said
