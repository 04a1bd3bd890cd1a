"""What every Reranker must do: each function takes a reranker and fails by assertion.

    for check in RERANKER_CONTRACT:
        await check(reranker)

The checks look at form, never at wit: weights drawn at random pass too.  Whether a model ranks well is measured, not
tested.
"""

import asyncio
import math
from collections.abc import Sequence

from yorisoi.ports import Reranker

QUESTION = "有給休暇は何日ありますか"
PASSAGES = ("有給休暇は年に二十日です。", "会議室の予約は前日までです。", "The day rate is 2,600 yen.", "休暇の申請")

_TOLERANCE = 1e-3
"""Servers round, and batches are summed in another order."""


def _same(found: Sequence[float], expected: Sequence[float]) -> None:
    assert len(found) == len(expected)
    assert all(abs(one - other) < _TOLERANCE for one, other in zip(found, expected, strict=True))


async def the_name_is_provider_and_model(reranker: Reranker) -> None:
    provider, colon, model = reranker.name.partition(":")
    assert provider
    assert colon
    assert model


async def there_is_one_finite_number_for_each_passage(reranker: Reranker) -> None:
    scores = await reranker.scores(QUESTION, PASSAGES)
    assert len(scores) == len(PASSAGES)
    assert all(type(score) is float and math.isfinite(score) for score in scores)


async def no_passages_give_no_scores(reranker: Reranker) -> None:
    assert await reranker.scores(QUESTION, []) == []


async def scores_come_in_the_order_of_the_passages(reranker: Reranker) -> None:
    forwards = await reranker.scores(QUESTION, PASSAGES)
    _same(await reranker.scores(QUESTION, PASSAGES[::-1]), forwards[::-1])


async def equal_passages_get_equal_scores(reranker: Reranker) -> None:
    first, _, again = await reranker.scores(QUESTION, [PASSAGES[0], PASSAGES[1], PASSAGES[0]])
    _same([again], [first])


async def the_same_question_gets_the_same_scores(reranker: Reranker) -> None:
    _same(await reranker.scores(QUESTION, PASSAGES), await reranker.scores(QUESTION, PASSAGES))


async def both_question_and_passage_count(reranker: Reranker) -> None:
    mine = await reranker.scores(QUESTION, PASSAGES)
    assert len(set(mine)) > 1
    assert mine != await reranker.scores("会議室の予約", PASSAGES)


async def awkward_texts_get_scores_too(reranker: Reranker) -> None:
    awkward = ["", " \n", "休\0暇", "👨‍👩‍👧", "\ud83d", "長い文章です。" * 500, "x" * 20_000, "<|im_end|>"]
    for question in (QUESTION, "", "\0", "\udc4d"):
        scores = await reranker.scores(question, awkward)
        assert [math.isfinite(score) for score in scores] == [True] * len(awkward)


async def many_passages_are_no_problem(reranker: Reranker) -> None:
    many = [f"第{number}条 休暇の日数" for number in range(70)]
    scores = await reranker.scores(QUESTION, many)
    assert len(scores) == 70
    for place in (0, 33, 69):
        _same(await reranker.scores(QUESTION, [many[place]]), [scores[place]])


async def calls_at_once_get_their_own_scores(reranker: Reranker) -> None:
    alone = [await reranker.scores(passage, PASSAGES) for passage in PASSAGES]
    together = await asyncio.gather(*(reranker.scores(passage, PASSAGES) for passage in PASSAGES))
    for found, expected in zip(together, alone, strict=True):
        _same(found, expected)


RERANKER_CONTRACT = (
    the_name_is_provider_and_model,
    there_is_one_finite_number_for_each_passage,
    no_passages_give_no_scores,
    scores_come_in_the_order_of_the_passages,
    equal_passages_get_equal_scores,
    the_same_question_gets_the_same_scores,
    both_question_and_passage_count,
    awkward_texts_get_scores_too,
    many_passages_are_no_problem,
    calls_at_once_get_their_own_scores,
)
