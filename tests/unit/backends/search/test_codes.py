"""Coded vectors: what they find must be what exact search finds."""

import numpy as np
import pytest

from yorisoi.backends.search import codes
from yorisoi.backends.search.vectors import DEAD, VectorRows, row_by_id
from yorisoi.ports import Vectors


def cone(count: int, seed: int, dimension: int = 384) -> Vectors:
    """Unit vectors around a common mean that differ mostly in a few directions, as embedding models give them."""
    topics = np.random.default_rng(dimension).normal(size=(24, dimension)) / 24**0.5
    rng = np.random.default_rng(seed)
    vectors = 2 + rng.normal(size=(count, 24)) @ topics + rng.normal(size=(count, dimension)) / 4
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


def rows_of(matrix: Vectors, ids: np.ndarray) -> VectorRows:
    return VectorRows(
        matrix=matrix,
        coded=codes.CodedRows(codes.encode(matrix)),
        ids=ids,
        row_of=row_by_id(ids),
        living=int((ids != DEAD).sum()),
        entries=len(ids),
    )


def exactly(matrix: Vectors, ids: np.ndarray, query: Vectors, limit: int) -> list[int]:
    order = np.lexsort((ids, -(matrix.astype(np.float64) @ query)))
    return [int(ids[row]) for row in order if ids[row] != DEAD][:limit]


@pytest.mark.parametrize("limit", [1, 10, 100])
def test_many_rows_are_searched_by_their_codes_with_the_exact_result(limit: int) -> None:
    matrix, ids = cone(4000, 0), np.random.default_rng(1).permutation(4000)
    rows = rows_of(matrix, ids)
    for query in cone(20, 2):
        assert [i for i, _ in rows.search(query, limit)] == exactly(matrix, ids, query, limit)


def test_dead_rows_and_rows_outside_the_filter_are_not_found() -> None:
    matrix, ids = cone(4000, 0), np.arange(4000)
    ids[::3] = DEAD
    rows, query = rows_of(matrix, ids), matrix[0]
    assert [i for i, _ in rows.search(query, 50)] == exactly(matrix, ids, query, 50)
    for allowed in (np.flatnonzero(ids % 2 == 0), np.flatnonzero((ids > 100) & (ids < 900))):
        expected = exactly(matrix[allowed], ids[allowed], query, 50)
        assert [i for i, _ in rows.search(query, 50, allowed)] == expected


def test_the_rows_of_passages_are_looked_up_and_dead_and_unknown_ones_have_none() -> None:
    rows = rows_of(cone(5, 0), np.array([7, DEAD, 2, 9, DEAD]))
    found, held = rows.row_of_each([9, 7, 3, 2, 10, 1000])
    assert held.tolist() == [True, True, False, True, False, False]
    assert found[held].tolist() == [3, 0, 2]
    assert rows.rows_of([9, 7, 8, 2]).tolist() == [0, 2, 3]
    nothing, held = rows_of(cone(0, 0), np.zeros(0, dtype=np.int64)).row_of_each([1, 2])
    assert not held.any()
    assert len(nothing) == 2


def test_equal_vectors_are_cut_by_id() -> None:
    each = 4 * codes.BLOCK  # or some would stand in a block with others, where their codes differ
    matrix = np.repeat(cone(4, 3), each, axis=0)
    ids = np.random.default_rng(4).permutation(4 * each)
    assert [i for i, _ in rows_of(matrix, ids).search(matrix[0], 7)] == sorted(ids[:each].tolist())[:7]


def test_without_the_library_every_row_is_scored_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codes, "available", lambda: False)
    matrix, ids = cone(4000, 0), np.arange(4000)
    assert [i for i, _ in rows_of(matrix, ids).search(matrix[5], 10)] == exactly(matrix, ids, matrix[5], 10)


def test_a_block_of_equal_vectors_is_its_centre() -> None:
    (block,) = codes.encode(np.ones((codes.BLOCK + 1, 3), dtype=np.float32))
    assert block["head"]["centre"].tolist() == [1, 1, 1]
    assert set(block["head"]["shares"].tolist()) == {1}
    assert not block["steps"].any()


@pytest.mark.parametrize("dimension", [64, 130, 384])
def test_codes_tell_inner_products_without_bias(dimension: int) -> None:
    matrix = cone(3 * codes.BLOCK, 6, dimension)
    coded = codes.CodedRows(codes.encode(matrix))
    for query in cone(5, 7, dimension):
        errors = coded.similar(query) - matrix @ query
        assert np.abs(errors).mean() < 0.2 / dimension**0.5
        assert abs(errors.mean()) < 0.02 / dimension**0.5
        assert np.array_equal(coded.similar(query, 1500), coded.similar(query)[1500:])


def test_the_largest_products_are_told_without_bias() -> None:
    matrix = cone(codes.BLOCK, 6)
    coded = codes.CodedRows(codes.encode(matrix))
    errors = [coded.similar(row)[at] - row @ row for at, row in enumerate(matrix)]
    assert abs(np.mean(errors)) < 0.005


def test_rows_of_equal_numbers_and_blocks_around_zero_are_told_too() -> None:
    odd = np.ones((codes.BLOCK, 64), dtype=np.float32)
    odd[1::2] *= -1  # their mean is zero
    odd[2], odd[4] = 0, 5
    matrix = np.concatenate((odd, cone(codes.BLOCK, 6, 64)))
    coded, query = codes.CodedRows(codes.encode(matrix)), cone(1, 7, 64)[0]
    assert np.isfinite(coded.similar(query)).all()
    assert np.abs(coded.similar(query)[codes.BLOCK :] - matrix[codes.BLOCK :] @ query).mean() < 0.02


@pytest.mark.parametrize("dimension", [2, 3, 8])
def test_vectors_of_few_numbers_are_all_scored_exactly(dimension: int) -> None:
    vectors = np.random.default_rng(8).normal(size=(3000, dimension))
    matrix = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    ids = np.arange(3000)
    for query in matrix[:10]:
        assert [i for i, _ in rows_of(matrix, ids).search(query, 5)] == exactly(matrix, ids, query, 5)


def test_a_later_state_codes_only_what_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codes, "_RUN", 2)
    blocks, query = codes.encode(cone(5 * codes.BLOCK, 8)), cone(1, 9)[0]
    loaded: list[int] = []
    product = codes._product
    monkeypatch.setattr(codes, "_product", lambda run: loaded.append(len(run)) or product(run))
    before = codes.CodedRows(blocks[:3])
    before.similar(query)
    after = codes.CodedRows(blocks, before)
    assert np.array_equal(after.similar(query), codes.CodedRows(blocks).similar(query))
    assert loaded == [2, 1, 2, 1, 2, 2, 1]
    assert len(after._runs) == 3  # the one that was outgrown is gone


@pytest.mark.parametrize("count", [1, 5, 100, 2999, 3000])
def test_the_largest_scores_come_with_all_that_equal_the_last(count: int) -> None:
    scores = np.random.default_rng(5).integers(0, 500, size=3000).astype(np.float32)
    least = np.sort(scores)[-count]
    assert sorted(codes.largest(scores, count)) == np.flatnonzero(scores >= least).tolist()
