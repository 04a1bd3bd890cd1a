"""What a model says of its own, beside answers, held to what it was given: nobody sees where it has it from."""

from yorisoi.dialogue.answer.support import numbers
from yorisoi.language import sentences
from yorisoi.language.addresses import addresses, without_strange_addresses
from yorisoi.types import Language


def as_given(said: str, given: str, language: Language) -> tuple[str, tuple[str, ...]]:
    """What may be told of it, and the doubts about the rest: without addresses that do not stand in what was `given`,
    and without sentences that have a figure which does not."""
    known, kept, strange = numbers(given), list[str](), set[str]()
    for sentence in sentences(without_strange_addresses(said, addresses(given)), language):
        made_up = numbers(sentence) - known
        strange |= made_up
        kept += [sentence] * (not made_up)
    return "".join(kept).strip(), tuple(f"number not in what was given: {number}" for number in sorted(strange))
