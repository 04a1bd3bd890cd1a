"""Rankings in TREC's format come back as they were, whatever their scores."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yorisoi.errors import DataSetError
from yorisoi.evaluation.runs import check_target, read, write

SCORES = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=60).map(lambda scores: sorted(scores, reverse=True))


@given(SCORES)
def test_the_order_survives_ties_and_32_bits(tmp_path_factory: pytest.TempPathFactory, scores: list[float]) -> None:
    path = tmp_path_factory.mktemp("runs") / "run.trec"
    ranking = tuple((f"d{place}", score) for place, score in enumerate(scores))
    write(path, {"q": ranking})
    back = read(path)["q"]
    assert [document for document, _ in back] == [document for document, _ in ranking]
    assert [score for _, score in back] == pytest.approx(scores, rel=1e-5, abs=1e-5)
    assert len({score for _, score in back}) == len(scores), "no tool has a tie to break"


def test_a_line_is_as_trec_has_it(tmp_path: Path) -> None:
    write(tmp_path / "run.trec", {"q1": (("d7", 1.5), ("d3", 0.25)), "q2": ()})
    assert (tmp_path / "run.trec").read_text() == "q1 Q0 d7 1 1.5 yorisoi\nq1 Q0 d3 2 0.25 yorisoi\n"
    assert [path.name for path in tmp_path.iterdir()] == ["run.trec"]


def test_a_foreign_run_is_ordered_by_score_and_ties_as_trec_eval_has_them(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("q Q0 a 1 0.5 x\nq\tQ0\tb\t2\t0.5\tx\n\nq Q0 c 3 0.9 x\n")
    assert [document for document, _ in read(tmp_path / "run")["q"]] == ["c", "b", "a"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"q Q0 a 1 0.5\n", "line 1"),
        (b"q Q0 a 1 0.5 x\nq Q0 b 2 high x\n", "line 2"),
        (b"q Q0 a 1 nan x\n", "line 1"),
        (b"q Q0 a 1 0.5 x\nq Q0 a 2 0.4 x\n", "twice"),
        ("q Q0 休 1 0.5 x\n".encode("euc-jp"), "UTF-8"),
    ],
)
def test_what_is_no_run_is_refused_with_its_line(tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "run").write_bytes(content)
    with pytest.raises(DataSetError, match=said):
        read(tmp_path / "run")


def test_a_run_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataSetError, match=r"none\.trec"):
        read(tmp_path / "none.trec")


def test_a_place_or_an_id_that_cannot_be_written_is_refused_beforehand(tmp_path: Path) -> None:
    check_target(tmp_path / "run.trec", ["d1"])
    os.mkfifo(tmp_path / "pipe")
    for path, ids in (
        (tmp_path, []),
        (tmp_path / "pipe", []),
        (tmp_path / "no" / "run", []),
        (tmp_path / "run", ["d 1"]),
    ):
        with pytest.raises(DataSetError):
            check_target(path, ids)
