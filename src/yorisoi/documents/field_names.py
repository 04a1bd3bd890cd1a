"""What fields and columns are called: compared in one spelling, in every language at once."""

import re
from functools import cache
from unicodedata import category

from yorisoi.language.normal import normal_form
from yorisoi.language.packs import packs

_BETWEEN_ITEMS = re.compile("[;,、；，|]")


def as_compared(written: str) -> str:
    """What is written as names are compared: one width, composed, in small letters, without format characters.

    >>> as_compared("ＧＲＯＵＰＳ"), as_compared("閲覧ｸﾞﾙｰﾌﾟ")
    ('groups', '閲覧グループ')
    """
    return normal_form("".join(character for character in written if category(character) != "Cf"))


@cache
def spellings(field: str) -> tuple[str, ...]:
    """How a field such as `title` may be called, in any language."""
    return tuple(as_compared(name) for pack in packs().values() for name in pack.documents.fields.get(field, ()))


def items(text: str) -> list[str]:
    """What a list in one line enumerates."""
    return [item.strip() for item in _BETWEEN_ITEMS.split(text) if item.strip()]
