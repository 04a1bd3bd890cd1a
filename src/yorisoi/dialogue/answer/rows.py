"""Rows of tables in a text that stands as sentences: of a row alone nobody knows what its cells are."""

import math
import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import groupby

from yorisoi.dialogue.patterns import patterns
from yorisoi.language import Pos, analyse, morphemes, normal_form, sentences, spelling
from yorisoi.language.dittos import is_ditto
from yorisoi.language.packs import pack_of
from yorisoi.language.plain import loading_nothing, plain
from yorisoi.language.sentences import ROW
from yorisoi.types import Hit, Language, Passage

_RULE = re.compile(r"^[ \t]*\|?[ \t]*:?-[-:| \t]*\n", re.MULTILINE)
"""Below what the columns are called."""
_AS_NEAR = 2.0
"""Nats behind the best row of a table up to which other rows are told with it."""
_FEWEST = 3
"""Rows below the first of a table of which some may be left out."""


def heads(said: Sequence[str]) -> list[int]:
    """Of each sentence where its table begins, whose first row says what the columns are called; of what stands in no
    table, itself.  So of rows below a blank one, which may be another table's."""
    found: list[int] = []
    parted = False
    for at, one in enumerate(said):
        follows = at and ROW.match(one) and ROW.match(said[at - 1]) and said[at - 1].count("\n") == 1
        parted = bool(follows) and (parted or not any(cells(one)))
        found.append(found[-1] if follows and not parted else at)
    return found


def cells(line: str) -> list[str]:
    """Of a row, without blanks around them; any other line is one."""
    parted = line.strip().removeprefix("|").removesuffix("|").split("|") if "|" in line else [line]
    return [" ".join(cell.split()) for cell in parted]


def named(said: Sequence[str], at: int, colon: str = ": ") -> str:
    """The row in one line, what it is about first, then each cell behind what its column is called, which makes no tag
    of them; "" of all but rows below the first."""
    head = heads(said)[at]
    columns, row = cells(said[head]), cells(said[at])
    if head == at or len(columns) != len(row):
        return ""
    others = zip(columns[1:], row[1:], strict=True)
    told = [f"{column}{colon}{cell}" if column else cell for column, cell in others if cell]
    return loading_nothing(" — ".join(filter(None, (row[0], " | ".join(told)))))


def with_rows_as_near(hits: Sequence[Hit]) -> list[Hit]:
    """The hits, the first with the other rows of its table that come as near, where each row is a passage of its own
    (`documents/pack.py`): 「どんなプランがありますか」 asks for all of them."""
    if not hits or (table := table_of(hits[0].passage)) is None:
        return list(hits)
    first = hits[0]
    rows = [hit for hit in hits if hit.score >= first.score - _AS_NEAR and table_of(hit.passage) == table]
    others = [hit for hit in hits if hit not in rows]
    return [with_rows(first, table[2], [row.passage for row in rows]), *others]


def with_rows(hit: Hit, above: str, rows: Sequence[Passage]) -> Hit:
    """The hit, a row of the table that begins with what is `above`, with these rows of it in the page's order."""
    rows = sorted(rows, key=lambda row: row.id)
    below = [row.text.removeprefix(above).partition("\n\n") for row in rows]
    text = "".join((above, "\n".join(row for row, *_ in below), *below[0][1:]))  # what is behind is the same in all
    return replace(hit, passage=replace(hit.passage, text=text))


def table_of(passage: Passage) -> tuple[int, tuple[str, ...], str, str] | None:
    """Of a passage that is one row of a table where that stands, all above its rows, and all behind them; else None: of
    several rows nobody knows whether others belong to the same table."""
    rule = _RULE.search(passage.text)
    row, _, behind = passage.text[rule.end() :].partition("\n\n") if rule else ("", "", "")
    is_one = rule is not None and row.strip() != "" and "\n" not in row.strip()
    return (passage.document.id, passage.section, passage.text[: rule.end()], behind) if rule and is_one else None


def with_rows_asked_for(
    passage: Passage, said: str, question: str, language: Language, of_reader: Collection[str] = ()
) -> Passage:
    """The passage in plain text, with those rows alone of a table that have most words of what was `said` last, of
    equals most of the whole `question`, and then of what this reader is called.

    A word tells rows apart that stands neither in what the columns are called nor above the table.  Where what was said
    names things and neither the table nor what stands above it has any of them, all rows stay: it asks for others.  So
    do all where one has a single cell, or one that means another's (同上).  What points back asks for the rows that the
    topic names, too: 「それって普通免許で乗れる？」.
    """
    every = sentences(plain(passage.text), passage.language)
    held = [as_held(one, passage.language) for one in every]
    title = as_held(" ".join((passage.document.title, *passage.section)), passage.language)
    last, whole = _words(said, language), _words(question, language)
    names = [spelling(name, passage.language) for name in of_reader]
    demonstrative = patterns(language).demonstrative
    points_back = any(demonstrative.fullmatch(word.surface) for word in morphemes(said, language))
    topic = whole - last if points_back else set()
    left_out: set[int] = set()
    for head, group in groupby(range(len(every)), key=heads(every).__getitem__):
        rows = list(group)[1:]
        above = "\n".join((title, *held[: head + 1]))
        table = "\n".join(held[at] for at in rows)
        if len(rows) < _FEWEST or (last and not any(word in above or word in table for word in last)):
            continue
        if any(sum(map(bool, cells(every[at]))) < 2 or any(map(is_ditto, cells(every[at]))) for at in rows):
            continue  # it says what rows below it are of
        telling = [[word for word in words if word not in above] for words in (last, whole, names, topic)]
        worth = {at: [sum(word in held[at] for word in words) for words in telling] for at in rows}
        most_of_topic = max(of_topic for *_, of_topic in worth.values()) or math.inf
        most = max(worth.values())
        left_out.update(at for at in rows if worth[at] < most and worth[at][-1] < most_of_topic)
    kept = (one if at not in left_out else "\n" * one.endswith("\n\n") for at, one in enumerate(every))
    return replace(passage, text="".join(kept))


def as_held(text: str, language: Language) -> str:
    """As it is spelt, and its words in one spelling: 段ボール, ダンボール."""
    return "\n".join((spelling(text, language), *analyse(text, language).words))


def _words(text: str, language: Language) -> set[str]:
    """Those by which rows are told apart: things, since 燃えない has the verb of 燃える, and of a number alone nobody
    knows what it counts."""
    words = set(analyse(text, language).words)
    if pack_of(language).analysis.tagged:
        things = (word for word in morphemes(text, language) if word.pos in (Pos.NOUN, Pos.PROPER) and word.content)
        words = {form for word in things for form in (word.normal, normal_form(word.surface))}
    return {word for word in words if len(word) > 1 and any(map(str.isalpha, word))}
