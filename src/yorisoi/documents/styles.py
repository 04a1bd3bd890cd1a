"""What styles say of how text is seen, as a parser of CSS reads them: escapes, comments and nested rules too."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import tinycss2
from tinycss2.color5 import parse_color

from yorisoi.errors import DocumentError

Colour = tuple[float, ...]
"""Red, green, blue, from 0 to 1; nothing for a clear one."""

WHITE: Colour = (1.0, 1.0, 1.0)
CLEAR: Colour = ()
_LEAST = 0.1
"""Below it nothing can be seen, of whichever unit; letters below a point."""
_NEAR = 0.05
"""By which red, green and blue differ at most where letters are not told from what is behind them."""
_FAR, _FAR_EMS, _FAR_RIGHT = -100, -10, 2_000
"""Off the page: to the left or above, in pixels and in letters' heights; to the right or below."""
_KEYWORDS = {
    "display": {"none"},
    "visibility": {"hidden", "collapse"},
    "content-visibility": {"hidden"},
}
_STRUCK = "line-through"
_LEVELS = {"super": "sup", "sub": "sub", "baseline": "", "normal": ""}
_ON_A_LINE = ("inline", "contents", "ruby")
"""How values of `display` begin that leave text on the line where it stands."""
_SIZES = {f"{most}{side}" for most in ("", "max-") for side in ("height", "width", "block-size", "inline-size")}
_SIZES |= {"opacity", "zoom", "scale"}
_PLACES = re.compile(r"(?:.*-)?(?:left|top|right|bottom|text-indent|inset(?:-.*)?)|translate")
_MATHS = ("calc", "min", "max", "clamp")
_NUMBERS = ("number", "percentage", "dimension")
_PULLED_AWAY = -1_000
_ANGLES = ("deg", "rad", "grad", "turn")
_RELATIVE = ("em", "ex", "ch", "ic", "cap", "lh")
_SIZED = {"xx-small", "x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large", "initial", "revert"}
_OF_NO_SCREEN = re.compile(r"\s*(?:(?:only\s+)?(?:print|speech)\b|not\s+(?:screen|all)\s*$)", re.IGNORECASE)
_NO_RULES = re.compile(
    r"(?:-\w+-)?(?:keyframes|font-face|page|property|counter-style|font-feature-values|starting-style)"
)
_GROWN = ("width", "inline-size", "height", "block-size")
"""From nothing to what is free, where an element is said to be flexible."""
_MOST_LEVELS = 32
_LONGEST = 10_000
"""Characters of a selector put together of nested rules."""
_MOST_WITHIN = 3
"""Variables and calculations within each other."""
_MOST_VALUES = 1_000
"""Parts of a value, with all that its variables may be."""

_Tokens = list[Any]
_Variables = Mapping[str, _Tokens]


@dataclass(frozen=True, slots=True)
class Paint:
    """A colour that a style gives; None where it cannot be told: of a picture, a variable."""

    colour: Colour | None
    important: bool = False


@dataclass(frozen=True, slots=True)
class Letters:
    """A size that a style gives; within an element of no size others can have one of their own."""

    seen: bool
    important: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """What declarations say of how text is seen."""

    hides: bool = False
    """With all that is within: not there, of no extent, off the page, clear, or in the colour of a ground said with
    it."""
    text: Paint | None = None
    ground: Paint | None = None
    letters: Letters | None = None
    struck: bool = False
    level: str | None = None
    """Above or below the line: `sup`, `sub`; empty: on it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    selector: str
    """One, without commas outside of brackets."""
    look: Look
    condition: str
    """In which it holds: `media (width < 40em)`; empty: always."""
    weight: tuple[int, int, int]
    """How many ids, classes and names of elements the selector has."""
    needs: frozenset[str]
    """Ids and classes without which it selects nothing."""
    subject: str
    """An id, a class or a name (`#a`, `.a`, `a`) that all have that it selects; empty where that is not plain."""


def alike(text: Colour | None, ground: Colour | None) -> bool:
    """Whether letters of one colour are not told from the other."""
    return bool(text and ground) and max(abs(a - b) for a, b in zip(text or (), ground or (), strict=True)) < _NEAR


def hides(style: str) -> bool:
    """Whether what is shown in this style is not seen, by itself, on a white page."""
    look = look_of(style)
    white = bool(look.text and not look.ground and alike(look.text.colour, WHITE))
    return look.hides or white or bool(look.letters and not look.letters.seen)


@lru_cache(maxsize=4096)
def stands_apart(style: str) -> bool:
    """Whether what is shown in this style begins a line, or is put beside those around it."""
    said = _said(style)
    display, floats, place = (said.get(name, "") for name in ("display", "float", "position"))
    apart = display and not display.startswith(_ON_A_LINE)
    return bool(apart or floats in ("left", "right") or place in ("absolute", "fixed"))


def is_gone(style: str) -> bool:
    """Whether this style takes something out of its place, too."""
    return _said(style).get("display", "").startswith("none")


def _said(style: str) -> dict[str, str]:
    return {each.lower_name: _words(each) for each in _contents(style) if each.type == "declaration"}


@lru_cache(maxsize=4096)
def look_of(style: str) -> Look:
    """What an element's own style says."""
    return _look([each for each in _contents(style) if each.type == "declaration"], {})


