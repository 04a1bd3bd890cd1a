"""Whether a passage is about another thing of the kind that was named: X100 and not X200, 上海店 and not 北京店."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from yorisoi.dialogue.answer.bands import bands
from yorisoi.dialogue.answer.rows import table_of
from yorisoi.language import Morpheme, Pos, Utterance, morphemes, normal_form
from yorisoi.language.counts import Count, countable, counts
from yorisoi.language.figures import with_ordinals_in_digits
from yorisoi.language.numbered import numbered
from yorisoi.language.packs import pack_of
from yorisoi.language.sentences import ROW
from yorisoi.language.tables import cells
from yorisoi.types import Passage


def is_of_another(passage: Passage, said: Utterance) -> bool:
    """Whether of a kind of thing that the utterance names one of, the passage names others only."""
    said = replace(said, text=with_ordinals_in_digits(said.normal))
    lines = [with_ordinals_in_digits(normal_form(line)) for line in passage.in_context.splitlines()]
    headings = with_ordinals_in_digits(normal_form(" ".join(passage.headings)))
    told, own = " ".join(lines), counts(said.text, said.language)
    return (
        _is_numbered_otherwise(passage, said, lines)
        or _counts_otherwise(passage, own, headings)
        or _is_of_other_bands(passage, own, said, headings)
        or _is_of_other_rows(passage, said, told)
        or _is_named_otherwise(passage, said, headings, told)
    )


def _is_numbered_otherwise(passage: Passage, said: Utterance, lines: Sequence[str]) -> bool:
    """X200 where X100 was said."""
    ours = set(numbered(said.text, said.language))
    held = [each for each in ours if any(map(each.stands_in, lines))]
    lacking = [each for each in ours if not any(each.is_like(other) for other in held)]
    theirs = {each for line in lines if lacking for each in numbered(line, passage.language)}
    return any(each.is_like(other) for each in lacking for other in theirs)


def _counts_otherwise(passage: Passage, said: Sequence[Count], headings: str) -> bool:
    """Whether headings, or what columns are called, count the same otherwise: 1級 for 3級, 70歳以上 for 65歳, 2026年度
    for 令和7年度.  What only has another amount does not: 4年勤めた, 3日分."""
    if not said:
        return False
    text, columns = countable(normal_form(passage.text)), normal_form("、".join(cells(_table(passage)[0])))
    theirs = [counts(each, passage.language) for each in (headings, columns)]
    for own in said:
        for some in theirs:
            like = [each for each in some if each.is_like(own)]
            if like and not any(each.holds_for(own) for each in like) and not own.stands_in(text):
                return True
    return False


def _is_of_other_bands(passage: Passage, counted: Sequence[Count], said: Utterance, headings: str) -> bool:
    """Whether no row told of its table holds for a number that was said (65歳, and rows up to 64歳), or some rows are
    left out, and nothing told that was said chose these: neither a cell nor, surely, its bounds."""
    columns, rows = _table(passage)
    if not rows or not counted:
        return False
    others = (line for line in passage.text.splitlines() if not ROW.match(line))
    around = countable(normal_form("\n".join((columns, *others))))
    if all(each.stands_in(around) for each in counted):
        return False
    table = [list(map(normal_form, cells(row))) for row in (columns, *rows)]
    found = bands(table, said.text, said.language, passage.language, headings)
    if table_of(passage) is None and all({*cells(row)} != {"…"} for row in rows):  # all of it is told
        return found is not None and found.surely and not any(found.hold)
    if found:
        return not found.surely or not any(found.hold)
    return not any(cell in said.text for row in table[1:] for cell in row if len(cell) > 1 and not cell[0].isdigit())


def _is_of_other_rows(passage: Passage, said: Utterance, told: str) -> bool:
    """Whether proper names head the rows of its table, and what was said has one that stands nowhere in it."""
    own = [
        [word for word in morphemes(phrase.text, said.language) if word.pos is Pos.PROPER]
        for phrase in said.noun_phrases
    ]
    stand = [all(word.surface in told or word.normal in told for word in name) for name in own if name]
    if not stand or any(stand):
        return False
    heads = [cells(row)[0] for row in _table(passage)[1]]
    named = [any(word.pos is Pos.PROPER for word in morphemes(normal_form(head), passage.language)) for head in heads]
    for_others = any(map(pack_of(passage.language).documents.others.search, heads))
    return not for_others and 2 * sum(named) > len(named)


def _table(passage: Passage) -> tuple[str, list[str]]:
    """What the columns of its table are called, and its rows, as lines; several tables are taken for one."""
    lines = [line for line in passage.text.splitlines() if ROW.match(line)]
    return (lines[0], lines[2:]) if lines else ("", [])


def _is_named_otherwise(passage: Passage, said: Utterance, headings: str, told: str) -> bool:
    """北京店 where 上海店 was said."""
    theirs = _by_kind(_proper(morphemes(headings, passage.language)))
    return any(
        kind in theirs and not own & theirs[kind] and not any(name in told for name in own)
        for kind, own in _by_kind(_proper(said.morphemes)).items()
    )


def _by_kind(named: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    found = defaultdict[str, set[str]](set)
    for kind, name in named:
        found[kind].add(name)
    return found


def _proper(words: Sequence[Morpheme]) -> Iterator[tuple[str, str]]:
    """(what kind of thing it is, its name), where that stands right before: 北京店."""
    for name, kind in pairwise(words):
        if name.pos is Pos.PROPER and kind.pos in (Pos.NOUN, Pos.SUFFIX) and name.end == kind.start:
            yield kind.normal, name.normal
