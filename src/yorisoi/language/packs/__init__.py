"""The languages that are known: one module here each, whose `PACK` holds all that is of it.

A language is added by adding its module: nothing lists them by hand.
"""

import pkgutil
import re
from collections.abc import Callable, Collection, Mapping
from functools import cache
from importlib import import_module
from typing import TypeVar

from yorisoi.language.pack import LanguagePack
from yorisoi.types import UNDETERMINED, Language

FIRST: Language = "ja"
"""What is taken for granted where nothing tells: Japanese first."""
LENDS: Language = "en"
"""Whose texts stand in for those that a pack does not have."""


@cache
def packs() -> Mapping[Language, LanguagePack]:
    """All packs by the code of their language, in the order of their modules' names."""
    found: list[LanguagePack] = [
        import_module(f"{__name__}.{module.name}").PACK for module in pkgutil.iter_modules(__path__)
    ]
    return {pack.code: pack for pack in found}


def pack_of(language: Language) -> LanguagePack:
    """The pack of a language; the neutral one when there is none."""
    known = packs()
    return known.get(language) or known[UNDETERMINED]


def words_of_all(group: Callable[[LanguagePack], Collection[str]]) -> Callable[[], frozenset[str]]:
    """Gives words of a group in any language, for texts whose language is a guess, or mixed; put together once."""
    return cache(lambda: frozenset(word for pack in packs().values() for word in group(pack)))


def pattern_of_all(pattern: Callable[[LanguagePack], re.Pattern[str]]) -> Callable[[], re.Pattern[str]]:
    """Gives one pattern, without flags, that matches what that of any language does; put together once."""
    return cache(lambda: re.compile("|".join(f"(?:{pattern(pack).pattern})" for pack in packs().values())))


T = TypeVar("T")


def own_or_lent(language: Language, group: Callable[[LanguagePack], T | None]) -> T:
    """A text of a pack, such as a prompt, or a group of texts; the English one where the pack has none."""
    found = group(pack_of(language)) or group(packs()[LENDS])
    assert found is not None, f"{LENDS} has nothing to lend"
    return found
