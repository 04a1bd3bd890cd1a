"""Parts of a cell's text that Excel strikes out, or sets above or below the others, as on slides."""

import io
import zipfile
from collections.abc import Iterator
from xml.etree import ElementTree

from yorisoi.documents.office_archive import parsed, with_parts
from yorisoi.documents.slide_marks import Run, mark_line
from yorisoi.documents.word_xml import OFF

_LOOKS = (b"vertAlign", b"strike")
_RICH = ("si", "is")
"""Texts that cells share, and those in a cell of its own (ISO 29500-1, 18.4.8, 18.3.1.53)."""
_SIGNS = {"superscript": "^", "subscript": "_"}


def with_marked_cells(data: bytes) -> bytes:
    """A file of Excel whose texts say `~~1,000円~~ 10^3円` where its cells show it so."""
    changed = {}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in archive.namelist():
            part = archive.read(name) if name.endswith(".xml") else b""
            if not any(look in part for look in _LOOKS) or (root := parsed(part)) is None:
                continue
            marked = [mark_line([*_runs(each)]) for each in root.iter() if _name(each) in _RICH]
            if any(marked):
                changed[name] = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return with_parts(data, changed)


def _runs(text: ElementTree.Element) -> Iterator[Run]:
    for run in text:
        said = next((each for each in run if _name(each) == "t" and each.text), None)
        if _name(run) == "r" and said is not None:
            how = {_name(look): look.get("val", "1") for about in run if _name(about) == "rPr" for look in about}
            yield said, how.get("strike", "0") not in OFF, _SIGNS.get(how.get("vertAlign", ""), "")


def _name(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]
