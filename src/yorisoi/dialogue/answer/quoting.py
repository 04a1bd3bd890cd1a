"""The answer without a model: what the documents say, in their own words.

The section that fits best is quoted, and others that come near are named beside it.  Where it is doubtful which of them
was asked for, they stand as a list, each with the sentence that answers best.  Any of them can be opened, and picked by
its number.
"""

import re
from collections.abc import Collection, Sequence

from yorisoi.dialogue.answer.answer import Answer
from yorisoi.dialogue.answer.grounding import cite
from yorisoi.dialogue.answer.rows import names_columns
from yorisoi.dialogue.answer.shares import sections, shares
from yorisoi.dialogue.answer.telling import OF_TABLE, Told, as_line, telling
from yorisoi.dialogue.config import AnswerConfig
from yorisoi.dialogue.held import held
from yorisoi.dialogue.phrases import phrases
from yorisoi.language import Utterance, normal_form
from yorisoi.language.packs import pack_of
from yorisoi.language.plain import plain
from yorisoi.types import Choice, Citation, Hit

_MARK = re.compile(r"\[(\d+)\]")
_LISTED = re.compile(r"^- (?P<place>.+?) \[(?P<number>[1-9]\d?)\] ", re.M)
_SHOWN, _STRETCH = 120, 240
"""Characters that are shown of a section that only comes near, and of the one that comes nearest or was quoted before;
twice as many where space stands between words."""
_BREAKS = ("。", "、", "，", "；", ". ", ", ", " | ", " / ")
_ROW = 2
"""Times as many of a table or a row of one: without what its columns are called nobody knows what its cells are."""
_BESIDE_SURE, _BESIDE = 0.02, 0.03
"""Probability from which a section is named beside the first, where that is surely the one, and where it is not
(decision 198).  Where a topic goes on the right one may stand far behind, since the topic's words hold the wrong one
up: as many are named as there is room for."""
_NAMED = 3
"""Sections that are named where nothing is found."""


async def quote(
    asked: Utterance,
    hits: Sequence[Hit],
    config: AnswerConfig,
    *,
    goes_on: bool = False,
    of_reader: Collection[str] = (),
    sure: bool = True,
    shown: str = "",
    reader: object = None,
) -> Answer:
    """The best section's words, and up to `quotes` - 1 other sections that come near; `not_found` without hits.

    `asked` is what was said last, and whether it `goes_on` about a topic.  Who is not `sure` says so, and lists the
    sections where there are several.  Of what only comes near one sentence is shown, since the answer stands there as
    often as not where it is not in the first; of the first a stretch, where its words were `shown` by the replies
    before.  `reader` tells which sentence answers, where it can (`telling.py`); what names who asks, as `of_reader`
    says, comes before what does not.
    """
    if not hits:
        return await not_found(asked, hits, reader)
    said = phrases(asked.language)
    least = 0.0 if goes_on else _BESIDE_SURE if sure else _BESIDE
    chosen = _likely(hits, asked, least)[: config.quotes]
    whole = Told([plain(chosen[0].passage.text)], 0)
    is_of_table = names_columns(chosen[0].passage)
    most = config.quote_characters * (OF_TABLE if is_of_table else 1)
    as_it_is = sure and len(whole.sentences[0]) <= most and as_quoted(whole.stretch(most)) not in shown
    told = await telling([hit.passage for hit in chosen[as_it_is:]], asked, reader, of_reader)
    told = [*([whole] if as_it_is else []), *told]  # nothing has to be read of what is quoted whole
    quotes = [each.stretch(most) for each in told]
    again = as_quoted(quotes[0]) in shown
    if again:
        quotes[0] = _told_again(told[0], asked, _characters(_STRETCH * (_ROW if is_of_table else 1), chosen[0]))
    elif not sure:
        quotes[0] = told[0].stretch(_characters(_STRETCH, chosen[0]))
    citations = tuple(map(cite, chosen, range(1, len(chosen) + 1), quotes))
    before, more = told[0].left_out(quotes[0])
    names = [f"- {_name_of(hit)} [{number}]" for number, hit in enumerate(chosen, 1)]
    others = [f"{name} {line}" for name, line in zip(names, _lines(told, chosen, said.colon), strict=True)][1:]
    if others and not (sure or again):
        row = told[0].row(said.colon) if told[0].is_only_row else ""
        nearest = f"{names[0]} {as_quoted(row or f'{before}{as_line(quotes[0])}{more}')}"
        return Answer(text="\n".join([said.comes_nearest, nearest, *others]), citations=citations)
    begins = said.according_to if sure else said.of_what_was_shown
    quoted = [begins.format(title=_section_of(chosen[0])), f"{before}{as_quoted(citations[0].quote)}{more} [1]"]
    near = [said.also_near, *others] if others else []
    return Answer(text="\n".join([*quoted, *near]), citations=citations)


