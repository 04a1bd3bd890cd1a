"""DOCX without the runs that Word hides: `vanish`, in the run itself or by a style, and letters below a point."""

import io
import zipfile
from collections.abc import Sequence
from xml.etree import ElementTree

from yorisoi.documents.readers import check_rows
from yorisoi.errors import DocumentError

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_NOT = frozenset(("0", "false", "off"))
_STYLES = "word/styles.xml"
_SMALLEST = 2
"""Half points that can still be seen."""


def without_hidden_runs(data: bytes) -> bytes:
    """The file as it is, unless something in it is hidden.

    Raises DocumentError: entities, which Word never writes; AccessUnclear: what is hidden seems to say who may read it.
    """
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist() if _is_text(name)}
    hiding = _hiding_styles(_parsed(parts[_STYLES])) if _may_hide(parts.get(_STYLES, b"")) else frozenset()
    changed = {}
    for name, xml in parts.items():
        if name != _STYLES and (hiding or _may_hide(xml)):
            root = _parsed(xml)
            check_rows(_removed(root, hiding))
            changed[name] = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    if not changed:
        return data
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new:
        for name in dict.fromkeys(old.namelist()):
            new.writestr(name, changed[name] if name in changed else old.read(name))
    return stream.getvalue()


def _is_text(name: str) -> bool:
    return name.startswith("word/") and name.endswith(".xml")


def _may_hide(xml: bytes) -> bool:
    return b"vanish" in xml or b':sz w:val="1"' in xml or b':sz w:val="0"' in xml


def _parsed(xml: bytes) -> ElementTree.Element:
    if b"<!DOCTYPE" in xml:
        raise DocumentError("declares entities, which Word never writes")
    try:
        return ElementTree.fromstring(xml)
    except ElementTree.ParseError as error:
        raise DocumentError(f"is no DOCX file that can be read: {error}") from error


def _hiding_styles(styles: ElementTree.Element) -> frozenset[str]:
    """Ids of the styles that hide, themselves or as another's heirs."""
    every = {style.get(f"{_W}styleId", ""): style for style in styles.iter(f"{_W}style")}
    hiding = {id_ for id_, style in every.items() if _hides(style.find(f"{_W}rPr"))}
    while heirs := {id_ for id_, style in every.items() if _named(style, "basedOn") in hiding} - hiding:
        hiding |= heirs
    return frozenset(hiding)


def _removed(root: ElementTree.Element, hiding: frozenset[str]) -> list[tuple[str, str]]:
    """Take out what is hidden; of each paragraph that had such, what went, and all that stood there before."""
    removed = []
    for around in list(root.iter()):
        before, about = list(around), around.find(f"{_W}pPr")
        if about is not None and _named(about, "pStyle") in hiding:
            gone = [each for each in before if each is not about]
        else:
            gone = [run for run in around.findall(f"{_W}r") if _is_hidden(run.find(f"{_W}rPr"), hiding)]
        if gone:
            removed.append((_text(gone), _text(before)))
            around[:] = [each for each in before if each not in gone]
    return removed


def _is_hidden(how: ElementTree.Element | None, hiding: frozenset[str]) -> bool:
    return _hides(how) or (how is not None and _named(how, "rStyle") in hiding)


def _text(elements: Sequence[ElementTree.Element]) -> str:
    return "".join(text.text or "" for element in elements for text in element.iter(f"{_W}t"))


def _hides(how: ElementTree.Element | None) -> bool:
    if how is None:
        return False
    vanish = how.find(f"{_W}vanish")
    size = _named(how, "sz")
    return (vanish is not None and vanish.get(f"{_W}val", "1") not in _NOT) or (
        size.isdecimal() and int(size) < _SMALLEST
    )


def _named(within: ElementTree.Element, name: str) -> str:
    found = within.find(f"{_W}{name}")
    return "" if found is None else found.get(f"{_W}val", "")
