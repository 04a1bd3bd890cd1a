"""One HTML file that holds all it shows: no request leaves it, and no text in it can become markup or a script.

Data lie in the page as JSON in which no `<` is left, scripts set them as text, and a content security policy names the
hashes of the one script and the one style that may be used.
"""

import base64
import hashlib
import json
import zlib
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

from yorisoi.errors import DataSetError
from yorisoi.types import Language
from yorisoi.whole_file import whole_file

Name = Literal["comparison", "report"]
_FALLBACK = "en"


def page(name: Name, data: Mapping[str, Any], language: Language) -> str:
    """The page of a name over its data, in a language that there are words for, else English."""
    style, script = _resource("page.css"), _resource("page.js") + _resource(f"{name}.js")
    spoken = language if language in words() else _FALLBACK
    policy = (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    held = json.dumps({**data, "words": words()[spoken]}, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        held = held.replace(character, f"\\u{ord(character):04x}")
    return (
        f'<!doctype html>\n<html lang="{spoken}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{words()[spoken][name]}</title>\n<style>{style}</style>\n</head>\n"
        "<body>\n<header></header>\n<main></main>\n<dialog></dialog>\n"
        f'<script type="application/json" id="data">{held}</script>\n<script>{script}</script>\n</body>\n</html>\n'
    )


def write(path: Path, text: str) -> None:
    """The page as a file that only its owner reads, whole or not at all: it quotes what not everyone may read."""
    try:
        with whole_file(path) as file:
            file.write(text.encode("utf-8", "replace"))
    except OSError as error:
        raise DataSetError(f"{path}: a page cannot be written there: {error.strerror}") from error


def packed(text: str) -> str:
    """A text that the page opens when it is asked for: deflated, in base64."""
    return base64.b64encode(zlib.compress(text.encode("utf-8", "replace"), 9)).decode()


@cache
def words() -> dict[Language, dict[str, str]]:
    """What pages and sheets say, by language."""
    found: dict[Language, dict[str, str]] = json.loads(_resource("words.json"))
    return found


def by_name(rows: Sequence[Mapping[str, str]], names: Collection[str]) -> list[dict[str, str]]:
    """Rows of a sheet by these names of columns, whatever language its head is in; other columns are left out."""
    known = {spelt: name for name in names for spelt in (name, *(said[name] for said in words().values()))}
    return [{known[column]: value for column, value in row.items() if column in known} for row in rows]


def _resource(name: str) -> str:
    return files(__name__).joinpath(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
