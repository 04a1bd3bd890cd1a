"""What a model says of its own, beside answers, held to what it was given: nobody sees where it has it from."""

from collections.abc import Collection
from datetime import date

from yorisoi.language import sentences
from yorisoi.language.addresses import addresses, without_strange_addresses
from yorisoi.language.dates import without_dates
from yorisoi.language.figures import THING, figures, possible_figures
from yorisoi.types import Language


def as_given(said: str, given: str, language: Language, days: Collection[date] = ()) -> tuple[str, tuple[str, ...]]:
    """What may be told of it, and the doubts about the rest: without addresses that do not stand in what was `given`,
    and without sentences that have a figure which does not, unless it counts what they list (「2つあります」) or stands
    in the date of a known day."""
    known, kept, strange = possible_figures(given), list[str](), set[str]()
    for sentence in sentences(without_strange_addresses(said, addresses(given)), language):
        claimed = {figure for figure in figures(without_dates(sentence, days)) if figure.counts != THING}
        made_up = {figure.value for figure in claimed if not figure.stands_among(known)}
        strange |= made_up
        kept += [sentence] * (not made_up)
    return "".join(kept).strip(), tuple(f"number not in what was given: {number}" for number in sorted(strange))
