"""The one JSON object in what a model said."""

import json
from typing import Any

from yorisoi.backends.chat.characters import well_formed
from yorisoi.errors import MalformedReply
from yorisoi.json_values import check_depth


def one_object(text: str, model: str) -> str:
    """The text of the JSON object in a reply, taken out of code fences or prose when it stands there alone.

    Raises MalformedReply: no object, several different ones, or one that is cut off.
    """
    found = _objects(text)
    if len(found) == 1:
        return well_formed(json.dumps(found[0], ensure_ascii=False))
    problem = "no complete JSON object" if not found else f"{len(found)} JSON objects"
    raise MalformedReply(f"{model} was asked for one JSON object and gave {problem}: {_start_of(text)}")


def _objects(text: str) -> list[dict[str, Any]]:
    """Top-level objects in reading order, repetitions dropped."""
    decoder = json.JSONDecoder()
    found: list[dict[str, Any]] = []
    position = text.find("{")
    while position >= 0:
        try:
            value, end = decoder.raw_decode(text, position)
            check_depth(value)
        except (ValueError, RecursionError):
            # Cut off, broken or endlessly nested: what is inside it is not what was asked for.
            return found
        if isinstance(value, dict) and value not in found:
            found.append(value)
        position = text.find("{", end)
    return found


def _start_of(text: str) -> str:
    return repr(text[:80])
