"""What a model reads of an answer's claims: is what they say in the passages?"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np

from yorisoi.dialogue.answer.support import terms
from yorisoi.errors import BackendError
from yorisoi.reading_ports import ClaimReader
from yorisoi.types import Language, Passage

_BESIDE = 3
"""Passages that a claim is read beside: those that share most words with it."""
_APART = "\n\n"
_MOST = 20
"""Claims that are read of an answer, its first: each takes some thirty milliseconds."""


async def read_claims(
    claims: Sequence[str],
    passages: Sequence[Passage],
    language: Language,
    reader: object,
    cited: Mapping[str, Sequence[int]] = MappingProxyType({}),
) -> Mapping[str, float]:
    """Claim -> log-odds that any of the passages says it: log sum exp over those that share most words with it.

    Where the passages that it rests on are `cited`, counted from 1, it is read beside these alone, and beside several
    also as one text: what it puts together stands in none of them.

    Empty where `reader` reads none, or fails: support is then told by words alone.
    """
    if not (isinstance(reader, ClaimReader) and claims and passages):
        return {}
    read = list(dict.fromkeys(claims))[:_MOST]
    words = [terms(passage.in_context, passage.language) for passage in passages]
    beside = []
    for claim in read:
        said, own = terms(claim, language), [number - 1 for number in cited.get(claim, ())]
        near = sorted(own or range(len(passages)), key=lambda at: -len(said & words[at]))[:_BESIDE]
        texts = [passages[at].in_context for at in near]
        beside.append([*texts, _APART.join(texts)] if len(own) > 1 else texts)
    try:
        odds = await reader.supporting([(claim, text) for claim, of in zip(read, beside, strict=True) for text in of])
    except BackendError:
        return {}
    ends = np.cumsum([len(of) for of in beside])[:-1]
    of_each = [float(np.logaddexp.reduce(of_claim)) for of_claim in np.split(odds, ends)]
    return dict(zip(read, of_each, strict=True))
