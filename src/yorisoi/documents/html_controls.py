"""What controls of a page show: what is chosen, a value that cannot be changed, how far a gauge has got."""

import re

from bs4 import Tag

_BOXES = ("checkbox", "radio")
_WITHOUT_LETTERS = (*_BOXES, "button", "color", "file", "hidden", "image", "password", "range", "reset", "submit")
"""Kinds of `input` that show their value in no letters, or none of it, and those that do something."""
_GAUGES = ("meter", "progress")
_NUMBER = re.compile(r"-?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:e[-+]?[0-9]+)?", re.IGNORECASE)
"""HTML, 2.3.4.3."""


def write_controls(element: Tag) -> None:
    """Each control within an element is text, `[x]` and `[ ]` before what is to be chosen; what is to be filled in is
    none."""
    for control in element.find_all("input"):
        show_instead(control, _apart(control, _shown(control)))
    for select in element.find_all("select"):
        options = select.find_all("option")
        chosen = {id(option) for option in _chosen(select, options)}
        for option in options:
            option.insert(0, _box(id(option) in chosen) + str(option.get("label") or ""))
    for gauge in element.find_all(_GAUGES):
        value, most = _number(gauge, "value"), _number(gauge, "max")
        if value and most:
            value = f"{min(value, most, key=float)}/{most}"
        show_instead(gauge, _apart(gauge, value or most))


def show_instead(tag: Tag, said: str) -> None:
    """Only this text stands where an element did, and what stands beside it keeps its blanks, also without any."""
    tag.name, tag.attrs, tag.string = "span", {}, said


def shows_no_text_within(tag: Tag) -> bool:
    """Whether a browser draws something else than an element holds."""
    return tag.name in _GAUGES or (tag.name == "option" and bool(tag.get("label")))


def buttons_that_send(element: Tag) -> list[Tag]:
    """Those within an element that send or clear a form, rather than show something."""
    found, left = [], [(element, False)]
    while left:  # from above: to look for the form around each would take the whole depth
        tag, in_form = left.pop()
        in_form = in_form or tag.name == "form"
        if in_form and tag.name == "button" and str(tag.get("type") or "").lower() != "button":
            found.append(tag)
        left += [(each, in_form) for each in tag.contents if isinstance(each, Tag)]
    return found


def _shown(control: Tag) -> str:
    kind = str(control.get("type") or "text").strip().lower()
    if kind in _BOXES:
        return _box(control.has_attr("checked"))
    fixed = control.has_attr("readonly") or control.has_attr("disabled")
    return " ".join(str(control.get("value") or "").split()) if fixed and kind not in _WITHOUT_LETTERS else ""


def _apart(control: Tag, said: str) -> str:
    """In a box of its own: 3 500円 is not 3500円."""
    before, behind = control.previous_sibling, control.next_sibling
    left = "" if before is None or (isinstance(before, str) and before[-1:].isspace()) else " "
    right = "" if behind is None or (isinstance(behind, str) and behind[:1].isspace()) else " "
    return f"{left}{said}{right}" if said.strip() else said


def _box(chosen: bool) -> str:
    return "[x] " if chosen else "[ ] "


def _chosen(select: Tag, options: list[Tag]) -> list[Tag]:
    """Of one that folds up the first that can be chosen, where none is (HTML, 4.10.7)."""
    chosen = [option for option in options if option.has_attr("selected")]
    if select.has_attr("multiple"):
        return chosen
    folds = str(select.get("size") or "1").strip() in ("0", "1")
    return chosen[-1:] or [option for option in options if folds and not option.has_attr("disabled")][:1]


def _number(gauge: Tag, name: str) -> str:
    """Empty: it says none.  Letters in its place nobody sees."""
    said = str(gauge.get(name) or "").strip()
    return said if _NUMBER.fullmatch(said) else ""
