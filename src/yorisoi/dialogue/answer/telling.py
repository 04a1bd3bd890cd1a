"""The sentence of a passage that answers what was said last: where it is quoted from, and what is shown of sections
that only come near."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, pairwise
from math import fsum, log

import numpy as np
from numpy.typing import NDArray

from yorisoi.dialogue.answer.expected import EXPECTED, expected
from yorisoi.dialogue.answer.rows import as_told, heads, named
from yorisoi.errors import BackendError
from yorisoi.language import Utterance, analyse, sentences, spelling
from yorisoi.language.plain import plain
from yorisoi.language.sentences import ROW
from yorisoi.language.tables import announces, cells
from yorisoi.reading_ports import AnswerReader
from yorisoi.types import Language, Passage

OF_TABLE = 3
"""Times as many characters as else may be quoted of a table as a whole, and of what stands around it."""
_SIGN = r"(?:[-*・]\s*|\d{1,2}[.．)）]\s+)"
_ITEM, _BULLET = re.compile(rf"^\s*{_SIGN}"), re.compile(rf"^\s*{_SIGN}?")
_GOES_ON = re.compile(r"(?P<wide>[。、，！？])|[.,!?]")
"""The last character of a line behind which a text goes on in the next one; a space stands only behind a narrow one."""
_BLANK_ROW = re.compile(r"^[ \t]*\|[ \t|]*$", re.M)
"""Parts those below it from what the columns above are called, and is not told."""
_READ = 12
"""Sentences of a passage that are read, its first: one of them is told."""
_WORDS = 0.2
"""Nats for what a sentence has of the words, where it is read; where none is, they decide between equals."""


@dataclass(frozen=True)
class Told:
    """A passage's sentences, and which of them answers."""

    sentences: Sequence[str]
    at: int

    @property
    def line(self) -> str:
        """The sentence as one line."""
        return as_line(self.sentences[self.at])

    @property
    def is_table(self) -> bool:
        """It is all of a table."""
        return self.sentences[self.at].strip().count("\n|") > 0

    @property
    def whole(self) -> str:
        """All of the passage, as it is shown."""
        return self._between(0, len(self.sentences))

    def left_out(self, quote: str) -> tuple[str, str]:
        """… where something stands before the quote in its passage, and where something stands behind it; what stands
        before a table is no part of it."""
        whole, is_of_table = self.whole, ROW.match(self.sentences[self.at])
        before = "" if whole.startswith(quote) or is_of_table else "…\n" if _ITEM.match(quote) else "…"
        return before, "" if whole.endswith(quote) else "…"

    def with_those_around(self, characters: int) -> str:
        """The line with all of its passage for which there is room, and … for what is left out: of an item of a list
        those around it, since one alone reads as if it were all, and of a sentence what follows it; "" where the line
        itself has no room."""
        whole, around = as_line("".join(self.sentences)), self.line
        if len(whole) <= characters:
            return whole
        if len(around) > characters or ROW.match(self.sentences[self.at]):
            return ""
        if _ITEM.match(self.sentences[self._lines[self.at][0]]):
            if len(items := as_line(self.stretch(characters))) <= characters:
                around = items
            begins, ends = whole.startswith(around.partition(" / …")[0]), whole.endswith(around.rpartition("… / ")[2])
            return f"{'' if begins else '… / '}{around}{'' if ends else ' / …'}"
        for end in range(self.at + 2, len(self.sentences) + 1):
            further = as_line("".join(self.sentences[self.at : end]))
            if len(further) > characters or ROW.match(self.sentences[end - 1]):
                break
            around = further
        return f"{around}{'' if whole.endswith(around) else '…'}"

    def row(self, colon: str, characters: int = 0) -> str:
        """The same of a row of a table, whose cells stand behind what their columns are called, with all other rows
        where that is no longer: one alone reads as if it were all; "" of anything else."""
        every = ""
        for at in range(*self._table_of(self.at)):
            every = " / ".join(filter(None, (every, named(self.sentences, at, colon))))
            if len(every) > characters:
                return named(self.sentences, self.at, colon)
        return every

    @property
    def is_only_row(self) -> bool:
        """Nothing else is left of its table: it was asked for, and not just read to be the one."""
        return self._heads.count(self._heads[self.at]) == 2

    def stretch(self, characters: int) -> str:
        """The sentence with those around it, so many characters at most: from the passage's beginning where there is
        room, else its line's and then the nearest first; of a table, and of the one that the sentence announces, all of
        its rows with what stands around it, up to `OF_TABLE` times as many characters, or the sentence's alone, below
        what its columns are called: some look like all."""
        first, last = self._table_of_its_own()
        if last > first:
            most = characters * OF_TABLE
            if len(self._between(first, last)) > most:
                return self._between(self.at, self.at + 1)[:most]
            return self._between(*self._widened(first, last, most))
        begin, end = own = self._lines[self.at]
        if len(self._between(0, end)) <= characters:
            begin = 0
        elif len(self._between(begin, end)) > characters:
            begin, end = self.at, self.at + 1
        begin, end = self._widened(begin, end, characters)
        if begin < own[0] and self._lines[begin][0] < begin:  # the rest of an item reads like another
            begin = self._lines[begin][1]
        return self._between(begin, end)[:characters]

    @property
    def row_alone(self) -> str:
        """The row below what its columns are called; "" of anything else."""
        return self._between(self.at, self.at + 1) if ROW.match(self.sentences[self.at]) else ""

    def _widened(self, begin: int, end: int, characters: int) -> tuple[int, int]:
        """With those around it, the nearest first, for which there is room; of another table all rows or none."""
        for place in sorted(range(len(self.sentences)), key=lambda place: (abs(place - self.at), place < self.at)):
            wider = min(begin, place), max(end, place + 1)
            if len(self._between(*wider)) > characters:
                break
            begin, end = wider
        if self._table_of(begin)[0] < begin:
            begin = self._table_of(begin)[1]
        if self._table_of(end - 1)[1] > end:
            end = self._table_of(end - 1)[0]
        return begin, end

    def _table_of_its_own(self) -> tuple[int, int]:
        """From which to which sentence the table goes that it stands in, or announces right before; else nothing."""
        behind = self.at + 1
        if ROW.match(self.sentences[self.at]):
            return self._table_of(self.at)
        if behind < len(self.sentences) and ROW.match(self.sentences[behind]) and announces(self.line):
            return self.at, self._table_of(behind)[1]
        return self.at, self.at

    def _table_of(self, place: int) -> tuple[int, int]:
        """From which to which sentence the table goes that it stands in; of what stands in none, its own."""
        first = self._heads[place]
        return first, first + self._heads.count(first)

    @cached_property
    def _heads(self) -> list[int]:
        return heads(self.sentences)

    @cached_property
    def _lines(self) -> list[tuple[int, int]]:
        """From which to which sentence the line goes that each stands in."""
        ends = [at for at, one in enumerate(self.sentences, 1) if one.endswith("\n") or at == len(self.sentences)]
        return [(begin, end) for begin, end in pairwise([0, *ends]) for _ in range(begin, end)]

    def _between(self, begin: int, end: int) -> str:
        """These sentences, rows below what their columns are called, and items below the sentence that announces them:
        what is forbidden reads like what is not."""
        head, lead = self._heads[begin], self._lead_of(begin)
        above = self.sentences[head : head + (head < begin)]
        if lead < begin:
            above = [self.sentences[lead], *["…\n"] * (lead + 1 < begin)]
        return _BLANK_ROW.sub("", "".join((*above, *self.sentences[begin:end]))).strip()

    def _lead_of(self, place: int) -> int:
        """The sentence that announces the list in which an item begins there; else the place itself."""
        at = place
        while at and self._lines[at][0] == at and _ITEM.match(self.sentences[at]):
            at = self._lines[at - 1][0]
        lead = self._lines[at][1] - 1
        return lead if at < place and announces(self.sentences[lead]) else place


