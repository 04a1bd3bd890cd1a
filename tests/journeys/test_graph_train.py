"""yorisoi graph train: the field's own files, as a user learns from them."""

from pathlib import Path
from typing import Any

import pytest
from tests.journeys.test_bad_input import assert_one_line

NATIONS = Path(__file__).parents[3] / "shared" / "data" / "small_kgs" / "nations"
TRAIN = ("graph", "train")


def write_triples(folder: Path) -> Path:
    """北海道's towns, each in its region."""
    folder.mkdir()
    towns = [f"町{number}" for number in range(12)]
    lines = [f"{town}\t所在\t地方{number % 3}" for number, town in enumerate(towns)]
    (folder / "train.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "valid.txt").write_text(lines[0] + "\n", encoding="utf-8")
    return folder


@pytest.fixture(autouse=True)
def _few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YORISOI_GRAPH__TRAIN__STEPS", "160")
    monkeypatch.setenv("YORISOI_GRAPH__TRAIN__DIMENSION", "32")


@pytest.mark.skipif(not NATIONS.is_dir(), reason="../shared/data/small_kgs is not here")
def test_a_data_set_is_learnt_and_measured(at_once: Any) -> None:
    found = at_once(*TRAIN, NATIONS, "--eval", "--json").json
    assert (found["entities"], found["relations"], found["triples"]) == (14, 55, 1592)
    assert (found["measured_on"], found["questions"]) == ("test", 2 * 201)
    assert found["mrr_pessimistic"] <= found["mrr"] <= found["mrr_optimistic"]
    assert found["hits@1"] < found["hits@3"] < found["hits@10"]
    assert found["mrr"] > 0.35, "ranks at random give 0.23"


def test_a_training_that_was_kept_is_not_repeated(at_once: Any, tmp_path: Path) -> None:
    data, keep = write_triples(tmp_path / "data"), tmp_path / "kept"
    first = at_once(*TRAIN, data, "--eval", "--keep", keep, "--epochs", "3", "--json").json
    assert first["measured_on"] == "valid"
    file = keep / "training.npz"
    written = file.stat().st_mtime_ns
    assert first["epochs"] > 3, "a small graph is learnt more often"
    again = at_once(*TRAIN, data, "--eval", "--keep", keep, "--epochs", "3", "--json").json
    assert file.stat().st_mtime_ns == written
    assert again["mrr"] == first["mrr"]


def test_bad_triples_are_one_line(at_once: Any, tmp_path: Path) -> None:
    data = write_triples(tmp_path / "data")
    (data / "train.txt").write_text("札幌\t所在\t北海道\n小樽\t北海道\n", encoding="utf-8")
    assert_one_line(at_once(*TRAIN, data), "train.txt:2")
    assert_one_line(at_once(*TRAIN, tmp_path), "train.txt")
    assert_one_line(at_once(*TRAIN, tmp_path / "nowhere"), "nowhere")
    (data / "train.txt").write_bytes("札幌\t所在\t北海道\n".encode("cp932"))
    assert_one_line(at_once(*TRAIN, data), "UTF-8")
    (data / "valid.txt").unlink()
    (data / "train.txt").write_text("札幌\t所在\t北海道\n", encoding="utf-8")
    assert_one_line(at_once(*TRAIN, data, "--eval"), "--eval")
