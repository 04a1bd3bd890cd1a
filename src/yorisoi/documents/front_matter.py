"""The YAML (`---`) or TOML (`+++`) block at the head of a text: Markdown, plain text, HTML."""

import re
import tomllib
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any
from unicodedata import category

import yaml

from yorisoi.documents.metadata import field_name, items, means_groups, spellings
from yorisoi.documents.reader_names import speaks_of_readers
from yorisoi.documents.readers import HEAD_LINES, line_at_head, line_of_groups, line_of_readers
from yorisoi.errors import AccessUnclear

MAX_CHARACTERS = 64_000
"""Longer blocks are refused; it also bounds what the YAML parser is given."""

_FENCES = {
    "---": re.compile(r"^(?:---|\.\.\.)[ \t]*$", re.MULTILINE),
    "+++": re.compile(r"^\+\+\+[ \t]*$", re.MULTILINE),
}
_OPENS = re.compile(r"-{3,}|\+{3,}|;{3,}|\{(?![{%#<:.])")
"""What opens a block, or may: dashes with anything behind them, JSON; not what templates and Markdown put in braces."""
_KEY = re.compile(r"[\w-]+[ \t]*[:=](?:\s|$)")
_FIRST = re.compile(r"""["']?[\w-]+["']?[ \t]*(?:=|:(?:\s|$))""")
_LISTS = ("keywords", "tags")
"""Fields that are lists also where they are written in one line."""
_SAID_IN_COMMENT = re.compile(r"(?<![\w/])#(.*)")
_SWITCHED_OFF = re.compile(rf"\s*#[ \t]*{_KEY.pattern}")
"""A comment that is a field but for its sign: `# groups: [hr]`."""
_PARTS_OF_COMMENT = re.compile("[\n;,|#]")
_OPENING_LINES = 3
"""Within which the first field of a block stands, below a line that opens it and another one above that."""
_IN_FIELDS = re.compile(r"""$|[\s#\[\]{}'"-]|[^:=：]{1,80}[:=：]""")
"""A line that may be one of a block: a field, or an item, a comment, a table's name, a value's further line."""


def split_front_matter(text: str) -> tuple[Mapping[str, object], str]:
    """(fields, body); no fields when the text has no front matter.  Every scalar stays a string.

    A block that cannot be read is an error rather than a page without metadata: it may hold `groups`, and a page for
    a few would become a page for everyone.  So is one that is too long or names a field twice, and a head of another
    kind (JSON, `---yaml`, a comment, no fences) that seems to say who may read the page; one below blank lines and
    comments counts.  Raises AccessUnclear with the line to look at.
    """
    above = _unseen(text)
    first, _, rest = text[above:].partition("\n")
    closing = _FENCES.get(first.rstrip())
    # A rule drawn with dashes is no front matter; at the very head of a text only a block can stand.
    if closing is None or (above and not _KEY.match(rest, _unseen(rest))):
        return _without_block(text, above)
    end = closing.search(rest)
    if end is None:
        if _KEY.match(rest):
            raise AccessUnclear(f"has a front matter that opens with {first.rstrip()} and is not closed")
        return _without_block(text, above)
    if end.start() > MAX_CHARACTERS:
        if _KEY.match(rest, _unseen(rest)):
            raise AccessUnclear(f"has a front matter of more than {MAX_CHARACTERS:,} characters")
        return _without_block(text, above)
    parse = _yaml if first.startswith("-") else _toml
    fields = parse(rest[: end.start()])
    if hidden := _readers_inside_another(rest[: end.start()], fields):
        raise AccessUnclear(f"has a front matter where {hidden!r} is part of another value: see quotation marks")
    body = rest[end.end() :].lstrip("\n")
    if not any(name in fields for name in spellings("groups")):
        _check_comments(text[:above])
        _check_comments(body)
    _check_second_block(body)
    return fields, body


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


def _without_block(text: str, above: int) -> tuple[Mapping[str, object], str]:
    _check_comments(text)
    _check_opened(text[above:])
    lines = text[above:].splitlines()
    if line := line_of_groups(chain(lines[:HEAD_LINES], _run_of_fields(lines))):
        raise AccessUnclear(f"has the line {line!r} outside of a block between two lines ---; put one above the text")
    return {}, text


