"""Whether a passage is about another thing of the kind that was named: X100 and not X200, 上海店 and not 北京店."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice, pairwise
from operator import eq, ge, gt, le, lt
from typing import NamedTuple

from yorisoi.language import Pos, morphemes, normal_form, noun_phrases
from yorisoi.language.eras import in_common_years
from yorisoi.language.pack import Holds
from yorisoi.language.packs import pack_of
from yorisoi.language.sentences import ROW
from yorisoi.language.tables import cells
from yorisoi.types import Language, Passage

_NUMBERED = re.compile(
    r"(?<![a-z0-9])(?P<code>[a-z]{1,8})(?P<apart> )?-?(?P<of_code>\d{1,5}(?:\.\d{1,3}){0,2}[a-z]?)(?![a-z\d]|[.,:]\d)"
    r"(?(apart)(?! ?[%ァ-ヴ一-龥]))"
    r"|(?P<name>[ァ-ヴー]{2,})(?P<of_name>\d{1,5})(?P<behind>[^\W\d_a-zぁ-ヴー]?)"
    r"|(?P<noun>[^\W\d_a-zァ-ヴー]{2})(?P<of_noun>\d{1,5}|[a-z](?![a-z]))(?=[のはをがにでともへや、。?!\s]|$)"
    r"|(?P<th>第)(?P<of_th>\d{1,5})(?=[^\W\d_])"
    r"|(?<![第\da-z])(?P<of_kind>\d{1,5}(?=号)|[a-z]{1,2})(?P<kind>号?[一-龥])"
)
"""What something is called with a number, and that; not what only counts: 午後3時, 20円, Suica 3000円."""
_COUNTED = re.compile(
    r"(?<![\d.,:/-])(?P<low>\d{1,9})(?:[^\W\d]{0,2} ?(?:[~〜–-]|から) ?(?P<high>\d{1,9}))? ?(?![\d.,:/])"
)
_GOES_ON = re.compile(r"\d|[^\W\d一-龥ァ-ヴa-zのはがをに]|(?:から|を|に)(?!つい)")
"""Behind a number and its word: the day of a date, or words that bound it."""
_YEAR = re.compile(r"(?:19|20)\d\d(?![\d一-龥ぁ-んァ-ヴ])")
"""By itself, as in "the 2026 plan"."""
_ERAS = 1900
"""From which on years stand without an era."""
_MOST = 20
"""Counts of a text that are looked at."""


class _Numbered(NamedTuple):
    form: str
    """How it is called: by letters, a word in katakana, another noun, 第, or a kind behind it (4号棟, B型)."""
    name: str
    number: str
    behind: str = ""
    """Of what is called by a word in katakana, what follows: ネオ20注."""

    def is_like(self, other: "_Numbered") -> bool:
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


def is_of_another(passage: Passage, text: str, language: Language) -> bool:
    """Whether of a kind of thing that the text names one of, the passage names others only."""
    said, told = normal_form(text), normal_form(passage.in_context)
    ours, theirs = set(_numbered(said, language)), set(_numbered(told, passage.language))
    held = {each for each in ours if each.stands_in(told)}
    lacking = (each for each in ours if not any(each.is_like(other) for other in held))
    if any(each.is_like(other) for each in lacking for other in theirs):
        return True
    headings = normal_form(" ".join((passage.document.title, *passage.section)))
    if _counts_otherwise(passage, said, headings, language):
        return True
    if _is_of_other_rows(passage, said, told, language):
        return True
    named, others = _by_kind(_proper(said, language)), _by_kind(_proper(headings, passage.language))
    return any(
        kind in others and not own & others[kind] and not any(name in told for name in own)
        for kind, own in named.items()
    )


def _counts_otherwise(passage: Passage, said: str, headings: str, language: Language) -> bool:
    """Whether headings count the same otherwise: 1級 where 3級 was said, 70歳以上 for 65歳, 2026年度 for 令和7年度.

    What only has another amount does not (4年勤めた, 3日分), nor what says a bound in words of its own (3万円を超える).
    """
    told = in_common_years(normal_form(passage.text))
    theirs = list(_counts(in_common_years(headings), passage.language))
    for own in _counts(in_common_years(said), language):
        like = [each for each in theirs if each.unit == own.unit and (each.number >= _ERAS) == (own.number >= _ERAS)]
        meant = own.number + (own.holds in (gt, ge)) - (own.holds in (lt, le))
        if like and not any(each.fits(meant) for each in like) and not own.stands_in(told):
            return True
    return False


class _Count(NamedTuple):
    number: int
    unit: str
    """The word behind it; empty of a year by itself."""
    holds: Holds | None
    """What holds of a number that it is meant for, and of this one: 70歳以上; None: nobody knows."""
    rest: "_Count | None" = None
    """What holds besides: 6歳以上12歳未満, 20〜39歳."""

    def fits(self, number: int) -> bool:
        if self.holds is None:
            return True
        return self.holds(number, self.number) and (self.rest is None or self.rest.fits(number))

    def stands_in(self, text: str) -> bool:
        pattern = rf"(?<![\d.]){self.number}(?!\d) ?{re.escape(self.unit)}"
        return re.search(pattern, text) is not None


def _counts(text: str, language: Language) -> Iterator[_Count]:
    """What is called by a number or bounded by one.

    >>> [(each.number, each.unit) for each in _counts("70歳以上の方と3級受験料と20~39歳で5年勤めた人", "ja")]
    [(70, '歳'), (3, '級'), (20, '歳'), (5, '年')]
    """
    words, documents = morphemes(text, language), pack_of(language).documents
    before: tuple[_Count, int] | None = None
    for found in islice(_COUNTED.finditer(text), _MOST):
        end = found.end()
        word = next((word for word in words if word.start <= end < word.end), None)  # 1級 is one
        if _YEAR.match(text, found.start()):
            count = _Count(int(found["low"]), "", eq)
        elif word is None or word.pos in (Pos.PARTICLE, Pos.SYMBOL):
            continue
        else:
            unit, behind = text[end : word.end], text[word.end :]
            mark = next((mark for mark in documents.bounds if behind.startswith(mark)), "")
            is_name = unit in documents.called_by and not _GOES_ON.match(behind)
            holds = documents.bounds[mark] if mark else eq if is_name else None
            count, end = _Count(int(found["low"]), unit, holds), word.end + len(mark)
            if found["high"]:
                low, high = int(found["low"]), int(found["high"])
                count = _Count(low, unit, ge if low < high else None, _Count(high, unit, le))
        if before and before[1] == found.start() and count.unit == before[0].unit:
            count = before[0]._replace(rest=count)
            before = None
            yield count
            continue
        if before:
            yield before[0]
        before = count, end
    if before:
        yield before[0]


def _is_of_other_rows(passage: Passage, said: str, told: str, language: Language) -> bool:
    """Whether proper names head the rows of its table, and what was said has one that stands nowhere in it."""
    own = [
        [word for word in morphemes(phrase.text, language) if word.pos is Pos.PROPER]
        for phrase in noun_phrases(said, language)
    ]
    stand = [all(word.surface in told or word.normal in told for word in name) for name in own if name]
    if not stand or any(stand):
        return False
    heads = [cells(line)[0] for line in passage.text.splitlines() if ROW.match(line)][2:]
    named = [any(word.pos is Pos.PROPER for word in morphemes(normal_form(head), passage.language)) for head in heads]
    for_others = any(map(pack_of(passage.language).documents.others.search, heads))
    return not for_others and 2 * sum(named) > len(named)


def _numbered(text: str, language: Language) -> Iterator[_Numbered]:
    """
    >>> [each.number for each in _numbered("x200と会議室13とabc-110yとwindows 11の料金", "ja")]
    ['200', '13', '110y', '11']

    Where words stand apart by a blank, a word and a number mostly count: within 5 days.
    """
    for found in _NUMBERED.finditer(text):
        if found["apart"] and pack_of(language).analysis.spaced:
            continue
        form = next(form for form in ("code", "name", "noun", "th", "kind") if found[form])
        yield _Numbered(form, found[form], found[f"of_{form}"], found["behind"] or "")


def _by_kind(named: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for kind, name in named:
        found.setdefault(kind, set()).add(name)
    return found


def _proper(text: str, language: Language) -> Iterator[tuple[str, str]]:
    """(what kind of thing it is, its name), where that stands right before: 北京店."""
    for name, kind in pairwise(morphemes(text, language)):
        if name.pos is Pos.PROPER and kind.pos in (Pos.NOUN, Pos.SUFFIX) and name.end == kind.start:
            yield kind.normal, name.normal
