"""What a page holds and does not show: text for machines, which a reader could not check."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from yorisoi.documents.html_controls import shows_no_text_within
from yorisoi.documents.mathml import SIGNS
from yorisoi.documents.styles import WHITE, Letters, Look, Paint, Rule, alike, look_of, rules_of
from yorisoi.errors import DocumentError

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag

_MOST_RULES = 2_000
"""Of those in a page's own style sheets that may concern it: each is held against the page."""
_MOST_CONDITIONS = 100
"""In which a page's colours are looked at, each by itself: dark, narrow."""
_ONE_BY_ONE = 5
"""Times as long as in a search of the whole page an element takes that is held against a selector by itself."""
INSTEAD = ("noscript", "iframe", "noembed", "noframes")
"""What stands for browsers that run no script, or cannot show something: to all others it is letters, not elements."""
_SHUT = {*INSTEAD, "template", "datalist", "canvas", "video", "audio"}
"""Elements that every browser hides, or draws something else for than they hold."""
_OWN = (1_000_000, 0, 0)
"""The weight of an element's own style, above all selectors, and below it that of attributes such as `bgcolor`."""
_OF_ATTRIBUTES = (-1, 0, 0)
_Kind = TypeVar("_Kind", Paint, Letters)
_Said = dict[int, list[tuple[str, tuple[int, ...], int, Look]]]
"""By element: under which condition, with which weight, in which order, what is said of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """How elements of a page are seen."""

    hidden: list["Tag"]
    struck: list["Tag"]
    levels: list[tuple["Tag", str]]
    """Those above (`sup`) or below the line (`sub`)."""


def hidden_in(soup: "BeautifulSoup") -> list["Tag"]:
    """What the attributes of a page, its styles or its own style sheets hide, some of it within other such.

    What a style sheet of another file or a script hides cannot be told.  Text is put into a `span` where it has the
    colour of what is behind it and what stands beside it has not.  Raises DocumentError: style sheets without end.
    """
    return seen_in(soup).hidden


def seen_in(soup: "BeautifulSoup") -> Seen:
    """The same, and what they strike out, or set above or below the line."""
    import soupsieve  # comes with markitdown

    sheets = [(str(sheet.get("media") or ""), sheet.get_text()) for sheet in soup.find_all(_is_sheet)]
    here = _by_what_they_have(soup) if sheets else {}
    rules = [rule for rule in rules_of(sheets) if rule.needs <= here.keys() and _selects(rule.selector)]
    if len(rules) > _MOST_RULES:
        raise DocumentError(f"has more than {_MOST_RULES:,} rules in style sheets of its own that concern it")
    looks = [(tag, look_of(str(tag.get("style") or ""))) for tag in soup.find_all(True)]
    unseen = [tag for tag, look in looks if look.hides or _is_shut(tag)]

    @cache
    def selected(rule: Rule) -> list["Tag"]:
        pattern, few = soupsieve.compile(rule.selector), here.get(rule.subject, [])
        if len(few) * _ONE_BY_ONE < len(here[""]):
            return [tag for tag in few if pattern.match(tag)]
        return list(pattern.select(soup))

    unseen += [tag for rule in rules if rule.look.hides for tag in selected(rule)]
    struck = [tag for tag, look in looks if look.struck]
    struck += [tag for rule in rules if rule.look.struck for tag in selected(rule)]
    return Seen(
        hidden=[
            *unseen,
            *_vanishing(soup, rules, selected),
            *_unseen_in_formulas(soup),
            *_unseen_in_controls(tag for tag, _ in looks),
        ],
        struck=struck,
        levels=_levels(looks, rules, selected),
    )


def _is_shut(tag: "Tag") -> bool:
    """Whether browsers hide an element of themselves."""
    if tag.name == "title":  # the page's own stands above it, and is read by itself
        return tag.find_parent("body") is not None
    shut = tag.name == "dialog" and "open" not in tag.attrs
    return shut or tag.name in _SHUT or "hidden" in tag.attrs or "popover" in tag.attrs


def _unseen_in_formulas(soup: "BeautifulSoup") -> Iterator["Tag"]:
    """Placeholders, what says the same to machines, and text beside the signs of a formula, in a `span`."""
    for formula in soup.find_all(lambda tag: tag.name == "math" and not tag.find_parent("math")):
        yield from formula.find_all("mphantom")
        for parts in formula.find_all(("semantics", "maction")):
            yield from parts.find_all(True, recursive=False)[1:]
        for text in formula.find_all(string=re.compile(r"\S")):
            around = text.find_parent((*SIGNS, "math"))
            if around is None or around.name == "math":
                yield text.wrap(soup.new_tag("span"))


def _unseen_in_controls(tags: Iterable["Tag"]) -> Iterator["Tag"]:
    """What gauges hold for browsers that draw none, and options that show a label, in a `span`."""
    from bs4 import Tag

    for control in filter(shows_no_text_within, tags):
        inside = Tag(name="span")
        inside.extend(list(control.contents))
        control.append(inside)
        yield inside


def _is_sheet(tag: "Tag") -> bool:
    of_css = str(tag.get("type") or "text/css").strip().lower() == "text/css"
    return tag.name == "style" and of_css and tag.find_parent(("template", *INSTEAD)) is None


def _by_what_they_have(soup: "BeautifulSoup") -> dict[str, list["Tag"]]:
    """The elements of each name (`a`), class (`.a`) and id (`#a`), and all (empty)."""
    found: dict[str, list[Tag]] = {"": []}
    for tag in soup.find_all(True):
        ids = [f"#{tag['id']}"] if tag.has_attr("id") else []
        classes = (f".{name}" for name in tag.get_attribute_list("class") if name)
        for each in dict.fromkeys(("", tag.name.lower(), *ids, *classes)):
            found.setdefault(each, []).append(tag)
    return found


def _selects(selector: str) -> bool:
    import soupsieve

    try:
        return bool(soupsieve.compile(selector))
    except (soupsieve.SelectorSyntaxError, NotImplementedError):  # ::before: nothing that stands there
        return False


def _vanishing(soup: "BeautifulSoup", rules: list[Rule], selected: Callable[[Rule], list["Tag"]]) -> list["Tag"]:
    """What is written in the colour that lies behind it, or in letters of no size, under whichever of the conditions
    that style sheets name.

    Only colours that the page itself gives to text: a page is white, and what is behind it cannot be told otherwise.
    """
    own: _Said = {}
    for tag in soup.find_all(_has_colours):
        looks = ((_OWN, look_of(str(tag.get("style") or ""))), (_OF_ATTRIBUTES, look_of(_of_attributes(tag))))
        own[id(tag)] = [("", weight, 0, look) for weight, look in looks]
    looks_of_tags = [look for said in own.values() for *_, look in said]
    grounds = {WHITE, *(look.ground.colour for look in (*looks_of_tags, *(rule.look for rule in rules)) if look.ground)}

    @cache
    def may_vanish(look: Look) -> bool:
        of_no_size = look.letters is not None and not look.letters.seen
        return of_no_size or (look.text is not None and any(alike(look.text.colour, ground) for ground in grounds))

    # Most pages have no such text: then all that colours something need not be held against them.
    if not any(map(may_vanish, looks_of_tags)) and not any(selected(rule) for rule in rules if may_vanish(rule.look)):
        return []
    for order, rule in enumerate(rules):
        for tag in selected(rule) if rule.look.text or rule.look.ground or rule.look.letters else ():
            own.setdefault(id(tag), []).append((rule.condition, rule.weight, order, rule.look))
    conditions = {"", *(condition for said in own.values() for condition, *_ in said)}
    if len(conditions) > _MOST_CONDITIONS:
        raise DocumentError(f"has style sheets of its own with more than {_MOST_CONDITIONS} conditions")
    return [tag for condition in sorted(conditions) for tag in _whole(soup, _vanishing_under(condition, soup, own))]


def _levels(
    looks: list[tuple["Tag", Look]], rules: list[Rule], selected: Callable[[Rule], list["Tag"]]
) -> list[tuple["Tag", str]]:
    """Elements above or below the line, by the selector that weighs most, else by the last that says so."""
    if not any(look.level for look in (*(look for _, look in looks), *(rule.look for rule in rules))):
        return []
    said: dict[int, tuple[Tag, str | None]] = {}
    for rule in sorted((rule for rule in rules if rule.look.level is not None), key=lambda rule: rule.weight):
        said |= {id(tag): (tag, rule.look.level) for tag in selected(rule)}
    said |= {id(tag): (tag, look.level) for tag, look in looks if look.level is not None}
    return [(tag, level) for tag, level in said.values() if level]


def _has_colours(tag: "Tag") -> bool:
    return any(map(tag.has_attr, ("style", "bgcolor", "background"))) or tag.name in ("font", "body")


def _of_attributes(tag: "Tag") -> str:
    text = tag.get("color") if tag.name == "font" else tag.get("text") if tag.name == "body" else None
    said = [f"color:{text}" if text else "", f"background:{tag['bgcolor']}" if tag.has_attr("bgcolor") else ""]
    return ";".join([*said, "background:url(a)" if tag.has_attr("background") else ""])


def _vanishing_under(condition: str, soup: "BeautifulSoup", said: _Said) -> Iterator["Tag"]:
    """The elements whose own text is not told from its ground, or has no size."""
    from bs4 import Tag

    shown: list[tuple[Tag, Paint, Paint, Letters]] = [(soup, Paint(None), Paint(WHITE), Letters(seen=True))]
    while shown:
        tag, text, ground, letters = shown.pop()
        looks = [
            (weight, order, look) for held, weight, order, look in said.get(id(tag), ()) if held in ("", condition)
        ]
        text = _strongest(looks, lambda look: look.text, text)
        ground = _strongest(looks, lambda look: look.ground, ground)
        letters = _strongest(looks, lambda look: look.letters, letters)
        if alike(text.colour, ground.colour) or not letters.seen:
            yield tag
        shown += [(each, text, ground, letters) for each in tag.children if isinstance(each, Tag)]


def _strongest(
    looks: list[tuple[tuple[int, ...], int, Look]], of: Callable[[Look], _Kind | None], otherwise: _Kind
) -> _Kind:
    """What is said by what is important, else by the selector that weighs most, else last."""
    said = [(weight, order, each) for weight, order, look in looks if (each := of(look))]
    return max(said, key=lambda each: (each[2].important, each[0], each[1]), default=((), 0, otherwise))[2]


def _whole(soup: "BeautifulSoup", unseen: Iterator["Tag"]) -> list["Tag"]:
    """The outermost elements in which all text is unseen; text that stands beside seen elements in a `span`."""
    from bs4 import Tag
    from bs4.element import NavigableString

    hidden = {id(tag) for tag in unseen}
    if not hidden:
        return []
    seen: set[int] = set()
    for text in soup.find_all(string=True):
        around = text.parent
        if text.strip() and type(text) is NavigableString and id(around) not in hidden:
            while around is not None and id(around) not in seen:
                seen.add(id(around))
                around = around.parent
    found: list[Tag] = []
    left: list[Tag] = [soup]
    while left:
        tag = left.pop()
        for each in list(tag.children):
            if isinstance(each, Tag) and id(each) in seen:
                left.append(each)
            elif isinstance(each, Tag) and (
                id(each) in hidden or any(id(one) in hidden for one in each.find_all(True))
            ):
                found.append(each)
            elif id(tag) in hidden and type(each) is NavigableString and each.strip():
                found.append(each.wrap(soup.new_tag("span")))
    return found
