"""What every Embedder must do: each function takes an embedder and fails by assertion."""

import asyncio

import numpy as np

from yorisoi.ports import Embedder, Vectors

_TOLERANCE = 1e-3
"""Of cosines: servers round, and batches are summed in another order."""


async def _assert_unit(vectors: Vectors, rows: int, embedder: Embedder) -> None:
    assert vectors.shape == (rows, *(await embedder.embed_passages([])).shape[1:])
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=_TOLERANCE)


async def vectors_have_unit_length(embedder: Embedder) -> None:
    texts = ["子の看護休暇", "travel expenses", "会议室"]
    await _assert_unit(await embedder.embed_passages(texts), 3, embedder)
    await _assert_unit(await embedder.embed_queries(texts), 3, embedder)


async def no_texts_give_no_vectors(embedder: Embedder) -> None:
    nothing = await embedder.embed_passages([])
    assert nothing.ndim == 2
    assert (await embedder.embed_queries([])).shape == nothing.shape == (0, nothing.shape[1])


async def rows_keep_the_order_of_the_texts(embedder: Embedder) -> None:
    texts = ["休暇の申請は三日前までです。" * (1 + (7 * n) % 5) + str(n) for n in range(40)]
    together = await embedder.embed_passages(texts)
    for row in (0, 31, 39):
        alone = (await embedder.embed_passages([texts[row]]))[0]
        assert float(together[row] @ alone) > 1 - _TOLERANCE


async def equal_texts_give_equal_vectors(embedder: Embedder) -> None:
    first, _, again = await embedder.embed_passages(["出張の日当", "会議室", "出張の日当"])
    assert float(first @ again) > 1 - _TOLERANCE


async def awkward_texts_get_vectors_too(embedder: Embedder) -> None:
    await _assert_unit(
        await embedder.embed_passages(["", " \n", "休\0暇", "👨‍👩‍👧", "長い文章です。" * 300]), 5, embedder
    )


async def what_follows_a_nul_still_counts(embedder: Embedder) -> None:
    leave, travel = await embedder.embed_passages(["\0休暇の日数", "\0出張の旅費"])
    assert float(leave @ travel) < 1 - _TOLERANCE


async def like_is_nearer_than_unlike(embedder: Embedder) -> None:
    passages = await embedder.embed_passages(["年次有給休暇の日数と取り方", "ノートパソコンの故障の連絡先"])
    query = (await embedder.embed_queries(["有給休暇の日数"]))[0]
    assert float(passages[0] @ query) > float(passages[1] @ query)


async def calls_at_once_get_their_own_vectors(embedder: Embedder) -> None:
    one, other = await asyncio.gather(embedder.embed_queries(["休暇"]), embedder.embed_queries(["出張", "経費"]))
    assert (len(one), len(other)) == (1, 2)
    again = await embedder.embed_queries(["休暇"])
    assert float(one[0] @ again[0]) > 1 - _TOLERANCE


EMBEDDER_CONTRACT = (
    vectors_have_unit_length,
    no_texts_give_no_vectors,
    rows_keep_the_order_of_the_texts,
    equal_texts_give_equal_vectors,
    awkward_texts_get_vectors_too,
    what_follows_a_nul_still_counts,
    like_is_nearer_than_unlike,
    calls_at_once_get_their_own_vectors,
)
