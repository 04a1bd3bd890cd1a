"""Names of Word's elements and attributes, Transitional and Strict."""

import re
from functools import lru_cache
from xml.etree import ElementTree

_NAMESPACE = re.compile(
    r"\{http://(?:schemas\.openxmlformats\.org|purl\.oclc\.org/ooxml)"
    r"/(?:wordprocessingml|officeDocument)(?:/2006)?/(?:main|math)\}"
)
"""Of text and of formulas, Transitional and Strict."""


def name_of(element: ElementTree.Element) -> str:
    """An element's name, without the namespace where that is Word's."""
    return _local(element.tag)


def value_of(within: ElementTree.Element, name: str, default: str = "") -> str:
    """What an attribute of such a name says."""
    return next((value for key, value in within.items() if _local(key) == name), default)


@lru_cache(maxsize=4096)
def _local(name: str) -> str:
    return _NAMESPACE.sub("", name, count=1)
