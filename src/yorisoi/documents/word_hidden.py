"""DOCX without the runs that Word hides: `vanish`, in the run itself or by a style, and letters below a point."""

import io
import re
import zipfile
from collections.abc import Set
from xml.etree import ElementTree

from yorisoi.documents.readers import check_rows, check_unseen
from yorisoi.errors import DocumentError

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_NOT = frozenset(("0", "false", "off"))
_STYLES = "word/styles.xml"
_SMALLEST = 2
"""Half points that can still be seen."""
_STANDS_FOR = {f"{_W}br": "\n", f"{_W}cr": "\n", f"{_W}tab": "\t", f"{_W}ptab": "\t", f"{_W}noBreakHyphen": "-"}
_CELL_ENDS = re.compile(r"[\n\t]")
"""What sets a name apart from what stands before it, as the border of a cell does."""


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
            removed = _removed(root, hiding)
            check_rows((*_CELL_ENDS.split(text), text) for pair in removed for text in pair)
            check_unseen("\n".join(gone for gone, _ in removed))
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
    for paragraph in [*root.iter(f"{_W}p"), root]:  # the last one for what stands in none
        hidden = {each for around in paragraph.iter() for each in _hidden_in(around, hiding)}
        if hidden:
            removed.append((_text(paragraph, hidden), _text(paragraph)))
            for around in list(paragraph.iter()):
                around[:] = [each for each in around if each not in hidden]
    return removed


def _hidden_in(around: ElementTree.Element, hiding: frozenset[str]) -> list[ElementTree.Element]:
    about = around.find(f"{_W}pPr")
    if about is not None and _named(about, "pStyle") in hiding:
        return [each for each in around if each is not about]
    return [run for run in around.findall(f"{_W}r") if _is_hidden(run.find(f"{_W}rPr"), hiding)]


def _is_hidden(how: ElementTree.Element | None, hiding: frozenset[str]) -> bool:
    return _hides(how) or (how is not None and _named(how, "rStyle") in hiding)


def _text(element: ElementTree.Element, only: Set[ElementTree.Element] | None = None) -> str:
    """What stands in it, broken where Word breaks it, in however many runs; with `only` what stands in these."""
    if only and element in only:
        only = None
    own = (element.text or "") if element.tag == f"{_W}t" else _STANDS_FOR.get(element.tag, "")
    inside = ("" if only else own) + "".join(_text(each, only) for each in element)
    return f"\n{inside}\n" if element.tag == f"{_W}p" else inside


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
