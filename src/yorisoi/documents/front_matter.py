"""The YAML (`---`) or TOML (`+++`) block at the head of a Markdown file."""

import re
import tomllib
from collections.abc import Mapping

import yaml

from yorisoi.errors import DocumentError

MAX_CHARACTERS = 64_000
"""Longer blocks are not front matter; it also bounds what the YAML parser is given."""

_FENCES = {
    "---": re.compile(r"^(?:---|\.\.\.)[ \t]*$", re.MULTILINE),
    "+++": re.compile(r"^\+\+\+[ \t]*$", re.MULTILINE),
}
_KEY = re.compile(r"[\w-]+[ \t]*[:=](?:\s|$)")


def split_front_matter(text: str) -> tuple[Mapping[str, object], str]:
    """(fields, body); no fields when the text has no front matter.  Every scalar stays a string.

    A block that cannot be read is an error rather than a page without metadata: it may hold `groups`, and a page for
    a few would become a page for everyone.  Raises DocumentError with the line to look at.
    """
    first, _, rest = text.partition("\n")
    closing = _FENCES.get(first.rstrip())
    if closing is None:
        return {}, text
    end = closing.search(rest)
    if end is None:
        if _KEY.match(rest):
            raise DocumentError(f"has a front matter that opens with {first.rstrip()} and is not closed")
        return {}, text
    if end.start() > MAX_CHARACTERS:
        return {}, text
    parse = _yaml if first.startswith("-") else _toml
    return parse(rest[: end.start()]), rest[end.end() :].lstrip("\n")


def _yaml(block: str) -> Mapping[str, object]:
    try:
        # BaseLoader keeps scalars as they are written: no `no` -> False, no date that fails to exist.
        fields = yaml.load(block, Loader=yaml.BaseLoader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 2 if error.problem_mark else 1
        raise DocumentError(f"has a broken front matter at line {line}: {error.problem}") from error
    except (yaml.YAMLError, RecursionError) as error:
        raise DocumentError(f"has a broken front matter: {str(error).splitlines()[0]}") from error
    return _mapping(fields)


def _toml(block: str) -> Mapping[str, object]:
    try:
        return _mapping(_strings(tomllib.loads(block)))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise DocumentError(f"has a broken front matter: {error}") from error


def _strings(value: object) -> object:
    """TOML's dates and numbers as text, as YAML's are."""
    if isinstance(value, dict):
        return {key: _strings(item) for key, item in value.items()}
    return [_strings(item) for item in value] if isinstance(value, list) else str(value)


def _mapping(fields: object) -> Mapping[str, object]:
    if not fields:
        return {}
    if not isinstance(fields, dict):
        raise DocumentError("has a front matter that is not a list of `name: value` lines")
    return {str(name).strip().casefold(): value for name, value in fields.items()}
