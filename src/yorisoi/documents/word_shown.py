"""What a Word file holds and Word does not show, though nothing hides it: instructions of fields, and what programs
draw that cannot draw the rest."""

from collections.abc import Iterator
from contextlib import suppress
from xml.etree import ElementTree

from yorisoi.documents.word_xml import name_of, value_of

_COMPATIBILITY = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
ALTERNATIVES, CHOICE, FALLBACK = (_COMPATIBILITY + name for name in ("AlternateContent", "Choice", "Fallback"))
_EMOJI = "}symEx"
"""A sign by its number, of newer versions; for others it stands there as text."""


def texts_of_instructions(root: ElementTree.Element) -> Iterator[ElementTree.Element]:
    """Text between the beginning of a field and its result, or its end where it has none (ISO 29500-1, 17.16.18).

    A field that does not end is broken: its text stays.
    """
    texts: list[ElementTree.Element] = []
    fields: list[int | None] = []
    """Of each that is open, in its instructions, how many texts stand before it; in its result, None."""
    for each in root.iter():
        name, kind = name_of(each), value_of(each, "fldCharType")
        if name in ("t", "sym"):
            texts.append(each)
        elif name == "fldChar" and kind == "begin":
            fields.append(len(texts))
        elif name == "fldChar" and kind in ("separate", "end") and fields:
            begins = fields.pop()
            if begins is not None:
                yield from texts[begins:]
                del texts[begins:]
            if kind == "separate":
                fields.append(None)


def other_fallbacks(root: ElementTree.Element) -> Iterator[ElementTree.Element]:
    """What stands there for programs that know none of the choices above it, and says something else than one of them.

    Word draws a choice, and of those that say the same mammoth reads the fallback: text boxes, emoji.  Which namespaces
    Word knows changes with its versions; what only an older one would show is left out.
    """
    for each in root.iter(ALTERNATIVES):
        choices = [_shown(choice) for choice in each.findall(CHOICE)]
        for fallback in each.findall(FALLBACK):
            if (said := _shown(fallback)) and any(choice != said for choice in choices):
                yield fallback


def _shown(element: ElementTree.Element) -> str:
    """Its text without blanks; of alternatives the first."""
    if element.tag == ALTERNATIVES:
        return next((_shown(each) for each in element if each.tag == CHOICE), "")
    own = ""
    if name_of(element) == "t":
        own = "".join((element.text or "").split())
    elif element.tag.endswith(_EMOJI):
        with suppress(ValueError, OverflowError):
            own = chr(int(next((value for key, value in element.items() if key.endswith("char")), ""), 16))
    return own + "".join(map(_shown, element))
