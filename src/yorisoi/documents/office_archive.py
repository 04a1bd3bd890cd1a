"""The parts of an Office file that are XML, and the file with some of them written anew."""

import io
import zipfile
from collections.abc import Mapping
from xml.etree import ElementTree


def parts_of(data: bytes) -> dict[str, ElementTree.Element]:
    """By name; which of them is what is said in the file, and by no name."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        read = ((name, parsed(archive.read(name))) for name in archive.namelist())
        return {name: root for name, root in read if root is not None}


def with_parts(data: bytes, changed: Mapping[str, bytes]) -> bytes:
    """The file as it is where nothing is changed."""
    if not changed:
        return data
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new:
        for name in dict.fromkeys(old.namelist()):
            new.writestr(name, changed[name] if name in changed else old.read(name))
    return stream.getvalue()


def parsed(part: bytes) -> ElementTree.Element | None:
    """None: it is no XML that can be read."""
    try:
        return ElementTree.fromstring(part)
    except (ElementTree.ParseError, ValueError):  # a picture, or in Shift_JIS, which no converter reads either
        return None
