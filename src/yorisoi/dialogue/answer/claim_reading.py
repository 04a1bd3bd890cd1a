"""What a model reads of an answer's claims: is what they say in the passages?"""

from collections.abc import Mapping, Sequence

import numpy as np

from yorisoi.dialogue.answer.support import terms
from yorisoi.errors import BackendError
from yorisoi.reading_ports import ClaimReader
from yorisoi.types import Language, Passage

_BESIDE = 3
"""Passages that a claim is read beside: those that share most words with it."""
_MOST = 20
"""Claims that are read of an answer, its first: each takes some thirty milliseconds."""


async def read_claims(
    claims: Sequence[str], passages: Sequence[Passage], language: Language, reader: object
) -> Mapping[str, float]:
    """Claim -> log-odds that any of the passages says it: log sum exp over those that share most words with it.

    Empty where `reader` reads none, or fails: support is then told by words alone.
    """
    if not (isinstance(reader, ClaimReader) and claims and passages):
        return {}
    read = list(dict.fromkeys(claims))[:_MOST]
    words = [terms(passage.in_context, passage.language) for passage in passages]
    pairs = []
    for claim in read:
        said = terms(claim, language)
        near = sorted(range(len(passages)), key=lambda at: -len(said & words[at]))[:_BESIDE]
        pairs += [(claim, passages[at].in_context) for at in near]
    try:
        odds = await reader.supporting(pairs)
    except BackendError:
        return {}
    of_each = np.logaddexp.reduce(odds.reshape(len(read), -1), axis=1)
    return dict(zip(read, of_each.tolist(), strict=True))
