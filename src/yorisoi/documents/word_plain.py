"""What Word shows and the converter passes over, as what it knows: alignment tabs, text below a reading."""

from xml.etree import ElementTree

from yorisoi.documents.word_xml import name_of

_TAB = "tab"


def simplify(root: ElementTree.Element) -> bool:
    """Whether a part had such: an alignment tab becomes a tab, and of text with a reading the text stays."""
    readings = [each for each in root.iter() if any(name_of(inside) == "ruby" for inside in each)]
    for around in readings:
        around[:] = [shown for each in around for shown in _without_reading(each)]
    tabs = [each for each in root.iter() if name_of(each) == "ptab"]
    for tab in tabs:
        tab.tag = tab.tag.removesuffix("ptab") + _TAB
    return bool(readings or tabs)


def _without_reading(element: ElementTree.Element) -> list[ElementTree.Element]:
    if name_of(element) != "ruby":
        return [element]
    return [shown for each in element if name_of(each) == "rubyBase" for shown in each]