def rules_of(sheets: Iterable[tuple[str, str]]) -> list[Rule]:
    """The rules of style sheets, each with the media it is for, that say how text is seen on a screen."""
    found = [each for media, sheet in sheets for each in _rules_in(media, sheet)]
    variables: dict[str, _Tokens] = {}
    for each in (each for *_, declarations in found for each in declarations if each.name.startswith("--")):
        variables.setdefault(each.name, []).extend(each.value)
    rules = []
    for selectors, condition, declarations in found:
        look = _look(declarations, variables)
        for selector in _each(selectors) if look != Look() else ():
            rules.append(_rule(selector, look, condition))
    return rules


def _contents(tokens: Any) -> _Tokens:
    return list(tinycss2.parse_blocks_contents(tokens, skip_comments=True, skip_whitespace=True))


def _rules_in(media: str, sheet: str) -> Iterator[tuple[str, str, _Tokens]]:
    if not _is_of_no_screen(media):
        contents = tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True)
        yield from _walk(contents, "", f"media {media}" if media.strip() else "", 0)


def _walk(contents: _Tokens, around: str, condition: str, depth: int) -> Iterator[tuple[str, str, _Tokens]]:
    """(selectors, condition, declarations) of rules, of those within others and within `@media` and the like too."""
    own = [each for each in contents if each.type == "declaration"]
    if around and own:
        yield around, condition, own
    for each in contents if depth < _MOST_LEVELS else ():
        if each.type == "qualified-rule":
            yield from _walk(_contents(each.content), _within(each.prelude, around), condition, depth + 1)
        elif each.type == "at-rule" and each.content and not _NO_RULES.fullmatch(each.lower_at_keyword):
            name, said = each.lower_at_keyword, tinycss2.serialize(each.prelude).strip()
            if name == "media" and _is_of_no_screen(said):
                continue
            scopes = [tinycss2.serialize(one.content) for one in each.prelude if one.type == "() block"]
            inside = scopes[0] if name == "scope" and scopes else around
            held = condition if name in ("scope", "layer") else f"{condition} {name} {said}".strip()
            yield from _walk(_contents(each.content), inside, held, depth + 1)


def _is_of_no_screen(media: str) -> bool:
    return bool(media.strip()) and all(map(_OF_NO_SCREEN.match, media.split(",")))


def _within(prelude: _Tokens, around: str) -> str:
    """Selectors as they are outside of the rule whose own are `around`."""
    if not around:
        return str(tinycss2.serialize(prelude))
    stands = f":is({around})"
    if len(stands) * sum(token == "&" for token in prelude) > _LONGEST:
        raise DocumentError("nests the rules of its style sheets without end")
    parts = (
        "".join(stands if token == "&" else token.serialize() for token in part)
        if any(token == "&" for token in part)
        else f"{stands} {tinycss2.serialize(part)}"
        for part in _split(prelude)
    )
    return ",".join(parts)


def _split(tokens: Iterable[Any]) -> list[_Tokens]:
    parts: list[_Tokens] = [[]]
    for token in tokens:
        if token == ",":
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _each(selectors: str) -> Iterator[str]:
    for part in _split(tinycss2.parse_component_value_list(selectors, skip_comments=True)):
        if selector := tinycss2.serialize(part).strip():
            yield selector


