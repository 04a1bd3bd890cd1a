"""The YAML (`---`) or TOML (`+++`) block at the head of a text: Markdown, plain text, HTML."""

import re
import tomllib
from collections.abc import Hashable, Mapping
from typing import Any

import yaml

from yorisoi.documents.metadata import spellings
from yorisoi.errors import AccessUnclear

MAX_CHARACTERS = 64_000
"""Longer blocks are refused; it also bounds what the YAML parser is given."""
_BLANK = " \t\n\f\ufeff\u200b\u2060\u3000"
"""What may stand above the block unseen."""

_FENCES = {
    "---": re.compile(r"^(?:---|\.\.\.)[ \t]*$", re.MULTILINE),
    "+++": re.compile(r"^\+\+\+[ \t]*$", re.MULTILINE),
}
_KEY = re.compile(r"[\w-]+[ \t]*[:=](?:\s|$)")


def split_front_matter(text: str) -> tuple[Mapping[str, object], str]:
    """(fields, body); no fields when the text has no front matter.  Every scalar stays a string.

    A block that cannot be read is an error rather than a page without metadata: it may hold `groups`, and a page for
    a few would become a page for everyone.  So is one that is too long or names a field twice; one below blank lines
    counts.  Raises AccessUnclear with the line to look at.
    """
    above = len(text) - len(text.lstrip(_BLANK))
    first, _, rest = text[above:].partition("\n")
    closing = _FENCES.get(first.rstrip())
    # A rule drawn with dashes is no front matter; at the very head of a text only a block can stand.
    if closing is None or (above and not _KEY.match(rest.lstrip(_BLANK))):
        return {}, text
    end = closing.search(rest)
    if end is None:
        if _KEY.match(rest):
            raise AccessUnclear(f"has a front matter that opens with {first.rstrip()} and is not closed")
        return {}, text
    if end.start() > MAX_CHARACTERS:
        if _KEY.match(rest.lstrip(_BLANK)):
            raise AccessUnclear(f"has a front matter of more than {MAX_CHARACTERS:,} characters")
        return {}, text
    parse = _yaml if first.startswith("-") else _toml
    fields = parse(rest[: end.start()])
    if hidden := _groups_inside_another(rest[: end.start()], fields):
        raise AccessUnclear(f"has a front matter whose line {hidden!r} is part of another value: see quotation marks")
    return fields, rest[end.end() :].lstrip("\n")


def _groups_inside_another(block: str, fields: Mapping[str, object]) -> str | None:
    """A line that says who may read the page and is no field: a quotation mark before it was not closed."""
    names = spellings("groups")
    if any(name in fields for name in names):
        return None
    lines = (line for line in block.splitlines() if line[:1].strip())
    return next((line for line in lines if re.split("[:=]", line.casefold())[0].strip() in names), None)


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
    named = {str(name).strip().casefold(): value for name, value in fields.items()}
    if len(named) < len(fields):
        raise AccessUnclear("has a front matter that names a field twice, in capitals and without")
    return named
