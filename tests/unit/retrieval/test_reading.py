"""The best hits read together with the question."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from tests.unit.retrieval.pages import numbered

from yorisoi.errors import BackendUnavailable
from yorisoi.retrieval.reranking import READING, SAID, by_reading
from yorisoi.types import Degraded


class ByHand:
    """A fake reader: log-odds as they were given."""

    def __init__(self, *log_odds: float, failing: BackendUnavailable | None = None) -> None:
        self.log_odds, self.failing = log_odds, failing
        self.read: list[tuple[str, Sequence[str]]] = []

    async def answering(self, question: str, passages: Sequence[str]) -> NDArray[np.float32]:
        self.read.append((question, passages))
        if self.failing:
            raise self.failing
        return np.array(self.log_odds[: len(passages)], dtype=np.float32)


async def test_log_odds_are_added_and_what_was_not_read_follows() -> None:
    found, reader, dropped = numbered("一", "二", "三", "四"), ByHand(-1.0, 2.0, 0.5), list[Degraded]()
    hits = await by_reading(found, "二は？", "二は？", reader, 3, dropped)
    assert [hit.passage.text for hit in hits] == ["二", "三", "一", "四"]
    assert [round(hit.score, 2) for hit in hits[:3]] == [1.0, -0.67, -1.5], "the best score stays"
    assert hits[3].score <= hits[2].score
    assert (hits[0].legs[READING].rank, hits[0].legs[READING].score) == (1, 2.0)
    assert READING not in hits[3].legs
    assert reader.read == [("二は？", ["一", "二", "三"])]
    assert dropped == []


async def test_what_was_said_last_is_read_beside_the_question_and_changes_no_score() -> None:
    class Both(ByHand):
        async def answering(self, question: str, passages: Sequence[str]) -> NDArray[np.float32]:
            return await super().answering(question, passages) * (-1 if question == "二は？" else 1)

    found = numbered("一", "二")
    hits = await by_reading(found, "数は？ 二は？", "二は？", Both(1.0, -2.0), 8, [])
    alone = await by_reading(found, "数は？ 二は？", "数は？ 二は？", ByHand(1.0, -2.0), 8, [])
    assert [(hit.passage, hit.score) for hit in hits] == [(hit.passage, hit.score) for hit in alone]
    assert [hit.legs[SAID].score for hit in hits] == [-1.0, 2.0]
    assert [hit.legs[SAID].rank for hit in hits] == [2, 1]
    assert not any(SAID in hit.legs for hit in alone), "where the question is all that was said, it is read once"


async def test_what_is_far_behind_the_best_is_not_read() -> None:
    near, far = numbered("一", "二")
    reader, behind = ByHand(1.0, 9.0), replace(far, score=near.score - 3.1)
    hits = await by_reading([near, behind], "二は？", "二は？", reader, 8, [])
    assert reader.read == [("二は？", ["一"])]
    assert [hit.passage.text for hit in hits] == ["一", "二"]


async def test_what_cannot_be_read_stays_in_its_order_and_is_named() -> None:
    found, dropped = numbered("一", "二"), list[Degraded]()
    assert (
        await by_reading(found, "二は？", "二は？", ByHand(failing=BackendUnavailable("the model failed")), 2, dropped)
        == found
    )
    assert [each.step for each in dropped] == ["turn.read"]


async def test_nothing_found_is_not_read() -> None:
    reader = ByHand(1.0)
    assert await by_reading([], "何か", "何か", reader, 3, []) == []
    assert reader.read == []
