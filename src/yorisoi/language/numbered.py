"""What something is called with a number, and that: X-100, 会議室13, 第3条, 4号棟; not what only counts."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from yorisoi.language.packs import pack_of
from yorisoi.types import Language

_NUMBERED = re.compile(
    r"(?<![a-z0-9])(?P<code>[a-z]{1,8})(?P<apart> )?-?(?P<of_code>\d{1,5}(?:\.\d{1,3}){0,2}[a-z]?)(?![a-z\d]|[.,:]\d)"
    r"(?(apart)(?! ?[%ァ-ヴ一-龥]))"
    r"|(?P<name>[ァ-ヴー]{2,})(?P<of_name>\d{1,5})(?P<behind>[^\W\d_a-zぁ-ヴー]?)"
    r"|(?P<noun>[^\W\d_a-zァ-ヴー]{2})(?P<of_noun>\d{1,5}|[a-z](?![a-z]))(?=[のはをがにでともへや、。?!\s]|$)"
    r"|(?P<th>第)(?P<of_th>\d{1,5})(?=[^\W\d_])"
    r"|(?<![第\da-z])(?P<of_kind>\d{1,5}(?=号)|[a-z]{1,2})(?P<kind>号?[一-龥])"
)
"""Not 午後3時, 20円, Suica 3000円."""


class Numbered(NamedTuple):
    form: str
    """How it is called: by letters, a word in katakana, another noun, 第, or a kind behind it (4号棟, B型)."""
    name: str
    number: str
    behind: str = ""
    """Of what is called by a word in katakana, what follows: ネオ20注."""

    def is_like(self, other: "Numbered") -> bool:
        """Whether both are of one kind: X100 and X200; or FX-41 and CX-41, モルヒネ20注 and ネオ20注."""
        same_number = (self.number, self.behind) == (other.number, other.behind) and self.form in ("code", "name")
        return self.form == other.form and (self.name == other.name or same_number)

    def stands_in(self, text: str) -> bool:
        """Whether the text names it: X-100 is X100, and neither FX100 nor ネオ20錠 is one of X100 and ネオ20注."""
        if self.form == "kind":
            return re.search(rf"(?<![\da-z]){self.number}{self.name}", text) is not None
        ends = rf"(?:{self.behind}|(?![\da-z一-龥]))" if self.behind else r"(?![a-z\d])"
        before = {"code": "(?<![a-z0-9])", "name": "(?<![ァ-ヴー])"}.get(self.form, "")
        return re.search(rf"{before}{self.name}[- ]?{re.escape(self.number)}{ends}", text) is not None


def numbered(text: str, language: Language) -> Iterator[Numbered]:
    """What a text in normal form calls with a number.

    >>> [each.number for each in numbered("x200と会議室13とabc-110yとwindows 11の料金", "ja")]
    ['200', '13', '110y', '11']

    Where words stand apart by a blank, a word and a number mostly count: within 5 days.
    """
    for found in _NUMBERED.finditer(text):
        if found["apart"] and pack_of(language).analysis.spaced:
            continue
        form = next(form for form in ("code", "name", "noun", "th", "kind") if found[form])
        yield Numbered(form, found[form], found[f"of_{form}"], found["behind"] or "")
