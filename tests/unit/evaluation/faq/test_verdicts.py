"""What people say of queries: read from their sheets, kept, taken back, and counted with the last word."""

from pathlib import Path

import pytest

from yorisoi.errors import DataSetError
from yorisoi.evaluation import sheets
from yorisoi.evaluation.faq import verdicts
from yorisoi.evaluation.faq.reasons import Verdict
from yorisoi.evaluation.faq.sets import Faq, Query
from yorisoi.evaluation.faq.verdicts import Overruling

FAQS = {"a": Faq("a", "社員証", "総務が出します。"), "b": Faq("b", "パスワード", "自分で変えます。")}
QUERIES = [
    Query(id="q1", text="社員証をなくした", faqs=("a",), way="user"),
    Query(id="q2", text="社員証はお持ちですか", faqs=("a",), way="user"),
    Query(id="q3", text="パスワードの変え方", faqs=("b",), way="title"),
]
FOUND = [
    Verdict(query=QUERIES[0]),
    Verdict(query=QUERIES[1], reasons={"viewpoint": ""}),
    Verdict(query=QUERIES[2], reasons={"near_copy": "パスワード"}),
]
KEYS = [verdicts.key_of(query) for query in QUERIES]


def filled(folder: Path, *cells: tuple[str, str]) -> Path:
    verdicts.write(folder, FOUND, FAQS, {})
    rows = sheets.read(folder / "verdicts.xlsx")
    for row, (verdict, comment) in zip(rows, cells, strict=True):
        row |= {"人の判定": verdict, "コメント": comment}
    path = folder / "filled.xlsx"
    sheets.write(path, list(rows[0]), [list(row.values()) for row in rows])
    return path


def test_a_sheet_shows_the_faq_as_a_whole_and_is_read_however_it_was_typed(tmp_path: Path) -> None:
    said = verdicts.read(filled(tmp_path, ("ＯＫ", ""), ("Ｎｏ ", "誰も聞かない"), ("", "迷う")))
    assert said == {
        KEYS[0]: Overruling("ok"),
        KEYS[1]: Overruling("no", "誰も聞かない"),
        KEYS[2]: Overruling("", "迷う"),
    }
    assert verdicts.rows_of(tmp_path / "filled.xlsx")[0]["body"] == "総務が出します。"
    verdicts.keep(tmp_path, said)
    assert verdicts.people(tmp_path) == said, "a comment is kept without a verdict"


def test_all_that_cannot_be_read_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(DataSetError, match=r"'だめ' in line 2, '\?' in line 4"):
        verdicts.read(filled(tmp_path, ("だめ", ""), ("ok", ""), ("?", "")))


def test_an_empty_cell_leaves_what_another_said_and_a_dash_takes_it_back() -> None:
    before = {KEYS[0]: Overruling("no", "変"), KEYS[1]: Overruling("ok"), KEYS[2]: Overruling("ok")}
    said = {KEYS[0]: Overruling("-"), KEYS[1]: Overruling("-", "考え直す"), KEYS[2]: Overruling("", "よい")}
    assert verdicts.together(before, {}) == before
    assert verdicts.together(before, said) == {KEYS[1]: Overruling("", "考え直す"), KEYS[2]: Overruling("ok", "よい")}


def test_rates_are_those_after_people_had_the_last_word() -> None:
    people = {KEYS[0]: Overruling("no"), KEYS[1]: Overruling("ok"), KEYS[2]: Overruling("", "迷う")}
    told = verdicts.report(FOUND, people)
    assert (told["accepted"], told["rejection_rate"]) == (1, 0.6667)
    assert told["by_reason"] == {"near_copy": 0.3333, "person": 0.3333}
    assert told["by_way"]["user"]["by_reason"] == {"person": 0.5}
    assert told["people"] == {"judged": 2, "overruled": 2, "made_ok": 1}
    assert [query.id for query in verdicts.accepted(FOUND, people)] == ["q2"]