def _rule(selector: str, look: Look, condition: str) -> Rule:
    """What stands in brackets weighs as one class."""
    ids = classes = names = 0
    needs, subject, before = set(), "", ""
    for token in tinycss2.parse_component_value_list(selector):
        if token.type == "hash":
            ids += 1
            needs.add(subject := f"#{token.value}")
        elif before in (".", ":") or token.type == "[] block":
            classes += 1
            if before == "." and token.type == "ident":
                needs.add(subject := f".{token.value}")
        elif token.type == "ident":
            names += 1
            subject = token.lower_value
        elif token.type == "whitespace" or token in (">", "+", "~", "|"):
            subject = ""
        before = token.value if token.type == "literal" else ""
    weight = (ids, classes, names)
    return Rule(
        selector=selector, look=look, condition=condition, weight=weight, needs=frozenset(needs), subject=subject
    )


def _look(declarations: _Tokens, variables: _Variables) -> Look:
    hidden, text, filled, ground, letters, struck, level = False, None, None, None, None, False, None
    flexes = any(each.lower_name in ("flex", "flex-grow") for each in declarations)
    for each in declarations:
        if each.lower_name == "color":
            text = _painted(each, text)
        elif each.lower_name == "-webkit-text-fill-color":
            filled = _painted(each, filled)
        elif each.lower_name in ("background", "background-color", "background-image"):
            ground = _painted(each, ground)
        elif each.lower_name in ("font-size", "font"):
            letters = _sized(each, list(_flat(each.value, variables)), letters)
        elif each.lower_name in ("text-decoration", "text-decoration-line"):
            struck = any(t.type == "ident" and t.lower_value == _STRUCK for t in _flat(each.value, variables))
        elif each.lower_name in ("vertical-align", "font-variant-position"):
            words = (token.lower_value for token in _flat(each.value, variables) if token.type == "ident")
            level = next((_LEVELS[word] for word in words if word in _LEVELS), level)
        elif not (flexes and each.lower_name in _GROWN):
            hidden = hidden or _hides(each.lower_name, list(_flat(each.value, variables)))
    text = filled or text
    if text and (text.colour == CLEAR or (ground and alike(text.colour, ground.colour))):
        hidden = True
    return Look(hidden, text, None if ground and ground.colour == CLEAR else ground, letters, struck, level)


def _words(declaration: Any) -> str:
    return " ".join(token.lower_value for token in declaration.value if token.type == "ident")


def _stands(before: Paint | Letters | None, declaration: Any) -> bool:
    """Whether what was said before is important and what is declared after it is not."""
    return bool(before and before.important and not declaration.important)


def _sized(declaration: Any, value: _Tokens, before: Letters | None) -> Letters | None:
    """What size letters have where this is said after what is said `before`; one relative to what is around says
    nothing.  Of `font` the first number with a unit is it, or a bare nought."""
    if _stands(before, declaration):
        return before
    important = bool(declaration.important)
    numbers = [token for token in value if _is_number(token) and getattr(token, "lower_unit", "") not in _ANGLES]
    if declaration.lower_name == "font":
        numbers = [token for token in numbers if token.type != "number" or not token.value][:1]
    if any(map(_is_tiny, numbers)):
        return Letters(seen=False, important=important)
    absolute = any(token.type == "dimension" and token.lower_unit not in _RELATIVE for token in numbers)
    words = {token.lower_value for token in value if token.type == "ident"}
    return Letters(seen=True, important=important) if absolute or words & _SIZED else before


def _painted(declaration: Any, before: Paint | None) -> Paint | None:
    """What is painted where this is said after what is painted `before`."""
    if _stands(before, declaration):
        return before
    important = bool(declaration.important)
    tokens = [each for each in declaration.value if each.type not in ("whitespace", "comment")]
    colours = [each for each in map(_colour, tokens) if each is not None]
    cannot_be_told = any(each.type in ("url", "function") and _colour(each) is None for each in tokens)
    words = {each.lower_value for each in tokens if each.type == "ident"}
    if cannot_be_told:
        return Paint(None, important)
    if colours:
        return Paint(colours[-1], important)
    return Paint(CLEAR, important) if declaration.lower_name == "background" and words == {"none"} else before


def _colour(token: Any) -> Colour | None:
    if token.type == "ident":
        return _of_name(token.lower_value)
    return _of_parsed(parse_color(token)) if token.type in ("hash", "function") else None