def _told_again(told: Told, asked: Utterance, characters: int) -> str:
    """Of what stands above already, the row that has a word of what was said last, else a stretch."""
    row = told.row_alone
    return row if row and held(asked.keywords, normal_form(row)) else told.stretch(characters)


async def not_found(asked: Utterance, hits: Sequence[Hit], reader: object = None, *, surely: bool = True) -> Answer:
    """Nothing is claimed; the sections that came nearest are named, with the sentence that does, and then it is not
    said that it is nowhere: they may say it in other words.  Who is `surely` right names one, since everybody finds
    more of them silly, and of what is withheld the best one mostly answers (18 of 24 over large collections, decision
    184)."""
    said = phrases(asked.language)
    near = _likely(hits, asked)[: 1 if surely else _NAMED]
    if not near:
        return Answer(text=said.not_found, citations=())
    named = zip(map(_name_of, near), await lines(near, asked, reader), strict=True)
    return Answer(
        text="\n".join([said.hardly_found, *(f"- {name}{said.colon}{line}" for name, line in named)]), citations=()
    )


async def lines(hits: Sequence[Hit], asked: Utterance, reader: object = None) -> list[str]:
    """Of each section what answers best, in one line."""
    told = await telling([hit.passage for hit in hits], asked, reader)
    return _lines(told, hits, phrases(asked.language).colon)


def listed(text: str) -> dict[int, Choice]:
    """Number -> the section that an answer lists by it, as what may be picked."""
    return {int(each["number"]): Choice(text=each["place"], source="") for each in _LISTED.finditer(text)}


def opens(choice: Choice, hit: Hit) -> bool:
    """Whether the choice is of what was `listed`, and this its section; a page that was offered has many."""
    return not choice.source and choice.text == _name_of(hit)


def as_quoted(text: str) -> str:
    """A page's own marks ([2]) in other brackets: those of ours lead to what we cite."""
    return _MARK.sub(r"〔\1〕", text)


def is_shown(citation: Citation, text: str) -> bool:
    """Whether an answer's text has the quote, or names its section with a sentence of it."""
    named = f" [{citation.number}] "
    return as_quoted(citation.quote) in text or any(
        line.startswith("- ") and named in line for line in text.splitlines()
    )


def _likely(hits: Sequence[Hit], asked: Utterance, least: float = 0.0) -> list[Hit]:
    """The sections, the first one as it is, then others by how likely they are; where a walk led stays."""
    found = sections(hits)
    others = sorted(zip(shares(found, asked), found, strict=True), key=lambda each: -each[0])  # stable
    return [*found[:1], *(hit for share, hit in others if hit is not found[0] and (share >= least or hit.path))]


def _characters(most: int, hit: Hit) -> int:
    return most * (2 if pack_of(hit.passage.language).analysis.spaced else 1)


def _lines(told: Sequence[Told], hits: Sequence[Hit], colon: str) -> list[str]:
    """What answers of each, in one line: a row of a table with what its columns are called, with those around it where
    there is room, as all else is told."""
    found = []
    for one, hit in zip(told, hits, strict=True):
        most = _characters(_SHOWN, hit)
        row = one.row(colon, most * _ROW)
        most *= _ROW if row or one.is_table else 1
        found.append(as_quoted((not row and one.with_those_around(most)) or _shortened(row or one.line, most)))
    return found


def _shortened(line: str, most: int) -> str:
    """The line, or its beginning up to where a clause or a cell ends: cut within a word 使用しない reads 使用し."""
    if len(line) <= most:
        return line
    ends = [at + len(mark) for mark in _BREAKS if (at := line.rfind(mark, most // 2, most)) >= 0]
    return f"{line[: max(ends, default=most)].rstrip()}…"


def _name_of(hit: Hit) -> str:
    """Its section, or the way that led to it; as an answer lists it."""
    return as_quoted(" → ".join(hit.path)) if hit.path else _section_of(hit)


def _section_of(hit: Hit) -> str:
    """By page and all headings, without which a list of what is forbidden reads like one of what is not."""
    page, section = hit.passage.document, hit.passage.section
    below = () if page.is_question else section  # what a FAQ's row is filed under
    return as_quoted(" > ".join(dict.fromkeys((page.title, *below))))
