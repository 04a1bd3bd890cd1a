"""What Word shows and the converter passes over, as what it knows: alignment tabs, carriage returns, text below a
reading or in a field, text that was moved or has another direction, text boxes that nothing stands for.

What a change that is tracked has taken away is not there any more.
"""

from collections.abc import Iterator
from xml.etree import ElementTree

from yorisoi.documents.word_shown import ALTERNATIVES, CHOICE, FALLBACK
from yorisoi.documents.word_xml import name_of

_GONE = ("del", "moveFrom")
"""Around text that a change that is tracked has taken away; without any, marks of what is deleted (17.13.5)."""
_STANDS_FOR = {"ptab": "tab", "cr": "br"}
_SHAPES = "{urn:schemas-microsoft-com:vml}"
_AROUND = ("fldSimple", "moveTo", "customXml", "bdo", "dir", f"{_SHAPES}oval", f"{_SHAPES}polyline")
"""Elements whose text is shown as if it stood there without them (ISO 29500-1, 17.3.2, 17.5.1, 17.13.5, 17.16.19)."""
_BOX = "{http://schemas.microsoft.com/office/word/2010/wordprocessingShape}txbx"
_NEEDS_BOXES = "wps"
"""What a choice requires that every Word since 2010 draws."""


def simplify(root: ElementTree.Element) -> bool:
    """Whether a part had such: alignment tabs become tabs, carriage returns breaks, and of all else the text stays.

    Linear in the part.
    """
    changed = False
    left = [root]
    while left:
        around = left.pop()
        shown = [*_shown(around)]
        if len(shown) != len(around) or any(one is not other for one, other in zip(shown, around, strict=True)):
            around[:], changed = shown, True
        left += shown
    signs = [each for each in root.iter() if name_of(each) in _STANDS_FOR]
    for sign in signs:
        name = name_of(sign)
        sign.tag = sign.tag.removesuffix(name) + _STANDS_FOR[name]
    return changed or bool(signs)


def _shown(around: ElementTree.Element) -> Iterator[ElementTree.Element]:
    left = around[::-1]
    while left:
        element = left.pop()
        name = name_of(element)
        inside = _inside(name, element)
        if inside is not None:
            left += inside[::-1]
            continue
        yield element
        if name == "drawing" and (boxed := [each for box in _boxes(element) for each in _emptied(box)]):
            # what stands in a picture is read behind its paragraph, not in the midst of it
            picture = ElementTree.Element(element.tag.removesuffix("drawing") + "pict")
            picture[:] = boxed
            yield picture


def _inside(name: str, element: ElementTree.Element) -> list[ElementTree.Element] | None:
    """What is shown in place of an element; None: it is one that the converter knows, or shows nothing of."""
    if name == "ruby":
        return [shown for each in element if name_of(each) == "rubyBase" for shown in each]
    if (name in _GONE and len(element)) or _is_deleted_in_formula(element):
        return []
    if name in _AROUND:
        return list(element)
    if element.tag == ALTERNATIVES and element.find(FALLBACK) is None:
        choice = element.find(CHOICE)
        return list(choice) if choice is not None and choice.get("Requires") == _NEEDS_BOXES else None
    return None


def _is_deleted_in_formula(element: ElementTree.Element) -> bool:
    """Whether it is a run of an equation, which says itself that it is deleted."""
    if not element.tag.endswith("/math}r"):
        return False
    return any(name_of(each) == "del" for about in (element, *element) for each in about)


def _boxes(element: ElementTree.Element) -> Iterator[ElementTree.Element]:
    """The outermost text boxes of a drawing, unless it is hidden."""
    for each in element:
        if each.tag.endswith(("}docPr", "}cNvPr")) and each.get("hidden", "0") not in ("0", "false"):
            return
        if each.tag == _BOX:
            yield each
        else:
            yield from _boxes(each)


def _emptied(box: ElementTree.Element) -> list[ElementTree.Element]:
    inside = list(box)
    box[:] = []
    return inside