def _run_of_fields(lines: Sequence[str]) -> Iterator[str]:
    """What lies beyond the head of a block that begins at the head of a text, whatever line opens it, if any."""
    begins = next((at for at, line in enumerate(lines[:_OPENING_LINES]) if _FIRST.match(line)), len(lines))
    for at, line in enumerate(islice(lines, begins, None), begins):
        if not _IN_FIELDS.match(line):
            return
        if at >= HEAD_LINES:
            yield line


def _check_comments(text: str) -> None:
    """Raises AccessUnclear: a comment above the text, or one that begins in its first lines, names readers."""
    above = _unseen(text)
    head = above + sum(map(len, text[above:].splitlines(keepends=True)[:HEAD_LINES]))
    at = 0
    while 0 <= (at := text.find("<!--", at)) < head:
        end = text.find("-->", at)
        comment = text[at : head if end < 0 else end]
        if line := line_at_head(_PARTS_OF_COMMENT.split(comment)):
            raise AccessUnclear(f"has the line {line!r} in a comment; put it between two lines --- at the head")
        at = head if end < 0 else end


def _check_opened(text: str) -> None:
    """Raises AccessUnclear: a text that opens as blocks do, and cannot be read as one, names readers in that block.

    It ends where such a line stands again, else after MAX_CHARACTERS: it may as well be a rule above a text.  Only
    where it ends, and its first line is a field, are other words for readers those of a field, and not of prose.
    """
    if not (opens := _OPENS.match(text)):
        return
    closing = "}" if opens[0] == "{" else opens[0]
    first, _, rest = text.partition("\n")
    lines = rest.split("\n")
    end = next((at for at, line in enumerate(lines) if line.rstrip() == closing), None)
    if end is None:
        found = line_of_groups(rest[:MAX_CHARACTERS].split("\n"))
    else:
        found = line_of_groups(lines[:end])
        if not found and _KEY.match(rest, _unseen(rest)):
            found = line_of_readers("\n".join(lines[:end])[:MAX_CHARACTERS].split("\n"))
    if found:
        opening = " ".join(first.split())[:40]
        raise AccessUnclear(f"has the line {found!r} below {opening!r}, which opens no block; open it with a line ---")


def _check_second_block(body: str) -> None:
    """Raises AccessUnclear: below the block another one, as a tool leaves it that puts its own above, names readers."""
    second = body[_unseen(body) :]
    rest = second.partition("\n")[2]
    if _KEY.match(rest, _unseen(rest)) or second.startswith("{"):
        _check_opened(second)


def _readers_inside_another(block: str, fields: Mapping[str, object]) -> str | None:
    """What says who may read the page and is no field: below another, in its value, a comment, an open quotation."""
    if any(map(_is_of_readers, fields)):  # which is read as a field, or refused as one
        return None
    lines = block.splitlines()
    comments = (said for line in lines if not _SWITCHED_OFF.match(line) for said in _SAID_IN_COMMENT.findall(line))
    said = (part for comment in comments for part in _PARTS_OF_COMMENT.split(comment))
    return line_of_groups(lines) or line_at_head(said) or next(_in_values(fields, set()), None)


def _in_values(fields: Mapping[str, object], seen: set[tuple[int, bool]]) -> Iterator[str]:
    """Names and lines in the values that say who may read something, at any depth: of flow mappings, anchors that are
    merged.  What many aliases name is looked at once: ten of ten of ten are a block of a few lines."""
    for name, value in fields.items():
        yield from _within(value, seen, listed=str(name) in _LISTS)


def _within(value: object, seen: set[tuple[int, bool]], *, listed: bool) -> Iterator[str]:
    if (id(value), listed) in seen:
        return
    seen.add((id(value), listed))
    if isinstance(value, Mapping):
        yield from filter(_is_of_readers, map(str, value))
        yield from _in_values(value, seen)
    elif isinstance(value, list):
        for each in value:
            yield from _within(each, seen, listed=True)
    elif found := line_at_head(items(str(value)) if listed else str(value).splitlines(), of_field=True):
        yield found


def _is_of_readers(name: str) -> bool:
    return means_groups(field_name(name)) or speaks_of_readers(field_name(name))


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
    named = {field_name(str(name)): value for name, value in fields.items()}
    if len(named) < len(fields):
        raise AccessUnclear("has a front matter that names a field twice, written in two ways")
    return named
