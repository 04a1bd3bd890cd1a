"""Who may read a page, said by an element that holds a value under a name: a form's control, `param`, a stray `meta`.

What it is called nobody reads, and what it holds is not text of the page: neither is taken in.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING

from yorisoi.documents.metadata import field_name, means_groups, spellings
from yorisoi.documents.reader_names import speaks_of_readers
from yorisoi.documents.readers import check_property, check_text, line_at_head
from yorisoi.documents.running_heads import written_out
from yorisoi.errors import AccessUnclear

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag
    from bs4.element import PageElement

_NAMES = ("name", "http-equiv", "property", "itemprop", "id", "aria-label")
_LISTS_OF_NAMES = ("property", "itemprop")
_VALUES = ("value", "content")
_HOLD_TEXT = ("select", "textarea", "output")
_CONTROLS = ("input", *_HOLD_TEXT)
_CAPTIONED = ("submit", "button", "reset", "image")
"""Inputs whose value only stands on them."""
_MOST_INSIDE = 1_000
"""Elements and texts of a control that are looked at: one that is not closed goes on to the page's end."""
_PROPERTIES = "customdocumentproperties"
"""Where Office keeps in a page what stands in `docProps/custom.xml` of its files."""
_LABELS = ("label", "legend", "summary")
_MARKUP = re.compile(
    r"""<(/?)([a-z][\w-]*)(?:((?:[^<>"']++|"[^"]{0,1000}+"|'[^']{0,1000}+'){0,200}+)|([^<>]*+))>""", re.IGNORECASE
)
"""A tag with its quotation marks closed (3) or not (4), found in a time that grows with the text."""
_WITH_A_VALUE = re.compile(r"\b(?:value|content)\s*=", re.IGNORECASE)
_LEVELS = re.compile(r"[\[\].:/]+")
"""Of a name: `page[readers]`, `access:groups`."""
_NOT_OF_WORDS = re.compile(r"[\W_]+")


def check_held(page: "BeautifulSoup") -> None:
    """Raises AccessUnclear: what an element holds stands under a name, or a label, of who may read something, or says
    so itself, as a field's value.

    A control that holds nothing asks for it: a search.  But a hidden one asks nobody.
    """
    check_properties(page)
    holding = page.find_all(_holds)
    for tag in holding:
        for name in names_of(tag, _NAMES):
            if names_groups(name) or _speaks_of_readers(name, whole=tag.name == "meta"):
                raise AccessUnclear(f"has a {tag.name} named {name[:80]!r}: who may read it is unclear")
        values = (str(tag.get(each) or "").splitlines() for each in _VALUES)
        if line := line_at_head(chain.from_iterable(values), of_field=True):
            raise AccessUnclear(f"has a {tag.name} that says {line!r}: who may read it is unclear")
    held = {str(tag.get("id")) for tag in holding}
    for label in page.find_all(_LABELS):
        words, controls = _labelled(label)
        asks = (controls or label.has_attr("for")) and not (label.get("for") in held or any(map(_holds, controls)))
        if not asks:
            check_text(f"{words}:")


def check_properties(page: "BeautifulSoup") -> None:
    """Raises AccessUnclear: among the properties of a page that Office saved, whose elements are called as they are,
    one is named as readers are, or says who may read it."""
    for properties in page.find_all(lambda tag: _without_prefix(tag) == _PROPERTIES):
        for each in properties.find_all(True):
            said = "".join(each.find_all(string=True, recursive=False))
            check_property(written_out(_without_prefix(each)), said)


def _without_prefix(tag: "Tag") -> str:
    return tag.name.rpartition(":")[2].lower()


def names_of(tag: "Tag", attributes: Iterable[str]) -> list[str]:
    """What an element is called by these attributes, some of which list names."""
    said = [(attribute, str(tag.get(attribute) or "")) for attribute in attributes]
    return [name for attribute, names in said for name in (names.split() if attribute in _LISTS_OF_NAMES else [names])]


def check_held_in(markup: str) -> None:
    """The same of Markdown without its code, the insides of its comments too.  Raises AccessUnclear."""
    if found := "".join(_closed(markup)):
        from bs4 import BeautifulSoup  # comes with markitdown

        check_held(BeautifulSoup(found, "html.parser"))


def _closed(markup: str) -> Iterator[str]:
    """Only what is looked at, each element closed: for open ones a parser takes a time that grows with their square."""
    at, inside = 0, False
    for tag in _MARKUP.finditer(markup):
        name, said = tag[2].lower(), tag[3] if tag[3] is not None else re.sub("[\"']", " ", tag[4])
        around = name in (*_LABELS, *_HOLD_TEXT)
        if not (around or name == "input" or _WITH_A_VALUE.search(said)):
            continue
        yield markup[at : tag.start()].replace("<", " ") if inside else ""
        if tag[1] or around:
            inside = not tag[1] or name in _HOLD_TEXT
            closes = _HOLD_TEXT if name in _HOLD_TEXT else (*_HOLD_TEXT, *_LABELS)
            yield "".join(f"</{each}>" for each in closes)
        if not tag[1]:
            yield f"<{name}{said}>" if around else f"<{name}{said}></{name}>"
        at = tag.end()
    yield markup[at:].replace("<", " ") if inside else ""


def names_groups(name: str) -> bool:
    """Whether a machine's name is that of who may read something, as it is or the last word of (`access-groups`)."""
    words = [word for word in _NOT_OF_WORDS.split(field_name(name)) if word]
    return bool(words) and words[-1] in spellings("groups")


def _speaks_of_readers(name: str, *, whole: bool) -> bool:
    """Whether a name is another word for readers, as a `whole` or after the last sign in it: metas have vocabularies,
    such as `dcterms.accessRights` of archives, and say by it that a page is open."""
    own = [field_name(name)] if whole else [part for part in _LEVELS.split(field_name(name)) if part][-1:]
    return any(means_groups(part) or speaks_of_readers(part) for part in own)


def _labelled(label: "Tag") -> tuple[str, list["Tag"]]:
    """A label's words and the controls within it; where it is not closed, to the next one."""
    from bs4 import Tag

    words: list[str] = []
    controls: list[Tag] = []
    for each in _inside(label):
        if not isinstance(each, Tag):
            words.append(str(each))
        elif each.name in _LABELS:
            break
        elif each.name in _CONTROLS:
            controls.append(each)
            if each.name in _HOLD_TEXT:
                break
    return "".join(words), controls


def _inside(tag: "Tag") -> Iterator["PageElement"]:
    """Its descendants in order.  Beautiful Soup looks for the last of them first, however deep it stands."""
    from bs4 import Tag

    left = tag.contents[::-1]
    while left:
        each = left.pop()
        yield each
        left += each.contents[::-1] if isinstance(each, Tag) else []


def _holds(tag: "Tag") -> bool:
    from bs4 import Tag

    kind = str(tag.get("type") or "").lower()
    if tag.name == "input" and kind in ("hidden", *_CAPTIONED):
        return kind == "hidden"
    inside = islice(_inside(tag), _MOST_INSIDE) if tag.name in _HOLD_TEXT else ()
    texts = (each.get("value") if isinstance(each, Tag) else each for each in inside)
    return tag.has_attr("checked") or any(str(each or "").strip() for each in (*map(tag.get, _VALUES), *texts))
