"""Letters that slides strike out, or set above or below the others, as Markdown has them; the converter reads letters
alone."""

from collections.abc import Iterator
from itertools import groupby, pairwise
from xml.etree import ElementTree

from yorisoi.documents.html_apart import BEGINS_WITH_A_NUMBER, ENDS_IN_A_NUMBER
from yorisoi.documents.office_archive import parts_of, with_parts

_DRAWN = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_STRICT = "{http://purl.oclc.org/ooxml/drawingml/main}"
_STRUCK = "~~"


def with_marks(data: bytes) -> bytes:
    """A file of PowerPoint whose text says `~~1,000円~~` and `10^3円` where its slides show it so."""
    changed = {}
    for name, root in parts_of(data).items():
        lines = (line for kind in (_DRAWN, _STRICT) for each in root.iter(f"{kind}p") for line in _lines(each, kind))
        marked = [mark_line(line) for line in lines]  # all of them, before one is asked for
        if any(marked):
            changed[name] = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return with_parts(data, changed)


Run = tuple[ElementTree.Element, bool, str]
"""Its text, whether it is struck out, the sign of where it stands: above, below."""


def _lines(paragraph: ElementTree.Element, kind: str) -> Iterator[list[Run]]:
    """The runs of a paragraph that are shown side by side."""
    line: list[Run] = []
    for each in paragraph:
        said, about = each.find(f"{kind}t"), each.find(f"{kind}rPr")
        if said is not None and said.text:
            how = {} if about is None else about.attrib
            line.append((said, how.get("strike", "noStrike") != "noStrike", _sign(how.get("baseline", ""))))
        elif each.tag == f"{kind}br":
            yield line
            line = []
    yield line


def _sign(baseline: str) -> str:
    """Of a part of the letters' height: `30000`, `-25%`; none of nought."""
    if not baseline.strip("-0.%"):
        return ""
    return "_" if baseline.startswith("-") else "^"


def mark_line(line: list[Run]) -> bool:
    """Whether some of the runs of a line are marked now."""
    texts = [said.text or "" for said, *_ in line]
    for (before, after), (_, _, first), (said, _, second) in zip(pairwise(texts), line, line[1:], strict=False):
        if second and BEGINS_WITH_A_NUMBER.match(after) and ENDS_IN_A_NUMBER.search(before):
            said.text = second + after
        elif first and before[-1].isdecimal() and after[0].isdecimal():
            said.text = f" {after}"
    for struck, runs in groupby(line, lambda run: run[1]):
        marked = [said for said, *_ in runs] if struck else []
        if marked:
            marked[0].text = f"{_STRUCK}{marked[0].text}"
            marked[-1].text = f"{marked[-1].text}{_STRUCK}"
    return texts != [said.text for said, *_ in line]