async def telling(
    passages: Sequence[Passage],
    asked: Utterance,
    reader: object = None,
    of_reader: Collection[str] = (),
) -> list[Told]:
    """Of each passage the sentence that says most of what was said last; of equals the first.

        S(s) = log-odds that s answers + 2 [s holds the kind of thing that is asked for] + words(s) / 5
               + [s names the one who asks, as `of_reader` says]

    where `reader` can tell (`reading_ports.AnswerReader`) and does not fail; else by the kind of thing, then by words.
    words(s): the words and bigrams of what was said that s holds, each by how rare it is in its passage.  A row of a
    table is a sentence, and read with what its columns are called, which is none by itself.
    """
    every = [as_told(sentences(plain(passage.text), passage.language)) or [""] for passage in passages]
    read = await _read(passages, [said[:_READ] for said in every], asked.text, reader)
    told = []
    for passage, said, odds in zip(passages, every, read, strict=True):
        expects, words = _worth(said, passage.language, asked)
        own = np.array([names_any(one, passage.language, of_reader) for one in said])
        tells_nothing = {head for at, head in enumerate(heads(said)) if head != at}
        tells_nothing |= {at for at, one in enumerate(said) if not any(cells(one))}
        every_other = [at for at in range(len(said)) if at not in tells_nothing] or [0]
        if odds is None:
            best = max(every_other, key=lambda at: (expects[at], own[at], words[at], -at))
        else:
            worth = odds + EXPECTED * expects[: len(odds)] + _WORDS * words[: len(odds)] + own[: len(odds)]
            best = max((at for at in every_other if at < len(odds)), key=lambda at: (worth[at], -at))
        told.append(Told(said, best))
    return told


