"""What kind of thing a noun phrase names: two of one kind may stand in each other's place."""

from yorisoi.language.packs import pack_of, packs
from yorisoi.types import Language

_KINDS = ("person", "place", "time", "employment", "family")
"""In this order: an ending may be that of two."""


def kind_of(phrase: str, language: Language) -> str | None:
    """`person`, `place`, `organisation`, `time`, `employment`, `family`; None for everything else.

    >>> [kind_of(text, "ja") for text in ("大阪", "佐藤さん", "正社員", "夏季休暇")]
    ['place', 'person', 'employment', None]
    """
    for kind in _KINDS:
        for pack in packs().values():
            pattern = pack.names.kinds.get(kind)
            if pattern and pattern.search(phrase):
                return kind
    return pack_of(language).names.proper(phrase)
