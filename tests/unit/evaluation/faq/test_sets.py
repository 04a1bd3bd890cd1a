"""FAQ sets in the published format."""

import csv
from pathlib import Path
from stat import S_IMODE

import pytest

from yorisoi.errors import DataSetError
from yorisoi.evaluation.faq import sets
from yorisoi.evaluation.faq.sets import Faq, Query

FAQS = [
    Faq("f1", "退会したい", "設定の「退会」を押します。\n元には戻せません。"),
    Faq("f2", "=タグ", 'HTMLの"書式"です'),
]
QUERIES = (
    Query(id="q0001", text="やめたい, すぐに", faqs=("f1",), way="user", difficulty="hard", made_by="rules:short"),
    Query(id="q0002", text="退会とタグ", faqs=("f1", "f2"), way="two", difficulty="easy", made_by="rules:both"),
)


def test_a_set_that_is_written_is_read_back(tmp_path: Path) -> None:
    sets.write_faqs(tmp_path, FAQS)
    sets.write_queries(tmp_path, QUERIES, "verified")
    found = sets.load(tmp_path)
    assert list(found.faqs.values()) == FAQS
    assert found.queries == QUERIES
    assert found.split == "verified"
    data = found.as_data_set()
    assert data.queries[1].relevance == {"f1": 1.0, "f2": 1.0}


def test_who_may_read_a_faq_goes_with_it_into_the_set(tmp_path: Path) -> None:
    given = [Faq("f1", "賞与の決め方", "部長が決めます。", frozenset(("hr", "legal"))), Faq("f2", "食堂", "昼です。")]
    sets.write_faqs(tmp_path, given)
    assert list(sets.load_faqs([tmp_path / "target_faq.csv"]).values()) == given


def test_the_published_files_are_read_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "target_faq.csv").write_text("ID,Title,Content\nfaq_1,ログインできない,設定を見直す\n", "utf-8")
    for split in ("train", "validation", "test"):
        text = f"ID,Query,difficulty\nfaq_1,{split} でログインに失敗する,medium\n"
        (tmp_path / f"queries_{split}.csv").write_text(text, "utf-8")
    assert sets.load(tmp_path).queries[0].text == "test でログインに失敗する"
    [query] = sets.load(tmp_path, "train").queries
    assert (query.faqs, query.difficulty, query.id) == (("faq_1",), "medium", "q0001")


@pytest.mark.parametrize(
    ("faqs", "queries", "said"),
    [
        (None, "id,query\n", "holds no target_faq.csv"),
        ("id,title,body\nf1,t,b\n", None, "holds no queries"),
        ("名前,値段\nりんご,100\n", "id,query\nf1,x\n", "is not a FAQ"),
        ("id,title,body\nf1,t,b\n", "id,text\nf1,x\n", "has no column query"),
        ("id,title,body\nf1,t,b\n", "id,query\nf1,\n", "line 2: a row needs"),
        ("id,title,body\nf1,t,b\n", "id,query\nf9,何\n", "1 queries name FAQs that are not in"),
        ("id,title,body\nf1,t,b\n", "id,query\n", "holds no queries"),
        ("id,title,body\nf1,t,b\nf1,t,b\n", "id,query\nf1,x\n", "more than once"),
    ],
)
def test_what_is_wrong_with_a_set_is_said_in_one_line(
    tmp_path: Path, faqs: str | None, queries: str | None, said: str
) -> None:
    for name, text in (("target_faq.csv", faqs), ("queries_test.csv", queries)):
        if text is not None:
            (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(DataSetError, match=said) as error:
        sets.load(tmp_path)
    assert "\n" not in str(error.value)


def test_no_cell_of_a_set_is_a_formula_and_all_is_read_back(tmp_path: Path) -> None:
    faq = Faq("-1", '=HYPERLINK("http://evil.example")', "@SUM(A1)")
    sets.write_faqs(tmp_path, [faq])
    query = Query(id="+q", text="=1+1", faqs=("-1",), difficulty="easy", way="=w", made_by="@m")
    path = sets.write_queries(tmp_path, [query], "verified")
    for file in (tmp_path / "target_faq.csv", path):
        for row in csv.reader(file.read_text(encoding="utf-8").splitlines()):
            assert not [cell for cell in row if cell.startswith(("=", "+", "-", "@"))]
        assert S_IMODE(file.stat().st_mode) == 0o600
    assert list(sets.load_faqs([tmp_path / "target_faq.csv"]).values()) == [faq]
    assert sets.load(tmp_path).queries == (query,)