def names_any(sentence: str, language: Language, names: Collection[str]) -> bool:
    """Whether a sentence of a passage has one of these, as it is spelt or in one spelling: 段ボール, ダンボール."""
    if not names:
        return False
    held = "\n".join((spelling(sentence, language), *analyse(sentence, language).words))
    return any(spelling(name, language) in held for name in names)


def as_line(text: str) -> str:
    """In one line, without the signs of lists and tables; what goes on behind a stop or a comma has no stroke before
    it."""
    told = ""
    for each in text.splitlines():
        if line := _without_signs(each):
            goes_on = _GOES_ON.match(told[-1:]) if line == each.strip() != "…" else None
            told += (("" if goes_on["wide"] else " ") if goes_on else " / " * bool(told)) + line
    return told


def _without_signs(line: str) -> str:
    return " | ".join(row) if any(row := cells(_BULLET.sub("", line))) else ""


async def _read(
    passages: Sequence[Passage], every: Sequence[Sequence[str]], text: str, reader: object
) -> list[NDArray[np.float32] | None]:
    """Of each passage the log-odds that its sentences answer; None where nothing tells.  All are read at once."""
    if not isinstance(reader, AnswerReader):
        return [None] * len(passages)
    texts = [
        replace(passage, text=named(said, at) or one).in_context
        for passage, said in zip(passages, every, strict=True)
        for at, one in enumerate(said)
    ]
    try:
        odds = await reader.answering(text, texts)
    except BackendError:
        return [None] * len(passages)
    return [odds[begin:end] for begin, end in pairwise([0, *accumulate(map(len, every))])]


def _worth(said: Sequence[str], language: Language, asked: Utterance) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Of each sentence, whether it holds the kind of thing that is asked for, and what it has of the words."""
    held = [spelling(one, language) for one in said]
    units = set(asked.terms.words) | set(asked.terms.bigrams)
    rarity = {unit: log((len(said) + 1) / (sum(unit in one for one in held) + 0.5)) for unit in units}
    wanted = expected(asked)
    expects = np.array([wanted is not None and wanted.is_in(one) for one in held])
    return expects, np.array([fsum(rarity[unit] for unit in units if unit in one) for one in held])  # in any order
