"""Which claims a model reads, and beside which passages."""

from collections.abc import Sequence
from math import log

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.unit.dialogue.conversations import hit

from yorisoi.dialogue.answer.claim_reading import read_claims
from yorisoi.errors import BackendUnavailable

PASSAGES = [
    hit(1, "看護休暇", text="看護休暇は年5日まで取れます。").passage,
    hit(2, "食堂", text="食堂は11時から開きます。").passage,
    hit(3, "駐輪場", text="駐輪場は地下にあります。").passage,
    hit(4, "更衣室", text="更衣室は2階にあります。").passage,
]
NURSING, CANTEEN = "看護休暇は年に5日です。", "食堂は11時からです。"


class Reads:
    """Says of every pair what it is told to."""

    def __init__(self, odds: float = 0.0, *, broken: bool = False) -> None:
        self.odds, self.broken = odds, broken
        self.seen: list[tuple[str, str]] = []

    async def supporting(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        if self.broken:
            raise BackendUnavailable("down")
        self.seen += pairs
        return np.full(len(pairs), self.odds, dtype=np.float32)


async def test_a_claim_is_read_beside_the_passages_that_share_most_words_with_it() -> None:
    reader = Reads()
    read = await read_claims([NURSING, CANTEEN], PASSAGES, "ja", reader)
    assert [reader.seen[0], reader.seen[3]] == [
        (NURSING, PASSAGES[0].in_context),
        (CANTEEN, PASSAGES[1].in_context),
    ]
    assert len(reader.seen) == 6
    assert read == {NURSING: pytest.approx(log(3)), CANTEEN: pytest.approx(log(3))}


async def test_a_claim_that_cites_is_read_beside_what_it_cites_alone_and_beside_several_together() -> None:
    reader = Reads()
    cited = {NURSING: [2], CANTEEN: [3, 4]}
    read = await read_claims([NURSING, CANTEEN], PASSAGES, "ja", reader, cited)
    canteen, parking, lockers = (each.in_context for each in PASSAGES[1:])
    together = f"{parking}\n\n{lockers}"
    assert reader.seen == [
        (NURSING, canteen),
        (CANTEEN, parking),
        (CANTEEN, lockers),
        (CANTEEN, together),
    ]
    assert read == {NURSING: 0.0, CANTEEN: pytest.approx(log(3))}


async def test_a_claim_that_is_repeated_is_read_once_and_twenty_at_most() -> None:
    reader = Reads()
    await read_claims([NURSING, NURSING], PASSAGES[:1], "ja", reader)
    assert len(reader.seen) == 1
    assert len(await read_claims([f"食堂は{at}時からです。" for at in range(50)], PASSAGES, "ja", reader)) == 20


@pytest.mark.parametrize("reader", [None, object(), Reads(broken=True)])
async def test_where_nothing_reads_nothing_is_told(reader: object) -> None:
    assert await read_claims([NURSING], PASSAGES, "ja", reader) == {}


async def test_without_claims_or_passages_there_is_nothing_to_read() -> None:
    assert await read_claims([], PASSAGES, "ja", Reads()) == {}
    assert await read_claims([NURSING], [], "ja", Reads()) == {}
