"""The YAML (`---`) or TOML (`+++`) block at the head of a text: Markdown, plain text, HTML."""

import json
import re
import tomllib
from collections.abc import Hashable, Mapping
from itertools import chain
from typing import Any
from unicodedata import category

import yaml

from yorisoi.documents.field_names import as_compared, spellings
from yorisoi.documents.readers import line_of_readers, names_readers
from yorisoi.errors import AccessUnclear

MAX_CHARACTERS = 64_000
"""Longer blocks are refused; it also bounds what the YAML parser is given."""

_FENCES = {
    "---": re.compile(r"^(?:---|\.\.\.)[ \t]*$", re.MULTILINE),
    "+++": re.compile(r"^\+\+\+[ \t]*$", re.MULTILINE),
}
_BEGINS_WITH_A_FIELD = re.compile(r"""(?:\s|#.*\n)*+["']?[\w-]+["']?[ \t]*[:=](?:\s|$)""")
"""Below blank lines and comments."""


def split_front_matter(text: str) -> tuple[Mapping[str, object], str]:
    """(fields, body); no fields when the text has no front matter.  Every scalar stays a string.

    A block counts below blank lines, comments and characters that nobody sees.  One that cannot be read is an error
    rather than a page without metadata: it may hold `groups`, and a page for a few would become a page for everyone.
    So is one that is not closed, is too long, names a field twice, or has `groups` below another field or in a comment,
    as one above it may have.  So is JSON at the head of a text that has `groups` anywhere: it is no front matter here.
    Raises AccessUnclear with what to look at.
    """
    above = _unseen(text)
    if text.startswith("{", above):
        _check_below(_json(text[above : above + MAX_CHARACTERS]))
    first, _, rest = text[above:].partition("\n")
    fence = _FENCES.get(first.rstrip())
    is_block = _BEGINS_WITH_A_FIELD.match(rest) is not None
    # A rule drawn with dashes is no front matter; at the very head of a text only a block can stand.
    if fence is None or (above and not is_block):
        return {}, text
    end = fence.search(rest)
    if end is None or end.start() > MAX_CHARACTERS:
        if is_block:
            raise AccessUnclear(f"has a front matter that is not closed within {MAX_CHARACTERS:,} characters")
        return {}, text
    block = rest[: end.start()]
    fields = (_yaml if first.startswith("-") else _toml)(block)
    lines = (text[:above] + block).splitlines()
    if not any(name in fields for name in spellings("groups")):
        if found := line_of_readers(chain(lines, *(line.split("#")[1:] for line in lines))):
            raise AccessUnclear(
                f"has a front matter where {found!r} is no field of its own: see indents and quotation marks"
            )
        _check_below(list(fields.values()))
    return fields, rest[end.end() :].lstrip("\n")


def _check_below(value: object) -> None:
    """Raises AccessUnclear: in what the value holds, however deep, a field says who may read the page."""
    seen, left = set[int](), [value]
    while left:
        if id(each := left.pop()) in seen:
            continue  # YAML's aliases can repeat a value without end, also within itself
        seen.add(id(each))
        if isinstance(each, dict):
            if found := next((name for name in map(str, each) if names_readers(as_compared(name))), None):
                raise AccessUnclear(
                    f"has a front matter where {found!r} is below another field; write groups above all"
                )
            left += each.values()
        elif isinstance(each, list):
            left += each


def _json(text: str) -> object:
    try:
        return json.JSONDecoder(parse_int=str).raw_decode(text)[0]
    except (ValueError, RecursionError):
        return None


def _unseen(text: str) -> int:
    """How much of a text's beginning nobody sees: blanks, format characters, comments."""
    at = 0
    while at < len(text):
        if text.startswith("<!--", at) and (end := text.find("-->", at)) >= 0:
            at = end + len("-->")
        elif text[at].isspace() or category(text[at]) == "Cf":
            at += 1
        else:
            break
    return at


class _Loader(yaml.BaseLoader):
    """Keeps scalars as they are written (no `no` -> False, no date that fails to exist), and every field once."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        names = [key.value for key, _ in node.value]
        for (key, _), name in zip(node.value, names, strict=True):
            if names.count(name) > 1:
                raise yaml.constructor.ConstructorError(None, None, f"{name} stands there twice", key.start_mark)
        return super().construct_mapping(node, deep=deep)


def _yaml(block: str) -> Mapping[str, object]:
    try:
        fields = yaml.load(block, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 2 if error.problem_mark else 1
        raise AccessUnclear(f"has a broken front matter at line {line}: {error.problem}") from error
    except (yaml.YAMLError, RecursionError) as error:
        raise AccessUnclear(f"has a broken front matter: {str(error).splitlines()[0]}") from error
    return _mapping(fields)


def _toml(block: str) -> Mapping[str, object]:
    try:
        return _mapping(_strings(tomllib.loads(block)))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise AccessUnclear(f"has a broken front matter: {error}") from error


def _strings(value: object) -> object:
    """TOML's dates and numbers as text, as YAML's are."""
    if isinstance(value, dict):
        return {key: _strings(item) for key, item in value.items()}
    return [_strings(item) for item in value] if isinstance(value, list) else str(value)


def _mapping(fields: object) -> Mapping[str, object]:
    if not fields:
        return {}
    if not isinstance(fields, dict):
        raise AccessUnclear("has a front matter that is not a list of `name: value` lines")
    named = {as_compared(str(name)): value for name, value in fields.items()}
    if len(named) < len(fields):
        raise AccessUnclear("has a front matter that names a field twice, written in two ways")
    return named