@lru_cache(maxsize=4096)
def _of_name(name: str) -> Colour | None:
    return _of_parsed(parse_color(name))


def _of_parsed(colour: Any) -> Colour | None:
    if colour is None or isinstance(colour, str):  # `currentcolor`
        return None
    if (colour.alpha or 0) < _LEAST:
        return CLEAR
    try:
        values = colour.to("srgb").coordinates
    except NotImplementedError:  # not among what the library turns into others: of these the lightness, of 1 or 100
        values = [(colour.coordinates[0] or 0) / (1 if colour.space.startswith("ok") else 100)] * 3
    return tuple(min(max(each or 0.0, 0.0), 1.0) for each in values)


def _flat(tokens: Iterable[Any], variables: _Variables, depth: int = 0) -> Iterator[Any]:
    """The parts of a value, with all that a variable may be; of a calculation the numbers, if all of them are small."""
    left = _MOST_VALUES
    for token in tokens:
        inside: Iterable[Any] = [token]
        if token.type == "function" and depth < _MOST_WITHIN:
            if token.lower_name == "var":
                named = next((each.value for each in token.arguments if each.type == "ident"), "")
                inside = _flat([*variables.get(named, ()), *token.arguments], variables, depth + 1)
            elif token.lower_name in _MATHS:
                inside = list(_flat(token.arguments, variables, depth + 1))
                inside = inside if all(map(_is_small, filter(_is_number, inside))) else ()
        for each in inside:
            left -= 1
            if left < 0:
                return
            yield each


def _is_number(token: Any) -> bool:
    return token.type in _NUMBERS


def _is_small(token: Any) -> bool:
    size = token.value / 100 if token.type == "percentage" else token.value
    return bool(-_LEAST < size < _LEAST)


def _is_tiny(token: Any) -> bool:
    return _is_small(token) or (token.type == "dimension" and token.lower_unit in ("px", "pt") and 0 <= token.value < 1)


def _is_far(token: Any) -> bool:
    in_letters = token.type == "dimension" and token.lower_unit in ("em", "rem")
    return bool(token.value <= (_FAR_EMS if in_letters else _FAR) or token.value >= _FAR_RIGHT)


def _hides(name: str, value: _Tokens) -> bool:
    numbers = [token for token in value if _is_number(token)]
    if name in _KEYWORDS:
        return any(token.type == "ident" and token.lower_value in _KEYWORDS[name] for token in value)
    if name in _SIZES:
        return any(map(_is_small, numbers))
    if name.startswith("margin"):  # a page pulls what it shows over its edges and others by some hundreds
        return any(token.type != "percentage" and token.value <= _PULLED_AWAY for token in numbers)
    if _PLACES.fullmatch(name):
        pushed_out = name == "text-indent" and any(t.type == "percentage" and t.value >= 100 for t in numbers)
        return pushed_out or any(map(_is_far, numbers))
    if cuts := _CUTS.get(name.removeprefix("-webkit-")):
        functions = [token for token in value if token.type == "function"]
        return any(cuts(each.lower_name, list(filter(_is_number, _flat(each.arguments, {})))) for each in functions)
    return False


def _clips(function: str, numbers: _Tokens) -> bool:
    """From the top, the right, the bottom and the left; where one is `auto` it is not looked at."""
    if function != "rect" or len(numbers) != 4:
        return False
    top, right, bottom, left = (token.value for token in numbers)
    return bool(bottom - top <= 1 or right - left <= 1)


def _clips_by_path(function: str, numbers: _Tokens) -> bool:
    if function == "inset":
        return any(token.type == "percentage" and token.value >= 50 for token in numbers)
    if function == "polygon":
        return len({token.value for token in numbers}) == 1
    return function in ("circle", "ellipse") and any(map(_is_small, numbers[:2]))


def _moves(function: str, numbers: _Tokens) -> bool:
    if function.startswith("scale"):
        return any(map(_is_small, numbers))
    return function.startswith("translate") and any(token.type != "percentage" and _is_far(token) for token in numbers)


def _filters(function: str, numbers: _Tokens) -> bool:
    return function == "opacity" and any(map(_is_small, numbers))


_CUTS = {"clip": _clips, "clip-path": _clips_by_path, "transform": _moves, "filter": _filters}
"""Properties whose value is a function that may leave nothing to be seen."""
