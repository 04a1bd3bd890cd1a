"""Names of Word's elements and attributes, Transitional and Strict, and a part that is written anew."""

import re
from functools import lru_cache
from xml.etree import ElementTree

_NAMESPACE = re.compile(
    r"\{http://(?:schemas\.openxmlformats\.org|purl\.oclc\.org/ooxml)"
    r"/(?:wordprocessingml|officeDocument)(?:/2006)?/(?:main|math)\}"
)
"""Of text and of formulas, Transitional and Strict."""
OFF = ("0", "false", "off")
"""What says of a property that it does not hold (ISO 29500-1, 22.9.2.7)."""
TEXT = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
FORMULAS = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
"""Transitional namespaces, as names begin in them."""
_STRICT = {
    "http://purl.oclc.org/ooxml/wordprocessingml/main": TEXT,
    "http://purl.oclc.org/ooxml/officeDocument/math": FORMULAS,
}
_PREFIXES = {
    "w": TEXT[1:-1],
    "m": FORMULAS[1:-1],
    "r": "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
    "w14": "http://schemas.microsoft.com/office/word/2010/wordml",
    "wne": "http://schemas.microsoft.com/office/word/2006/wordml",
    "wp": "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing",
    "wp14": "http://schemas.microsoft.com/office/word/2010/wordprocessingDrawing",
    "wpc": "http://schemas.microsoft.com/office/word/2010/wordprocessingCanvas",
    "wpg": "http://schemas.microsoft.com/office/word/2010/wordprocessingGroup",
    "wpi": "http://schemas.microsoft.com/office/word/2010/wordprocessingInk",
    "wps": "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
    "v": "urn:schemas-microsoft-com:vml",
    "o": "urn:schemas-microsoft-com:office:office",
    "w10": "urn:schemas-microsoft-com:office:word",
}
"""By which markitdown knows what stands in a formula, whatever a file calls it.  A file's own are not kept: what is
registered holds for all files, and one may call anything `w`."""
for _prefix, _namespace in _PREFIXES.items():
    ElementTree.register_namespace(_prefix, _namespace)


def as_xml(root: ElementTree.Element) -> bytes:
    """A part as a file has it, by the prefixes that its converters go by.  Strict names become Transitional ones, lest
    two namespaces have one prefix."""
    made_transitional(root)
    written: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return written


def made_transitional(root: ElementTree.Element) -> None:
    """An element, and all within it, by its Transitional names."""
    for each in root.iter():
        each.tag = _transitional(each.tag)
        each.attrib = {_transitional(key): value for key, value in each.items()}


@lru_cache(maxsize=4096)
def _transitional(name: str) -> str:
    namespace, _, local = name[1:].partition("}")
    return f"{_STRICT[namespace]}{local}" if namespace in _STRICT else name


def name_of(element: ElementTree.Element) -> str:
    """An element's name, without the namespace where that is Word's."""
    return _local(element.tag)


def value_of(within: ElementTree.Element, name: str, default: str = "") -> str:
    """What an attribute of such a name says."""
    return next((value for key, value in within.items() if _local(key) == name), default)


def child_of(within: ElementTree.Element | None, name: str) -> ElementTree.Element | None:
    """The first element of such a name directly within another."""
    return next((each for each in within if name_of(each) == name), None) if within is not None else None


def value_of_child(within: ElementTree.Element | None, name: str) -> str:
    """What its `val` says; empty: nothing, or there is none."""
    found = child_of(within, name)
    return "" if found is None else value_of(found, "val")


def run_of(word: str, said: str) -> ElementTree.Element:
    """A run with these words, in the namespace `{...}` of its part."""
    run = ElementTree.Element(f"{word}r")
    ElementTree.SubElement(run, f"{word}t", {"{http://www.w3.org/XML/1998/namespace}space": "preserve"}).text = said
    return run


@lru_cache(maxsize=4096)
def _local(name: str) -> str:
    return _NAMESPACE.sub("", name, count=1)
